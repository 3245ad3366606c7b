#include "render/geo/vector/point_fields.h"

#include <array>

namespace fw {

namespace {

struct Context {
  const World& world;
  const Point& point;
  const PointClassInfo& cls;
};

struct PointField {
  const char* name;
  AttributeKind kind;
  Attribute (*value)(const Context&);
};

template <typename Slugs, typename Enum>
Attribute slug(const Slugs& slugs, Enum value) {
  return std::string(slugs[static_cast<size_t>(value)]);
}

/// "" where no row has that index (ground that nobody owns), and off the ground.
template <typename Row, typename Index>
Attribute id(const Context& c, const std::vector<Row>& rows, Index index) {
  const auto k = static_cast<size_t>(index);
  return c.point.region > 0 && k < rows.size() ? rows[k].id : std::string();
}

std::string region_name(const Context& c) {
  return c.point.region == 0 ? std::string() : c.world.regions[size_t{c.point.region} - 1].name;
}

constexpr auto kText = AttributeKind::text;
constexpr auto kInteger = AttributeKind::integer;
constexpr auto kReal = AttributeKind::real;

constexpr std::array<PointField, 22> kPointFields{{
    {"id", kText, [](const Context& c) -> Attribute { return c.world.points.id_of(c.point); }},
    {"category", kText, [](const Context& c) { return slug(kCategorySlugs, c.cls.category); }},
    {"class", kText, [](const Context& c) -> Attribute { return c.cls.slug; }},
    {"label", kText, [](const Context& c) -> Attribute { return c.world.points.label_of(c.point); }},
    {"name", kText, [](const Context& c) -> Attribute { return c.point.name; }},
    {"family", kText, [](const Context& c) -> Attribute { return c.cls.family; }},
    {"tier", kText, [](const Context& c) { return slug(kTierSlugs, c.cls.tier); }},
    {"rarity", kText, [](const Context& c) { return Attribute(c.world.vocabulary.id_of(c.point.rarity)); }},
    {"region", kText, [](const Context& c) -> Attribute { return region_name(c); }},
    {"faction", kText, [](const Context& c) { return id(c, c.world.vocabulary.factions, c.point.faction); }},
    {"biome", kText, [](const Context& c) { return id(c, c.world.vocabulary.biomes, c.point.biome); }},
    {"danger", kText, [](const Context& c) { return id(c, c.world.vocabulary.danger, c.point.danger); }},
    {"intensity", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.intensity, 6); }},
    {"hp_mult", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.hp_mult, 4); }},
    {"dps_mult", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.dps_mult, 4); }},
    {"level", kInteger, [](const Context& c) -> Attribute { return int64_t{c.point.level}; }},
    {"loot", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.loot, 4); }},
    {"respawn_s", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.respawn_s, 4); }},
    {"height_m", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.height_m, 3); }},
    {"x_m", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.position_m.x, 3); }},
    {"y_m", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.position_m.y, 3); }},
    {"hand", kText, [](const Context& c) -> Attribute { return c.point.hand; }},
}};

}  // namespace

AttributeTable point_attributes(const World& world) {
  AttributeTable table;
  for (const PointField& field : kPointFields) table.columns.push_back({field.name, field.kind});
  table.rows.reserve(world.points.points.size());
  for (const Point& point : world.points.points) {
    const Context context{world, point, world.points.class_of(point)};
    auto& row = table.rows.emplace_back();
    row.reserve(kPointFields.size());
    for (const PointField& field : kPointFields) row.push_back(field.value(context));
  }
  return table;
}

}  // namespace fw
