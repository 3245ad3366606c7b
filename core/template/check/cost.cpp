#include <algorithm>
#include <cmath>
#include <limits>

#include "core/field/shape.h"
#include "core/template/check/feasibility.h"

namespace fw {
namespace {

// Measured, with a little to spare (tests/world/test_cost.cpp compares): the rasters of the world and of its
// stages, the scores of land cells, a blur and its field per thread.
constexpr double kFixedBytes = 29.0 * (1 << 20);
constexpr double kBytesPerCell = 72;
constexpr double kBytesPerLandCell = 135;
constexpr double kBytesPerCellAndThread = 24;
constexpr double kBytesPerCellSideBySide = 45;  // stages that run beside the longest chain
// Octaves of the fixed island stacks: coast 5, ridge warp 2 x 3, ridge 5, detail 5, region warp 2 x 3.
constexpr double kFixedOctaves = 27;
constexpr double kHeightStacks = 3;  // relief and the coast's two displacements

// The hand, measured on one core. A row goes over the cells of its shape's box, of the world's grid and of
// the plan's.
constexpr double kPlanCells = 256.0 * 256;
constexpr double kSecondsPerCell = 5e-8, kSecondsPerSmoothedCell = 2.5e-7, kSecondsPerRerolledCell = 2e-7;
constexpr double kSecondsPerCellAndVertex = 5e-10, kSecondsPerVertex = 8e-6;
/// A line becomes steps of a 128th of the frame.
constexpr double kLineSteps = 128, kBytesPerLineStep = 125;
constexpr double kBlurReach = 4;  // radii that smoothing looks about

/// Vertices of a shape and its box, m.
struct ShapeSize {
  double vertices = 0, length_m = 0;
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
};

ShapeSize size_of(const std::string& wkt) {
  ShapeSize size;
  const Result<Shape> shape = read_shape(wkt);
  if (!shape) return size;  // such a row is suspended
  for (const std::vector<Vec2>& part : shape.value().parts)
    for (size_t k = 0; k < part.size(); ++k) {
      ++size.vertices;
      size.low = {std::min(size.low.x, part[k].x), std::min(size.low.y, part[k].y)};
      size.high = {std::max(size.high.x, part[k].x), std::max(size.high.y, part[k].y)};
      if (k > 0) size.length_m += std::hypot(part[k].x - part[k - 1].x, part[k].y - part[k - 1].y);
    }
  return size;
}

/// What the rows of the hand add.
class HandCost {
 public:
  HandCost(const Template& tmpl, double cells) : frame_(tmpl.frame), cells_(cells + kPlanCells) {
    for (const TerrainRow& row : tmpl.hand.terrain) {
      const bool smooth = row.action == TerrainDo::smooth;
      const double beyond = std::max(row.falloff_m.value_or(row.place.radius_m), row.place.radius_m);
      if (row.on)
        add(row.place, beyond + (smooth ? kBlurReach * row.place.radius_m : 0),
            smooth ? kSecondsPerSmoothedCell : kSecondsPerCell);
    }
    for (const AreaRow& row : tmpl.hand.areas)
      if (row.on) add(row.place, row.feather_m, kSecondsPerCell);
    for (const auto* rows : {&tmpl.hand.biome, &tmpl.hand.danger, &tmpl.hand.faction})
      for (const PaintRow& row : *rows)
        if (row.on) add(row.place, feather_of(row), kSecondsPerCell);
    for (const WaterRow& row : tmpl.hand.waters)
      if (row.on) add(row.place, 0, kSecondsPerCell);
    for (const RerollRow& row : tmpl.hand.rerolls)
      if (row.on) add(row.place, row.blend_m, kSecondsPerRerolledCell);
    for (const LineRow& row : tmpl.hand.lines) {
      if (!row.on) continue;
      const ShapeSize size = size_of(row.shape);
      bytes += kBytesPerLineStep * (size.vertices + kLineSteps * size.length_m / frame_.longer_m());
      seconds += kSecondsPerVertex * size.vertices;
    }
  }

  double bytes = 0, seconds = 0;

 private:
  void add(const HandPlace& place, double beyond_m, double per_cell_s) {
    const ShapeSize size = size_of(place.shape);
    if (size.vertices == 0) return;
    const double reach = place.radius_m + beyond_m;
    const auto along = [&](double low, double high, double side_m) {
      return std::clamp((std::min(high + reach, side_m) - std::max(low - reach, 0.0)) / side_m, 0.0, 1.0);
    };
    const double share =
        along(size.low.x, size.high.x, frame_.width_m) * along(size.low.y, size.high.y, frame_.height_m);
    seconds += cells_ * share * (per_cell_s + kSecondsPerCellAndVertex * size.vertices) +
               kSecondsPerVertex * size.vertices;
  }

  const FrameParams& frame_;
  double cells_;
};

}  // namespace

CostEstimate estimate_cost(const Template& tmpl, int resolution, int threads) {
  const double aspect = tmpl.frame.shorter_m() / tmpl.frame.longer_m();
  const double cells = static_cast<double>(resolution) * static_cast<double>(resolution) * aspect;
  const double classes =
      static_cast<double>(tmpl.resources.size() + tmpl.wildlife.size() + tmpl.enemies.size());
  const WorldNoise& n = tmpl.noise;
  // One unsalted stack each and one per class; saliency and power are two more feature stacks.
  const double octaves = kFixedOctaves + kHeightStacks * n.height.octaves + n.danger.octaves +
                         static_cast<double>(tmpl.vocabulary.biomes.size()) * n.biome.octaves +
                         static_cast<double>(tmpl.vocabulary.factions.size()) * n.faction.octaves +
                         (classes + 1) * n.type.octaves + (classes + 3) * n.feature.octaves;
  const double per_cell = kBytesPerCell + kBytesPerLandCell * tmpl.land.fraction +
                          kBytesPerCellAndThread * threads + (threads > 1 ? kBytesPerCellSideBySide : 0);
  const HandCost hand(tmpl, cells);
  return {kFixedBytes + cells * per_cell + hand.bytes, cells * octaves, hand.seconds};
}

}  // namespace fw
