#include <type_traits>

#include "core/base/seed.h"
#include "core/field/shape.h"
#include "core/model/template/tactics_names.h"
#include "core/model/template/tuning.h"
#include "core/template/parameters/parameter_rows.h"

// The designer's hand: a list of rows for each sort of edit.
namespace fw::table {
namespace {

constexpr double kFar_m = kMostShapeCoordinate_m;
constexpr size_t kMostPins = 20000;
constexpr size_t kMostRows = 5000;

template <typename Row>
const Row& hand_row(const HandRows<Row>& rows, ParameterPlace at) {
  return rows[at.row];
}
template <typename Row>
Row& hand_row(HandRows<Row>& rows, ParameterPlace at) {
  return rows.edit(at.row);
}

/// Rows of `tactics` that name the zone follow it; not where a copy that has its id yet gets another.
void set_zone_id(Template& t, ParameterPlace at, const ParameterValue& value) {
  const std::string held = t.hand.zones[at.row].id;
  const std::string& text = std::get<std::string>(value);
  size_t rows = 0;
  for (const ZoneRow& zone : t.hand.zones) rows += zone.id == held ? 1 : 0;
  if (rows == 1) rename_zone(t.tactics, held, text);
  t.hand.zones.edit(at.row).id = text;
}

/// The columns of one of Hand's lists. A column that says nothing is left out of the text.
template <typename Row>
class HandColumns {
 public:
  HandColumns(Builder& table, const char* name, HandRows<Row> Hand::*rows, size_t most, const char* help)
      : table_(table), path_(std::string("hand.") + name + "[]"), rows_(rows) {
    ParameterList list{std::string("hand.") + name, std::string("hand.") + name, "id", most, help};
    list.size = [rows](const Template& t, ParameterPlace) { return (t.hand.*rows).size(); };
    list.resize = [rows](Template& t, size_t n, ParameterPlace) { (t.hand.*rows).resize(n); };
    list.row_in_digest = [rows](const Template& t, ParameterPlace at) { return (t.hand.*rows)[at.row].on; };
    list.omit_empty = true;
    list.aside = is_beside_world(name);
    list.one_line = true;
    table.lists.push_back(std::move(list));
    Parameter& id = add(ParameterType::slug, "id", &Row::id, "", 1, 64,
                        "Name of the row, unique in the hand; not digits alone.");
    id.required = true;
    if constexpr (std::is_same_v<Row, ZoneRow>) id.set = set_zone_id;
    Parameter on =
        choice_row(about("on", "", 0, 0, "Whether the row acts; a row that is off is outside the digest."),
                   kNoYesSlugs, 0, of(&Row::on));
    omit_default(table_.add(outside_digest(std::move(on))));
    aside("group", &Row::group, 64, "Rows of one group stand together in lists; outside the digest.");
    aside("note", &Row::note, 2000, "For people; outside the digest.");
    aside(
        "source", &Row::source, 200,
        "The import that made the row, its feature and what it was: the same import again knows it by this; "
        "outside the digest.");
  }

  template <typename Member>
  Parameter& add(ParameterType type, const char* key, Member member, const char* unit, double min, double max,
                 const char* help) const {
    Parameter& p = table_.add(row(type, about(key, unit, min, max, help), of(member)));
    p.omit_default = !p.optional;
    return p;
  }
  template <typename Member>
  Parameter& number(const char* key, Member member, const char* unit, double min, double max,
                    const char* help) const {
    return add(ParameterType::number, key, member, unit, min, max, help);
  }
  template <typename Member>
  Parameter& text(const char* key, Member member, double most, const char* help) const {
    return add(ParameterType::text, key, member, "", 0, most, help);
  }
  template <typename Member, typename Slugs>
  Parameter& choice(const char* key, Member member, const Slugs& slugs, const char* help) const {
    return omit_default(table_.add(choice_row(about(key, "", 0, 0, help), slugs, 0, of(member))));
  }
  template <typename Member>
  Parameter& id_of(const char* key, Member member, const char* rows, std::vector<std::string_view> beside,
                   const char* help) const {
    Parameter& p = add(ParameterType::reference, key, member, "", 0, 0, help);
    p.refers_to = rows;
    p.choices = std::move(beside);
    return p;
  }
  template <typename Member>
  Parameter& words(const char* key, Member member, const char* help) const {
    return add(ParameterType::class_words, key, member, "", 0, 2000, help);
  }
  template <typename Member>
  void position(const char* x, const char* y, Member mx, Member my, const char* help,
                bool required = true) const {
    number(x, mx, "m", -kFar_m, kFar_m, help).required = required;
    number(y, my, "m", -kFar_m, kFar_m, help).required = required;
  }

  Parameter& shape(const char* help) const {
    return add_shape(
        [](auto& r) -> auto& { return r.place.shape; }, help);
  }
  template <typename Get>
  Parameter& add_shape(Get get, const char* help) const {
    return omit_default(table_.add(row(ParameterType::shape, about("shape", "", 0, 0, help), inner(get))));
  }
  void radius() const {
    inner_number(
        "radius_m", "m", 0, 100000, "All places within this distance of the shape belong to it.",
        [](auto& r) -> auto& { return r.place.radius_m; });
  }
  /// Cells instead of a shape. `table_of_key`: the table whose ids letters stand for, "" if none.
  void cells(const char* table_of_key) const {
    inner_integer(
        "top", 0, 4095, "Cells: first row of the plan grid, counted from the north.",
        [](auto& r) -> auto& { return r.place.runs.top; });
    inner_integer(
        "left", 0, 4095, "Cells: first column of the plan grid, counted from the west.",
        [](auto& r) -> auto& { return r.place.runs.left; });
    omit_default(table_.add(
        row(ParameterType::runs,
            about("cells", "", 0, 4096, "Instead of a shape: runs of cells of the plan grid, a text a row."),
            inner([](auto& r) -> auto& { return r.place.runs.cells; }))));
    Parameter& letters = omit_default(
        table_.add(row(ParameterType::class_key,
                       about("key", "", 0, 2000,
                             *table_of_key != 0 ? "Cells: which letter is which class: a grassland, b forest."
                                                : "Cells: the letters in use: a yes."),
                       inner([](auto& r) -> auto& { return r.place.runs.key; }))));
    letters.refers_to = table_of_key;
  }

  /// A value per row of a table, as in region_mixes.
  template <typename Member>
  void mix(const char* key, const char* rows, Member member, const char* help) const {
    table_.keyed(path_ + "." + key, rows, 1, help, of(member));
  }

 private:
  About about(const char* key, const char* unit, double min, double max, const char* help) const {
    return {path_ + "." + key, "", unit, min, max, help};
  }
  template <typename Member>
  auto of(Member member) const {
    return [ rows = rows_, member ](auto& t, ParameterPlace at) -> auto& {
      return hand_row(t.hand.*rows, at).*member;
    };
  }
  template <typename Get>
  auto inner(Get get) const {
    return [ rows = rows_, get ](auto& t, ParameterPlace at) -> auto& {
      return get(hand_row(t.hand.*rows, at));
    };
  }
  template <typename Get>
  void inner_number(const char* key, const char* unit, double min, double max, const char* help,
                    Get get) const {
    omit_default(table_.add(row(ParameterType::number, about(key, unit, min, max, help), inner(get))));
  }
  template <typename Get>
  void inner_integer(const char* key, double min, double max, const char* help, Get get) const {
    omit_default(table_.add(row(ParameterType::integer, about(key, "", min, max, help), inner(get))));
  }
  template <typename Member>
  void aside(const char* key, Member member, double most, const char* help) const {
    omit_default(
        table_.add(outside_digest(row(ParameterType::text, about(key, "", 0, most, help), of(member)))));
  }

  Builder& table_;
  std::string path_;
  HandRows<Row> Hand::*rows_;
};

void add_pins(Builder& table) {
  const HandColumns<PinRow> c(table, "pins", &Hand::pins, kMostPins,
                              "Points and landmarks put in place by hand.");
  c.id_of("class", &PinRow::cls, "classes", {}, "The point class or landmark kind.").required = true;
  c.add(ParameterType::choice, "category", &PinRow::category, "", 0, 0,
        "Where two tables have the class: which one.")
      .choices = {"", "resource", "wildlife", "enemy", "landmark"};
  c.position("x_m", "y_m", &PinRow::x_m, &PinRow::y_m,
             "Where it stands, from the frame's south-west corner.");
  c.text("name", &PinRow::name, 200, "Its own name; absent: by the rules.");
  c.text("label", &PinRow::label, 200, "What people read beside it.");
  Parameter& rarity =
      c.id_of("rarity", &PinRow::rarity, "rarities", {}, "Rank of an enemy; absent: by the rules.");
  rarity.omit_default = false;
  c.add(ParameterType::integer, "level", &PinRow::level, "", 0, 100000,
        "Level of an enemy; absent: by the rules.");
  c.number("hp_mult", &PinRow::hp_mult, "", 0, 1000, "Multiplier of health; absent: by the rules.");
  c.number("dps_mult", &PinRow::dps_mult, "", 0, 1000, "Multiplier of damage; absent: by the rules.");
  c.number("loot", &PinRow::loot, "", 0, 1e6, "Worth of its loot; absent: by the rules.");
  c.number("respawn_s", &PinRow::respawn_s, "s", 0, 1e7, "Time until it returns; absent: by the rules.");
  c.add(ParameterType::integer, "number", &PinRow::number, "", 0, 1e7,
        "The number of the generated point that it keeps.");
  c.choice("counts", &PinRow::counts, kNoYesSlugs, "Whether it uses up quota.");
  c.choice("spacing", &PinRow::spacing, kPinSpacingSlugs,
           "class: generated points of its class keep their spacing; none: they do not.");
  c.choice("where", &PinRow::where, kPinWhereSlugs,
           "land: only on the main ground, else suspended; anywhere: it stands where it is put.");
  c.position("from_x_m", "from_y_m", &PinRow::from_x_m, &PinRow::from_y_m,
             "Where the generated point stood that was moved here.", false);
}

void add_bans(Builder& table) {
  const HandColumns<BanRow> c(table, "bans", &Hand::bans, kMostRows, "Places where something may not stand.");
  c.words("of", &BanRow::of, "What may not stand here.").required = true;
  c.position("x_m", "y_m", &BanRow::x_m, &BanRow::y_m, "The middle.");
  c.number("radius_m", &BanRow::radius_m, "m", 1, 100000,
           "How far round; absent: half the class's spacing, at least 25.");
  c.choice("instead", &BanRow::instead, kBanInsteadSlugs,
           "elsewhere: the points stand somewhere else; none: the quota falls by them.");
}

void add_areas(Builder& table) {
  const HandColumns<AreaRow> c(table, "areas", &Hand::areas, kMostRows,
                               "Areas where points stand more densely, less, or never.");
  c.words("of", &AreaRow::of, "Which classes.").required = true;
  c.shape("Where.").required = true;
  c.radius();
  c.number("density", &AreaRow::density, "", 0, 10, "0 = never, 1 = as ever, 3 = three times as densely.");
  c.number("feather_m", &AreaRow::feather_m, "m", 0, 2000, "Width over which it fades out.");
}

void add_paint(Builder& table, const char* name, HandRows<PaintRow> Hand::*rows, const char* of,
               const char* help) {
  const HandColumns<PaintRow> c(table, name, rows, kMostRows, help);
  c.id_of("class", &PaintRow::cls, of, {"", kPaintNone}, "The painted row; none: takes earlier paint away.");
  c.shape("Where; or cells.");
  c.radius();
  c.choice("force", &PaintRow::force, kPaintForceSlugs,
           "hard: the class holds; bias: noise leans towards it.");
  c.number("strength", &PaintRow::strength_sd, "sd", -4, 4,
           "Bias: standard deviations of the layer's scores.");
  c.number("feather_m", &PaintRow::feather_m, "m", 0, 1000,
           "Width of the edge that noise decides; absent: 60, of cells 0.");
  c.cells(of);
}

void add_regions(Builder& table) {
  const HandColumns<RegionRow> c(table, "regions", &Hand::regions, kMostRows,
                                 "Regions by hand: name, owner, ground, mix.");
  c.position("x_m", "y_m", &RegionRow::x_m, &RegionRow::y_m,
             "A place of the region meant, in the plan without these rows.", false);
  c.text("name", &RegionRow::name, 200, "Its name; absent: generated.");
  c.id_of("owner", &RegionRow::owner, "factions", {""}, "Whose it is; absent: by the rules.");
  c.choice("neutral", &RegionRow::neutral, kNoYesSlugs, "Whether it belongs to nobody.");
  c.shape("Its ground; or cells.");
  c.radius();
  c.choice("is", &RegionRow::is, kRegionIsSlugs, "holds: the shape belongs to it; exactly: it is the shape.");
  c.cells("");
  c.mix("danger", "danger", &RegionRow::danger, "Share of the region's land; sums to 1.");
  c.mix("biomes", "biomes", &RegionRow::biomes, "Share of the region's land; sums to 1.");
}

void add_ground(Builder& table) {
  const HandColumns<LandRow> land(table, "land", &Hand::land, kMostRows, "Land or sea by hand.");
  land.shape("Where; or cells.");
  land.radius();
  land.choice("is", &LandRow::is, kLandIsSlugs, "What it is.");
  land.cells("");
  const HandColumns<TerrainRow> c(table, "terrain", &Hand::terrain, kMostRows,
                                  "Changes of the finished height, in order.");
  c.choice("do", &TerrainRow::action, kTerrainDoSlugs, "What is done.");
  c.shape("Where.").required = true;
  c.radius();
  c.number("falloff_m", &TerrainRow::falloff_m, "m", 1, 5000,
           "Width over which it fades out; absent: the radius.");
  c.number("amount_m", &TerrainRow::amount_m, "m", -9000, 9000, "Raise, lower, ridge, valley: by how much.");
  c.number("level_m", &TerrainRow::level_m, "m", -9000, 9000, "Level: the height.");
}

void add_waters(Builder& table) {
  const HandColumns<WaterRow> c(table, "waters", &Hand::waters, kMostRows, "Lakes and rivers by hand.");
  c.choice("kind", &WaterRow::kind, kWaterIsSlugs, "What it is.");
  c.shape("A lake: all that it covers. A river: its LINESTRING, downstream.").required = true;
  c.radius();
  c.number("level_m", &WaterRow::level_m, "m", 0, 9000,
           "A lake: how high its water stands; absent: as high as the lowest ground beside it.");
  c.text("name", &WaterRow::name, 200, "Its name; absent: by the rules.");
}

void add_lines_places_and_views(Builder& table) {
  const HandColumns<LineRow> line(table, "lines", &Hand::lines, kMostRows, "Roads and tracks drawn by hand.");
  line.add(ParameterType::choice, "kind", &LineRow::kind, "", 0, 0, "What runs there.").choices = {"track",
                                                                                                   "road"};
  line.add_shape(
          [](auto& r) -> auto& { return r.shape; }, "LINESTRING.")
      .required = true;
  line.id_of("from", &LineRow::from, "pins", {""}, "The pin where it begins; absent: a free end.");
  line.id_of("to", &LineRow::to, "pins", {""}, "The pin where it ends; absent: a free end.");
  const HandColumns<PlaceRow> place(table, "places", &Hand::places, kMostRows,
                                    "Named places by hand: summits, bays, woods.");
  Parameter& kind =
      place.add(ParameterType::choice, "kind", &PlaceRow::kind, "", 0, 0,
                "What it is; none: the natural place of `number` has no name; absent: what that is.");
  kind.choices = {"", kNoPlace};
  for (const std::string_view slug : kPlaceKindSlugs)
    if (slug != "lake" && slug != "river") kind.choices.push_back(slug);
  place.position("x_m", "y_m", &PlaceRow::x_m, &PlaceRow::y_m, "Where its name stands.");
  place.text("name", &PlaceRow::name, 200, "Its name; absent: by the rules.");
  place.add(ParameterType::integer, "number", &PlaceRow::number, "", 1, 10000,
            "The number of the natural place that it renames, moves or takes away.");
  const HandColumns<ViewRow> c(table, "views", &Hand::views, kMostRows, "Lines of sight that stay open.");
  c.position("x_m", "y_m", &ViewRow::x_m, &ViewRow::y_m, "Where the eye is.");
  c.number("eye_m", &ViewRow::eye_m, "m", 0, 500, "Height of the eye over the ground.");
  c.position("to_x_m", "to_y_m", &ViewRow::to_x_m, &ViewRow::to_y_m, "Where the target is.");
  c.number("target_m", &ViewRow::target_m, "m", 0, 500, "Height of the target over the ground.");
  c.number("width_m", &ViewRow::width_m, "m", 1, 2000, "Width of the corridor.");
  c.choice("ground", &ViewRow::ground, kViewGroundSlugs,
           "lower: the ground of the corridor is kept under the line.");
  c.words("clear", &ViewRow::clear, "What may not stand in the corridor; absent: nothing is cleared.");
}

void add_rerolls(Builder& table) {
  const HandColumns<RerollRow> c(table, "rerolls", &Hand::rerolls, kMostRows,
                                 "Other dice for what lies inside a shape.");
  c.shape("Where; or cells.");
  c.radius();
  c.text("of", &RerollRow::of, 2000, "points, danger, biomes, factions, or ids of classes, with commas.")
      .required = true;
  c.add(ParameterType::integer, "seed", &RerollRow::seed, "", 0, static_cast<double>(kMaxSeed),
        "The other dice.");
  c.number("blend_m", &RerollRow::blend_m, "m", 0, 3000,
           "Layers: width over which the two fields are mixed.");
  c.cells("");
}

void add_imports(Builder& table) {
  const HandColumns<ImportRow> c(table, "imports", &Hand::imports, kMostRows,
                                 "Rasters in files beside the template.");
  Parameter& what = c.add(ParameterType::choice, "what", &ImportRow::what, "", 0, 0, "What the pixels are.");
  what.choices.assign(kImportWhatSlugs.begin(), kImportWhatSlugs.end());
  what.required = true;
  c.add(ParameterType::text, "file", &ImportRow::file, "", 1, 200,
        "Plain name of the file in the template's .hand folder.")
      .required = true;
  c.add(ParameterType::integer, "columns", &ImportRow::columns, "", 1, 4096, "Pixels from west to east.")
      .required = true;
  c.add(ParameterType::integer, "rows", &ImportRow::rows, "", 1, 4096, "Pixels from north to south.")
      .required = true;
  c.text("sha256", &ImportRow::sha256, 64, "Of the pixels; a file with others is refused.").required = true;
  c.add(ParameterType::class_key, "map", &ImportRow::map, "", 0, 20000,
        "Which value is which row: 1 forest, 2 snow.")
      .refers_to = "import";
  c.number("low_m", &ImportRow::low_m, "m", -12000, 12000, "Heights: what 0 stands for.");
  c.number("high_m", &ImportRow::high_m, "m", -12000, 12000, "Heights: what the largest value stands for.");
  c.choice("mode", &ImportRow::mode, kImportModeSlugs,
           "Heights: replace, add to, or blend with the generated ones.");
  c.number("blend_m", &ImportRow::blend_m, "m", 0, 3000, "Blend: width at the edge of the pixels.");
  c.choice("force", &ImportRow::force, kPaintForceSlugs, "Classes: as paint.");
  c.number("strength", &ImportRow::strength_sd, "sd", -4, 4, "Classes: as paint.");
  c.number("feather_m", &ImportRow::feather_m, "m", 0, 1000, "Classes: as paint.");
}

void add_zones_and_notes(Builder& table) {
  const HandColumns<ZoneRow> zone(table, "zones", &Hand::zones, kMostRows,
                                  "Places that `tactics` names, and walls for simulated agents.");
  zone.add_shape(
          [](auto& r) -> auto& { return r.shape; }, "Where.")
      .required = true;
  zone.number("radius_m", &ZoneRow::radius_m, "m", 0, 100000,
              "All places within this distance of the shape belong to it.");
  zone.choice("is", &ZoneRow::is, kZoneIsSlugs,
              "zone: a place that rows of `tactics` name; wall: no simulated agent enters it.");
  const HandColumns<NoteRow> note(table, "notes", &Hand::notes, kMostRows,
                                  "Flags with a text for people; the text is the column `note`.");
  note.position("x_m", "y_m", &NoteRow::x_m, &NoteRow::y_m, "Where the flag stands.");
}

}  // namespace

void add_hand_rows(Builder& table) {
  omit_default(table.add(choice_row(
      {"hand.mix", "", "", 0, 0,
       "What the world's mixes do about paint: hold: they stay; follow: they go with it."},
      kHandMixSlugs, 0, [](auto& t, ParameterPlace) -> auto& { return t.hand.mix; })));
  omit_default(table.number(
      {"hand.belt_m", "", "m", 0, 500, "Width of each band between painted danger and its surroundings."},
      [](auto& t, ParameterPlace) -> auto& { return t.hand.belt_m; }));
  add_pins(table);
  add_bans(table);
  add_areas(table);
  add_paint(table, "biome", &Hand::biome, "biomes", "Painted biomes, in the order of painting.");
  add_paint(table, "danger", &Hand::danger, "danger", "Painted danger bands, in the order of painting.");
  add_paint(table, "faction", &Hand::faction, "factions", "Painted factions, in the order of painting.");
  add_regions(table);
  add_ground(table);
  add_waters(table);
  add_lines_places_and_views(table);
  add_rerolls(table);
  add_imports(table);
  add_zones_and_notes(table);
}

}  // namespace fw::table
