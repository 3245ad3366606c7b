#include "render/geo/attribute_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/plain_text.h"
#include "core/model/world/world_layers.h"

namespace fw {

Result<Done> check_finite(const AttributeTable& table, const std::string& layer) {
  for (size_t row = 0; row < table.rows.size(); ++row)
    for (size_t c = 0; c < table.columns.size(); ++c)
      if (const auto* real = std::get_if<double>(&table.rows[row][c]); real && !std::isfinite(*real))
        return Error{ErrorKind::internal, "layer " + layer + ", row " + std::to_string(row) + ": " +
                                              table.columns[c].name + " is not a finite number"};
  return Done{};
}

double round_decimals(double value, int decimals) {
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const double rounded = std::round(value * scale) / scale;
  return rounded == 0 ? 0.0 : rounded;  // no "-0" in a file
}

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

constexpr std::array<PointField, 24> kPointFields{{
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
    {"height_m", kReal,
     [](const Context& c) -> Attribute { return round_decimals(told_height_m(c.world, c.point), 3); }},
    {"x_m", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.position_m.x, 3); }},
    {"y_m", kReal, [](const Context& c) -> Attribute { return round_decimals(c.point.position_m.y, 3); }},
    {"rank", kInteger, [](const Context& c) -> Attribute { return int64_t{c.point.rank}; }},
    {"standing", kText, [](const Context& c) -> Attribute { return c.point.standing; }},
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

namespace {

constexpr size_t kMostChars = 40;

/// Digits that binary rounding leaves at the end.
bool has_residue(std::string_view number) {
  const size_t point = number.find('.');
  if (point == std::string_view::npos) return false;
  const std::string_view after = number.substr(point);
  return after.find("999999") != std::string_view::npos || after.find("000000") != std::string_view::npos;
}

std::string with_digits(double value, int digits) {
  std::array<char, kMostChars> buffer{};
  // printf's %.*g as in the C locale; printf itself follows the process's locale.
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits)
          .ptr;
  return {buffer.data(), end};
}

/// Seventeen digits, or up to three fewer if that removes the residue.
std::string careful_digits(double value) {
  const std::string all = with_digits(value, 17);
  if (!has_residue(all)) return all;
  for (const int digits : {16, 15, 14}) {
    std::string fewer = with_digits(value, digits);
    if (fewer.find('.') != std::string::npos && !has_residue(fewer)) return fewer;
  }
  return all;
}

}  // namespace

std::string json_real(double value) {
  std::array<char, kMostChars> buffer{};
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general).ptr;
  std::string digits(buffer.data(), end);
  // With up to nine digits, seventeen leave a residue of six or more: the result is the shortest form.
  constexpr size_t kSafeChars = 10;
  if (digits.size() > kSafeChars || digits.find('e') != std::string::npos || has_residue(digits))
    digits = careful_digits(value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

std::string json_value(const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return json_real(*real);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* json = std::get_if<JsonText>(&value)) return json->text;
  return "null";
}

std::string json_object(const AttributeTable& table, size_t row) {
  std::string out = "{";
  for (size_t c = 0; c < table.columns.size(); ++c) {
    out += c == 0 ? " " : ", ";
    out += json_string(table.columns[c].name);
    out += ": ";
    out += json_value(table.rows[row][c]);
  }
  return out + " }";
}

}  // namespace fw
