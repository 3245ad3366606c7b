#include "app/job/export/world_of_folder.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/model/world/world_layers.h"
#include "core/world/points/content.h"
#include "render/geo/geo.h"
#include "render/geo/geo_export.h"

namespace fw {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr uint64_t kMostBytes = uint64_t{1} << 30;

/// What does not fit; it never leaves read_world().
struct Misfit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Result<Done> check_listed(const fs::path& folder, const Manifest& manifest, const std::string& name) {
  const std::string where = (folder / name).string();
  const auto listed = std::find_if(manifest.files.begin(), manifest.files.end(),
                                   [&](const Manifest::File& file) { return file.name == name; });
  if (listed == manifest.files.end())
    return Error{ErrorKind::mismatch, where + ": not listed in manifest.json"};
  const Result<FileDigest> found = digest_file(folder, name, listed->size);
  if (!found) return found.error();
  if (found.value().size != listed->size || found.value().sha256 != listed->sha256)
    return Error{ErrorKind::mismatch,
                 where + ": altered since the render (its SHA-256 is not the manifest's); render it again"};
  return Done{};
}

Result<Done> read_rasters(const fs::path& folder, const Manifest& manifest, const Template& tmpl,
                          World& world) {
  for (const WorldLayer& layer : kWorldLayers) {
    if (!layer.exported || layer.codes == nullptr || !asks_for_layer(layer, tmpl)) continue;
    if (layer.codes == &World::type) continue;  // no target has it
    const std::string name = "layers/" + std::string(layer.slug) + ".tif";
    if (auto same = check_listed(folder, manifest, name); !same) return same;
    Result<Raster<uint8_t>> raster = read_layer(folder / name);
    if (!raster) return raster.error();
    if (raster.value().grid != world.grid)
      return Error{ErrorKind::mismatch, (folder / name).string() + ": not of the manifest's grid"};
    world.*layer.codes = std::move(raster).value();
  }
  return Done{};
}

Result<std::unique_ptr<FieldRows>> open_band(const fs::path& folder, const Manifest& manifest,
                                             const WorldLayer& layer) {
  auto rows = open_field(folder / "fields.tif", std::string(layer.slug));
  if (rows && rows.value()->grid != manifest.grid)
    return Error{ErrorKind::mismatch, (folder / "fields.tif").string() + ": not of the manifest's grid"};
  return rows;
}

template <typename Row>
uint8_t row_of(const std::vector<Row>& rows, const Json& id, size_t none) {
  if (id.get_ref<const std::string&>().empty()) return static_cast<uint8_t>(none);
  const auto found = find_row(rows, id.get_ref<const std::string&>());
  if (!found) throw Misfit(id.get<std::string>() + ": no row of the template");
  return static_cast<uint8_t>(*found);
}

std::vector<double> shares(const Json& properties, const std::string& layer, const auto& rows,
                           const char* kind) {
  std::vector<double> out;
  for (const auto& row : rows)
    out.push_back(properties.at(layer + "_" + row.id + "_" + kind).template get<double>());
  return out;
}

Region region_of(const Json& p, const Vocabulary& words) {
  Region region;
  region.name = p.at("name").get<std::string>();
  region.neutral = p.at("neutral").get<bool>();
  region.owner = static_cast<Faction>(
      row_of(words.factions, p.at("owner"), static_cast<size_t>(words.neutral().value_or(Faction{}))));
  region.area_m2 = p.at("area_km2").get<double>() * 1e6;
  region.tier = p.at("tier").get<double>();
  region.danger_target = shares(p, "danger", words.danger, "target");
  region.danger_actual = shares(p, "danger", words.danger, "actual");
  region.biome_target = shares(p, "biome", words.biomes, "target");
  region.biome_actual = shares(p, "biome", words.biomes, "actual");
  region.faction_actual = shares(p, "faction", words.factions, "actual");
  return region;
}

/// The number behind the last dash of an id, or -1 and the pin's row.
void number_of(const std::string& id, const std::string& cls, const std::string& hand, Point& point) {
  const std::string rest = id.substr(cls.size() + 1);
  const bool digits = !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos;
  point.number = digits && rest.size() < 10 && rest != hand ? std::stoi(rest) : -1;
  point.hand = hand;
}

Point point_of(const Json& p, const World& world, const std::map<std::string, int>& classes,
               const std::map<std::string, int>& regions) {
  const Vocabulary& words = world.vocabulary;
  Point point;
  const std::string cls = p.at("class").get<std::string>();
  point.class_index = classes.at(cls);
  number_of(p.at("id").get<std::string>(), cls, p.at("hand").get<std::string>(), point);
  point.position_m = {p.at("x_m").get<double>(), p.at("y_m").get<double>()};
  const std::string region = p.at("region").get<std::string>();
  point.region = region.empty() ? uint8_t{0} : static_cast<uint8_t>(regions.at(region));
  // No row: ground that nobody owns.
  point.faction = static_cast<Faction>(row_of(words.factions, p.at("faction"), words.factions.size()));
  point.biome = static_cast<Biome>(row_of(words.biomes, p.at("biome"), 0));
  point.danger = static_cast<Danger>(row_of(words.danger, p.at("danger"), 0));
  if (const std::string rarity = p.at("rarity").get<std::string>(); !rarity.empty())
    point.rarity = static_cast<Rarity>(row_of(words.rarities, p.at("rarity"), 0) + 1);
  point.intensity = p.at("intensity").get<double>();
  point.hp_mult = p.at("hp_mult").get<double>();
  point.dps_mult = p.at("dps_mult").get<double>();
  point.level = p.at("level").get<int>();
  point.loot = p.at("loot").get<double>();
  point.respawn_s = p.at("respawn_s").get<double>();
  point.height_m = p.at("height_m").get<double>();
  point.name = p.at("name").get<std::string>();
  point.rank = p.value("rank", 0);  // folders of version 0.3 have none
  point.standing = p.value("standing", "");
  const std::string label = p.at("label").get<std::string>();
  if (label != world.points.classes[static_cast<size_t>(point.class_index)].label) point.label = label;
  return point;
}

void read_points(const Json& features, World& world) {
  std::map<std::string, int> classes, regions;
  for (size_t i = 0; i < world.points.classes.size(); ++i)
    classes[world.points.classes[i].slug] = static_cast<int>(i);
  for (size_t i = 0; i < world.regions.size(); ++i) regions[world.regions[i].name] = static_cast<int>(i + 1);
  for (const Json& feature : features)
    world.points.points.push_back(point_of(feature.at("properties"), world, classes, regions));
}

/// ErrorKind::io: the file is not as a render writes it.
Error misread(const fs::path& file, const std::exception& problem) {
  return {ErrorKind::io, file.string() + ": not as a render of this version writes it (" + problem.what() +
                             "); render it again"};
}

using Json = nlohmann::json;

/// Waterfalls of one reach lie farther apart (docs/water.md, 7: 250 m of vertices 6 m apart).
constexpr size_t kFallVertices = 41;

ShapeLayer* find_layer(std::vector<ShapeLayer>& layers, std::string_view name) {
  const auto found =
      std::find_if(layers.begin(), layers.end(), [&](const ShapeLayer& l) { return l.name == name; });
  return found == layers.end() ? nullptr : &*found;
}

const Attribute& value_of(const ShapeLayer& layer, size_t row, std::string_view column) {
  size_t c = 0;
  while (layer.table.columns[c].name != column) ++c;
  return layer.table.rows[row][c];
}

/// Where the bed falls most, as often as the reach says: upper vertices, downstream.
std::vector<size_t> falls_of(const std::vector<double>& bed_m, size_t count) {
  std::vector<size_t> order, out;
  for (size_t i = 0; i + 1 < bed_m.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bed_m[a] - bed_m[a + 1] > bed_m[b] - bed_m[b + 1]; });
  for (const size_t vertex : order) {
    if (out.size() == count) break;
    const bool near = std::any_of(out.begin(), out.end(), [&](size_t other) {
      return other < vertex + kFallVertices && vertex < other + kFallVertices;
    });
    if (!near) out.push_back(vertex);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void fill_waterfalls(std::vector<ShapeLayer>& layers) {
  const ShapeLayer* const rivers = find_layer(layers, "rivers");
  ShapeLayer* const falls = find_layer(layers, "waterfalls");
  if (rivers == nullptr || falls == nullptr) return;
  falls->table.rows.clear();
  falls->shapes.clear();
  for (size_t row = 0; row < rivers->shapes.size(); ++row) {
    const GeoShape& reach = rivers->shapes[row];
    const auto count = static_cast<size_t>(std::get<int64_t>(value_of(*rivers, row, "falls")));
    for (const size_t vertex : falls_of(reach.heights_m, count)) {
      falls->table.rows.push_back({"waterfall-" + std::to_string(falls->shapes.size() + 1),
                                   value_of(*rivers, row, "river"), value_of(*rivers, row, "id"),
                                   round_decimals(reach.heights_m[vertex] - reach.heights_m[vertex + 1], 3)});
      falls->shapes.push_back({{{reach.parts.front()[vertex]}}, {}});
    }
  }
}

/// Lists in one way of writing, whoever wrote them.
Attribute list_of(const Json& list) {
  return JsonText{list.dump()};
}

Attribute attribute_of(AttributeKind kind, const Json& value) {
  switch (kind) {
    case AttributeKind::integer:
      return value.get<int64_t>();
    case AttributeKind::real:
      return value.get<double>();
    case AttributeKind::boolean:
      return value.get<bool>();
    case AttributeKind::json:
      return list_of(value);
    case AttributeKind::text:
      break;
  }
  return value.get<std::string>();
}

Vec2 place_of(const Json& at) {
  return {at.at(0).get<double>(), at.at(1).get<double>()};
}

/// The coordinates of a Point, LineString or Polygon; of a ring without the last, which repeats the first.
GeoShape shape_of(ShapeKind kind, const Json& coordinates) {
  GeoShape shape;
  if (kind == ShapeKind::point) return {{{place_of(coordinates)}}, {}};
  if (kind == ShapeKind::area) {
    for (const Json& ring : coordinates) {
      std::vector<Vec2>& part = shape.parts.emplace_back();
      for (size_t i = 0; i + 1 < ring.size(); ++i) part.push_back(place_of(ring[i]));
    }
    return shape;
  }
  std::vector<Vec2>& line = shape.parts.emplace_back();
  for (const Json& at : coordinates) {
    line.push_back(place_of(at));
    if (at.size() > 2) shape.heights_m.push_back(at[2].get<double>());
  }
  return shape;
}

void read_layer_of(const Json& root, ShapeLayer& layer) {
  for (const Json& feature : root.at("features")) {
    auto& row = layer.table.rows.emplace_back();
    for (const AttributeColumn& column : layer.table.columns)
      row.push_back(attribute_of(column.kind, feature.at("properties").at(column.name)));
    layer.shapes.push_back(shape_of(layer.kind, feature.at("geometry").at("coordinates")));
  }
}

}  // namespace

Result<std::string> read_checked(const fs::path& folder, const Manifest& manifest, const std::string& name) {
  if (auto same = check_listed(folder, manifest, name); !same) return same.error();
  return read_file(folder, name, kMostBytes);
}

bool holds_world(const Manifest& manifest) {
  const auto has = [&](const char* word) {
    return std::find(manifest.formats.begin(), manifest.formats.end(), word) != manifest.formats.end();
  };
  return has("geotiff") && has("geojson");
}

Result<FolderWorld> read_world(const fs::path& folder, const Stored& stored) {
  auto world = std::make_shared<World>();
  world->template_name = stored.tmpl.name;
  world->seeds = stored.manifest.seeds;
  world->grid = stored.manifest.grid;
  world->vocabulary = stored.tmpl.vocabulary;
  world->points.classes = point_class_infos(stored.tmpl);
  if (auto read = read_rasters(folder, stored.manifest, stored.tmpl, *world); !read) return read.error();
  if (auto same = check_listed(folder, stored.manifest, "fields.tif"); !same) return same.error();
  auto heights = open_band(folder, stored.manifest, layer_of(&World::height_m));
  if (!heights) return heights.error();
  auto detail_m = open_band(folder, stored.manifest, layer_of(&World::detail_m));
  if (!detail_m) return detail_m.error();
  for (const char* name : {"regions.geojson", "points.geojson"}) {
    const Result<std::string> text = read_checked(folder, stored.manifest, name);
    if (!text) return text.error();
    try {
      const Json root = Json::parse(text.value());
      const Json& features = root.at("features");
      if (name[0] == 'r')
        for (const Json& feature : features)
          world->regions.push_back(region_of(feature.at("properties"), world->vocabulary));
      else
        read_points(features, *world);
    } catch (const std::exception& problem) {
      return misread(folder / name, problem);
    }
  }
  return FolderWorld{std::move(world), std::move(heights).value(), std::move(detail_m).value()};
}

Result<std::vector<ShapeLayer>> made_shapes(const World& world, const Template& tmpl) {
  Result<std::vector<ShapeLayer>> layers = world_shapes(world, tmpl);
  if (!layers) return layers;
  for (ShapeLayer& layer : layers.value())
    for (auto& row : layer.table.rows)
      for (Attribute& value : row)
        if (const auto* list = std::get_if<JsonText>(&value)) value = list_of(Json::parse(list->text));
  fill_waterfalls(layers.value());
  return layers;
}

Result<std::vector<ShapeLayer>> read_shapes(const fs::path& folder, const Stored& stored) {
  // A world of nothing: which layers there are, and their columns.
  Result<std::vector<ShapeLayer>> layers = world_shapes(World{}, stored.tmpl);
  if (!layers) return layers;
  for (ShapeLayer& layer : layers.value()) {
    if (layer.file.empty()) continue;
    const std::string name = layer.file + ".geojson";
    const Result<std::string> text = read_checked(folder, stored.manifest, name);
    if (!text) return text.error();
    try {
      read_layer_of(Json::parse(text.value()), layer);
    } catch (const std::exception& problem) {
      return misread(folder / name, problem);
    }
  }
  fill_waterfalls(layers.value());
  return layers;
}

}  // namespace fw
