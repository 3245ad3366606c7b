#include "core/world/explain/explain_hand_ground.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/field/shape.h"
#include "core/world/explain/explain_text_internal.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

/// Rows with a place, and where p lies in it.
class Finder {
 public:
  Finder(const World& world, const Template& tmpl, Vec2 p, Rows& rows)
      : world_(world), tmpl_(tmpl), p_(p), rows_(rows) {}

  void paint(const char* list, const HandRows<PaintRow>& rows) {
    for (const PaintRow& row : rows) {
      const std::string what = row.cls.empty() ? row.place.runs.key : row.cls;
      if (!row.place.runs.cells.empty()) {
        if (const std::string letter = letter_at(row.place); !letter.empty())
          add(list, row, "cells of " + (row.cls.empty() ? letter + " in " + what : what) + force(row));
        continue;
      }
      const auto inside = inside_of(row.place);
      if (!inside) continue;
      const double feather = feather_of(row);
      if (*inside <= -feather) {
        if (&rows == &tmpl_.hand.danger) belt(row, feather - *inside, -*inside);
        continue;
      }
      add(list, row,
          what + ", " + (*inside > feather ? "core" : "rim") + ", " + metres(std::fabs(*inside)) +
              (*inside > 0 ? " inside its outline" : " outside its outline") + force(row));
    }
  }
  /// Where painted danger bounds the bands round it.
  void belt(const PaintRow& row, double core_m, double outline_m) {
    const std::vector<BandRow>& bands = tmpl_.vocabulary.danger;
    const auto band = find_row(bands, row.cls);
    const double belt_m = tmpl_.hand.belt_m;
    if (!band || row.force != PaintForce::hard || core_m >= belt_m * static_cast<double>(bands.size()))
      return;
    const auto belts = static_cast<size_t>(std::ceil(core_m / belt_m));
    const size_t low = *band - std::min(*band, belts), high = std::min(*band + belts, bands.size() - 1);
    if (low > 0 || high + 1 < bands.size())
      add("danger", row,
          row.cls + ", belt, " + metres(outline_m) + " outside its outline: " + bands[low].id + " to " +
              bands[high].id);
  }
  void place(const char* list, const HandRow& row, const HandPlace& where, const std::string& what,
             double reach_m = 0) {
    const auto inside = inside_of(where);
    if ((inside && *inside > -reach_m) || !letter_at(where).empty()) add(list, row, what);
  }
  /// A row of regions over its shape, and over all of the region that it names, owns or mixes.
  void region(const RegionRow& row) {
    const size_t before = rows_.size();
    const std::string what = row.name.empty() ? "region" : row.name;
    place("regions", row, row.place, what);
    const size_t here = world_.grid.cell_at(p_);
    if (rows_.size() > before || !row.on || world_.region[here] == 0) return;
    const bool placed = row.x_m && row.y_m && world_.grid.contains({*row.x_m, *row.y_m});
    const bool same =
        placed && world_.region[world_.grid.cell_at({*row.x_m, *row.y_m})] == world_.region[here];
    const std::string& name = world_.regions[world_.region[here] - size_t{1}].name;
    if (!same && (row.name.empty() || row.name != name)) return;
    std::string says;
    const auto say = [&](bool stated, const std::string& word) {
      if (stated) says += (says.empty() ? "" : ", ") + word;
    };
    say(!row.name.empty(), "name " + row.name);
    say(!row.owner.empty(), "owner " + row.owner);
    say(row.neutral, "neutral");
    say(row.danger.has_value(), "its danger");
    say(row.biomes.has_value(), "its biomes");
    add("regions", row, "the region " + name + " of this place: " + (says.empty() ? "nothing stated" : says));
  }
  /// A line within a cell of the place.
  void line(const LineRow& row) {
    HandPlace where;
    where.shape = row.shape;
    if (const auto inside = inside_of(where); inside && *inside >= -world_.grid.cell_m)
      add("lines", row, row.kind + " by hand, " + metres(std::fabs(*inside)) + " away");
  }
  /// A view whose corridor, or the ground that it lowers, the place lies in.
  void view(const ViewRow& row) {
    const Vec2 from{row.x_m, row.y_m}, to{row.to_x_m, row.to_y_m};
    const Shape sight =
        from == to ? Shape{Shape::Kind::points, {{from}}} : Shape{Shape::Kind::lines, {{from, to}}};
    const double away_m = std::fabs(inside_m(sight, 0, p_));
    const bool lowers = row.ground == ViewGround::lower;
    if (away_m > row.width_m * (lowers ? 1.5 : 0.5)) return;
    add("views", row,
        "line of sight, " + metres(away_m) + " away; ground " +
            std::string(kViewGroundSlugs[static_cast<size_t>(row.ground)]) +
            (row.clear.empty() ? "" : "; clear of " + row.clear));
  }
  /// A zone or wall whose shape the place lies in.
  void zone(const ZoneRow& row) {
    const Result<Shape> shape = read_shape(row.shape);
    if (!row.on || !shape || inside_m(shape.value(), row.radius_m, p_) < 0) return;
    add("zones", row, std::string(kZoneIsSlugs[static_cast<size_t>(row.is)]));
  }
  void note(const NoteRow& row) {
    const double away_m = std::sqrt(squared_distance({row.x_m, row.y_m}, p_));
    if (row.on && away_m <= world_.grid.cell_m) add("notes", row, "note: " + row.note);
  }
  void add(const char* list, const HandRow& row, const std::string& what) {
    rows_.push_back({"hand", std::string(list) + " " + row.id, what + state_of_row(world_, row)});
  }

 private:
  std::optional<double> inside_of(const HandPlace& where) const {
    if (where.shape.empty()) return std::nullopt;
    const Result<Shape> shape = read_shape(where.shape);
    if (!shape) return std::nullopt;
    return inside_m(shape.value(), where.radius_m, p_);
  }
  /// The letter of the run over the place, "" where there is none.
  std::string letter_at(const HandPlace& where) const {
    if (where.runs.cells.empty()) return {};
    const std::string letters = letters_of(where.runs);
    const auto cells = cells_on_grid(where.runs, letters, tmpl_.frame, world_.grid);
    if (!cells) return {};
    const uint8_t code = cells.value()[world_.grid.cell_at(p_)];
    return code == 0 ? std::string() : letters.substr(code - size_t{1}, 1);
  }
  static std::string force(const PaintRow& row) {
    return row.force == PaintForce::bias ? ", bias of " + decimal_text(row.strength_sd, 2) + " sd" : "";
  }

  const World& world_;
  const Template& tmpl_;
  Vec2 p_;
  Rows& rows_;
};

void find_rows(const World& world, const Template& tmpl, Vec2 p, Rows& rows) {
  const Hand& hand = tmpl.hand;
  Finder find(world, tmpl, p, rows);
  find.paint("biome", hand.biome);
  find.paint("danger", hand.danger);
  find.paint("faction", hand.faction);
  for (const RegionRow& row : hand.regions) find.region(row);
  for (const LandRow& row : hand.land)
    find.place("land", row, row.place, std::string(kLandIsSlugs[static_cast<size_t>(row.is)]));
  for (const TerrainRow& row : hand.terrain)
    find.place("terrain", row, row.place, std::string(kTerrainDoSlugs[static_cast<size_t>(row.action)]),
               row.falloff_m.value_or(row.place.radius_m));
  for (const WaterRow& row : hand.waters)
    find.place("waters", row, row.place, std::string(kWaterIsSlugs[static_cast<size_t>(row.kind)]),
               row.kind == WaterIs::river ? world.grid.cell_m : 0);
  for (const LineRow& row : hand.lines) find.line(row);
  for (const ViewRow& row : hand.views) find.view(row);
  for (const RerollRow& row : hand.rerolls)
    find.place("rerolls", row, row.place, "other dice for " + row.of, row.blend_m);
  for (const ZoneRow& row : hand.zones) find.zone(row);
  for (const NoteRow& row : hand.notes) find.note(row);
}

/// The classes that rasters have here.
void find_imports(const Template& tmpl, const ImportSet& imports, Vec2 p, Rows& rows) {
  for (const ImportRow& row : tmpl.hand.imports) {
    std::string what = "off";
    const auto found = imports.find(row.sha256);
    const auto grid = import_grid(row, tmpl.frame);
    if (row.on && (found == imports.end() || !grid)) what = "not loaded";
    if (row.on && found != imports.end() && grid) {
      const uint16_t value = found->second->values[grid->cell_at(p)];
      if (row.what == "height") {
        const float height = import_heights(row, *found->second, tmpl.frame)[grid->cell_at(p)];
        what = std::isnan(height) ? "no height" : metres(static_cast<double>(height));
      } else {
        const auto map = read_import_map(row.map);
        what = "none";
        if (map)
          for (const ImportCode& code : map.value())
            if (code.code == value && value != 0) what = code.word;
      }
    }
    rows.push_back({"hand", "imports " + row.id, row.what + " of " + row.file + ": " + what});
  }
}

void compare(const World& world, const World& natural, size_t cell, Rows& rows) {
  const Vocabulary& words = world.vocabulary;
  const auto tell = [&](const char* layer, uint8_t now, uint8_t before, const auto& table) {
    if (now == 0 || before == 0 || now == before) return;
    rows.push_back({"hand", std::string(layer) + " naturally", table[before - size_t{1}].id});
  };
  tell("biome", world.biome[cell], natural.biome[cell], words.biomes);
  tell("danger", world.danger[cell], natural.danger[cell], words.danger);
  tell("faction", world.faction[cell], natural.faction[cell], words.factions);
  const uint8_t code = world.region[cell];
  if (code == 0 || natural.region[cell] != code) return;
  const Region& now = world.regions[code - size_t{1}];
  const Region& before = natural.regions[code - size_t{1}];
  const auto targets = [&](const char* layer, const std::vector<double>& moved,
                           const std::vector<double>& still, const auto& table) {
    for (size_t k = 0; k < std::min(moved.size(), still.size()); ++k)
      if (std::fabs(moved[k] - still[k]) > 1e-4)
        rows.push_back(
            {"hand", std::string(layer) + " target of " + table[k].id,
             decimal_text(100 * moved[k], 2) + " %, naturally " + decimal_text(100 * still[k], 2) + " %"});
  };
  targets("biome", now.biome_target, before.biome_target, words.biomes);
  targets("danger", now.danger_target, before.danger_target, words.danger);
}

}  // namespace

Hand hand_without_paint(const Hand& hand) {
  Hand natural = hand;
  natural.biome = {};
  natural.danger = {};
  natural.faction = {};
  natural.terrain = {};
  for (size_t k = natural.imports.size(); k-- > 0;) {
    const std::string& what = natural.imports[k].what;
    if (what == "biome" || what == "danger" || what == "faction") natural.imports.erase(k);
  }
  return natural;
}

std::vector<ExplainRow> explain_hand_ground(const World& world, const Template& tmpl, Vec2 position_m,
                                            const World* natural, const ImportSet& imports) {
  Rows rows;
  const size_t cell = world.grid.cell_at(position_m);
  find_rows(world, tmpl, position_m, rows);
  find_imports(tmpl, imports, position_m, rows);
  if (natural != nullptr) compare(world, *natural, cell, rows);
  return rows;
}

}  // namespace fw
