#include "core/model/template/site_measures.h"
#include "core/template/parameters/parameter_rows.h"

// The tables of a world's words.
namespace fw::table {
namespace {

constexpr double kFarthest_m = 100000;

/// A table of the vocabulary and the columns that all have.
template <typename Rows>
auto add_plain_table(Builder& table, const std::string& path, Rows Vocabulary::*rows, size_t least,
                     size_t most, const char* main_column, const char* help) {
  ParameterList list{path, path, "id", most, help};
  list.size = [rows](const Template& t, ParameterPlace) { return (t.vocabulary.*rows).size(); };
  list.resize = [rows](Template& t, size_t n, ParameterPlace) {
    (t.vocabulary.*rows).resize(n);
    for (std::vector<PointClass>* classes : {&t.resources, &t.wildlife, &t.enemies})
      for (PointClass& cls : *classes) {
        cls.biome_affinity.resize(t.vocabulary.biomes.size(), 0.0);
        cls.danger_affinity.resize(t.vocabulary.danger.size(), 1.0);
      }
  };
  list.min_rows = least;
  list.main_column = main_column;
  table.lists.push_back(std::move(list));
  auto cols = columns(
      table,
      path + "[]", [rows](auto& t, ParameterPlace at) -> auto& { return (t.vocabulary.*rows)[at.row]; });
  cols.add(ParameterType::slug, "id", &RowIdentity::id, "", 1, 64,
           "Slug, unique in the table: noise, random streams and references go by it.")
      .required = true;
  cols.add(ParameterType::text, "label", &RowIdentity::label, "", 0, 200,
           "What people read; \"\" or absent = the id in words.");
  return cols;
}

/// A table whose rows have colours.
template <typename Rows>
auto add_table(Builder& table, const std::string& path, Rows Vocabulary::*rows, size_t least, size_t most,
               const char* main_column, const char* help) {
  auto cols = add_plain_table(table, path, rows, least, most, main_column, help);
  cols.add(ParameterType::colour, "colour", &RowIdentity::colour, "", 0, 0,
           "Colour on maps; absent = from the palette.");
  return cols;
}

void add_factions(Builder& table) {
  auto cols = add_table(table, "factions", &Vocabulary::factions, 1, kMaxFactions, "share",
                        "Who holds the land; row order is tie order and raster code - 1.");
  using Row = FactionRow;
  cols.add(ParameterType::colour, "ink", &Row::ink, "", 0, 0, "Colour of its symbols and borders.");
  cols.number("share", &Row::share, "", 0, 1, "Share of the land that it holds; all sum to 1.");
  cols.choice("role", &Row::role, kFactionRoleSlugs,
              "owner: may own controllable regions; neutral: owns what nobody owns, at most one row.");
  cols.add(ParameterType::place, "home", &Row::home, "", 0, 1,
           "Where the owner search pulls its regions: [x, y] in shares of the frame, or a compass word.");
  omit_default(cols.number("home_weight", &Row::home_weight, "", 0, 10, "How hard it is pulled home."));
  Parameter& names = cols.add(ParameterType::reference, "names", &Row::names, "", 0, 0,
                              "How its regions and landmarks are called.");
  names.choices = {kFirstNames};
  omit_default(refers_to(names, "names"));
}

void add_names(Builder& table) {
  constexpr double kMostTexts = 128;
  auto cols =
      add_plain_table(table, "names", &Vocabulary::names, 0, kMaxNameRows, "",
                      "How names are formed: start + middle + end, then an epithet; a text that stands "
                      "several times comes that much oftener. What a row leaves out is classic's, which is "
                      "there without a row.");
  table.lists.back().omit_empty = true;
  const auto texts = [&](const char* key, std::vector<std::string> NameRow::*member, double least,
                         const char* help) {
    omit_default(cols.add(ParameterType::texts, key, member, "", least, kMostTexts, help));
  };
  texts("starts", &NameRow::starts, 1, "How names begin.");
  texts("middles", &NameRow::middles, 0, "What stands between; \"\" or none: nothing.");
  texts("ends", &NameRow::ends, 1, "How names end.");
  texts("epithets", &NameRow::epithets, 0, "What follows after a space; \"\" or none: nothing.");
  constexpr double kMostForms = 24;
  for (size_t kind = 0; kind < kPlaceKindSlugs.size(); ++kind) {
    const std::string slug(kPlaceKindSlugs[kind]);
    omit_default(table.add(row(
        ParameterType::texts,
        {"names[].forms." + slug, "", "", 0, kMostForms,
         "Names of this kind: % = start and middle, # = the height in metres; an empty list: no names."},
        [kind](auto& t, ParameterPlace at) -> auto& { return t.vocabulary.names[at.row].forms[kind]; })));
  }
}

void add_biomes(Builder& table) {
  auto cols = add_table(table, "biomes", &Vocabulary::biomes, 1, kMaxBiomes, "share",
                        "What grows; row order is tie order and raster code - 1.");
  using Row = BiomeRow;
  cols.number("share", &Row::share, "", 0, 1, "Share of the land; all sum to 1.");
  auto prior = cols.group("prior", &Row::prior);
  const auto weight = [&prior](const char* key, float BiomePrior::*member, const char* help) {
    omit_default(prior.number(key, member, "", -5, 5, help));
  };
  weight("height", &BiomePrior::height, "Weight of the height's rank.");
  weight("slope", &BiomePrior::slope, "Weight of the slope's rank.");
  weight("coast", &BiomePrior::coast, "Weight of the rank of the distance to the sea.");
  weight("south", &BiomePrior::south, "Weight of how far south it lies.");
  weight("danger", &BiomePrior::danger, "Weight of the danger.");
  weight("mid_height", &BiomePrior::mid_height, "Weight of the distance from middle height.");
  weight("constant", &BiomePrior::constant, "Added everywhere.");
  weight("wet", &BiomePrior::wet, "Weight of the wetness's rank: low over channels, gathering water, rain.");
  weight("sun", &BiomePrior::sun, "Weight of how much the ground falls to the south.");
  auto only = cols.group("only", &Row::only);
  const auto limit = [&only](const char* key, BiomeLimit BiomeLimits::*member, const char* unit, double most,
                             const char* help) {
    auto ends = only.group(key, member);
    ends.number("min", &BiomeLimit::min, unit, 0, most, help);
    ends.number("max", &BiomeLimit::max, unit, 0, most, help);
  };
  limit("height", &BiomeLimits::height, "", 1,
        "Ground where it belongs, by the height's rank; absent = free.");
  limit("slope", &BiomeLimits::slope, "", 5, "The same by rise over run.");
  limit("coast_m", &BiomeLimits::coast_m, "m", 1e6, "The same by the distance to the sea.");
  limit("wet", &BiomeLimits::wet, "", 1, "The same by the wetness's rank.");
  omit_default(
      cols.number("track_cost", &Row::track_cost, "", 0, 100, "Added to the cost of a track's step."));
  omit_default(cols.choice("texture", &Row::texture, kTextureSlugs, "Texture on the plates."));
  omit_default(cols.number("canopy", &Row::canopy, "", 0, 1,
                           "Share of the ground under trees in the oblique view; outside the digest."))
      .in_digest = false;
  omit_default(cols.words("tags", &Row::tags, 16, "Slugs that rules may refer to."));
}

void add_bands(Builder& table) {
  auto cols = add_table(table, "danger", &Vocabulary::danger, 1, kMaxBands, "share",
                        "Danger bands from safe to worst; row order is raster code - 1.");
  using Row = BandRow;
  cols.add(ParameterType::colour, "ink", &Row::ink, "", 0, 0,
           "Colour of the outline round this band and worse ones.");
  cols.number("share", &Row::share, "", 0, 1, "Share of the land; all sum to 1.");
  cols.number("threshold", &Row::threshold, "", 0, 1,
              "Danger at which the band begins (modes.danger raw_thresholds), ascending, the first 0; absent "
              "= the shares before it.");
  cols.number("tier_at", &Row::tier_at, "", -5, 5,
              "Where along the regions' tier the band is at home; absent = 0.05 + 1.07 k / (n - 1).");
  cols.number("floor", &Row::floor, "", 0, 1, "Least share in every controllable region.");
  cols.number("in_neutral", &Row::in_neutral, "", 0, 10, "Factor on the band in neutral regions.");
  cols.number("outside_neutral", &Row::outside_neutral, "", 0, 10,
              "Factor on the band in controllable regions; below 1 it becomes 0 when neutral ground has room "
              "for the whole band.");
  omit_default(
      cols.number("track_cost", &Row::track_cost, "", 0, 100, "Added to the cost of a track's step."));
  cols.number("wildlife", &Row::wildlife, "", 0, 1, "Weight of wildlife in this band.");
  cols.yes_no("safe", &Row::safe, "Settlements may stand there.");
  cols.yes_no("strong", &Row::strong, "Bosses stand there; named enemies are likelier.");
  const auto range = [&cols](const char* key, std::array<double, 2> Row::*member, const char* unit,
                             double max, const char* help) {
    cols.add(ParameterType::range, key, member, unit, 0, max, help);
  };
  range("hp_mult", &Row::hp_mult, "", 1e6, "Hit point multiplier, [low, high] by rank in the band.");
  range("dps_mult", &Row::dps_mult, "", 1e6, "Damage multiplier, [low, high] by rank in the band.");
  range("level", &Row::level, "", 10000, "Level, [low, high] by rank in the band.");
  range("loot", &Row::loot, "", 1000, "Loot quality, [low, high] by rank in the band.");
  range("respawn_s", &Row::respawn_s, "s", 1e7, "Respawn time, [low, high] by rank in the band.");
  cols.number("elite_rate", &Row::elite_rate, "", 0, 1,
              "Share of the band's enemies that get the rarity without count and rate.");
  cols.number("named_rate", &Row::named_rate, "", 0, 1, "Informative: counts stand in rarities.");
  cols.number("boss_rate", &Row::boss_rate, "", 0, 1, "Informative: counts stand in rarities.");
}

/// A condition's members; `in` holds ids of what the measure tells.
template <typename Ref>
void add_condition(Columns<Ref> cols, bool optional) {
  Parameter& measure = cols.add(ParameterType::choice, "measure", &SiteCondition::measure, "", 0, 0,
                                "What is measured; to.<kind>_m: distance to the nearest landmark of a kind "
                                "placed before.");
  for (const SiteMeasure& m : kSiteMeasures) measure.choices.push_back(m.slug);
  refers_to(measure, "landmarks").required = !optional;
  measure.omit_default = optional;
  if (optional)
    measure.set = [](Template& t, ParameterPlace at, const ParameterValue& value) {
      auto& demand = t.vocabulary.landmarks[at.row].site.cover.demand;
      const std::string& text = std::get<std::string>(value);
      if (text.empty()) return demand.reset();
      if (!demand) demand.emplace();
      demand->measure = text;
    };
  cols.number("min", &SiteCondition::min, "", -1e6, 1e6, "Least value.");
  cols.number("max", &SiteCondition::max, "", -1e6, 1e6, "Greatest value.");
  cols.number("above", &SiteCondition::above, "", -1e6, 1e6, "The value is greater.");
  cols.number("below", &SiteCondition::below, "", -1e6, 1e6, "The value is smaller.");
  omit_default(refers_to(cols.words("in", &SiteCondition::in, 40,
                                    "Ids of which the value is one: bands, biomes, factions, as the measure "
                                    "says; for region also neutral, controllable."),
                         "measure"));
}

template <typename RowsOf>
void add_inner_list(Builder& table, const std::string& path, size_t most, const char* help, RowsOf rows_of) {
  ParameterList list{path, path, "", most, help};
  list.size = [rows_of](const Template& t, ParameterPlace at) { return rows_of(t, at).size(); };
  list.resize = [rows_of](Template& t, size_t n, ParameterPlace at) { rows_of(t, at).resize(n); };
  list.omit_empty = true;
  table.lists.push_back(std::move(list));
}

void add_terms(Builder& table) {
  const auto rows_of = [](auto& t, ParameterPlace at) -> auto& {
    return t.vocabulary.landmarks[at.row].site.prefer;
  };
  add_inner_list(table, "landmarks[].site.prefer", 16, "Terms of how good a place is, summed in order.",
                 rows_of);
  auto cols = columns(
      table, "landmarks[].site.prefer[]", [rows_of](auto& t, ParameterPlace at) -> auto& {
        return rows_of(t, at)[at.inner];
      });
  Parameter& measure = cols.add(ParameterType::choice, "measure", &SiteTerm::measure, "", 0, 0,
                                "What is measured; to.<kind>_m: distance to the nearest landmark of a kind "
                                "placed before.");
  for (const SiteMeasure& m : kSiteMeasures)
    if (m.kind == MeasureKind::number) measure.choices.push_back(m.slug);
  refers_to(measure, "landmarks").required = true;
  cols.number("weight", &SiteTerm::weight, "", -1000, 1000, "Weight of the term.");
  omit_default(cols.choice("shape", &SiteTerm::shape, kTermShapeSlugs,
                           "linear; exp: e^(-value / scale); bell: e^-((value - at) / width)^2; saturate: "
                           "min(value / at, 1)."));
  omit_default(cols.number("at", &SiteTerm::at, "", -1e6, 1e6, "Of bell and saturate."));
  omit_default(cols.number("width", &SiteTerm::width, "", 1e-6, 1e6, "Of bell."));
  omit_default(cols.number("scale", &SiteTerm::scale, "", 1e-6, 1e6, "Of exp."));
}

void add_site(Builder& table) {
  const auto rows_of = [](auto& t, ParameterPlace at) -> auto& {
    return t.vocabulary.landmarks[at.row].site.require;
  };
  add_inner_list(table, "landmarks[].site.require", 16, "Conditions that every place meets.", rows_of);
  add_condition(columns(
                    table, "landmarks[].site.require[]",
                    [rows_of](auto& t, ParameterPlace at) -> auto& { return rows_of(t, at)[at.inner]; }),
                false);
  add_terms(table);
  auto site = columns(
      table, "landmarks[].site",
      [](auto& t, ParameterPlace at) -> auto& { return t.vocabulary.landmarks[at.row].site; });
  auto cover = site.group("cover", &SiteRules::cover);
  omit_default(cover.number("weight", &SiteCoverage::weight, "", 0, 1000, "Weight of what is covered."));
  omit_default(cover.number("reach_m", &SiteCoverage::reach_m, "m", 0, kFarthest_m,
                            "How far a landmark reaches; 0 = 2200 m."));
  add_condition(columns(
                    table, "landmarks[].site.cover.demand", [](auto& t, ParameterPlace at) -> auto& {
                      auto& demand = t.vocabulary.landmarks[at.row].site.cover.demand;
                      if constexpr (std::is_const_v<std::remove_reference_t<decltype(t)>>) {
                        static const SiteCondition kNone;
                        return demand ? *demand : kNone;
                      } else {
                        return demand ? *demand : demand.emplace();
                      }
                    }),
                true);
  omit_default(cover.number("elsewhere", &SiteCoverage::elsewhere, "", 0, 1000,
                            "Demand of cells that do not meet `demand`."));
  omit_default(site.yes_no("cap_per_region", &SiteRules::cap_per_region,
                           "At most an even share of the count in each region."));
  omit_default(site.add(ParameterType::numbers, "relax", &SiteRules::relax, "", 0.01, 1,
                        "Factors on spacing_m, tried in order while the count is short; at most 16."));
}

}  // namespace

void add_ground_tables(Builder& table) {
  add_factions(table);
  add_names(table);
  omit_default(table.add(row(
      ParameterType::texts,
      {"names_refused", "", "", 0, 200, "Texts that no generated name may hold, in upper or lower case."},
      [](auto& t, ParameterPlace) -> auto& { return t.names_refused; })));
  add_biomes(table);
  add_bands(table);
}

void add_landmark_table(Builder& table) {
  auto cols = add_table(table, "landmarks", &Vocabulary::landmarks, 0, kMaxLandmarkKinds, "count",
                        "Kinds of landmarks in the order in which they are placed.");
  using Row = LandmarkRow;
  omit_default(cols.add(ParameterType::text, "symbol", &Row::symbol, "", 0, 200,
                        "A pictogram's name, or an SVG file beside the template; \"\" = a free one."));
  cols.choice("role", &Row::role, kLandmarkRoleSlugs,
              "seat: one per controllable region; guard: one per region, at a distance from its seat; site: "
              "by the rules of `site`.");
  cols.add(ParameterType::integer, "count", &Row::count, "", 0, 1000,
           "How many; absent: seat and guard one per controllable region, site 0.");
  omit_default(cols.choice("per", &Row::per, kCountPerSlugs, "What the count is counted for."));
  cols.number("spacing_m", &Row::spacing_m, "m", 0, kFarthest_m, "Least distance between two of this kind.");
  cols.number("others_m", &Row::others_m, "m", 0, kFarthest_m,
              "Least distance to landmarks of other kinds placed before.");
  omit_default(cols.yes_no("joins_tracks", &Row::joins_tracks, "Tracks lead to it."));
  omit_default(cols.yes_no("strong", &Row::strong, "Bosses stay near."));
  omit_default(
      cols.yes_no("draws_enemies", &Row::draws_enemies, "Enemy classes with a landmark_pull gather there."));
  omit_default(
      cols.number("keep_enemies_m", &Row::keep_enemies_m, "m", 0, kFarthest_m, "Least distance of enemies."));
  omit_default(cols.number("keep_wildlife_m", &Row::keep_wildlife_m, "m", 0, kFarthest_m,
                           "Least distance of wildlife."));
  omit_default(cols.yes_no("named", &Row::named, "Every one has a name."));
  omit_default(cols.add(ParameterType::text, "name_suffix", &Row::name_suffix, "", 0, 40,
                        "Ends every name: \" Post\"."));
  omit_default(
      cols.add(ParameterType::texts, "standing_labels", &Row::standing_labels, "", 1, kStandings,
               "Role seat: words for capitals, cities, towns, villages; a word left out: the last."));
  add_site(table);
}

void add_content_tables(Builder& table) {
  auto families = add_table(table, "families", &Vocabulary::families, 0, kMaxFamilies, "",
                            "Families of resources and enemies: symbol and colour.");
  families.choice("of", &FamilyRow::of, kFamilyOfSlugs, "Whose family it is.");
  omit_default(families.add(ParameterType::text, "symbol", &FamilyRow::symbol, "", 0, 200,
                            "A pictogram's name, or an SVG file beside the template; \"\" = a free one."));
  auto labels = columns(
      table, "categories", [](auto& t, ParameterPlace) -> auto& { return t.vocabulary.categories; });
  const char* what = "What people read for this sort of points.";
  labels.add(ParameterType::text, "resource", &CategoryLabels::resource, "", 1, 64, what);
  labels.add(ParameterType::text, "wildlife", &CategoryLabels::wildlife, "", 1, 64, what);
  labels.add(ParameterType::text, "enemy", &CategoryLabels::enemy, "", 1, 64, what);

  auto cols = add_table(table, "rarities", &Vocabulary::rarities, 1, kMaxRarities, "count",
                        "How enemies stand out; the first is what all others have.");
  using Row = RarityRow;
  cols.number("hp_factor", &Row::hp_factor, "", 0, 1e6, "Factor on hit points.");
  cols.add(ParameterType::integer, "count", &Row::count, "", 0, 10000, "How many in the world.");
  cols.number("rate", &Row::rate, "", 0, 1,
              "Share of all enemies; without count and rate: every band's elite_rate.");
  omit_default(cols.number("spacing_m", &Row::spacing_m, "m", 0, kFarthest_m,
                           "Least distance to enemies that have this or a rarer one."));
  omit_default(cols.number("near_bonus", &Row::near_bonus, "", 0, 10,
                           "Added to the score, times e^(-distance to a strong site / near_scale_m)."));
  omit_default(cols.number("near_scale_m", &Row::near_scale_m, "m", 1, kFarthest_m, "See near_bonus."));
  omit_default(
      cols.number("strong_bonus", &Row::strong_bonus, "", 0, 10, "Added to the score in strong bands."));
  const auto steps_of = [](auto& t, ParameterPlace at) -> auto& {
    return t.vocabulary.rarities[at.row].ladder;
  };
  add_inner_list(table, "rarities[].ladder", 16, "Who may get it, step by step until the count is met.",
                 steps_of);
  auto steps = columns(
      table, "rarities[].ladder[]", [steps_of](auto& t, ParameterPlace at) -> auto& {
        return steps_of(t, at)[at.inner];
      });
  const auto band = [&steps](const char* key, std::string LadderStep::*member, const char* help) {
    Parameter& p = steps.add(ParameterType::reference, key, member, "", 0, 0, help);
    p.choices = {""};
    omit_default(refers_to(p, "danger"));
  };
  band("from_band", &LadderStep::from_band, "Safest band; \"\" = the first.");
  band("to_band", &LadderStep::to_band, "Worst band; \"\" = the last.");
  omit_default(
      steps.number("least_rank", &LadderStep::least_rank, "", 0, 1, "Least rank of power in the band."));
  Parameter& near = steps.words("near", &LadderStep::near, 33,
                                "Landmark ids, or strong for all strong kinds; none: anywhere.");
  near.choices = {"strong"};
  omit_default(refers_to(near, "landmarks"));
  omit_default(
      steps.number("within_m", &LadderStep::within_m, "m", 0, kFarthest_m, "How far from one of `near`."));
  omit_default(
      steps.number("spacing_factor", &LadderStep::spacing_factor, "", 0, 10, "Factor on spacing_m."));
}

}  // namespace fw::table
