#include "core/model/template/tuning.h"
#include "core/template/parameters/parameter_rows.h"

// What other tools call what stands in the world; outside its identity (docs/export.md, 4).
namespace fw::table {
namespace {

constexpr size_t kMostThings = 2000, kMostGrounds = 400;
constexpr double kMostAsset = 512, kMostRoot = 200;

template <typename Ref>
Parameter& add_aside(Builder& table, ParameterType type, About about, Ref ref) {
  return omit_default(table.add(outside_digest(row(type, std::move(about), ref))));
}

template <typename Slugs, typename Ref>
Parameter& add_choice(Builder& table, About about, const Slugs& slugs, Ref ref) {
  return omit_default(table.add(outside_digest(choice_row(std::move(about), slugs, 0, ref))));
}

template <typename Ref>
Parameter& add_word(Builder& table, About about, std::vector<std::string_view> words, Ref ref) {
  return omit_default(table.add(outside_digest(word_row(std::move(about), std::move(words), ref))));
}

std::vector<std::string_view> row_targets() {
  return {kExportRowTargets.begin(), kExportRowTargets.end()};
}

template <typename Rows>
void add_list(Builder& table, const char* path, size_t most, const char* help, Rows rows) {
  ParameterList list{path, path, "", most, help};
  list.size = [rows](const Template& t, ParameterPlace) { return rows(t).size(); };
  list.resize = [rows](Template& t, size_t n, ParameterPlace) { rows(t).resize(n); };
  list.aside = true;
  table.lists.push_back(std::move(list));
}

void add_things(Builder& table) {
  add_list(
      table, "export.things", kMostThings, "What stands for points in other tools.",
      [](auto& t) -> auto& { return t.exports.things; });
  Parameter cls = outside_digest(required(row(
      ParameterType::reference,
      {"export.things[].class", "", "", 0, 0,
       "A class or a kind of landmarks, or a category: its row serves all its classes without one."},
      [](auto& t, size_t i) -> auto& { return t.exports.things[i].cls; })));
  cls.refers_to = "classes";
  cls.choices.assign(kCategorySlugs.begin(), kCategorySlugs.end());
  table.add(std::move(cls));
  add_word(
      table, {"export.things[].target", "", "", 0, 0, "Which target the row serves."}, row_targets(),
      [](auto& t, size_t i) -> auto& { return t.exports.things[i].target; });
  add_aside(
      table, ParameterType::text,
      {"export.things[].asset", "", "", 0, kMostAsset,
       "Prefab, Blueprint, scene, model or node; empty: a plain marker."},
      [](auto& t, size_t i) -> auto& { return t.exports.things[i].asset; });
  add_choice(
      table,
      {"export.things[].yaw", "", "", 0, 0, "seeded: turned by an angle that hangs on the thing's uid."},
      kExportYawSlugs, [](auto& t, size_t i) -> auto& { return t.exports.things[i].yaw; });
  add_aside(
      table, ParameterType::range,
      {"export.things[].scale", "", "", 0.01, 100, "Drawn between the two, by the thing's uid."},
      [](auto& t, size_t i) -> auto& { return t.exports.things[i].scale; });
  add_aside(
      table, ParameterType::number,
      {"export.things[].lift_m", "", "m", -100, 100, "Added to the ground's height."},
      [](auto& t, size_t i) -> auto& { return t.exports.things[i].lift_m; });
  add_choice(
      table, {"export.things[].leave_out", "", "", 0, 0, "Whether the target gets none of them."},
      kNoYesSlugs, [](auto& t, size_t i) -> auto& { return t.exports.things[i].leave_out; });
}

void add_grounds(Builder& table) {
  add_list(
      table, "export.grounds", kMostGrounds, "What covers the ground in other tools.",
      [](auto& t) -> auto& { return t.exports.grounds; });
  add_word(
      table, {"export.grounds[].layer", "", "", 0, 0, "Of which table the class is."},
      {kExportGroundLayers.begin(), kExportGroundLayers.end()},
      [](auto& t, size_t i) -> auto& { return t.exports.grounds[i].layer; });
  Parameter cls = outside_digest(required(row(
      ParameterType::reference,
      {"export.grounds[].class", "", "", 0, 0, "A biome or a danger band; or sea, which islets belong to."},
      [](auto& t, size_t i) -> auto& { return t.exports.grounds[i].cls; })));
  cls.refers_to = "biomes or danger";
  cls.choices = {kExportSea};
  table.add(std::move(cls));
  add_word(
      table, {"export.grounds[].target", "", "", 0, 0, "Which target the row serves."}, row_targets(),
      [](auto& t, size_t i) -> auto& { return t.exports.grounds[i].target; });
  add_aside(
      table, ParameterType::text,
      {"export.grounds[].asset", "", "", 0, kMostAsset, "Landscape layer, TerrainLayer, material or node."},
      [](auto& t, size_t i) -> auto& { return t.exports.grounds[i].asset; });
}

}  // namespace

void add_export_rows(Builder& table) {
  Parameter& targets = add_aside(
      table, ParameterType::words,
      {"export.targets", "", "", 0, static_cast<double>(kExportTargetSlugs.size()),
       "Targets that the command export writes when it names none."},
      [](auto& t, size_t) -> auto& { return t.exports.targets; });
  targets.choices.assign(kExportTargetSlugs.begin(), kExportTargetSlugs.end());
  add_aside(
      table, ParameterType::integer,
      {"export.vertices", "", "", 0, 16257,
       "Vertices of the ground along the frame's longer side; 0: as many as suit world and target."},
      [](auto& t, size_t) -> auto& { return t.exports.vertices; });
  add_aside(
      table, ParameterType::integer,
      {"export.tiles", "", "", 0, 16, "Tiles of the ground per side; 0: as few as the target allows."},
      [](auto& t, size_t) -> auto& { return t.exports.tiles; });
  add_aside(
      table, ParameterType::integer, {"export.tile_px", "", "", 1, 64, "Tiled: pixels of a tile."},
      [](auto& t, size_t) -> auto& { return t.exports.tile_px; });
  add_aside(
      table, ParameterType::integer,
      {"export.godot_version", "", "", 3, 4, "Godot: 3 or 4, which text format scenes have."},
      [](auto& t, size_t) -> auto& { return t.exports.godot_version; });
  add_aside(
      table, ParameterType::integer,
      {"export.server_rounds", "", "", 4, 1000,
       "Server: rounds after which the turns of spawn points begin again; a multiple of 4."},
      [](auto& t, size_t) -> auto& { return t.exports.server_rounds; });
  add_aside(
      table, ParameterType::number,
      {"export.server_points", "", "", 1, 10, "Server: spawn points per thing that may be alive."},
      [](auto& t, size_t) -> auto& { return t.exports.server_points; });
  add_aside(
      table, ParameterType::integer,
      {"export.server_budget_per_s", "", "1/s", 1, 1000, "Server: most spawns of all classes in a second."},
      [](auto& t, size_t) -> auto& { return t.exports.server_budget_per_s; });
  add_aside(
      table, ParameterType::text,
      {"export.root", "", "", 0, kMostRoot,
       "Where the folder will lie in the studio's project; empty: /Game/Fieldwright, Assets/Fieldwright, "
       "res://fieldwright."},
      [](auto& t, size_t) -> auto& { return t.exports.root; });
  add_things(table);
  add_grounds(table);
}

}  // namespace fw::table
