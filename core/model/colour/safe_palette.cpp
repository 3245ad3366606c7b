#include "core/model/colour/safe_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/model/colour/colour_science.h"
#include "core/model/colour/palette.h"

namespace fw {
namespace {

constexpr std::array<double, 5> kLadder{90, 83, 76, 69, 62};
constexpr std::array<double, 5> kTurns_deg{0, -15, 15, -30, 30};
constexpr std::array<double, 4> kChroma{1.0, 0.8, 1.3, 1.7};
constexpr int kLeastEdges = 12, kOrders = 60;
constexpr double kEnough = 1.15;  // more room between neighbours is worth nothing

using AllLooks = std::array<Lab, kAllSights.size()>;

AllLooks all_looks(Rgb colour) {
  AllLooks looks;
  for (size_t k = 0; k < looks.size(); ++k) looks[k] = lab_of(seen(colour, kAllSights[k]));
  return looks;
}

/// The lesser of distance and lightness over their limits; 0 at once where it is below `least`.
double room_between(const AllLooks& a, const AllLooks& b, double least) {
  double room = std::fabs(a[0].l - b[0].l) / kLeastNeighbourLightness;
  for (size_t k = 0; k < a.size() && room > least; ++k)
    room = std::min(room, ciede2000(a[k], b[k]) / kLeastNeighbourDifference);
  return room > least ? room : 0;
}

/// A colour that a row may take.
struct Shade {
  Rgb colour;
  AllLooks looks;
  double cost = 0;  ///< of departing from the row's own colour, in rooms
};

bool inside(Rgb c) {
  constexpr double kSlack = 0.002;
  return std::min({c.r, c.g, c.b}) >= -kSlack && std::max({c.r, c.g, c.b}) <= 1 + kSlack;
}

std::vector<Shade> shades_of(Rgb own, double share) {
  const Lab lab = lab_of(own);
  const double chroma = std::sqrt(lab.a * lab.a + lab.b * lab.b);
  const double hue = exact::atan2(lab.b, lab.a);
  std::vector<Shade> out;
  for (const double l : kLadder)
    for (const double turn : kTurns_deg)
      for (const double factor : kChroma) {
        const auto [sin, cos] = exact::sincos(hue + turn * std::numbers::pi / 180);
        const Lab wanted{l, chroma * factor * cos, chroma * factor * sin};
        const Rgb exactly = rgb_of(wanted), colour = whole_bytes(exactly);
        // rgb_of() may clip: what comes back must be what was asked.
        const Lab back = lab_of(colour);
        if (!inside(exactly) || ciede2000(wanted, back) > 1.5) continue;
        out.push_back({colour, all_looks(mix(colour::kWashPaper, colour, share)),
                       0.002 * std::fabs(turn) + 0.001 * std::fabs(l - lab.l)});
      }
  if (out.empty()) out.push_back({own, all_looks(mix(colour::kWashPaper, own, share)), 0});
  return out;
}

/// Rows by falling number of neighbours, in an order of its own for each number among equals.
std::vector<size_t> order_of(const std::vector<std::vector<size_t>>& beside, uint64_t number) {
  std::vector<std::pair<uint64_t, size_t>> keyed;
  for (size_t row = 0; row < beside.size(); ++row)
    keyed.push_back({random_bits(derive(number, "safe palette"), row), row});
  std::sort(keyed.begin(), keyed.end());
  std::vector<size_t> order;
  for (const auto& [key, row] : keyed) order.push_back(row);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return beside[a].size() > beside[b].size(); });
  return order;
}

}  // namespace

std::vector<RowPair> neighbours(const Raster<uint8_t>& codes, size_t rows) {
  std::vector<int> edges(rows * rows, 0);
  const auto meet = [&](uint8_t a, uint8_t b) {
    if (a == b || a == 0 || b == 0 || std::max(a, b) > rows) return;
    ++edges[(std::min(a, b) - 1U) * rows + (std::max(a, b) - 1U)];
  };
  const GridSpec& g = codes.grid;
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      if (c + 1 < g.columns) meet(codes.at(c, r), codes.at(c + 1, r));
      if (r + 1 < g.rows) meet(codes.at(c, r), codes.at(c, r + 1));
    }
  std::vector<RowPair> pairs;
  for (size_t a = 0; a < rows; ++a)
    for (size_t b = a + 1; b < rows; ++b)
      if (edges[a * rows + b] >= kLeastEdges) pairs.push_back({a, b});
  return pairs;
}

ColourStep step_between(Rgb a, Rgb b) {
  const AllLooks p = all_looks(a), q = all_looks(b);
  ColourStep step{std::numeric_limits<double>::max(), std::fabs(p[0].l - q[0].l)};
  for (size_t k = 0; k < p.size(); ++k) step.difference = std::min(step.difference, ciede2000(p[k], q[k]));
  return step;
}

std::vector<Rgb> told_apart(const std::vector<Rgb>& fills, const std::vector<RowPair>& pairs, double share) {
  std::vector<std::vector<size_t>> beside(fills.size());
  for (const RowPair& pair : pairs) {
    beside[pair.first].push_back(pair.second);
    beside[pair.second].push_back(pair.first);
  }
  std::vector<std::vector<Shade>> shades;
  for (const Rgb fill : fills) shades.push_back(shades_of(fill, share));
  std::vector<Rgb> best = fills;
  double best_room = -1;
  for (uint64_t number = 0; number < kOrders && best_room < 1; ++number) {
    std::vector<const Shade*> taken(fills.size(), nullptr);
    double worst = std::numeric_limits<double>::max();
    for (const size_t row : order_of(beside, number)) {
      double best_score = -std::numeric_limits<double>::max(), room_taken = 0;
      for (const Shade& shade : shades[row]) {
        double room = kEnough;
        for (const size_t other : beside[row])
          if (taken[other] != nullptr && room > 0)
            room = std::min(
                room, room_between(shade.looks, taken[other]->looks, std::max(0.0, best_score + shade.cost)));
        if (room - shade.cost <= best_score) continue;
        best_score = room - shade.cost;
        room_taken = room;
        taken[row] = &shade;
      }
      worst = std::min(worst, room_taken);
    }
    if (worst <= best_room) continue;
    best_room = worst;
    for (size_t row = 0; row < fills.size(); ++row) best[row] = taken[row]->colour;
  }
  return best;
}

}  // namespace fw
