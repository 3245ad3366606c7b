#include <algorithm>
#include <limits>

#include "core/base/seed.h"
#include "core/experiment/figures.h"
#include "core/field/noise/noise.h"
#include "core/model/world/habitat.h"
#include "core/world/generate.h"

namespace fw {
namespace {

constexpr float kNoLand = std::numeric_limits<float>::quiet_NaN();

/// The template with only one resource class. Field, mask and points are addressed by its name, so they are
/// those of the full template; the intensity raster is then this class's own.
Template alone(const Template& tmpl, const PointClass& cls) {
  Template out = tmpl;
  out.resources = {cls};
  out.wildlife.clear();
  out.enemies.clear();
  for (RarityRow& rarity : out.vocabulary.rarities)
    if (rarity.count) rarity.count = 0;
  return out;
}

Raster<float> on_land(const World& world, const Raster<float>& values) {
  Raster<float> out = values;
  for (size_t i = 0; i < out.size(); ++i)
    if (!world.on_island(i)) out[i] = kNoLand;
  return out;
}

/// The value at the gate's rank among the cells where the class may live.
double value_at_rank(const Raster<float>& values, const Raster<uint8_t>& mask, double rank) {
  std::vector<float> inside;
  for (size_t i = 0; i < values.size(); ++i)
    if (mask[i] == 2) inside.push_back(values[i]);
  if (inside.empty()) return 1;
  std::sort(inside.begin(), inside.end());
  const auto at = static_cast<size_t>(rank * static_cast<double>(inside.size()));
  return inside[std::min(at, inside.size() - 1)];
}

}  // namespace

Result<SamplingFigure> sampling_figure(const Template& tmpl, uint64_t seed, std::string_view slug,
                                       int resolution, const Progress& progress) {
  const auto found = std::find_if(tmpl.resources.begin(), tmpl.resources.end(),
                                  [&](const PointClass& c) { return c.slug == slug; });
  if (found == tmpl.resources.end())
    return Error{ErrorKind::usage,
                 "the template " + tmpl.name + " has no resource \"" + std::string(slug) + "\""};
  const SeedBundle seeds = SeedBundle::from_master(seed);
  const auto made = generate(alone(tmpl, *found), seeds, resolution, progress);
  if (!made) return made.error();
  const World& world = *made.value();
  SamplingFigure figure;
  figure.label = found->label;
  figure.frame_m = {world.grid.width_m(), world.grid.height_m()};
  figure.gate = found->gate;
  const NoiseStack& stack = tmpl.noise.feature;
  const std::string lead = stack.seed_of.empty() ? "feat" : stack.seed_of;
  const NoiseField field = bind_noise(stack, derive(seeds.noise_stream(), lead + ".resource." + found->slug));
  Raster<float> feature = noise_raster(field, world.grid, tmpl.noise.phase);
  normalise_half(feature.cells);
  figure.mask = Raster<uint8_t>(world.grid);
  for (size_t i = 0; i < world.grid.cells(); ++i) {
    if (!world.on_island(i)) continue;
    const bool may =
        world.coast_m[i] >= kCoastMargin_m &&
        habitat_weight(tmpl.vocabulary, Category::resource, *found, static_cast<Biome>(world.biome[i] - 1),
                       static_cast<Danger>(world.danger[i] - 1)) > 0;
    figure.mask[i] = may ? 2 : 1;
  }
  figure.gate_value = value_at_rank(feature, figure.mask, found->gate);
  figure.feature = on_land(world, feature);
  figure.density = on_land(world, world.intensity_resource);
  for (const Point& point : world.points.points)
    if (world.points.class_of(point).slug == found->slug) figure.points_m.push_back(point.position_m);
  return figure;
}

DiscreteFigure discrete_figure(const World& world) {
  return {{world.grid.width_m(), world.grid.height_m()},
          world.vocabulary,
          on_land(world, world.faction_field),
          on_land(world, world.biome_field),
          on_land(world, world.danger_field),
          world.faction,
          world.biome,
          world.danger};
}

}  // namespace fw
