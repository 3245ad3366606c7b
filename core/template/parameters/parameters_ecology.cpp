#include "core/template/parameters/parameter_rows.h"

// What the world over time is made of (docs/ecology.md). Outside the identity, but for the weights of bands.
namespace fw::table {
namespace {

constexpr size_t kMostPreys = 8;

void add_prey(Builder& table) {
  ParameterList list{"wildlife[].prey", "wildlife[].prey", "", kMostPreys,
                     "What it eats: with a row it is a predator."};
  list.size = [](const Template& t, ParameterPlace at) { return t.wildlife[at.row].life.prey.size(); };
  list.resize = [](Template& t, size_t n, ParameterPlace at) { t.wildlife[at.row].life.prey.resize(n); };
  list.aside = true;
  list.omit_empty = true;
  list.one_line = true;
  table.lists.push_back(std::move(list));
  auto preys = columns(
      table, "wildlife[].prey[]",
      [](auto& t, ParameterPlace at) -> auto& { return t.wildlife[at.row].life.prey[at.inner]; });
  Parameter& cls = refers_to(preys.add(ParameterType::reference, "class", &PreyRow::cls, "", 0, 0,
                                       "A class of wildlife that has no prey itself."),
                             "wildlife");
  cls.required = true, cls.in_digest = false;
  preys
      .number("share", &PreyRow::share, "", 0, 1,
              "Share of its food; absent: by the preys' quotas. All sum to 1.")
      .in_digest = false;
}

/// A weight per band; a band without one has none in the file.
void add_band_weights(Builder& table) {
  Parameter p = described(ParameterType::number,
                          {"wildlife[].danger.*", "", "", 0, 10,
                           "Weight of the band inside danger_min..danger_max, in placement too; absent: the "
                           "band's column wildlife."});
  p.keys = "danger";
  p.optional = true;
  p.get = [](const Template& t, ParameterPlace at) -> ParameterValue {
    const auto& weights = t.wildlife[at.row].band_weight;
    return at.key < weights.size() ? to_value(weights[at.key]) : ParameterValue(std::monostate{});
  };
  p.set = [](Template& t, ParameterPlace at, const ParameterValue& value) {
    auto& weights = t.wildlife[at.row].band_weight;
    if (std::holds_alternative<std::monostate>(value) && at.key >= weights.size()) return;
    if (at.key >= weights.size()) weights.resize(at.key + 1);
    from_value(weights[at.key], value);
  };
  table.add(std::move(p));
}

}  // namespace

void add_life_rows(Builder& table) {
  add_band_weights(table);
  add_prey(table);
  const auto life = [&table](const char* path, const char* unit, double min, double max,
                             double ClassLife::*member, const char* help) {
    aside(table, row(
                     ParameterType::number,
                     {path, "", unit, min, max, help}, [member](auto& t, ParameterPlace at) -> auto& {
                       return t.wildlife[at.row].life.*member;
                     }));
  };
  life("wildlife[].swing", "", 0, 0.6, &ClassLife::swing,
       "The most that half the stock's range may be of its mean, seasons included; a predator's counts for "
       "its preys.");
  life("wildlife[].cycle_d", "d", 5, 4000, &ClassLife::cycle_d,
       "Predators: length of the cycle with their preys; classes that nothing eats: 4 pi times the time in "
       "which they recover.");
  life("wildlife[].roam_m", "m", 0, 20000, &ClassLife::roam_m,
       "How far the stock spreads in a day; individuals walk 2.4 times that.");
}

void add_ecology_rows(Builder& table) {
  const auto number = [&table](const char* path, const char* unit, double min, double max,
                               double EcologyParams::*member, const char* help) {
    aside(table, row(
                     ParameterType::number,
                     {path, "", unit, min, max, help}, [member](auto& t, ParameterPlace) -> auto& {
                       return t.ecology.*member;
                     }));
  };
  number("ecology.players", "", 0, 100000, &EcologyParams::players,
         "Players on line on average: the load that the world is made for.");
  number("ecology.kill_every_s", "s", 1, 1e6, &EcologyParams::kill_every_s,
         "How often each of them kills an animal.");
  number("ecology.harvest_every_s", "s", 1, 1e6, &EcologyParams::harvest_every_s,
         "How often each of them harvests a node.");
  number("ecology.hunting_share", "", 0, 0.5, &EcologyParams::hunting_share,
         "Share of the natural turnover that hunting takes at that load.");
  number("ecology.refuge", "", 0, 0.9, &EcologyParams::refuge,
         "Share of a quota that keeps out of sight and cannot be hunted.");
  aside(table,
        choice_row(
            {"ecology.extinct", "", "", 0, 0,
             "What follows when a class dies out: a tenth of its quota comes back after reseed_d, or "
             "it stays away."},
            kAfterExtinctionSlugs, 0, [](auto& t, ParameterPlace) -> auto& { return t.ecology.extinct; }));
  number("ecology.reseed_d", "d", 0, 10000, &EcologyParams::reseed_d,
         "Time from an extinction until animals come back.");
  number("ecology.soil_d", "d", 0.1, 1000, &EcologyParams::soil_d, "Time in which worn ground comes back.");
  number("ecology.winter", "", 0, 0.9, &EcologyParams::winter,
         "The land carries 1 - this in midwinter and 1 + this in midsummer.");
}

}  // namespace fw::table
