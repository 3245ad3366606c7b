#include "core/world/generate.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/world/cancel.h"
#include "core/world/generate_stages.h"

namespace fw {
namespace {

/// Stages one after the other.
using Lane = std::vector<void (*)(Making&)>;

/// Lanes side by side. Who ends first helps with the loops of the last lane: the longest stands there.
struct Step {
  std::string_view name;
  double done;  ///< share of a generation's time when it begins
  std::vector<Lane> lanes;
};

/// A generation. A stage reads what the steps above it made, and what stands before it in its own lane.
std::vector<Step> steps() {
  return {
      {"island", 0.00, {{make_ground}}},
      {"regions", 0.08, {{make_relief, rank_terrain, survey_landmark_terrain}, {administer}}},
      {"danger",
       0.25,
       {{make_faction_layer, make_type_layer, make_feature_field},
        {survey_for_biomes, survey_for_landmarks},
        {fit_danger}}},
      {"biomes", 0.50, {{settle_towns}, {fit_biomes}}},
      {"landmarks and tracks", 0.67, {{measure_mixes, survey_for_points}, {connect_towns}}},
      {"landmarks and tracks", 0.75, {{find_class_fields}, {settle_the_rest}}},
      {"points", 0.87, {{place_points}}},
  };
}

void run(const Lane& lane, Making& making) {
  for (const auto stage : lane) {
    stop_if_cancelled(making.progress);
    stage(making);
  }
}

void run(const Step& step, Making& making) {
  making.progress.at(step.name, step.done);
  std::vector<std::function<void()>> lanes;
  for (const Lane& lane : step.lanes) lanes.emplace_back([&] { run(lane, making); });
  if (lanes.size() == 1) return lanes.front()();
  parallel_invoke(lanes);
}

Mask all_land(const Island& island) {
  Mask land = island.main;
  for (size_t i = 0; i < land.size(); ++i) land[i] |= island.islets[i];
  return land;
}

/// What the stages made becomes the world: moved where no cache holds it too.
std::shared_ptr<const World> finished(Making& m) {
  auto world = std::make_shared<World>();
  world->template_name = m.tmpl.name;
  world->seeds = m.seeds;
  world->grid = m.grid;
  world->findings = m.danger->findings;
  world->findings.insert(world->findings.end(), m.content.findings.begin(), m.content.findings.end());
  world->junctions_m = m.landmarks->junctions_m;
  world->regions = std::move(m.map.regions);
  world->region = std::move(m.map.code);
  world->region_weights = std::move(m.admin).take(&Administration::weights);
  parallel_invoke({[&] {
                     ClassLayer layer = std::move(m.faction).take();
                     world->faction = std::move(layer.code);
                     world->faction_field = std::move(layer.score);
                     world->faction_fit = std::move(layer.fit);
                   },
                   [&] {
                     ClassLayer layer = std::move(m.biome).take(&Mixed<ClassLayer>::layer);
                     world->biome = std::move(layer.code);
                     world->biome_field = std::move(layer.score);
                     world->biome_fit = std::move(layer.fit);
                   },
                   [&] {
                     DangerLayer layer = std::move(m.danger).take(&Mixed<DangerLayer>::layer);
                     world->danger = std::move(layer.band);
                     world->danger_field = std::move(layer.calibrated);
                     world->danger_fit = std::move(layer.fit);
                   },
                   [&] {
                     TypeLayer layer = std::move(m.type).take();
                     world->type = std::move(layer.code);
                     world->type_field = std::move(layer.field);
                     world->feature = std::move(m.feature).take();
                   },
                   [&] {
                     world->land = all_land(*m.island);
                     Island island = std::move(m.island).take();
                     world->height_m = std::move(island.height_m);
                     world->coast_m = std::move(island.coast_m);
                     world->sea_m = std::move(island.sea_m);
                   }});
  world->intensity_resource = std::move(m.content.intensity_resource);
  world->intensity_wildlife = std::move(m.content.intensity_wildlife);
  world->intensity_enemy = std::move(m.content.intensity_enemy);
  world->points = std::move(m.content.points);
  world->ledger = std::move(m.content.ledger);
  world->tracks = std::move(m.content.tracks);
  return world;
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache, Extent extent) {
  try {
    Making making(tmpl, seeds, resolution, progress, cache, extent == Extent::layers);
    for (const Step& step : steps()) run(step, making);
    stop_if_cancelled(progress);
    std::shared_ptr<const World> world = finished(making);
    progress.at("world", 1.0);
    return world;
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
