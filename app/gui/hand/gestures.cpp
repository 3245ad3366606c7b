#include "app/gui/hand/gestures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/field/shape.h"

namespace fw {
namespace {

constexpr double kRayStep_rad = std::numbers::pi / 12;
constexpr double kToleranceShare = 1.0 / 32;

double squared_distance_to(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double length2 = d.x * d.x + d.y * d.y;
  const double t = length2 > 0 ? std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / length2, 0.0, 1.0) : 0;
  return squared_distance(p, a + d * t);
}

Vec2 in_millimetres(Vec2 v) {
  return {std::round(v.x * 1000) / 1000, std::round(v.y * 1000) / 1000};
}

/// Whole millimetres, no place twice in a row.
std::vector<Vec2> distinct(const std::vector<Vec2>& path) {
  std::vector<Vec2> out;
  for (const Vec2& v : path)
    if (const Vec2 mm = in_millimetres(v); out.empty() || !(out.back() == mm)) out.push_back(mm);
  return out;
}

std::vector<Vec2> fitting(const std::vector<Vec2>& path, double tolerance_m) {
  std::vector<Vec2> out = tolerance_m > 0 ? simplified(path, tolerance_m) : path;
  for (double wider = std::max(tolerance_m, 0.5); out.size() > kMostShapeVertices; wider *= 2)
    out = simplified(path, wider);
  return out;
}

double doubled_area_m2(const std::vector<Vec2>& ring) {
  double sum = 0;
  for (size_t k = 0; k < ring.size(); ++k) {
    const Vec2 &a = ring[k], &b = ring[(k + 1) % ring.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return std::fabs(sum);
}

/// Takes a number off the front of a text, leading blanks and commas first.
std::optional<double> take_number(std::string_view& text) {
  const size_t begin = text.find_first_not_of(" \t,;");
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (bad != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

}  // namespace

double stroke_tolerance_m(double radius_m) {
  return std::max(1.0, radius_m * kToleranceShare);
}

std::vector<Vec2> simplified(const std::vector<Vec2>& line_m, double tolerance_m) {
  if (line_m.size() < 3) return line_m;
  std::vector<bool> kept(line_m.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<size_t, size_t>> open{{0, line_m.size() - 1}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    double worst = tolerance_m * tolerance_m;
    size_t at = 0;
    for (size_t k = from + 1; k < to; ++k)
      if (const double d = squared_distance_to(line_m[k], line_m[from], line_m[to]); d > worst) {
        worst = d;
        at = k;
      }
    if (at == 0) continue;
    kept[at] = true;
    open.push_back({from, at});
    open.push_back({at, to});
  }
  std::vector<Vec2> out;
  for (size_t k = 0; k < line_m.size(); ++k)
    if (kept[k]) out.push_back(line_m[k]);
  return out;
}

Vec2 straightened(Vec2 from, Vec2 to) {
  const Vec2 d = to - from;
  const double angle = std::round(std::atan2(d.y, d.x) / kRayStep_rad) * kRayStep_rad;
  const Vec2 ray{std::cos(angle), std::sin(angle)};
  return from + ray * (d.x * ray.x + d.y * ray.y);
}

double rounding_step_m(double metres_per_px) {
  return metres_per_px >= 100 ? 100 : metres_per_px >= 10 ? 10 : 1;
}

Vec2 rounded_to(Vec2 place_m, double step_m) {
  return {std::round(place_m.x / step_m) * step_m, std::round(place_m.y / step_m) * step_m};
}

std::optional<Vec2> typed_place(std::string_view text, const std::optional<Vec2>& last_m) {
  const std::optional<double> first = take_number(text);
  if (!first) return std::nullopt;
  const size_t sign = text.find_first_not_of(" \t");
  const bool polar = sign != std::string_view::npos && text[sign] == '<';
  if (polar) text.remove_prefix(sign + 1);
  const std::optional<double> second = take_number(text);
  if (!second || text.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  if (!polar) return in_millimetres({*first, *second});
  if (!last_m) return std::nullopt;
  const double angle = *second * std::numbers::pi / 180;
  return in_millimetres(*last_m + Vec2{std::sin(angle), std::cos(angle)} * *first);
}

std::string point_shape(Vec2 place_m) {
  return write_shape({Shape::Kind::points, {{in_millimetres(place_m)}}});
}

std::string line_shape(const std::vector<Vec2>& vertices_m) {
  const std::vector<Vec2> line = distinct(fitting(vertices_m, 0));
  return line.size() < 2 ? std::string() : write_shape({Shape::Kind::lines, {line}});
}

std::string stroke_shape(const std::vector<Vec2>& path_m, double radius_m) {
  if (path_m.empty()) return {};
  const std::vector<Vec2> line = distinct(fitting(path_m, stroke_tolerance_m(radius_m)));
  return line.size() == 1 ? point_shape(line.front()) : write_shape({Shape::Kind::lines, {line}});
}

std::string polygon_shape(const std::vector<Vec2>& outline_m, double tolerance_m) {
  std::vector<Vec2> ring = outline_m;
  if (tolerance_m > 0 && !ring.empty()) ring.push_back(ring.front());  // the last edge is simplified too
  ring = distinct(fitting(ring, tolerance_m));
  if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  if (ring.size() < 3 || doubled_area_m2(ring) < 1e-6) return {};
  return write_shape({Shape::Kind::polygons, {ring}});
}

std::string moved_shape(const std::string& wkt, Vec2 by_m) {
  Result<Shape> shape = read_shape(wkt);
  if (!shape) return {};
  for (std::vector<Vec2>& part : shape.value().parts)
    for (Vec2& v : part) v = in_millimetres(v + by_m);
  return write_shape(shape.value());
}

}  // namespace fw
