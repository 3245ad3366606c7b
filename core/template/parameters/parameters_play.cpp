#include "core/template/parameters/parameter_rows.h"

// What travel costs: key figures read it, the world does not (docs/kpi.md, 2). Outside the identity.
namespace fw::table {
namespace {

template <typename Ref>
void add_play(Builder& table, const char* path, const char* unit, double min, double max, const char* help,
              Ref ref) {
  omit_default(table.add(outside_digest(row(ParameterType::number, {path, "", unit, min, max, help}, ref))));
}

/// A factor per band; a band without one has none in the file.
void add_risk(Builder& table) {
  Parameter p = described(ParameterType::number,
                          {"play.risk.*", "", "", 1, 100,
                           "Factor on the time in this band, for a cautious traveller; absent: 1, 1.1, 1.35, "
                           "1.8, spread over the bands."});
  p.keys = "danger";
  p.optional = true;
  p.in_digest = false;
  p.get = [](const Template& t, ParameterPlace at) -> ParameterValue {
    const std::vector<double>& risk = t.play.risk;
    if (at.key >= risk.size() || risk[at.key] == 0) return std::monostate{};
    return risk[at.key];
  };
  p.set = [](Template& t, ParameterPlace at, const ParameterValue& value) {
    std::vector<double>& risk = t.play.risk;
    const double* stated = std::get_if<double>(&value);
    if (stated == nullptr && at.key >= risk.size()) return;
    if (at.key >= risk.size()) risk.resize(at.key + 1, 0.0);
    risk[at.key] = stated != nullptr ? *stated : 0.0;
  };
  table.add(std::move(p));
}

}  // namespace

void add_play_rows(Builder& table) {
  add_play(
      table, "play.speed_mps", "m/s", 0.1, 100, "Pace on flat, safe ground without a track.",
      [](auto& t, size_t) -> auto& { return t.play.speed_mps; });
  add_play(
      table, "play.slope", "", 0, 10, "Time per metre grows by e^(slope * min(rise over run, slope_cap)).",
      [](auto& t, size_t) -> auto& { return t.play.slope; });
  add_play(
      table, "play.slope_cap", "", 0.05, 2, "Rise over run above which steeper ground costs no more.",
      [](auto& t, size_t) -> auto& { return t.play.slope_cap; });
  add_play(
      table, "play.track", "", 0.05, 1, "Factor on the time along a track.",
      [](auto& t, size_t) -> auto& { return t.play.track; });
  add_play(
      table, "play.rough", "", 1, 10, "Factor on the time in biomes with a track_cost, as wetland and snow.",
      [](auto& t, size_t) -> auto& { return t.play.rough; });
  add_play(
      table, "play.wade", "", 1, 1000,
      "Factor on the time through rivers without a bridge and over walls of ground plans; guides of crowds "
      "read it, key figures do not.",
      [](auto& t, size_t) -> auto& { return t.play.wade; });
  add_risk(table);
  add_play(
      table, "play.reach_s", "s", 10, 7200, "What counts as near.",
      [](auto& t, size_t) -> auto& { return t.play.reach_s; });
  constexpr std::array<const char*, 3> kTiers{"common", "uncommon", "rare"};
  for (size_t tier = 0; tier < kTiers.size(); ++tier)
    add_play(
        table, (std::string("play.value.") + kTiers[tier]).c_str(), "", 0, 1000,
        "Worth of a resource of this tier.", [tier](auto& t, size_t) -> auto& {
          return t.play.value[tier + 1];
        });
  add_play(
      table, "play.unreachable_s", "s", 60, 1000000, "Time written where no way leads.",
      [](auto& t, size_t) -> auto& { return t.play.unreachable_s; });
}

}  // namespace fw::table
