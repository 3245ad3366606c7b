#include "app/gui/audit/audit_place.h"

#include <algorithm>

#include "core/template/path.h"

namespace fw {
namespace {

/// The code of a row, by its id or its number in brackets; 0 if there is none.
template <typename Row>
int code_of(const std::vector<Row>& rows, std::string_view id) {
  const std::optional<size_t> row = find_row(rows, id);
  return row ? static_cast<int>(*row) + 1 : 0;
}

template <typename Row>
std::string id_at(const std::vector<Row>& rows, size_t row) {
  return row < rows.size() ? rows[row].id : std::string();
}

/// The id that a path's first row names: "factions[2].share", "factions.red.share", "landmarks.dock"; "" for
/// a path without one.
template <typename Row>
std::string row_of_path(const std::vector<Row>& rows, const std::string& where) {
  const std::vector<std::string> steps = path_steps(where);
  if (steps.size() < 2) return {};
  const std::optional<size_t> number = row_number(steps[1]);
  return number ? id_at(rows, *number) : steps[1];
}

const Raster<uint8_t>& raster_of(const World& world, MapLayer layer) {
  return layer == MapLayer::biome ? world.biome : layer == MapLayer::danger ? world.danger : world.faction;
}

/// "resources[3].quota" -> the class of that row.
bool read_class_path(AuditPlace& place, const std::string& where, const Template& tmpl) {
  const std::pair<std::string_view, Category> lists[] = {
      {"resources", Category::resource}, {"wildlife", Category::wildlife}, {"enemies", Category::enemy}};
  const std::optional<size_t> row = split_row(where).row;
  for (const auto& [list, category] : lists) {
    if (!row || first_step(where) != list) continue;
    if (*row >= tmpl.classes(category).size()) return false;
    place.category = category;
    place.class_slug = tmpl.classes(category)[*row].slug;
    return true;
  }
  return false;
}

/// "danger.Northmark", "biome.forest", "danger": a layer, and a class or a region of it.
bool read_layer(AuditPlace& place, const std::string& where, const World& world) {
  const size_t dot = where.find('.');
  const std::string layer = where.substr(0, dot);
  const std::string rest = dot == std::string::npos ? "" : where.substr(dot + 1);
  const AuditPlace there = layer_place(world.vocabulary, layer, rest);
  if (!there.layer) return false;
  place.layer = there.layer;
  place.class_code = there.class_code;
  if (place.class_code == 0) place.region = region_code(world, rest);
  return true;
}

/// "factions[2].share", "biomes.taiga.prior.height", "danger[1].floor": a row of a table that the map shows.
bool read_table(AuditPlace& place, const std::string& where, const World& world) {
  const Vocabulary& words = world.vocabulary;
  const std::string_view table = first_step(where);
  const AuditPlace there =
      table == "factions" ? layer_place(words, "faction", row_of_path(words.factions, where))
      : table == "biomes" ? layer_place(words, "biome", row_of_path(words.biomes, where))
      : table == "danger" ? layer_place(words, "danger", row_of_path(words.danger, where))
                          : AuditPlace{};
  if (!there.layer || there.class_code == 0) return false;
  place.layer = there.layer;
  place.class_code = there.class_code;
  return true;
}

/// A class by its slug alone.
bool read_slug(AuditPlace& place, const std::string& slug, const World& world) {
  for (const PointClassInfo& info : world.points.classes) {
    if (info.slug != slug) continue;
    place.category = info.category;
    place.class_slug = slug;
    return true;
  }
  place.rarity = rarity_of(world.vocabulary, slug);
  if (place.rarity) place.category = Category::enemy;
  return place.rarity.has_value();
}

}  // namespace

AuditPlace layer_place(const Vocabulary& vocabulary, const std::string& layer, const std::string& cls) {
  AuditPlace place;
  if (layer == "biome") {
    place.layer = MapLayer::biome;
    place.class_code = code_of(vocabulary.biomes, cls);
  } else if (layer == "danger") {
    place.layer = MapLayer::danger;
    place.class_code = code_of(vocabulary.danger, cls);
  } else if (layer == "faction") {
    place.layer = MapLayer::faction;
    place.class_code = code_of(vocabulary.factions, cls);
  }
  return place;
}

std::optional<Rarity> rarity_of(const Vocabulary& vocabulary, const std::string& id) {
  const std::optional<size_t> row = find_row(vocabulary.rarities, id);
  return row ? std::optional(static_cast<Rarity>(*row + 1)) : std::nullopt;
}

int region_code(const World& world, const std::string& name) {
  const auto found = std::find_if(world.regions.begin(), world.regions.end(),
                                  [&](const Region& region) { return region.name == name; });
  return name.empty() || found == world.regions.end() ? 0
                                                      : static_cast<int>(found - world.regions.begin()) + 1;
}

AuditPlace place_of(const Finding& finding, const Template& tmpl, const World& world) {
  AuditPlace place;
  place.text = QString::fromStdString(finding.message);
  const std::string& where = finding.where;
  if (read_class_path(place, where, tmpl)) return place;
  const std::string_view table = first_step(where);
  if (table == "landmarks" && read_slug(place, row_of_path(world.vocabulary.landmarks, where), world))
    return place;
  if (table == "rarities" && read_slug(place, row_of_path(world.vocabulary.rarities, where), world))
    return place;
  for (const std::string_view list : {"rarity.", "landmark.", "resource.", "wildlife.", "enemy."})
    if (where.starts_with(list)) {
      const std::string rest = where.substr(list.size());
      const size_t dot = rest.find('.');
      if (dot != std::string::npos) place.region = region_code(world, rest.substr(dot + 1));
      if (read_slug(place, rest.substr(0, dot), world)) return place;
    }
  place.region = region_code(world, where);
  if (place.region > 0 || read_table(place, where, world) || read_layer(place, where, world)) return place;
  read_slug(place, where, world);
  return place;
}

PlaceMarks marks_of(const AuditPlace& place, const World& world) {
  PlaceMarks marks;
  if (place.category || place.rarity) {
    for (const Point& p : world.points.points) {
      const PointClassInfo& info = world.points.class_of(p);
      if ((!place.category || info.category == *place.category) &&
          (place.class_slug.empty() || info.slug == place.class_slug) &&
          (!place.rarity || p.rarity == *place.rarity) && (place.region == 0 || p.region == place.region))
        marks.points_m.push_back(p.position_m);
    }
  } else if (place.layer && place.class_code > 0) {
    const Raster<uint8_t>& codes = raster_of(world, *place.layer);
    for (size_t i = 0; i < codes.size(); ++i)
      if (codes[i] == place.class_code && (place.region == 0 || world.region[i] == place.region))
        marks.cells.push_back(i);
  }
  if (place.region > 0) marks.regions.push_back(place.region);
  return marks;
}

}  // namespace fw
