#include "render/geo/vector/region_fields.h"

#include <cmath>
#include <string_view>

namespace fw {
namespace {

template <typename Slugs>
void share_columns(std::vector<AttributeColumn>& columns, const std::string& layer, const Slugs& slugs,
                   const char* kind) {
  for (const std::string_view slug : slugs)
    columns.push_back({layer + "_" + std::string(slug) + "_" + kind, AttributeKind::real});
}

template <typename Mix>
void shares(std::vector<Attribute>& row, const Mix& mix) {
  for (const double share : mix) row.emplace_back(round_decimals(share, 6));
}

double length_m(const std::vector<Vec2>& vertices) {
  double sum = 0;
  for (size_t i = 1; i < vertices.size(); ++i)
    sum += std::sqrt(squared_distance(vertices[i], vertices[i - 1]));
  return sum;
}

}  // namespace

AttributeTable region_attributes(const World& world) {
  AttributeTable table;
  table.columns = {{"id", AttributeKind::text},         {"code", AttributeKind::integer},
                   {"name", AttributeKind::text},       {"owner", AttributeKind::text},
                   {"neutral", AttributeKind::boolean}, {"area_km2", AttributeKind::real},
                   {"tier", AttributeKind::real}};
  share_columns(table.columns, "danger", kDangerSlugs, "target");
  share_columns(table.columns, "danger", kDangerSlugs, "actual");
  share_columns(table.columns, "biome", kBiomeSlugs, "target");
  share_columns(table.columns, "biome", kBiomeSlugs, "actual");
  share_columns(table.columns, "faction", kFactionSlugs, "actual");
  for (size_t i = 0; i < world.regions.size(); ++i) {
    const Region& region = world.regions[i];
    auto& row = table.rows.emplace_back();
    row.emplace_back("region-" + std::to_string(i + 1));
    row.emplace_back(static_cast<int64_t>(i + 1));
    row.emplace_back(region.name);
    row.emplace_back(std::string(kFactionSlugs[static_cast<size_t>(region.owner)]));
    row.emplace_back(region.neutral);
    row.emplace_back(round_decimals(region.area_m2 * 1e-6, 6));
    row.emplace_back(round_decimals(region.tier, 6));
    shares(row, region.danger_target);
    shares(row, region.danger_actual);
    shares(row, region.biome_target);
    shares(row, region.biome_actual);
    shares(row, region.faction_actual);
  }
  return table;
}

AttributeTable track_attributes(const World& world) {
  AttributeTable table;
  table.columns = {{"id", AttributeKind::text},
                   {"from", AttributeKind::text},
                   {"to", AttributeKind::text},
                   {"length_m", AttributeKind::real}};
  const auto id_of = [&](int point) {
    return world.points.id_of(world.points.points[static_cast<size_t>(point)]);
  };
  for (size_t i = 0; i < world.tracks.size(); ++i) {
    const Track& track = world.tracks[i];
    table.rows.push_back({"track-" + std::to_string(i + 1), id_of(track.from_point), id_of(track.to_point),
                          round_decimals(length_m(track.vertices_m), 3)});
  }
  return table;
}

}  // namespace fw
