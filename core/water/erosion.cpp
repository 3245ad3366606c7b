#include "core/water/erosion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
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
constexpr int kFloodEvery = 5;       // steps of a network that moves
constexpr float kLift = 1e-6F;       // of a cell above its receiver
constexpr double kUplift_m = 150;    // sigma
constexpr double kGrain_m = 20;      // sigma
constexpr double kMeanHeight = 0.9;  // over the noise relief's mean, both with one summit
constexpr double kLeastLift = 0.7, kMostLift = 1.8;
constexpr double kCliffCatchment_m2 = 0.3e6;
constexpr double kCliffUplift = 0.10;                     // below it cliffs are lower: no walls round plains
constexpr double kPlainUplift = 0.08;                     // what a plain keeps of its uplift
constexpr double kPlainsBegin = 0.4, kPlainsWidth = 1.2;  // in ranks of the uplift, times relief.plains
constexpr double kValleyFloor = 0.02, kValleyRamp_m = 300;  // of the surface that the rivers are led by
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
    height[cell] =
        static_cast<float>(at_frame_edge(ground.land, cell)
                               ? kEdgeBase * maximum * static_cast<double>(ground.uplift[cell])
                               : static_cast<double>(ground.cliff[cell]) * maximum * small *
                                     std::min(1.0, static_cast<double>(ground.uplift[cell]) / kCliffUplift));
  }
}

/// Where water runs, and the catchment above every cell.
struct FlowNetwork {
  Drainage drainage;
  std::vector<double> area_m2;
};

/// The network on a surface. `flooded`: its hollows are filled first, otherwise they keep their water.
FlowNetwork find_network(const ErosionGrid& ground, bool flooded, Raster<float> surface) {
  FlowNetwork out;
  if (flooded) {
    const Flood flood = fill_depressions(ground.land, {}, surface);
    out.drainage = drain(flood, {}, surface, ground.dice);
  } else {
    out.drainage = drain_downhill(ground.land, ground.outlets, surface, ground.dice);
  }
  std::vector<double> own(ground.land.size(), 0.0);
  for (const uint32_t cell : ground.cells) own[cell] = ground.land.grid.cell_area_m2();
  out.area_m2 = accumulate(out.drainage, own);
  return out;
}

/// The slopes' share of a step: D lap(h), with the heights of the outlets beyond the land.
void diffuse(const ErosionGrid& ground, double sigma_m, Raster<float>& height) {
  for (size_t cell = 0; cell < height.size(); ++cell)
    if (ground.land[cell] == 0)
      height[cell] = ground.nearest_outlet[cell] == kOffLand ? 0 : height[ground.nearest_outlet[cell]];
  height = gaussian(height, sigma_m);
}

/// The rivers' share of a step of dh/dt = U - K sqrt(A) S + D lap(h), implicit in the order of the flow
/// (Braun and Willett 2013): continuous in uplift and coast as long as the network stays.
void cut(const ErosionGrid& ground, const FlowNetwork& flow, double dt, double cliff_catchment_m2,
         Raster<float>& height) {
  const GridSpec& g = ground.land.grid;
  set_base_levels(ground, flow.area_m2, cliff_catchment_m2, highest(ground.land, height), height);
  const double diagonal_m = std::sqrt(2.0) * g.cell_m;
  for (const uint32_t cell : flow.drainage.order) {
    if (ground.outlets[cell] != 0) continue;
    const uint32_t to = flow.drainage.receiver[cell];
    const double lifted = static_cast<double>(height[cell]) + dt * static_cast<double>(ground.uplift[cell]);
    if (to == cell) {
      height[cell] = static_cast<float>(lifted);
      continue;
    }
    const uint32_t apart = cell > to ? cell - to : to - cell;
    const bool straight = apart == 1 || apart == static_cast<uint32_t>(g.columns);
    const double f = dt * static_cast<double>(ground.hardness[cell]) * std::sqrt(flow.area_m2[cell]) /
                     (straight ? g.cell_m : diagonal_m);
    const double h = (lifted + f * static_cast<double>(height[to])) / (1 + f);
    height[cell] = std::max(static_cast<float>(h), height[to] + kLift);
  }
}

/// The surface that leads the rivers on the coarsest grid: the seed's valleys, falling to the sea of this
/// world.
Raster<float> valley_surface(const Template& tmpl, const Mask& land, const Raster<float>& valleys,
                             const GridSpec& grid) {
  Mask sea = land;
  for (uint8_t& c : sea.cells) c = !c;
  Raster<float> ramp = distance_to(sea);
  const double across_m = tmpl.land.shape == LandShape::archipelago
                              ? std::sqrt(tmpl.frame.width_m * tmpl.frame.height_m / tmpl.land.islands)
                              : tmpl.frame.shorter_m();
  const double reach_m = kValleyRamp_m * across_m / 8000;
  for (float& d : ramp.cells)
    d = static_cast<float>(1 - exact::exp(-std::min(static_cast<double>(d) / reach_m, 50.0)));
  ramp = coarser(ramp, land, grid, 0);
  Raster<float> out = resample_bilinear(valleys, grid);
  for (size_t cell = 0; cell < out.size(); ++cell)
    out[cell] =
        static_cast<float>((static_cast<double>(out[cell]) + kValleyFloor) * static_cast<double>(ramp[cell]));
  return out;
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

}  // namespace

double plain_uplift(double rank, double plains) {
  if (plains <= 0) return 1;
  const double t = std::clamp((rank - kPlainsBegin * plains) / (kPlainsWidth * plains), 0.0, 1.0);
  return kPlainUplift + (1 - kPlainUplift) * t * t * (3 - 2 * t);
}

Uplift find_uplift(const Template& tmpl, const Mask& land, const Raster<float>& relief_m) {
  const double sigma_m = kUplift_m * frame_factor(tmpl), plains = tmpl.relief.plains;
  Uplift out{masked_gaussian(relief_m, land, gaussian(land, sigma_m), sigma_m), {}, 1};
  const double most = highest(land, out.share);
  for (size_t cell = 0; cell < land.size(); ++cell)
    out.share[cell] = land[cell] != 0 ? static_cast<float>(static_cast<double>(out.share[cell]) / most) : 0;
  out.rank = rank_on(out.share, land);
  if (plains <= 0) return out;
  double before = 0, after = 0;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    before += static_cast<double>(out.share[cell]);
    out.share[cell] *= static_cast<float>(plain_uplift(static_cast<double>(out.rank[cell]), plains));
    after += static_cast<double>(out.share[cell]);
  }
  if (before > 0) out.kept = after / before;
  return out;
}

Raster<float> erode(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                    const Raster<float>& relief_m, const Raster<float>& valleys, const Openness& openness,
                    const Progress& progress) {
  const GridSpec& plan = land.grid;
  const double scale = frame_factor(tmpl), summit = highest(land, relief_m);
  if (summit <= 0) return relief_m;
  const Uplift uplift = find_uplift(tmpl, land, relief_m);
  const double mean = kMeanHeight * mean_share(land, relief_m) * uplift.kept;
  Raster<float> height;
  for (const GridSteps& row : kGrids) {
    if (height.grid == plan) break;
    const GridSpec grid =
        row.resolution >= std::max(plan.columns, plan.rows) ? plan : frame_grid(tmpl.frame, row.resolution);
    ErosionGrid ground = make_ground(tmpl, seeds, land, uplift.share, openness, grid);
    if (ground.cells.empty()) continue;
    // What decides is decided once a grid: receivers chosen anew in every step would let a river be captured
    // by what the step before it did, and a tick of a slider move a third of the water.
    FlowNetwork flow;
    if (height.size() == 0) {
      height = coarser(relief_m, land, grid, 0);
      for (float& h : height.cells) h = static_cast<float>(kFirstRelief * static_cast<double>(h) / summit);
      flow = find_network(ground, true, valley_surface(tmpl, land, valleys, grid));
    } else {
      height = resample_bilinear(height, grid);
      // What lifts the middle heights at the end lifts cliffs too.
      const auto lift = static_cast<float>(middle_lift(ground.land, height, mean));
      for (float& share : ground.cliff.cells) share /= lift;
    }
    const double sigma_m = tmpl.relief.valley_m * scale * std::sqrt(2 * row.dt);
    for (int i = 1; i <= row.steps && !progress.cancelled(); ++i) {
      diffuse(ground, sigma_m, height);
      if (flow.area_m2.empty()) flow = find_network(ground, true, height);
      cut(ground, flow, row.dt, kCliffCatchment_m2 * scale * scale, height);
    }
  }
  if (height.size() == 0) return relief_m;
  height = resample_bilinear(height, plan);
  height = masked_gaussian(height, land, gaussian(land, kGrain_m * scale), kGrain_m * scale);
  lift_middle(land, middle_lift(land, height, mean), height);
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
  for (int i = 1; i <= steps; ++i) {
    diffuse(ground, valley_m * std::sqrt(2 * dt), height);
    cut(ground, find_network(ground, i % kFloodEvery == 0 || i == steps, height), dt, no_cliffs_m2, height);
  }
  for (size_t cell = 0; cell < height.size(); ++cell)
    if (land[cell] == 0) height[cell] = 0;
  return height;
}

}  // namespace fw
