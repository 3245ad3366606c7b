#include "core/water/rivers/conform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/lower_envelope.h"
#include "core/field/shape.h"
#include "core/model/world/features.h"
#include "core/model/world/water.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

constexpr double kCurvature = 0.004;  // per metre
constexpr double kFloorRise_m = 0.8;  // of the flat ground above the bed
constexpr double kShapeSigma_cells = 1.1;
constexpr double kCutSigma_cells = 1.0;
constexpr size_t kCutSlopeReach = 5;  // vertices to either side
constexpr double kBeyond_m = 100;     // how far a river goes on to a shore that another grid draws elsewhere
constexpr float kRim_m = 0.05F;
// On relief that no river has shaped: how far banks rise above the lowest channel beside them, from which
// part of a source's catchment on water gathers in a gully, and how deep that is.
constexpr float kRoughBank_m = 12;
constexpr double kGully = 0.5;
constexpr float kGullyDepth_m = 2;
constexpr float kLeastShape = 0.1F;  // of a cell of a coarse raster that may belong to a lake
constexpr float kNone = std::numeric_limits<float>::infinity();

/// The start heights of the envelope, and where rivers run.
class Channels {
 public:
  Channels(const Mask& land, double curvature, WaterRasters& water)
      : land_(land),
        water_(water),
        curvature_(curvature),
        start_(land.grid, kNone),
        bed_(land.grid, kNone),
        depth_at_(land.grid) {}

  void add(const Reach& reach, const std::vector<Vec2>& axis_m, const std::vector<float>& floor_m) {
    const bool tidal = reach.form == ReachForm::delta_arm || reach.form == ReachForm::estuary;
    kind_ = tidal ? WaterCode::tidal : WaterCode::river;
    for (size_t i = 0; i + 1 < reach.vertices_m.size(); ++i) {
      slope_rise_ = steep_rise(reach, i);
      depth_ = static_cast<float>(channel_depth_m(static_cast<double>(reach.width_m[i])));
      const Stretch of{reach.vertices_m[i], reach.vertices_m[i + 1], static_cast<double>(reach.bed_m[i]),
                       static_cast<double>(reach.bed_m[i + 1])};
      visit_band(of, 0.5 * static_cast<double>(std::max(reach.width_m[i], reach.width_m[i + 1])),
                 [&](size_t cell, double bed) { put(cell, static_cast<float>(bed)); });
      Stretch valley = of;
      valley.a = axis_m[i];
      valley.b = axis_m[i + 1];
      visit_band(
          valley, static_cast<double>(std::max(floor_m[i], floor_m[i + 1])), [&](size_t cell, double bed) {
            start_[cell] = std::min(start_[cell], static_cast<float>(bed + kFloorRise_m) + slope_rise_);
          });
      add_line(of.a, of.b, reach.bed_m[i], reach.bed_m[i + 1]);
    }
  }

  /// A river's way on to the sea or out of the frame, where this grid's shore or edge lies farther out than
  /// the plan's.
  void add_to_sea(const Reach& reach, double most_m) {
    const Vec2 a = reach.vertices_m[reach.vertices_m.size() - 2], b = reach.vertices_m.back();
    const double length = std::sqrt(squared_distance(a, b));
    if (!(length > 0)) return;
    const double step_m = 0.5 * land_.grid.cell_m;
    Vec2 at = b;
    for (double gone = 0; gone < most_m; gone += step_m) {
      if (at.x < 0 || at.y < 0 || at.x >= land_.grid.width_m() || at.y >= land_.grid.height_m()) return;
      if (land_[land_.grid.cell_at(at)] == 0) return;
      const Vec2 to = at + (b - a) * (step_m / length);
      slope_rise_ = 0;
      add_line(at, to, reach.bed_m.back(), reach.bed_m.back());
      at = to;
    }
  }

  /// The water's way through a lake: where this grid's lake is pinched off it is a channel at the lake's
  /// level.
  void add_lake_path(const Reach& reach) {
    kind_ = WaterCode::river;
    slope_rise_ = 0;
    for (size_t i = 0; i + 1 < reach.vertices_m.size(); ++i) {
      depth_ = static_cast<float>(channel_depth_m(static_cast<double>(reach.width_m[i])));
      add_line(reach.vertices_m[i], reach.vertices_m[i + 1], reach.bed_m[i], reach.bed_m[i + 1]);
    }
  }

  /// Where water gathers above the heads of rivers: the ground falls there as on the plan.
  void add_gully(Vec2 a, Vec2 b, float from_m, float to_m) {
    const double slope = static_cast<double>(from_m - to_m) / std::sqrt(squared_distance(a, b));
    const auto rise = static_cast<float>(slope * slope / (4 * curvature_));
    visit_line(a, b, from_m, to_m, [&](size_t cell, float height_m) {
      if (land_[cell] != 0) start_[cell] = std::min(start_[cell], height_m + rise);
    });
  }

  Raster<float>& start() { return start_; }
  /// Of every cell of a river; infinite elsewhere.
  const Raster<float>& bed() const { return bed_; }
  /// Of the water in every cell of a river, m.
  const Raster<float>& depth() const { return depth_at_; }

 private:
  /// Under a bed that falls with slope s the envelope lies s^2 / (4 a) below it: what is given back, so that
  /// steep heads of rivers cut no pits.
  float steep_rise(const Reach& reach, size_t i) const {
    const size_t first = i > kCutSlopeReach ? i - kCutSlopeReach : 0;
    const size_t last = std::min(i + 1 + kCutSlopeReach, reach.vertices_m.size() - 1);
    const double run = std::sqrt(squared_distance(reach.vertices_m[first], reach.vertices_m[last]));
    if (!(run > 0)) return 0;
    const double slope = static_cast<double>(reach.bed_m[first] - reach.bed_m[last]) / run;
    return static_cast<float>(slope * slope / (4 * curvature_));
  }

  void put(size_t cell, float bed) {
    if (land_[cell] == 0) return;
    depth_at_[cell] = std::max(depth_at_[cell], depth_);
    bed_[cell] = std::min(bed_[cell], bed);
    start_[cell] = std::min(start_[cell], bed + slope_rise_);
    if (water_.code[cell] != static_cast<uint8_t>(WaterCode::tidal))
      water_.code[cell] = static_cast<uint8_t>(kind_);
  }

  struct Stretch {
    Vec2 a, b;
    double bed_a, bed_b;
  };

  /// Calls visit(cell, bed) for the land whose centre lies within `reach_m` of a stretch.
  template <typename Visit>
  void visit_band(const Stretch& of, double reach_m, const Visit& visit) {
    if (!(reach_m > 0)) return;
    const GridSpec& g = land_.grid;
    const Vec2 a = of.a, b = of.b;
    const int left = g.column_at(std::min(a.x, b.x) - reach_m),
              right = g.column_at(std::max(a.x, b.x) + reach_m);
    const int top = g.row_at(std::max(a.y, b.y) + reach_m), bottom = g.row_at(std::min(a.y, b.y) - reach_m);
    const double length2 = squared_distance(a, b);
    for (int row = top; row <= bottom; ++row)
      for (int column = left; column <= right; ++column) {
        const size_t cell = g.index(column, row);
        if (land_[cell] == 0) continue;
        const Vec2 p = g.centre(column, row);
        const double along = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
        const double t = length2 > 0 ? std::clamp(along / length2, 0.0, 1.0) : 0;
        if (squared_distance(p, a + (b - a) * t) <= reach_m * reach_m)
          visit(cell, of.bed_a + t * (of.bed_b - of.bed_a));
      }
  }

  /// Every cell that the line passes, joined by edges.
  void add_line(Vec2 a, Vec2 b, float bed_a, float bed_b) {
    visit_line(a, b, bed_a, bed_b, [&](size_t cell, float bed) { put(cell, bed); });
  }
  template <typename Visit>
  void visit_line(Vec2 a, Vec2 b, float bed_a, float bed_b, const Visit& visit) {
    const GridSpec& g = land_.grid;
    int column = g.column_at(a.x), row = g.row_at(a.y);
    const int last_column = g.column_at(b.x), last_row = g.row_at(b.y);
    visit(g.index(column, row), bed_a);
    while (column != last_column || row != last_row) {
      const int dc = last_column > column ? 1 : last_column < column ? -1 : 0;
      const int dr = last_row > row ? 1 : last_row < row ? -1 : 0;
      // Where the line leaves the cell: by its vertical or its horizontal edge.
      bool sideways = dr == 0;
      if (dc != 0 && dr != 0) {
        const double tx = ((column + (dc > 0 ? 1 : 0)) * g.cell_m - a.x) / (b.x - a.x);
        const double ty = ((g.rows - row - (dr > 0 ? 1 : 0)) * g.cell_m - a.y) / (b.y - a.y);
        sideways = tx <= ty;
      }
      (sideways ? column : row) += sideways ? dc : dr;
      visit(g.index(column, row), bed_b);
    }
  }

  const Mask& land_;
  WaterRasters& water_;
  double curvature_;
  Raster<float> start_, bed_, depth_at_;
  float depth_ = 0, slope_rise_ = 0;
  WaterCode kind_ = WaterCode::river;
};

/// The ways of water to the heads of rivers, where no river has shaped the ground: cut in a little, and
/// nowhere below what lies downstream.
void add_gullies(const Template& tmpl, const WaterPlan& plan, Channels& channels) {
  const GridSpec& g = plan.height_m.grid;
  const double source = source_m2(tmpl), least = kGully * source;
  Raster<float> bed_m = plan.height_m;
  for (const uint32_t cell : plan.drainage.order) {  // downstream first
    if (plan.weighted_m2[cell] < least || plan.weighted_m2[cell] >= source) continue;
    const uint32_t to = plan.drainage.receiver[cell];
    if (to == cell || plan.lakes.at(cell) != 0) continue;
    bed_m[cell] = std::max(plan.height_m[cell] - kGullyDepth_m, bed_m[to]);
    channels.add_gully(g.centre(static_cast<size_t>(cell)), g.centre(static_cast<size_t>(to)), bed_m[cell],
                       bed_m[to]);
  }
}

/// Raises banks that lie below the channels beside them, where the water would leave its line: above the
/// highest of these channels, but no more than `most_m` above the lowest.
void raise_banks(const Mask& land, const Raster<float>& bed, float most_m, Raster<float>& height_m) {
  for (uint32_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || std::isfinite(bed[cell])) continue;
    float lowest = kNone, highest = -kNone;
    for (const uint32_t other : neighbours(land.grid, cell)) {
      if (!std::isfinite(bed[other])) continue;
      lowest = std::min(lowest, bed[other]);
      highest = std::max(highest, bed[other]);
    }
    if (std::isfinite(lowest))
      height_m[cell] = std::max(height_m[cell], std::min(highest, lowest + most_m) + kRim_m);
  }
}

/// Lowers the ground to the channels' envelope. What is cut away is smoothed a little: cells that follow a
/// line in steps would leave beads on the valley's sides.
void cut_valleys(const Template& tmpl, const Mask& land, Channels& channels, Raster<float>& height_m) {
  const GridSpec& g = land.grid;
  const Raster<float> envelope = lower_envelope(channels.start(), valley_curvature(tmpl));
  Raster<float> cut(g);
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) cut[cell] = std::max(0.0F, height_m[cell] - envelope[cell]);
  cut = gaussian(cut, kCutSigma_cells * g.cell_m);
  const auto summit = static_cast<size_t>(std::max_element(height_m.cells.begin(), height_m.cells.end()) -
                                          height_m.cells.begin());
  cut[summit] = 0;
  const auto least = static_cast<float>(std::min(kLeastLand_m, tmpl.relief.height_max_m));
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0)
      height_m[cell] = std::max(
          least, std::isfinite(channels.bed()[cell]) ? channels.bed()[cell] : height_m[cell] - cut[cell]);
  raise_banks(land, channels.bed(), tmpl.relief.erosion == Erosion::none ? kRoughBank_m : 0, height_m);
}

/// Leaves every lake of a raster coarser than the plan as many cells as its area has: those of the greatest
/// `shape` (ties to the lowest index).
void keep_areas(const WaterPlan& plan, const Raster<float>& shape, Raster<uint8_t>& lake) {
  std::vector<std::vector<uint32_t>> cells(plan.network.lakes.size());
  for (uint32_t cell = 0; cell < lake.size(); ++cell)
    if (lake[cell] != 0) cells[lake[cell] - 1u].push_back(cell);
  for (size_t k = 0; k < cells.size(); ++k) {
    std::stable_sort(cells[k].begin(), cells[k].end(),
                     [&](uint32_t a, uint32_t b) { return shape[a] > shape[b]; });
    const auto kept = static_cast<size_t>(plan.network.lakes[k].area_m2 / lake.grid.cell_area_m2() + 0.5);
    for (size_t i = std::max<size_t>(kept, 1); i < cells[k].size(); ++i) lake[cells[k][i]] = 0;
  }
}

/// A lake by hand has the cells whose centres its shape holds, on every grid.
void draw_lakes_on(const Template& tmpl, const WaterPlan& plan, const Mask& land, Raster<uint8_t>& lake) {
  for (size_t k = 0; k < plan.network.lakes.size(); ++k) {
    const std::string& id = plan.network.lakes[k].hand;
    if (id.empty()) continue;
    const auto number = static_cast<uint8_t>(k + 1);
    std::ranges::replace(lake.cells, number, uint8_t{0});
    for (const WaterRow& row : tmpl.hand.waters)
      if (row.id == id)
        if (const Result<Shape> shape = read_shape(row.place.shape))
          visit_shape(shape.value(), row.place.radius_m, land.grid, 0, [&](uint32_t cell, double inside_m) {
            if (inside_m >= 0 && land[cell] != 0) lake[cell] = number;
          });
  }
}

/// Cells of lakes by number; 0 elsewhere.
Raster<uint8_t> lakes_on(const Template& tmpl, const WaterPlan& plan, const Mask& land) {
  Raster<uint8_t> out(land.grid);
  if (plan.lakes.outlet.empty()) return out;
  Mask any = plan.lakes.lake;
  for (uint8_t& v : any.cells) v = v != 0 ? 1 : 0;
  const Raster<float> shape = lake_shape(any);
  const Raster<uint32_t> nearest = nearest_cell(any);
  const GridSpec& from = any.grid;
  const bool coarser = land.grid.cell_m > from.cell_m;
  const float least = coarser ? kLeastShape : 0.5F;
  Raster<float> there(land.grid);
  parallel_for(static_cast<size_t>(land.grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t cell = begin * static_cast<size_t>(land.grid.columns);
         cell < end * static_cast<size_t>(land.grid.columns); ++cell) {
      const Vec2 p = land.grid.centre(cell);
      if (land[cell] == 0) continue;
      there[cell] = bilinear(shape, p);
      if (there[cell] > least) out[cell] = plan.lakes.lake[nearest[from.cell_at(p)]];
    }
  });
  if (coarser) keep_areas(plan, there, out);
  draw_lakes_on(tmpl, plan, land, out);
  return out;
}

/// How deep the plan has its lakes, by cell; 0 elsewhere.
Raster<float> lake_depths(const WaterPlan& plan, const Raster<uint8_t>& lake) {
  const GridSpec& g = lake.grid;
  const FeatureIndex outlines = feature_index("lake_m", {.grid = g, .water = &plan.network});
  Raster<float> depth(g);
  parallel_for(static_cast<size_t>(g.rows), 16, [&](size_t begin, size_t end) {
    for (size_t cell = begin * static_cast<size_t>(g.columns); cell < end * static_cast<size_t>(g.columns);
         ++cell)
      if (lake[cell] != 0)
        depth[cell] = static_cast<float>(
            lake_depth_m(plan.network.lakes[lake[cell] - 1u], outlines.nearest(g.centre(cell)).distance_m));
  });
  return depth;
}

/// Cells follow an outline in steps and hold more or less than the ground in it. The depths between 0 and the
/// greatest change as far as it takes for the lake to have its volume.
void keep_volumes(const WaterPlan& plan, const Raster<uint8_t>& lake, Raster<float>& depth) {
  constexpr double kMostBend = 0.5;  // deeper places stay deeper
  std::vector<double> sum(plan.network.lakes.size(), 0.0), squares = sum, bend = sum;
  for (size_t cell = 0; cell < lake.size(); ++cell) {
    if (lake[cell] == 0) continue;
    const auto d = static_cast<double>(depth[cell]);
    sum[lake[cell] - 1u] += d;
    squares[lake[cell] - 1u] += d * d;
  }
  for (size_t k = 0; k < sum.size(); ++k) {
    const Lake& of = plan.network.lakes[k];
    const double most = of.depth_max_m, room = sum[k] * most - squares[k];
    if (room > 0)
      bend[k] = std::clamp((of.volume_m3 / lake.grid.cell_area_m2() - sum[k]) / room, -kMostBend / most,
                           kMostBend / most);
  }
  for (size_t cell = 0; cell < lake.size(); ++cell) {
    if (lake[cell] == 0) continue;
    const auto d = static_cast<double>(depth[cell]);
    const double most = plan.network.lakes[lake[cell] - 1u].depth_max_m;
    depth[cell] = static_cast<float>(d + bend[lake[cell] - 1u] * d * (most - d));
  }
}

void fill_lakes(const WaterPlan& plan, const Raster<uint8_t>& lake, WaterRasters& water,
                Raster<float>& height_m) {
  const GridSpec& g = lake.grid;
  Raster<float> depth = lake_depths(plan, lake);
  keep_volumes(plan, lake, depth);
  for (uint32_t cell = 0; cell < lake.size(); ++cell) {
    if (lake[cell] == 0) continue;
    const auto level = static_cast<float>(plan.network.lakes[lake[cell] - 1u].level_m);
    height_m[cell] = level;
    water.code[cell] = static_cast<uint8_t>(WaterCode::lake);
    water.surface_m[cell] = level;
    water.bed_m[cell] = level - depth[cell];
    for (const uint32_t other : neighbours(g, cell))  // its rim stands above the water
      if (lake[other] == 0 && water.code[other] == static_cast<uint8_t>(WaterCode::dry))
        height_m[other] = std::max(height_m[other], height_m[cell] + kRim_m);
  }
}

}  // namespace

double valley_curvature(const Template& tmpl) {
  return kCurvature * steepness_factor(tmpl) / frame_factor(tmpl);
}

Raster<float> lake_shape(const Mask& lake) {
  return gaussian(lake, kShapeSigma_cells * lake.grid.cell_m);
}

WaterRasters conform(const Template& tmpl, const WaterPlan& plan, const Mask& land, Raster<float>& height_m) {
  const GridSpec& g = land.grid;
  WaterRasters water{Raster<uint8_t>(g), {}, {}};
  Channels channels(land, valley_curvature(tmpl), water);
  for (size_t k = 0; k < plan.network.reaches.size(); ++k) {
    const Reach& reach = plan.network.reaches[k];
    if (reach.form == ReachForm::lake_path) {
      channels.add_lake_path(reach);
      continue;
    }
    channels.add(reach, plan.axis_m[k], plan.floor_m[k]);
    if (reach.into == ReachInto::sea || reach.into == ReachInto::edge)
      channels.add_to_sea(reach, kBeyond_m * frame_factor(tmpl));
  }
  if (tmpl.relief.erosion == Erosion::none) add_gullies(tmpl, plan, channels);
  const Raster<uint8_t> lake = lakes_on(tmpl, plan, land);
  for (size_t cell = 0; cell < lake.size(); ++cell)
    if (lake[cell] != 0)
      channels.start()[cell] = static_cast<float>(plan.network.lakes[lake[cell] - 1u].level_m);
  cut_valleys(tmpl, land, channels, height_m);
  water.bed_m = height_m;
  water.surface_m = height_m;
  fill_lakes(plan, lake, water, height_m);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) {
      water.code[cell] = static_cast<uint8_t>(WaterCode::sea);
      water.surface_m[cell] = 0;
    } else if (water.code[cell] == static_cast<uint8_t>(WaterCode::dry)) {
      water.bed_m[cell] = water.surface_m[cell] = height_m[cell];  // rims of lakes rose
    } else if (water.code[cell] != static_cast<uint8_t>(WaterCode::lake)) {
      water.bed_m[cell] = height_m[cell] - channels.depth()[cell];
    }
  }
  return water;
}

}  // namespace fw
