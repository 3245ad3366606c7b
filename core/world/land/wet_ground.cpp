#include "core/world/land/wet_ground.h"

#include <algorithm>
#include <array>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/plan_water.h"
#include "core/world/land/island.h"

namespace fw {
namespace {

// Lengths for a frame of 8 km.
constexpr double kAboveSigma_m = 20;
constexpr double kTopographicSigma_m = 40;
constexpr double kSunSigma_m = 60;
constexpr double kLeastSlope = 0.02;
constexpr double kFullSun = 0.25;  // rise over run to the north
// What the topographic wetness and the rain upstream weigh beside the height above the drainage.
constexpr double kTopographic = 0.5, kRain = 0.4;

/// Where water goes, of the water plan or of the ground's own.
struct Flow {
  const Drainage& drainage;
  const Raster<float>& height_m;
  const std::vector<double>& catchment_m2;
  const std::vector<double>& weighted_m2;
};

Raster<float> smooth_on(const Raster<float>& values, const Mask& land, double sigma_m) {
  return masked_gaussian(values, land, gaussian(land, sigma_m), sigma_m);
}

/// Height above the first channel or lake on the way down (Nobre and others 2011).
Raster<float> height_above_drainage(const Template& tmpl, const Mask& land, const Flow& flow,
                                    const WaterPlan* water) {
  Mask channel(land.grid, 0);
  const double least = source_m2(tmpl);
  for (size_t cell = 0; cell < land.size(); ++cell)
    channel[cell] = land[cell] != 0 && (flow.weighted_m2[cell] >= least ||
                                        (water != nullptr && water->lakes.at(cell) != 0))
                        ? 1
                        : 0;
  return height_above_water(flow.drainage, channel, flow.height_m);
}

/// ln(catchment / slope) (Beven and Kirkby 1979); 0 off the land.
Raster<float> topographic_wetness(const Mask& land, const Raster<float>& height_m, const Flow& flow) {
  const Raster<float> slope = slope_of(height_m);
  const double cell_m2 = land.grid.cell_area_m2();
  Raster<float> out(land.grid, 0.0F);
  constexpr size_t kCellsATask = 4096;
  parallel_for(out.size(), kCellsATask, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      if (land[cell] != 0)
        out[cell] = static_cast<float>(exact::log(std::max(flow.catchment_m2[cell], cell_m2) /
                                                  std::max<double>(slope[cell], kLeastSlope)));
  });
  return out;
}

Raster<float> sun_on(const Mask& land, const Raster<float>& height_m, double sigma_m) {
  const Raster<float> smooth = gaussian(height_m, sigma_m);
  const GridSpec& grid = land.grid;
  Raster<float> out(grid, 0.0F);
  for (int row = 0; row < grid.rows; ++row) {
    const int north = std::max(row - 1, 0), south = std::min(row + 1, grid.rows - 1);
    const double run_m = std::max(south - north, 1) * grid.cell_m;
    for (int column = 0; column < grid.columns; ++column) {
      if (land.at(column, row) == 0) continue;
      const double rise = static_cast<double>(smooth.at(column, north) - smooth.at(column, south)) / run_m;
      out.at(column, row) = static_cast<float>(std::clamp(rise / kFullSun, -1.0, 1.0));
    }
  }
  return out;
}

}  // namespace

WetGround survey_wet_ground(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                            const WaterPlan* water) {
  const Mask& land = island.main;
  const double scale = frame_factor(tmpl);
  const LandFlow own = water == nullptr ? land_flow(tmpl, seeds, land, island.height_m) : LandFlow{};
  const Flow flow = water == nullptr
                        ? Flow{own.drainage, own.height_m, own.catchment_m2, own.weighted_m2}
                        : Flow{water->drainage, water->height_m, water->catchment_m2, water->weighted_m2};
  Raster<float> above, topographic;
  WetGround out;
  parallel_invoke(
      {[&] {
         above = rank_on(
             smooth_on(height_above_drainage(tmpl, land, flow, water), land, kAboveSigma_m * scale), land);
       },
       [&] {
         topographic = rank_on(
             smooth_on(topographic_wetness(land, island.height_m, flow), land, kTopographicSigma_m * scale),
             land);
       },
       [&] { out.sun = sun_on(land, island.height_m, kSunSigma_m * scale); }});
  Raster<float> wet(land.grid, 0.0F);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    const double rain = flow.catchment_m2[cell] > 0 ? flow.weighted_m2[cell] / flow.catchment_m2[cell] : 1;
    wet[cell] =
        static_cast<float>(1 - static_cast<double>(above[cell]) +
                           kTopographic * static_cast<double>(topographic[cell]) + kRain * (rain - 1));
  }
  out.wet = rank_on(wet, land);
  return out;
}

WetGround wet_ground_on(const WetGround& plan, const Mask& land) {
  if (plan.wet.grid == land.grid) return plan;
  WetGround out{rank_on(resample_bilinear(plan.wet, land.grid), land),
                resample_bilinear(plan.sun, land.grid)};
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] == 0) out.sun[cell] = 0;
  return out;
}

}  // namespace fw
