#include "core/water/erosion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/water/drainage/drainage.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

struct GridSteps {
  int resolution;
  int steps;
  double dt;
};
constexpr std::array<GridSteps, 3> kGrids{{{128, 40, 0.5}, {256, 10, 0.2}, {512, 6, 0.08}}};
constexpr double kFirstRelief = 12;  // times the relief over its maximum
constexpr int kFloodEvery = 5;       // steps
constexpr float kLift = 1e-6F;       // of a cell above its receiver
constexpr double kUplift_m = 150;    // sigma
constexpr double kGrain_m = 20;      // sigma
constexpr double kDetail_m = 90;     // sigma
constexpr double kDetail = 0.30;
constexpr double kMeanHeight = 0.75;  // over the noise relief's mean, both with one summit
constexpr double kLeastLift = 0.7, kMostLift = 1.8;
constexpr double kCliffCatchment_m2 = 0.3e6;
constexpr double kEdgeBase = 0.35;  // of the highest ground times the uplift, where land leaves the frame
const NoiseStack kHardness{900, 4, 0.7, 2.0};
const NoiseStack kCliff{1400, 3, 0.5, 2.0};
constexpr double kCliffNoise_sd = 0.2;

/// What a grid's steps read.
struct ErosionGrid {
  Mask land, outlets;
  std::vector<uint32_t> cells;  ///< of the land
  Raster<float> uplift;         ///< [0, 1]
  Raster<float> hardness;       ///< K
  Raster<float> cliff;          ///< share of the highest cliff; at outlets
  Raster<uint32_t> nearest_outlet;
  std::vector<float> dice;
};

/// Values of the plan's land on a coarser grid; `otherwise` where most of a cell is sea.
Raster<float> coarser(const Raster<float>& values, const Mask& land, const GridSpec& grid, float otherwise) {
  if (grid == values.grid) return values;
  Raster<float> masked = values;
  for (size_t cell = 0; cell < masked.size(); ++cell)
    if (land[cell] == 0) masked[cell] = std::numeric_limits<float>::quiet_NaN();
  Raster<float> out = resample_values(masked, grid);
  for (float& v : out.cells)
    if (std::isnan(v)) v = otherwise;
  return out;
}

ErosionGrid make_ground(const Template& tmpl, const SeedBundle& seeds, const Mask& plan_land,
                        const Raster<float>& plan_uplift, const Openness& openness, const GridSpec& grid) {
  ErosionGrid out;
  out.land = grid == plan_land.grid ? plan_land : resample_codes(plan_land, grid);
  out.outlets = outlet_cells(out.land);
  for (uint32_t cell = 0; cell < out.land.size(); ++cell)
    if (out.land[cell] != 0) out.cells.push_back(cell);
  out.uplift = coarser(plan_uplift, plan_land, grid, 0);
  out.hardness = plan_noise(tmpl, seeds, grid, "hardness", kHardness);
  parallel_for(out.hardness.size(), 4096, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      out.hardness[cell] = static_cast<float>(exact::exp(3 * static_cast<double>(out.hardness[cell])));
  });
  const Raster<float> noise = plan_noise(tmpl, seeds, grid, "cliff", kCliff);
  out.cliff = Raster<float>(grid);
  for (const uint32_t cell : out.cells) {
    if (out.outlets[cell] == 0) continue;
    const uint32_t shore = openness.nearest[plan_land.grid.cell_at(grid.centre(static_cast<size_t>(cell)))];
    if (shore == kOffLand) continue;
    const double open = (static_cast<double>(openness.rank[shore]) - 0.45) / 0.45;
    const double n = static_cast<double>(noise[cell]) / kCliffNoise_sd;
    out.cliff[cell] = static_cast<float>(tmpl.relief.cliffs * std::clamp(open + 0.45 * n, 0.0, 1.0));
  }
  out.nearest_outlet = nearest_cell(out.outlets);
  out.dice = flow_dice(derive(seeds.noise_stream(), "water.dither"), grid.cells());
  return out;
}

/// The height at which the sea, or the frame's edge, holds the outlets.
void set_base_levels(const ErosionGrid& ground, const std::vector<double>& area_m2, double full_m2,
                     double maximum, Raster<float>& height) {
  for (const uint32_t cell : ground.cells) {
    if (ground.outlets[cell] == 0) continue;
    const double small = std::max(0.0, 1 - area_m2[cell] / full_m2);
    height[cell] = static_cast<float>(at_frame_edge(ground.land, cell)
                                          ? kEdgeBase * maximum * static_cast<double>(ground.uplift[cell])
                                          : static_cast<double>(ground.cliff[cell]) * maximum * small);
  }
}

Drainage drain_step(const ErosionGrid& ground, bool flooded, const Raster<float>& height) {
  if (!flooded) return drain_downhill(ground.land, ground.outlets, height, ground.dice);
  Raster<float> filled = height;
  const Flood flood = fill_depressions(ground.land, {}, filled);
  return drain(flood, {}, filled, ground.dice);
}

/// One step of dh/dt = U - K sqrt(A) S + D lap(h), implicit in the order of the flow (Braun and Willett
/// 2013).
void step(const ErosionGrid& ground, double dt, double sigma_m, double cliff_catchment_m2, bool flooded,
          Raster<float>& height) {
  const GridSpec& g = ground.land.grid;
  for (size_t cell = 0; cell < height.size(); ++cell)
    if (ground.land[cell] == 0)
      height[cell] = ground.nearest_outlet[cell] == kOffLand ? 0 : height[ground.nearest_outlet[cell]];
  height = gaussian(height, sigma_m);
  const Drainage drainage = drain_step(ground, flooded, height);
  std::vector<double> area(g.cells(), 0.0);
  for (const uint32_t cell : ground.cells) area[cell] = g.cell_area_m2();
  area = accumulate(drainage, area);
  set_base_levels(ground, area, cliff_catchment_m2, highest(ground.land, height), height);
  const double diagonal_m = std::sqrt(2.0) * g.cell_m;
  for (const uint32_t cell : drainage.order) {
    if (ground.outlets[cell] != 0) continue;
    const uint32_t to = drainage.receiver[cell];
    const double lifted = static_cast<double>(height[cell]) + dt * static_cast<double>(ground.uplift[cell]);
    if (to == cell) {
      height[cell] = static_cast<float>(lifted);
      continue;
    }
    const uint32_t apart = cell > to ? cell - to : to - cell;
    const bool straight = apart == 1 || apart == static_cast<uint32_t>(g.columns);
    const double f = dt * static_cast<double>(ground.hardness[cell]) * std::sqrt(area[cell]) /
                     (straight ? g.cell_m : diagonal_m);
    const double h = (lifted + f * static_cast<double>(height[to])) / (1 + f);
    height[cell] = std::max(static_cast<float>(h), height[to] + kLift);
  }
}

/// Mean height of the land over the highest.
double mean_share(const Mask& land, const Raster<float>& height, int power = 1) {
  const double summit = highest(land, height);
  if (summit <= 0) return 0;
  double sum = 0, cells = 0;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    const double t = static_cast<double>(height[cell]) / summit;
    sum += power == 1 ? t : t * t;
    ++cells;
  }
  return cells > 0 ? sum / cells : 0;
}

/// The factor of low ground in t -> lift t + (1 - lift) t^2, t = height over the highest, that gives the land
/// this mean. Without it one lone summit would flatten everything else.
double middle_lift(const Mask& land, const Raster<float>& height, double mean) {
  const double first = mean_share(land, height), second = mean_share(land, height, 2);
  return first > second ? std::clamp((mean - second) / (first - second), kLeastLift, kMostLift) : 1;
}

void lift_middle(const Mask& land, double lift, Raster<float>& height) {
  const double summit = highest(land, height);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || summit <= 0) continue;
    const double t = static_cast<double>(height[cell]) / summit;
    height[cell] = static_cast<float>(summit * (t * (lift + (1 - lift) * t)));
  }
}

/// What blurred heights lack of the relief's small forms, on slopes above the coast.
void add_detail(const Template& tmpl, const Mask& land, const Raster<float>& relief_m,
                Raster<float>& height_m) {
  const double scale = frame_factor(tmpl), maximum = tmpl.relief.height_max_m;
  const Raster<float> wide =
      masked_gaussian(relief_m, land, gaussian(land, kDetail_m * scale), kDetail_m * scale);
  const Raster<float> slope = gradient_norm(height_m);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    const double small = static_cast<double>(relief_m[cell]) - static_cast<double>(wide[cell]);
    const double steep = std::min(static_cast<double>(slope[cell]) / 0.5, 1.0);
    const double high = std::min(static_cast<double>(height_m[cell]) / (0.1 * maximum), 1.0);
    height_m[cell] = static_cast<float>(static_cast<double>(height_m[cell]) + kDetail * small * steep * high);
  }
}

}  // namespace

Raster<float> erode(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                    const Raster<float>& relief_m, const Openness& openness, const Progress& progress,
                    ErosionGrids grids) {
  const GridSpec& plan = land.grid;
  const double scale = frame_factor(tmpl), summit = highest(land, relief_m);
  if (summit <= 0) return relief_m;
  Raster<float> uplift =
      masked_gaussian(relief_m, land, gaussian(land, kUplift_m * scale), kUplift_m * scale);
  const double most = highest(land, uplift);
  for (size_t cell = 0; cell < land.size(); ++cell)
    uplift[cell] = land[cell] != 0 ? static_cast<float>(static_cast<double>(uplift[cell]) / most) : 0;
  Raster<float> height;
  const double mean = kMeanHeight * mean_share(land, relief_m);
  for (const GridSteps& row : kGrids) {
    if (grids == ErosionGrids::draft && height.size() != 0) break;
    const GridSpec grid =
        row.resolution == kGrids.back().resolution ? plan : frame_grid(tmpl.frame, row.resolution);
    ErosionGrid ground = make_ground(tmpl, seeds, land, uplift, openness, grid);
    if (ground.cells.empty()) continue;
    if (height.size() == 0) {
      height = coarser(relief_m, land, grid, 0);
      for (float& h : height.cells) h = static_cast<float>(kFirstRelief * static_cast<double>(h) / summit);
    } else {
      height = resample_bilinear(height, grid);
      // What lifts the middle heights at the end lifts cliffs too.
      const auto lift = static_cast<float>(middle_lift(ground.land, height, mean));
      for (float& share : ground.cliff.cells) share /= lift;
    }
    const double sigma_m = tmpl.relief.valley_m * scale * std::sqrt(2 * row.dt);
    for (int i = 1; i <= row.steps && !progress.cancelled(); ++i)
      step(ground, row.dt, sigma_m, kCliffCatchment_m2 * scale * scale,
           i % kFloodEvery == 0 || i == row.steps, height);
  }
  if (height.size() == 0) return relief_m;
  height = resample_bilinear(height, plan);
  height = masked_gaussian(height, land, gaussian(land, kGrain_m * scale), kGrain_m * scale);
  lift_middle(land, middle_lift(land, height, mean), height);
  scale_heights(land, tmpl.relief.height_max_m, height);
  add_detail(tmpl, land, relief_m, height);
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] == 0) height[cell] = 0;
  scale_heights(land, tmpl.relief.height_max_m, height);
  return height;
}

Raster<float> incise(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                     const Raster<float>& uplift, int steps, double dt, double valley_m) {
  const Openness none{Mask(land.grid), Raster<float>(land.grid), Raster<uint32_t>(land.grid, kOffLand)};
  const ErosionGrid ground = make_ground(tmpl, seeds, land, uplift, none, land.grid);
  Raster<float> height(land.grid);
  for (const uint32_t cell : ground.cells) height[cell] = static_cast<float>(kFirstRelief) * uplift[cell];
  const double no_cliffs_m2 = 1e12;
  for (int i = 1; i <= steps; ++i)
    step(ground, dt, valley_m * std::sqrt(2 * dt), no_cliffs_m2, i % kFloodEvery == 0 || i == steps, height);
  for (size_t cell = 0; cell < height.size(); ++cell)
    if (land[cell] == 0) height[cell] = 0;
  return height;
}

}  // namespace fw
