#include "core/world/explain/explain_flow.h"

#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/model/template/plan_grid.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan_water.h"

namespace fw {

std::optional<ExplainedFlow> explain_flow(const World& world, const Template& tmpl) {
  if (world.water.size() == 0) return std::nullopt;
  const GridSpec plan = plan_grid(tmpl.frame);
  const GridSpec& grid = world.grid.cell_m < plan.cell_m ? plan : world.grid;
  const Raster<uint8_t> code = grid == world.grid ? world.water : resample_codes(world.water, grid);
  Mask land = grid == world.grid ? world.region : resample_codes(world.region, grid);
  Mask water(grid);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    land[cell] = land[cell] != 0 ? 1 : 0;
    water[cell] = code[cell] > static_cast<uint8_t>(WaterCode::sea) ? 1 : 0;
  }
  Raster<float> height_m = grid == world.grid ? world.height_m : resample_values(world.height_m, grid);
  const Raster<float> ground_m = height_m;
  const Flood flood = fill_depressions(land, {}, height_m);
  const Drainage drainage =
      drain(flood, {}, height_m, flow_dice(derive(world.seeds.noise_stream(), "water.dither"), land.size()));
  ExplainedFlow out;
  out.rain = make_rain(tmpl, world.seeds, land, ground_m);
  std::vector<double> area(land.size(), 0.0), weight(land.size(), 0.0);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    area[cell] = grid.cell_area_m2();
    weight[cell] = static_cast<double>(out.rain[cell]) * area[cell];
  }
  out.catchment_m2 = accumulate(drainage, area);
  out.weighted_m2 = accumulate(drainage, weight);
  out.above_m = height_above_water(drainage, water, ground_m);
  return out;
}

}  // namespace fw
