#include "app/job/folder/written_names.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "core/model/world/world_layers.h"
#include "render/plate/plate.h"

namespace fw {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

/// Whether a name fits a pattern: `#` stands for digits, `*` for letters, digits, _ and -, one or more.
bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  const char first = pattern.front();
  if (first != '#' && first != '*')
    return !name.empty() && name.front() == first && fits(pattern.substr(1), name.substr(1));
  for (size_t k = 0; k < name.size() && (first == '#' ? is_digit(name[k]) : is_word(name[k])); ++k)
    if (fits(pattern.substr(1), name.substr(k + 1))) return true;
  return false;
}

/// `@` stands for a layer of lines and places, `=` for a raster of classes.
constexpr std::string_view kShapeLayers[]{"points",    "regions",    "tracks", "rivers",
                                          "lakes",     "waterfalls", "shore",  "roads",
                                          "crossings", "footprints", "places"};

bool fits_with_layers(std::string_view pattern, std::string_view name) {
  const size_t at = pattern.find_first_of("@=");
  if (at == std::string_view::npos) return fits(pattern, name);
  const auto with = [&](std::string_view layer) {
    return fits(std::string(pattern.substr(0, at)) + std::string(layer) + std::string(pattern.substr(at + 1)),
                name);
  };
  if (pattern[at] == '@') return std::any_of(std::begin(kShapeLayers), std::end(kShapeLayers), with);
  return std::any_of(std::begin(kWorldLayers), std::end(kWorldLayers),
                     [&](const WorldLayer& layer) { return with(layer.slug); });
}

constexpr std::string_view kOfRender[]{"points.geojson",    "points.rfc7946.geojson",
                                       "regions.geojson",   "tracks.geojson",
                                       "rivers.geojson",    "lakes.geojson",
                                       "coast.geojson",     "roads.geojson",
                                       "crossings.geojson", "footprints.geojson",
                                       "places.geojson",    "territory.gpkg",
                                       "points.fgb",        "regions.fgb",
                                       "places.fgb",        "layers/=.tif",
                                       "layers/hand.tif",   "layers/control.tif",
                                       "fields.tif",        "elevation.tif",
                                       "travel.tif",        "height16.png",
                                       "template.json",     "audit.json",
                                       "audit.csv",         "timings.json",
                                       "plates.json"};
constexpr std::string_view kOfFilm[]{"frame_#.png", "figures.csv"};
constexpr std::string_view kOfAtlas[]{"atlas.pdf", "places.csv"};
constexpr std::string_view kOfStudy[]{"runs.csv",     "runs.json",      "summary.csv",
                                      "summary.json", "comparison.csv", "series.csv",
                                      "runtime.csv",  "charts/*.svg",   "charts/*.png"};
constexpr std::string_view kOfSearch[]{
    "results.csv",  "results.json",           "results.sqlite", "kept.json",    "summary.json",
    "gallery.html", "charts/correlation.csv", "kept/#.json",    "charts/*.svg", "charts/*.png"};
constexpr std::string_view kOfSweep[]{"points.csv",   "runs.csv",     "effects.csv", "luck.csv",
                                      "summary.json", "charts/*.svg", "charts/*.png"};
constexpr std::string_view kOfTune[]{"tuned.json", "report.html", "evaluations.csv"};
constexpr std::string_view kOfSimulation[]{"series.csv",     "events.csv",  "audit_time.json",
                                           "audit_time.csv", "state.bin",   "maps/day_#.tif",
                                           "charts/*.svg",   "charts/*.png"};
constexpr std::string_view kOfTarget[]{
    // csv, postgis
    "@.csv", "@_vertices.csv", "audit_mix.csv", "audit_quota.csv", "world.sql", "load.sql",
    // server
    "spawn.json", "spawn.sqlite",
    // gltf
    "world.glb", "terrain_lod#.glb",
    // godot
    "classes/=.png", "collision_x#_y#.tres", "height.r16", "points_*.tscn", "points_*.json", "terrain.glb",
    "weights_#.png", "world.tscn",
    // luanti
    "fieldwright/=.raw", "fieldwright/ground.raw", "fieldwright/init.lua", "fieldwright/lines.lua",
    "fieldwright/mod.conf", "fieldwright/points.lua", "fieldwright/world.lua",
    // tiled
    "=.png", "=.tsx", "world.tmx", "world_x#_y#.tmx",
    // unity
    "Editor/Fieldwright.Editor.asmdef", "Editor/FieldwrightImport.cs", "Fieldwright.asmdef",
    "FieldwrightThing.cs", "fieldwright.json", "ground_x#_z#.raw", "weights_#_x#_z#.raw",
    // unreal
    "FieldwrightRow.h", "README.txt", "import_fieldwright.py", "points.json", "splines.json", "*_height.png",
    "*_height.r16", "*_height_rg.png", "*_height_x#_y#.png", "*_height_x#_y#.r16", "*_height_rg_x#_y#.png",
    "weights/*.png",
    // web
    "LICENSE-maplibre.txt", "data/@.js", "data/symbols.js", "data/world.js", "index.html", "maplibre-gl.css",
    "map_style.js", "maplibre-gl.js", "overview.png", "page.css", "page.js", "tiles/#/#/#.js"};

std::span<const std::string_view> patterns_of(FolderContent content) {
  switch (content) {
    case FolderContent::render:
      return kOfRender;
    case FolderContent::film:
      return kOfFilm;
    case FolderContent::atlas:
      return kOfAtlas;
    case FolderContent::study:
      return kOfStudy;
    case FolderContent::search:
      return kOfSearch;
    case FolderContent::sweep:
      return kOfSweep;
    case FolderContent::tune:
      return kOfTune;
    case FolderContent::simulation:
      return kOfSimulation;
    case FolderContent::engine_target:
      return kOfTarget;
  }
  return {};
}

bool is_plate(std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view ending = name.substr(dot), stem = name.substr(0, dot);
  return (ending == ".png" || ending == ".svg" || ending == ".pdf") &&
         std::any_of(kViewSlugs.begin(), kViewSlugs.end(), [&](std::string_view view) {
           return stem == view || fits(std::string(view) + "_#", stem);  // its further pages
         });
}

}  // namespace

FolderContent content_of(std::string_view manifest_text) {
  const auto root = nlohmann::json::parse(manifest_text, nullptr, false);
  if (!root.is_object()) return FolderContent::render;
  if (root.value("kind", nlohmann::json()) == "export") return FolderContent::engine_target;
  if (root.contains("animation")) return FolderContent::film;
  if (root.contains("atlas")) return FolderContent::atlas;
  if (root.contains("study")) return FolderContent::study;
  if (root.contains("search")) return FolderContent::search;
  if (root.contains("sweep")) return FolderContent::sweep;
  if (root.contains("tune")) return FolderContent::tune;
  if (root.contains("simulation")) return FolderContent::simulation;
  return FolderContent::render;
}

bool is_written_name(FolderContent content, std::string_view name) {
  if (content == FolderContent::render && is_plate(name)) return true;
  const std::span<const std::string_view> patterns = patterns_of(content);
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](std::string_view pattern) { return fits_with_layers(pattern, name); });
}

}  // namespace fw
