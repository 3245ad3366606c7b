#include <iterator>

#include "core/model/calendar.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/tactics_names.h"
#include "core/template/parameters/parameter_rows.h"

namespace fw::table {
namespace {

constexpr size_t kMaxClasses = 200;
constexpr double kFarthestNear_m = 1000000;

using Classes = std::vector<PointClass> Template::*;

/// The rows of one of Template's class lists.
struct ClassRows {
  Builder& table;
  std::string list;
  Classes classes;

  auto cls() const {
    return [classes = classes](auto& t, ParameterPlace at) -> auto& {
      return (t.*classes)[at.row];
    };
  }
  auto cols() const { return columns(table, list + "[]", cls()); }

  void add_list(const char* help) const {
    ParameterList rows{list, list, "class", kMaxClasses, help};
    rows.size = [classes = classes](const Template& t, ParameterPlace) { return (t.*classes).size(); };
    rows.resize = [classes = classes](Template& t, size_t n, ParameterPlace) {
      PointClass fresh = fresh_class(t.vocabulary);
      if (classes == &Template::resources) {
        fresh.tier = Tier::common;
        for (size_t k = t.vocabulary.families.size(); k-- > 0;)
          if (t.vocabulary.families[k].of == FamilyOf::resource) fresh.family = t.vocabulary.families[k].id;
      }
      (t.*classes).resize(n, fresh);
    };
    table.lists.push_back(std::move(rows));
  }
  void add_identity(const std::string& what) const {
    Parameter slug = required(row(
        ParameterType::slug,
        {list + "[].class", "", "", 1, 64, "Slug of the " + what + "; unique in the template."},
        [cls = cls()](auto& t, ParameterPlace at) -> auto& { return cls(t, at).slug; }));
    // An enemy without a family of the table is its own.
    slug.set = [cls = cls()](Template& t, ParameterPlace at, const ParameterValue& value) {
      PointClass& c = cls(t, at);
      const std::string& text = std::get<std::string>(value);
      if (c.family == c.slug && !c.slug.empty()) c.family = text;
      if (!c.slug.empty() && c.slug != text) {
        rename_class_in_hand(t.hand, c.slug, text);
        rename_class_in_tactics(t.tactics, c.slug, text);
        for (PointClass& predator : t.wildlife)
          for (PreyRow& row : predator.life.prey)
            if (row.cls == c.slug) row.cls = text;
        for (ExportThing& row : t.exports.things)
          if (row.cls == c.slug) row.cls = text;
      }
      c.slug = text;
    };
    table.add(std::move(slug));
    cols().add(ParameterType::text, "label", &PointClass::label, "", 0, 200,
               "What people read; \"\" or absent = the slug in words.");
  }
  void add_biomes() const {
    table
        .keyed(
            list + "[].biomes", "biomes", 10, "Weight of the biome for this class; 0 = never there.",
            [cls = cls()](auto& t, ParameterPlace at) -> auto& { return cls(t, at).biome_affinity; })
        .omit_zero = true;
  }
  void add_band(const char* key, Danger PointClass::*member, const char* help) const {
    Parameter p = described(ParameterType::reference, {list + "[]." + key, "", "", 0, 0, help});
    p.refers_to = "danger";
    p.get = [cls = cls(), member](const Template& t, ParameterPlace at) -> ParameterValue {
      const auto band = static_cast<size_t>(cls(t, at).*member);
      return band < t.vocabulary.danger.size() ? t.vocabulary.danger[band].id : std::string();
    };
    p.set = [cls = cls(), member](Template& t, ParameterPlace at, const ParameterValue& value) {
      if (const auto band = find_row(t.vocabulary.danger, std::get<std::string>(value)))
        cls(t, at).*member = static_cast<Danger>(*band);
    };
    table.add(std::move(p));
  }
  void add_band_range() const {
    add_band("danger_min", &PointClass::danger_min, "Least danger band where it may live.");
    add_band("danger_max", &PointClass::danger_max, "Highest danger band where it may live.");
  }
  void add_quota() const {
    auto c = cols();
    c.add(ParameterType::integer, "quota", &PointClass::quota, "", 0, 100000, "How many to place.");
    c.choice("quota_by", &PointClass::quota_by, kQuotaBySlugs,
             "Whether the quota counts all ground, each region or each island of an archipelago.");
    c.number("spacing_m", &PointClass::spacing_m, "m", 1, 100000, "Hard least distance inside the class.");
    omit_default(c.number("spacing_floor_m", &PointClass::spacing_floor_m, "m", 0, 100000,
                          "Down to this the distance shrinks where the class is crowded; 0, absent or above "
                          "spacing_m: nowhere."));
  }
  void add_gate() const {
    auto c = cols();
    c.number("gate", &PointClass::gate, "", 0, 0.99, "Rank of the feature field below which nothing spawns.");
    c.number("gamma", &PointClass::gamma, "", 0.01, 20,
             "Exponent of the gated rank; higher = more clustered.");
    table.add(outside_digest(row(
        ParameterType::integer,
        {list + "[].seed", "", "", 0, static_cast<double>(kMaxSeed),
         "Own seed of this class alone; absent: that of the points."},
        [cls = cls()](auto& t, ParameterPlace at) -> auto& { return cls(t, at).seed; })));
  }
  /// Outside the identity: no point of a world moves with them.
  void add_dates() const {
    auto c = columns(
        table, list + "[]", [cls = cls()](auto& t, ParameterPlace at) -> auto& { return cls(t, at).dates; });
    const auto aside = [](Parameter& p) -> Parameter& {
      p.in_digest = false;
      return omit_default(p);
    };
    Parameter& active = aside(c.add(ParameterType::reference, "active", &ClassDates::active, "", 0, 0,
                                    "The curve of the day that its number follows, of wildlife its walks."));
    active.refers_to = "calendar.curves";
    active.choices.assign(std::begin(kCalendarCurves), std::end(kCalendarCurves));
    aside(c.number("active_depth", &ClassDates::active_depth, "", 0, 1,
                   "How far: 0 = not at all, 1 = to nothing where the curve is 0."));
    aside(c.choice("peak", &ClassDates::peak, kPeakSeasonSlugs, "The season in which there are most."));
    aside(c.number("peak_depth", &ClassDates::peak_depth, "", 0, 1,
                   "How many more than on average then, as a share; half a year later as many fewer."));
  }
  void add_conditions() const {
    omit_default(table.add(choice_row(
        {list + "[].ground", "", "", 0, 0, "What the class stands on; shore and sea have no coast margin."},
        kGroundKindSlugs,
        0, [cls = cls()](auto& t, ParameterPlace at) -> auto& { return cls(t, at).conditions.ground; })));
    for (size_t f = 0; f < kNearFeatures; ++f)
      table.add(row(
          ParameterType::range,
          {list + "[].near." + std::string(near_key(*kNear[f])), "", "m", 0, kFarthestNear_m,
           "Least and greatest d" + std::string(kNear[f]->help.substr(1))},
          [ cls = cls(), f ](auto& t, ParameterPlace at) -> auto& { return cls(t, at).conditions.near[f]; }));
  }
};

/// How nodes come back (docs/ecology.md). How and where decide spots of the world; how long does not.
void add_renewal(const ClassRows& rows) {
  auto c = columns(
      rows.table, rows.list + "[]", [cls = rows.cls()](auto& t, ParameterPlace at) -> auto& {
        return cls(t, at).renewal;
      });
  omit_default(c.choice("renewal", &ClassRenewal::how, kRenewalSlugs,
                        "fixed: a used node comes back at its place. moving: it rests, another opens at "
                        "another spot."));
  Parameter& rest = c.number("rest_s", &ClassRenewal::rest_s, "s", 1, 1e7, "How long a used spot rests.");
  rest.omit_default = true, rest.in_digest = false;
  omit_default(c.number("spare", &ClassRenewal::spare, "", 0, 20, "moving: spare spots per node."));
}

void add_resources(Builder& table) {
  const ClassRows rows{table, "resources", &Template::resources};
  rows.add_list("Resource nodes.");
  rows.add_identity("resource");
  refers_to(rows.cols().add(ParameterType::reference, "family", &PointClass::family, "", 0, 0,
                            "Family: decides symbol and colour."),
            "families")
      .required = true;
  table.add(choice_row(
      {"resources[].tier", "", "", 0, 0, "How precious it is."}, kTierSlugs, 1,
      [](auto& t, size_t i) -> auto& { return t.resources[i].tier; }));
  rows.add_biomes();
  rows.add_band_range();
  rows.add_quota();
  rows.add_gate();
  rows.add_conditions();
  rows.add_dates();
  add_renewal(rows);
}

void add_wildlife(Builder& table) {
  const ClassRows rows{table, "wildlife", &Template::wildlife};
  rows.add_list("Game animals.");
  rows.add_identity("animal");
  rows.add_biomes();
  rows.add_band_range();
  rows.add_quota();
  rows.add_gate();
  rows.add_conditions();
  rows.add_dates();
  add_life_rows(table);
}

/// Absent: the class is a family of its own.
Parameter enemy_family() {
  Parameter p = described(ParameterType::reference,
                          {"enemies[].family", "", "", 0, 0, "Family: symbol and colour; absent = its own."});
  p.refers_to = "families";
  p.optional = true;
  p.get = [](const Template& t, ParameterPlace at) -> ParameterValue {
    const PointClass& cls = t.enemies[at.row];
    if (cls.family.empty() || cls.family == cls.slug) return std::monostate{};
    return cls.family;
  };
  p.set = [](Template& t, ParameterPlace at, const ParameterValue& value) {
    const std::string* family = std::get_if<std::string>(&value);
    t.enemies[at.row].family = family ? *family : t.enemies[at.row].slug;
  };
  return p;
}

void add_enemies(Builder& table) {
  const ClassRows rows{table, "enemies", &Template::enemies};
  rows.add_list("Enemy families.");
  rows.add_identity("enemy family");
  table.add(enemy_family());
  rows.add_biomes();
  table.keyed(
      "enemies[].danger", "danger", 10, "Weight of the danger band for this family; 0 = never there.",
      [](auto& t, size_t i) -> auto& { return t.enemies[i].danger_affinity; });
  rows.add_quota();
  rows.cols().number("landmark_pull", &PointClass::landmark_pull, "", 0, 10,
                     "Attraction to landmarks with draws_enemies.");
  rows.add_gate();
  rows.add_conditions();
  rows.add_dates();
}

}  // namespace

void add_class_rows(Builder& table) {
  add_resources(table);
  add_wildlife(table);
  add_enemies(table);
}

}  // namespace fw::table
