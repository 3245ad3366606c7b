#include "core/model/template/towards.h"

#include <cmath>
#include <numbers>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr std::array<std::string_view, 5> kPlaces{"centre", "rim", "border", "spread", "none"};
constexpr std::array<std::string_view, 8> kShort{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
constexpr double kDiagonal = 0.70710678118654752;  // sqrt(1/2)
constexpr std::array<Vec2, 8> kUnits{{{0, 1},
                                      {kDiagonal, kDiagonal},
                                      {1, 0},
                                      {kDiagonal, -kDiagonal},
                                      {0, -1},
                                      {-kDiagonal, -kDiagonal},
                                      {-1, 0},
                                      {-kDiagonal, kDiagonal}}};

std::string without_joints(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (c != '_' && c != '-' && c != ' ') letters += c;
  return letters;
}

}  // namespace

std::optional<Towards> parse_towards(std::string_view text) {
  for (size_t k = 0; k < kPlaces.size(); ++k)
    if (text == kPlaces[k]) return Towards{static_cast<Towards::Kind>(k + 1), {}};
  const std::string letters = without_joints(text);
  for (size_t k = 0; k < kUnits.size(); ++k)
    if (letters == kShort[k] || letters == without_joints(kCompassWords[k]))
      return Towards{Towards::Kind::direction, kUnits[k]};
  double degrees = 0;
  const auto [end, error] = read_double(text.data(), text.data() + text.size(), degrees);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(degrees))
    return std::nullopt;
  const auto [sin, cos] = exact::sincos(std::remainder(degrees, 360.0) * std::numbers::pi / 180);
  return Towards{Towards::Kind::direction, {sin, cos}};
}

std::optional<Vec2> frame_place(std::string_view word) {
  const std::optional<Towards> at = parse_towards(word);
  if (!at || at->kind > Towards::Kind::centre) return std::nullopt;
  if (at->kind == Towards::Kind::centre) return Vec2{0.5, 0.5};
  return Vec2{0.5 + 0.5 * std::round(at->unit.x), 0.5 + 0.5 * std::round(at->unit.y)};
}

std::string_view frame_place_word(Vec2 at) {
  for (const FramePlace& place : kFramePlaces)
    if (place.at.x == at.x && place.at.y == at.y) return place.word;
  return {};
}

}  // namespace fw
