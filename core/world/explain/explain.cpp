#include "core/world/explain/explain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/field/area_resample.h"
#include "core/model/template/frontier.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/world_layers.h"
#include "core/water/plan/plan_ground.h"
#include "core/world/explain/explain_classes.h"
#include "core/world/explain/explain_ground.h"
#include "core/world/explain/explain_hand.h"
#include "core/world/explain/explain_land.h"
#include "core/world/explain/explain_landmarks.h"
#include "core/world/explain/explain_names.h"
#include "core/world/explain/explain_standing.h"
#include "core/world/explain/explain_text_internal.h"
#include "core/world/explain/explain_water.h"
#include "core/world/land/wet_ground.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/danger.h"
#include "core/world/regions/regions.h"

namespace fw {
namespace {

std::string percent(double share) {
  return decimal_text(share * 100, 2) + " %";
}

/// A raster's layer as a topic.
std::string topic_of(Raster<uint8_t> World::*codes) {
  return std::string(layer_of(codes).slug);
}

/// The value of a raster at the cell under its layer's title: "danger field", 0.482.
ExplainRow value_row(std::string topic, const World& world, Raster<float> World::*values, size_t cell,
                     const std::string& of = "") {
  const WorldLayer& layer = layer_of(values);
  std::string name(layer.title);
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  const auto value = static_cast<double>(told_value(layer, world, cell));
  return {std::move(topic), std::move(name), layer.unit == "m" ? metres(value) : decimal_text(value, 3) + of};
}

std::vector<float> weights_at(const World& world, size_t cell) {
  return RegionWeightReader(world.region_weights, world.region).at(cell);
}

void explain_ground(const World& world, size_t cell, Vec2 p, Rows& rows) {
  rows.push_back({"position", "at", metres(p.x) + " east, " + metres(p.y) + " north"});
  rows.push_back({"position", "cell",
                  "column " + std::to_string(world.grid.column_of(cell)) + ", row " +
                      std::to_string(world.grid.row_of(cell)) + " of " + std::to_string(world.grid.rows)});
  const bool islet = world.land[cell] != 0 && !world.on_island(cell);
  rows.push_back({"ground", "kind",
                  world.on_island(cell) ? "ground"
                  : islet               ? "islet, scenery only"
                                        : "sea"});
  for (Raster<float> World::*values :
       {&World::height_m, world.on_island(cell) ? &World::coast_m : &World::sea_m})
    rows.push_back(value_row("ground", world, values, cell));
  if (world.on_island(cell) && has_layer(layer_of(&World::detail_m), world))
    rows.push_back(value_row("ground", world, &World::detail_m, cell));
}

void explain_region(const World& world, size_t cell, Rows& rows) {
  const Region& region = world.regions[world.region[cell] - 1u];
  const std::string topic = topic_of(&World::region);
  rows.push_back({topic, "name", region.name + " (" + std::to_string(world.region[cell]) + ")"});
  rows.push_back({topic, "owner", world.vocabulary.id_of(region.owner)});
  rows.push_back({topic, "tier", decimal_text(region.tier)});
  const std::vector<float> weights = weights_at(world, cell);
  for (size_t r = 0; r < weights.size(); ++r) {
    const auto w = static_cast<double>(weights[r]);
    if (w >= 0.01) rows.push_back({topic, "weight of " + world.regions[r].name, decimal_text(w)});
  }
}

/// Why the nearest border of regions runs where it does.
void explain_border(const World& world, const Template& tmpl, size_t cell, Rows& rows) {
  const GridSpec& g = world.grid;
  const uint8_t own = world.region[cell];
  const Vec2 here = g.centre(cell);
  double least2 = std::numeric_limits<double>::infinity();
  uint8_t other = 0;
  for (size_t at = 0; at < world.region.size(); ++at) {
    if (world.region[at] == 0 || world.region[at] == own) continue;
    const double d2 = squared_distance(here, g.centre(at));
    if (d2 >= least2) continue;
    least2 = d2;
    other = world.region[at];
  }
  if (other == 0) return;  // one region
  const std::string topic = "border";
  const Region &a = world.regions[own - 1u], &b = world.regions[other - 1u];
  rows.push_back({topic, "nearest", b.name + ", " + decimal_text(std::sqrt(least2), 0) + " m away"});
  const std::string owner_a = world.vocabulary.id_of(a.owner), owner_b = world.vocabulary.id_of(b.owner);
  std::string why;
  if (a.piece != b.piece)
    why = "the sea parts them: a region lies on one piece of ground";
  else if (a.neutral != b.neutral)
    why = "neutral ground ends here: it lies where regions.neutral_at (" + tmpl.regions.neutral_at +
          ") says and holds its share to the cell";
  else if (a.owner != b.owner && has_one_frontier(tmpl))
    why =
        "the frontier of " + owner_a + " and " + owner_b +
        ": regions of an owner are larger or smaller by one factor, then the frontier moved until both hold "
        "their shares to the cell";
  else
    why =
        "both are to hold about the same area: the border is where the distances to the regions' centres, "
        "less "
        "what their areas ask, are equal, bent by noise (regions.warp_m)";
  rows.push_back({topic, "why", why});
  const std::string of_factions =
      has_one_frontier(tmpl)
          ? (a.owner == b.owner ? "no: both are " + owner_a + "'s" : "yes, of " + owner_a + " and " + owner_b)
          : std::string("not by itself: factions have a field of their own (modes.factions field)");
  rows.push_back({topic, "political", of_factions});
}

/// sum_r w_r offsets[r][k] at the cell.
double blended_offset(const World& world, const LayerFit& fit, size_t cell, size_t k) {
  const std::vector<float> weights = weights_at(world, cell);
  double total = 0;
  double weight = 0;
  for (size_t r = 0; r < fit.offsets.size() && r < weights.size(); ++r) {
    const auto w = static_cast<double>(weights[r]);
    total += w * fit.offsets[r][k];
    weight += w;
  }
  return weight > 0 ? total / weight : 0;
}

/// `origin`: "asked", "derived" or "land", whose rows have no target.
void add_share(const std::string& topic, const std::string& id, double actual, double target,
               const std::string& origin, Rows& rows) {
  rows.push_back({topic, "share of " + id,
                  percent(actual) + " in the region" +
                      (origin == "land" ? ", as the land gives it"
                                        : ", target " + percent(target) + " (" + origin + ")")});
}

void explain_danger(const ExplainInputs& inputs, size_t cell, Rows& rows) {
  const World& world = inputs.world;
  const std::vector<BandRow>& bands = world.vocabulary.danger;
  const Region& region = world.regions[world.region[cell] - 1u];
  const std::string topic = topic_of(&World::danger);
  rows.push_back({topic, "band", bands[world.danger[cell] - 1u].id});
  rows.push_back(value_row(topic, world, &World::danger_field, cell));
  const bool cuts = !world.danger_fit.offsets.empty();
  const Raster<float> field =
      cuts ? danger_cut_field(inputs.map, inputs.tmpl, inputs.seeds.of(SeedPart::danger))
           : danger_stack(world.grid, inputs.tmpl, inputs.seeds.of(SeedPart::danger));
  rows.push_back(
      {topic, cuts ? "field with tier trend" : "stack n", decimal_text(static_cast<double>(field[cell]), 3)});
  for (size_t k = 0; cuts && k < world.danger_fit.offsets.front().size(); ++k)
    rows.push_back({topic, "cut to " + bands[k + 1].id,
                    decimal_text(blended_offset(world, world.danger_fit, cell, k), 3) +
                        " (of the field with the smoothing step)"});
  for (size_t k = 0; k < bands.size(); ++k)
    add_share(topic, bands[k].id, region.danger_actual[k], region.danger_target[k],
              region.danger_asked ? "asked" : "derived", rows);
}

/// As the fit saw the ground, found again on the heights that the world shows.
WetGround explain_wet_ground(const ExplainInputs& explained) {
  const World& world = explained.world;
  const GridSpec plan = plan_grid(explained.tmpl.frame);
  const SeedBundle seeds = explained.seeds.of(SeedPart::land);
  if (world.grid.cell_m >= plan.cell_m)
    return survey_wet_ground(explained.tmpl, seeds, explained.island, nullptr);
  Island coarse;
  coarse.main = resample_codes(explained.island.main, plan);
  coarse.height_m = resample_values(world.height_m, plan);
  return wet_ground_on(survey_wet_ground(explained.tmpl, seeds, coarse, nullptr), explained.island.main);
}

/// The limits of a biome and what they cost at a slot.
void explain_limits(const std::string& topic, const BiomeRow& row, const std::vector<PricedLimit>& limits,
                    const BiomeInputs& inputs, size_t slot, Rows& rows) {
  float beyond = 0;
  for (const PricedLimit& limit : limits) {
    const float value = (inputs.*limit.values)[slot];
    beyond += excess(limit, value);
    const auto end = [](const std::optional<double>& of) { return of ? decimal_text(*of) : "any"; };
    rows.push_back({topic, "limit of " + row.id,
                    std::string(limit.measure) + " " + end(limit.stated.min) + " to " +
                        end(limit.stated.max) + ", here " + decimal_text(static_cast<double>(value), 3)});
  }
  if (!limits.empty())
    rows.push_back({topic, "price of " + row.id,
                    decimal_text(static_cast<double>(limit_price_sd(beyond)), 2) + " standard deviations"});
}

void explain_biome_scores(const ExplainInputs& explained, size_t cell, Rows& rows) {
  const World& world = explained.world;
  const std::vector<BiomeRow>& biomes = world.vocabulary.biomes;
  const std::string topic = topic_of(&World::biome);
  const ZoneBlocks blocks =
      make_blocks(explained.map.code, static_cast<int>(explained.map.regions.size()), &world.region_weights);
  const ReliefRanks ranks =
      rank_relief(explained.island.main, world.height_m, explained.relief.slope, world.coast_m);
  const BiomeInputs inputs =
      survey_biomes(blocks, {ranks, explain_wet_ground(explained), explained.relief.slope, world.coast_m},
                    explained.tmpl, explained.seeds.of(SeedPart::biomes));
  BiomeScores scores = biome_scores(blocks, inputs, explained.tmpl, world.danger_field);
  const auto slot = static_cast<size_t>(
      std::find(blocks.cell.begin(), blocks.cell.end(), static_cast<uint32_t>(cell)) - blocks.cell.begin());
  rows.push_back(
      {topic, "wetness", decimal_text(static_cast<double>(inputs.wet[slot]), 3) + " (1 = wettest)"});
  rows.push_back(
      {topic, "sun", decimal_text(static_cast<double>(inputs.sun[slot]), 3) + " (1 = faces south)"});
  struct Standing {
    size_t k;
    double score, price, offset;
    double sum() const { return score - price + offset; }
  };
  std::vector<Standing> standings;
  for (size_t i = 0; i < scores.plane.size(); ++i)
    standings.push_back({inputs.biomes[i], static_cast<double>(scores.plane[i][slot]), 0,
                         blended_offset(world, world.biome_fit, cell, inputs.biomes[i])});
  price_limits(inputs, explained.tmpl, inputs.biomes, scores);
  for (size_t i = 0; i < standings.size(); ++i)
    standings[i].price = standings[i].score - static_cast<double>(scores.plane[i][slot]);
  std::stable_sort(standings.begin(), standings.end(),
                   [](const Standing& a, const Standing& b) { return a.sum() > b.sum(); });
  for (const Standing& s : standings) {
    const std::vector<PricedLimit> limits = limits_of(biomes[s.k], frame_factor(explained.tmpl));
    rows.push_back({topic, "score of " + biomes[s.k].id,
                    decimal_text(s.sum(), 3) + " = field and terrain " + decimal_text(s.score, 3) +
                        (limits.empty() ? "" : " - price of limits " + decimal_text(s.price, 3)) +
                        " + offset " + decimal_text(s.offset, 3)});
    explain_limits(topic, biomes[s.k], limits, inputs, slot, rows);
  }
}

void explain_biome(const ExplainInputs& inputs, size_t cell, Rows& rows) {
  const World& world = inputs.world;
  const std::vector<BiomeRow>& biomes = world.vocabulary.biomes;
  const Region& region = world.regions[world.region[cell] - 1u];
  const std::string topic = topic_of(&World::biome);
  rows.push_back({topic, "class", biomes[world.biome[cell] - 1u].id});
  if (!world.biome_fit.offsets.empty()) explain_biome_scores(inputs, cell, rows);
  for (size_t k = 0; k < biomes.size(); ++k)
    if (region.biome_target[k] > 0 || region.biome_actual[k] > 0)
      add_share(topic, biomes[k].id, region.biome_actual[k], region.biome_target[k],
                region.biome_asked                                     ? "asked"
                : inputs.tmpl.layer_mode == LayerMode::strict_quantile ? "derived"
                                                                       : "land",
                rows);
}

void explain_faction_and_type(const World& world, size_t cell, Rows& rows) {
  const std::vector<FactionRow>& factions = world.vocabulary.factions;
  const std::string faction = topic_of(&World::faction), type = topic_of(&World::type);
  rows.push_back({faction, "class", factions[world.faction[cell] - 1u].id});
  if (!std::isnan(
          world.faction_field[cell]))  // no faction has a field where its ground is that of its regions
    rows.push_back(value_row(faction, world, &World::faction_field, cell, " standard deviations"));
  const auto piece = static_cast<size_t>(world.regions[world.region[cell] - 1u].piece) - 1;
  if (piece < world.faction_fit.offsets.size())
    for (size_t k = 0; k < factions.size(); ++k)
      rows.push_back(
          {faction, "offset of " + factions[k].id, decimal_text(world.faction_fit.offsets[piece][k], 3)});
  rows.push_back({type, "class", std::string(kCategorySlugs[static_cast<size_t>(world.type[cell] - 1)])});
  rows.push_back(value_row(type, world, &World::type_field, cell));
}

}  // namespace

std::vector<ExplainRow> explain(const World& world, const Template& tmpl, Vec2 position_m) {
  const size_t cell = world.grid.cell_at(position_m);
  Rows rows;
  if (!tmpl.stream_seeds.salt.empty()) rows.push_back({"position", "salt", tmpl.stream_seeds.salt});
  explain_ground(world, cell, position_m, rows);
  const ExplainInputs inputs(world, tmpl);
  for (ExplainRow& row : explain_land(inputs, cell)) rows.push_back(std::move(row));
  const std::optional<ExplainedFlow> flow = explain_flow(world, tmpl);
  for (ExplainRow& row : explain_water(world, tmpl, flow ? &*flow : nullptr, position_m))
    rows.push_back(std::move(row));
  for (ExplainRow& row : explain_names(inputs, position_m)) rows.push_back(std::move(row));
  for (ExplainRow& row : explain_standing(world, position_m)) rows.push_back(std::move(row));
  for (ExplainRow& row : explain_ways(world, position_m)) rows.push_back(std::move(row));
  for (ExplainRow& row : explain_hand_points(world, tmpl, position_m)) rows.push_back(std::move(row));
  if (world.on_island(cell)) {
    explain_region(world, cell, rows);
    explain_border(world, tmpl, cell, rows);
    explain_danger(inputs, cell, rows);
    explain_biome(inputs, cell, rows);
    explain_faction_and_type(world, cell, rows);
    for (ExplainRow& row : explain_landmarks(inputs, cell)) rows.push_back(std::move(row));
  }
  for (ExplainRow& row : explain_classes(inputs, cell)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace fw
