#include "app/job/render/water_bands.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/features.h"
#include "core/model/world/water.h"

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

/// Discharge over the square of the channel's width, which is one number all over a world. A reach that ends
/// at a confluence is wider there than its own water makes it, so the greatest holds.
double flow_by_width2(const Water& water) {
  double most = 0;
  for (const Reach& reach : water.reaches) {
    const auto width = static_cast<double>(reach.width_m.back());
    if (reach.form == ReachForm::plain && width > 0)
      most = std::max(most, reach.discharge_m3_s / (width * width));
  }
  return most;
}

/// Discharge at every vertex: as much as made the channel as wide as it is, at the lower end the reach's own.
/// Arms of deltas have one; estuaries, which are wider than their water, grow evenly.
std::vector<float> flow_along(const Reach& reach, double by_width2) {
  const size_t count = reach.vertices_m.size();
  std::vector<float> flow(count, static_cast<float>(reach.discharge_m3_s));
  if (reach.form == ReachForm::delta_arm) return flow;
  const auto at_width = [&](size_t i) {
    const auto width = static_cast<double>(reach.width_m[i]);
    return std::min(reach.discharge_m3_s, by_width2 * width * width);
  };
  const double first = at_width(0);
  for (size_t i = 0; i + 1 < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    flow[i] = static_cast<float>(
        reach.form == ReachForm::estuary ? first + share * (reach.discharge_m3_s - first) : at_width(i));
  }
  return flow;
}

/// On cells of rivers that of the nearest line, 0 elsewhere.
Raster<float> discharge(const World& world) {
  Raster<float> of_lines(world.grid), out(world.grid);
  Mask lines(world.grid);
  const double by_width2 = flow_by_width2(world.water_network);
  for (const Reach& reach : world.water_network.reaches) {
    if (reach.form == ReachForm::lake_path) continue;
    const std::vector<float> flow = flow_along(reach, by_width2);
    for (size_t i = 0; i < flow.size(); ++i) {
      const size_t cell = world.grid.cell_at(reach.vertices_m[i]);
      lines[cell] = 1;
      of_lines[cell] = std::max(of_lines[cell], flow[i]);
    }
  }
  const Raster<uint32_t> nearest = nearest_cell(lines);
  for (size_t cell = 0; cell < out.size(); ++cell)
    if (is_river(world.water[cell]) && nearest[cell] < out.size()) out[cell] = of_lines[nearest[cell]];
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
