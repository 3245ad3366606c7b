#include "render/geo/vector/region_fields.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

template <typename Row>
void share_columns(std::vector<AttributeColumn>& columns, const std::string& layer,
                   const std::vector<Row>& classes, const char* kind) {
  for (const Row& row : classes) columns.push_back({layer + "_" + row.id + "_" + kind, AttributeKind::real});
}

/// What of the network lies at a place: the landmark, junction or end, else the piece; "" = nothing.
std::string met_id(const World& world, Vec2 at_m) {
  constexpr double kSamePlace_m = 0.01;
  const auto here = [at_m](Vec2 v) { return squared_distance(v, at_m) <= kSamePlace_m * kSamePlace_m; };
  const Roads& roads = world.roads;
  for (size_t i = 0; i < roads.nodes.size(); ++i)
    if (here(roads.nodes[i].position_m)) return road_node_id(world, i);
  for (size_t i = 0; i < roads.pieces.size(); ++i)
    if (std::any_of(roads.pieces[i].vertices_m.begin(), roads.pieces[i].vertices_m.end(), here))
      return "road-" + std::to_string(i + 1);
  return "";
}

/// One value per class; 0 where the region has none.
void shares(std::vector<Attribute>& row, const std::vector<double>& mix, size_t classes) {
  for (size_t k = 0; k < classes; ++k) row.emplace_back(k < mix.size() ? round_decimals(mix[k], 6) : 0.0);
}

/// The owner's id; "" for a neutral region of a world without a neutral faction.
std::string owner_of(const World& world, const Region& region) {
  if (region.neutral && !world.vocabulary.neutral()) return {};
  return world.vocabulary.id_of(region.owner);
}

}  // namespace

AttributeTable region_attributes(const World& world) {
  AttributeTable table;
  table.columns = {{"id", AttributeKind::text},         {"code", AttributeKind::integer},
                   {"name", AttributeKind::text},       {"owner", AttributeKind::text},
                   {"neutral", AttributeKind::boolean}, {"area_km2", AttributeKind::real},
                   {"tier", AttributeKind::real}};
  const Vocabulary& words = world.vocabulary;
  share_columns(table.columns, "danger", words.danger, "target");
  share_columns(table.columns, "danger", words.danger, "actual");
  share_columns(table.columns, "biome", words.biomes, "target");
  share_columns(table.columns, "biome", words.biomes, "actual");
  share_columns(table.columns, "faction", words.factions, "actual");
  for (size_t i = 0; i < world.regions.size(); ++i) {
    const Region& region = world.regions[i];
    auto& row = table.rows.emplace_back();
    row.emplace_back("region-" + std::to_string(i + 1));
    row.emplace_back(static_cast<int64_t>(i + 1));
    row.emplace_back(region.name);
    row.emplace_back(owner_of(world, region));
    row.emplace_back(region.neutral);
    row.emplace_back(round_decimals(region.area_m2 * 1e-6, 6));
    row.emplace_back(round_decimals(region.tier, 6));
    shares(row, region.danger_target, words.danger.size());
    shares(row, region.danger_actual, words.danger.size());
    shares(row, region.biome_target, words.biomes.size());
    shares(row, region.biome_actual, words.biomes.size());
    shares(row, region.faction_actual, words.factions.size());
  }
  return table;
}

std::string road_node_id(const World& world, size_t node) {
  const int point = world.roads.nodes[node].point;
  return point >= 0 ? world.points.id_of(world.points.points[static_cast<size_t>(point)])
                    : "node-" + std::to_string(node + 1);
}

AttributeTable track_attributes(const World& world) {
  AttributeTable table;
  table.columns = {{"id", AttributeKind::text},
                   {"from", AttributeKind::text},
                   {"to", AttributeKind::text},
                   {"length_m", AttributeKind::real}};
  const auto id_of = [&](int point, Vec2 end) {
    return point < 0 ? met_id(world, end)
                     : world.points.id_of(world.points.points[static_cast<size_t>(point)]);
  };
  for (size_t i = 0; i < world.tracks.size(); ++i) {
    const Track& track = world.tracks[i];
    table.rows.push_back({"track-" + std::to_string(i + 1), id_of(track.from_point, track.vertices_m.front()),
                          id_of(track.to_point, track.vertices_m.back()),
                          round_decimals(line_length_m(track.vertices_m), 3)});
  }
  return table;
}

}  // namespace fw
