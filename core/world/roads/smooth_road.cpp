#include <algorithm>
#include <array>
#include <span>

#include "core/world/roads/dry_ways.h"
#include "core/world/roads/road_network.h"

namespace fw {
namespace {

constexpr float kFlat = 0.12F;  // rise over run; on such land the grid of nodes would show

// e^(-k^2 / (2 sigma^2)), sigma = 1.1 and 2.2 nodes
constexpr std::array kWeights{1.0, 0.661515, 0.191486, 0.024255, 0.001344};
constexpr std::array kFlatWeights{1.0,      0.901851, 0.661515, 0.394652, 0.191495,
                                  0.075574, 0.024258, 0.006333, 0.001345};

std::vector<Vec2> cut_corners(const std::vector<Vec2>& line) {
  std::vector<Vec2> out{line.front()};
  for (size_t i = 1; i < line.size(); ++i) {
    if (i > 1) out.push_back(line[i - 1] * 0.75 + line[i] * 0.25);
    if (i + 1 < line.size()) out.push_back(line[i - 1] * 0.25 + line[i] * 0.75);
  }
  out.push_back(line.back());
  return out;
}

/// A Gaussian along the places, wider on flat land; beyond the ends stand the ends.
std::vector<Vec2> blurred(const RoadNodes& road_nodes, const std::vector<Vec2>& places) {
  std::vector<Vec2> out = places;
  const auto last = static_cast<int>(places.size()) - 1;
  for (int i = 1; i < last; ++i) {
    const Vec2 here = places[static_cast<size_t>(i)];
    const bool flat = road_nodes.slope[static_cast<size_t>(road_nodes.square_at(here))] < kFlat;
    const std::span<const double> weight = flat ? std::span<const double>(kFlatWeights) : kWeights;
    Vec2 sum = here;
    double weights = 1;
    for (int k = 1; k < static_cast<int>(weight.size()); ++k) {
      const double w = weight[static_cast<size_t>(k)];
      sum = sum + (places[static_cast<size_t>(std::max(0, i - k))] +
                   places[static_cast<size_t>(std::min(last, i + k))]) *
                      w;
      weights += 2 * w;
    }
    out[static_cast<size_t>(i)] = sum * (1 / weights);
  }
  return out;
}

}  // namespace

std::vector<Vec2> smooth_road(const RoadNodes& road_nodes, const std::vector<Vec2>& straight, double most) {
  const std::vector<Vec2> places = kept_dry(road_nodes, straight), smooth = blurred(road_nodes, places);
  for (const double share : {1.0, 0.5, 0.0}) {
    if (share > most) continue;
    std::vector<Vec2> line;
    for (size_t i = 0; i < places.size(); ++i) line.push_back(smooth[i] * share + places[i] * (1 - share));
    line = cut_corners(cut_corners(line));
    if (runs_dry(road_nodes, line)) return line;
  }
  return places;
}

}  // namespace fw
