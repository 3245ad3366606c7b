#include "app/job/render/water_bands.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/features.h"

namespace fw {
namespace {

Raster<float> distance_of(const World& world, std::string_view measure) {
  const FeatureIndex index = feature_index(measure, feature_sources(world));
  Raster<float> out(world.grid, INFINITY);
  const auto columns = static_cast<size_t>(world.grid.columns);
  parallel_for(static_cast<size_t>(world.grid.rows), 8, [&](size_t begin, size_t end) {
    for (size_t cell = begin * columns; cell < end * columns; ++cell)
      if (world.land[cell] != 0) out[cell] = static_cast<float>(index.distance_m(world.grid.centre(cell)));
  });
  return out;
}

/// On cells of rivers that of the nearest line, 0 elsewhere.
Raster<float> discharge(const World& world) {
  Raster<float> of_lines(world.grid), out(world.grid);
  Mask lines(world.grid);
  for (const Reach& reach : world.water_network.reaches) {
    const auto flow = static_cast<float>(reach.discharge_m3_s);
    if (reach.form == ReachForm::lake_path) continue;
    for (const Vec2 v : reach.vertices_m) {
      const size_t cell = world.grid.cell_at(v);
      lines[cell] = 1;
      of_lines[cell] = std::max(of_lines[cell], flow);
    }
  }
  const Raster<uint32_t> nearest = nearest_cell(lines);
  for (size_t cell = 0; cell < out.size(); ++cell) {
    const auto code = static_cast<WaterCode>(world.water[cell]);
    if ((code == WaterCode::river || code == WaterCode::tidal) && nearest[cell] < out.size())
      out[cell] = of_lines[nearest[cell]];
  }
  return out;
}

}  // namespace

std::vector<FieldBand> water_bands(const World& world) {
  std::vector<FieldBand> bands;
  const bool rivers = world.water.size() > 0;
  if (rivers) bands.push_back({"river_m", distance_of(world, "river_m")});
  if (!world.roads.empty()) bands.push_back({"road_m", distance_of(world, "road_m")});
  if (rivers) bands.push_back({"discharge_m3_s", discharge(world)});
  return bands;
}

}  // namespace fw
