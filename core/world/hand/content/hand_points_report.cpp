#include "core/world/hand/content/hand_points_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/habitat.h"
#include "core/model/world/hand_told.h"
#include "core/world/hand/content/hand_points.h"
#include "core/world/hand/content/hand_points_internal.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/points/placement.h"

namespace fw {
namespace {

/// The rectangle outside which an area cannot hold a place.
struct Reach {
  Vec2 low, high;

  explicit Reach(const ClassArea& area) {
    const ShapeBox box = box_of(area.shape);
    const double margin_m = area.radius_m + 1;
    low = box.low - Vec2{margin_m, margin_m};
    high = box.high + Vec2{margin_m, margin_m};
  }
  bool holds(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
};

/// A point belongs to an area with its cell.
class AreaCount {
 public:
  AreaCount(const GridSpec& grid, const ClassArea& area) : grid_(grid), area_(area), reach_(area) {}

  bool holds(uint32_t cell) const {
    if (cell == kNoCell) return false;
    const Vec2 centre = grid_.centre(cell);
    return reach_.holds(centre) && inside_m(area_.shape, area_.radius_m, centre) > 0;
  }

 private:
  const GridSpec& grid_;
  const ClassArea& area_;
  Reach reach_;
};

/// Indices of the classes that each area concerns.
std::map<const ClassArea*, std::vector<size_t>> classes_of_areas(const ClassHands& hands) {
  std::map<const ClassArea*, std::vector<size_t>> classes;
  for (size_t c = 0; c < hands.classes.size(); ++c)
    for (const ClassArea* area : hands.classes[c].areas) classes[area].push_back(c);
  return classes;
}

void add_areas(const PlacementInputs& inputs, const ClassHands& hands, const PlacedClasses& natural,
               const Content& content, std::vector<HandOutcome>& out) {
  const GridSpec& grid = inputs.map.code.grid;
  std::vector<std::vector<uint32_t>> generated(hands.classes.size());  // cells by class
  for (const Point& p : content.points.points)
    if (p.hand.empty() && static_cast<size_t>(p.class_index) < generated.size())
      generated[static_cast<size_t>(p.class_index)].push_back(
          static_cast<uint32_t>(grid.cell_at(p.position_m)));
  const auto classes = classes_of_areas(hands);
  for (const auto& owned : hands.areas) {
    const ClassArea& area = *owned;
    const auto found = classes.find(&area);
    if (!area.listed || found == classes.end()) continue;
    const AreaCount count(grid, area);
    HandOutcome outcome;
    outcome.id = area.id;
    outcome.list = "areas";
    for (const size_t c : found->second) {
      for (const Placed& p : natural[c]->points) outcome.asked += count.holds(p.cell) ? area.density : 0;
      for (const uint32_t cell : generated[c]) outcome.got += count.holds(cell) ? 1 : 0;
    }
    out.push_back(std::move(outcome));
  }
}

/// Stated rarities that no rule reads.
void note_idle_rarities(const ClassHands& hands, const std::vector<PointClassRow>& rows,
                        std::vector<HandOutcome>& out) {
  std::map<std::string_view, const PinRow*> pins;
  for (size_t c = 0; c < rows.size(); ++c)
    for (const PinRow* pin : hands.classes[c].pins)
      if (rows[c].category != Category::enemy && pin->rarity) pins[pin->id] = pin;
  for (HandOutcome& outcome : out)
    if (outcome.state == HandState::held && pins.contains(outcome.id)) {
      outcome.state = HandState::part;
      outcome.reason = "only enemies have a rarity: leave it out";
    }
}

}  // namespace

std::vector<HandOutcome> point_outcomes(const PlacementInputs& inputs, const ClassHands& hands,
                                        const PlacedClasses& natural, const Content& content) {
  std::vector<HandOutcome> out = content.hand;
  add_areas(inputs, hands, natural, content, out);
  note_idle_rarities(hands, point_class_rows(inputs.tmpl), out);
  out.insert(out.end(), hands.suspended.begin(), hands.suspended.end());
  return out;
}

namespace {

constexpr size_t kMostNamed = 5;  // rows that a finding names

void report_pins(const AdaptedClass& c, PlacedClass& out) {
  for (const StandingPin& pin : c.pins) {
    std::string twice;
    if (pin.row->number && pin.number != *pin.row->number)
      twice =
          "another pin keeps the number " + std::to_string(*pin.row->number) + ": give this one no number";
    out.hand.push_back(acting_row("pins", *pin.row, 1, 1, twice));
    if (twice.empty() && pin.took >= 0 && pin.took != pin.number)
      out.hand.back().reason = "took the place of " + c.p.cls.slug + "-" + std::to_string(pin.took);
  }
  for (const SuspendedPin& pin : c.suspended) {
    out.hand.push_back(suspended_row("pins", *pin.row, pin.place.reason, 1));
    out.findings.push_back(
        with_cures({Severity::warning, "pin_suspended", hand_path("pins", pin.row->id),
                    "pin " + pin.row->id + " (" + c.p.cls.slug + ") at " + place_text(pin.place.position_m) +
                        " is " + pin.place.reason + ". Move it there, or set where to anywhere"},
                   {freed_pin(*pin.row, pin.place)}));
  }
}

/// Asked: natural points inside; all go. Pins stand where they were put, in a ban too, and count apart.
void report_bans(const AdaptedClass& c, PlacedClass& out) {
  for (size_t b = 0; b < c.hand.bans.size(); ++b) {
    const BanRow& ban = *c.hand.bans[b];
    std::vector<std::string> inside;
    for (const StandingPin& pin : c.pins)
      if (covers(ban, c.p.cls.spacing_m, pin.place.position_m)) inside.push_back(pin.row->id);
    const auto gone = static_cast<double>(c.banned[b]);
    out.hand.push_back(acting_row("bans", ban, gone, gone));
    if (!inside.empty()) out.hand.back().reason = std::string(kPinsInside) + name_rows(inside);
  }
}

void report_idle_moves(const AdaptedClass& c, PlacedClass& out) {
  for (const size_t p : c.idle_from) {
    const PinRow& row = *c.pins[p].row;
    out.findings.push_back({Severity::info, "pin_moved_from_nothing", hand_path("pins", row.id),
                            "pin " + row.id + " (" + c.p.cls.slug + ") says that it was moved from " +
                                place_text({*row.from_x_m, *row.from_y_m}) +
                                ", where none of its class stands: none gives way there. Leave from_x_m and "
                                "from_y_m out, or state where the point stands"});
  }
}

std::string place_of(const AdaptedClass& c, size_t t) {
  const QuotaLedger& row = c.states[t].ledger;
  return row.region != 0  ? " in region " + c.p.inputs.map.regions[static_cast<size_t>(row.region - 1)].name
         : row.piece != 0 ? " on island " + std::to_string(row.piece)
                          : std::string();
}

void report_over_quota(const AdaptedClass& c, PlacedClass& out) {
  for (size_t t = 0; t < c.states.size(); ++t) {
    const TargetState& state = c.states[t];
    if (state.ledger.by_hand <= state.wanted()) continue;
    const PathEdit more =
        set_to(c.p.where + ".quota", static_cast<double>(state.ledger.by_hand + state.ledger.banned));
    out.findings.push_back(with_cures(
        {Severity::warning, "pins_over_quota", more.path,
         c.p.cls.slug + place_of(c, t) + ": " + std::to_string(state.ledger.by_hand) +
             " pins count, the quota is " + std::to_string(state.wanted()) +
             "; all stand, none is generated. Set the quota to " + more.value + ", or counts to no on " +
             std::to_string(state.ledger.by_hand - state.wanted()) + " of them"},
        {{more}}));
  }
}

void report_close_pairs(const AdaptedClass& c, PlacedClass& out) {
  const double spacing_m = hard_spacing_m(c.p.cls, c.p.cls.spacing_m);
  const PinIndex index(c.p.inputs.map.code.grid, c.pins, std::max(1.0, spacing_m));
  const double limit2 = conflict_limit2(spacing_m);
  int64_t pairs = 0;
  double nearest2 = std::numeric_limits<double>::infinity();
  std::pair<size_t, size_t> nearest;
  for (size_t i = 0; i < c.pins.size(); ++i) {
    if (!c.pins[i].keeps_distance()) continue;
    index.within(c.pins[i].place.position_m, 1.001 * spacing_m, [&](size_t other, double d2) {
      if (other <= i || d2 >= limit2) return;
      ++pairs;
      if (d2 < nearest2) nearest2 = d2, nearest = {i, other};
    });
  }
  if (pairs == 0) return;
  const PinRow &a = *c.pins[nearest.first].row, &b = *c.pins[nearest.second].row;
  out.findings.push_back(with_cures(
      {Severity::warning, "pins_too_close", hand_path("pins", a.id),
       c.p.cls.slug + ": " + std::to_string(pairs) + (pairs == 1 ? " pair" : " pairs") +
           " of pins stand nearer than the spacing of " + decimal_text(spacing_m) + " m; the nearest are " +
           a.id + " and " + b.id + ", " + decimal_text(std::sqrt(nearest2), 3) +
           " m apart. All stand; move them apart, or set spacing to none"},
      {{set_to(hand_path("pins", a.id) + ".spacing", "none")}}));
}

/// Which condition of the class does not hold at a place; empty if all do.
std::string broken_condition(const AdaptedClass& c, const PinPlace& place) {
  const Raster<uint8_t>& water = c.p.inputs.island.water;
  const Conditions& asked = c.p.cls.conditions;
  const PlaceRules* rules = c.p.places.get();  // null: dry land
  const bool wet = water.size() != 0 && water[place.cell] != 0;
  if (rules != nullptr ? !rules->on_ground(place.cell) : wet)
    return wet ? "in water: " + std::string(kWaterCodeSlugs[water[place.cell]])
               : "not on ground " + std::string(kGroundKindSlugs[static_cast<size_t>(asked.ground)]);
  for (size_t k = 0; rules != nullptr && k < kNearFeatures; ++k) {
    if (!asked.near[k]) continue;
    const auto [low_m, high_m] = *asked.near[k];
    const double there_m = rules->distance_m(k, place.position_m);
    if (there_m >= low_m && there_m <= high_m) continue;
    return "near." + std::string(near_key(*kNear[k])) + " " +
           (std::isfinite(there_m) ? decimal_text(there_m, 0) + " m"
                                   : std::string("has nothing to measure to"));
  }
  return {};
}

/// Why the class would not live there; empty if it would.
std::string off_habitat(const AdaptedClass& c, const PinPlace& place) {
  const PlacementInputs& in = c.p.inputs;
  if (std::string broken = broken_condition(c, place); !broken.empty()) return broken;
  const uint8_t biome = in.biome.code[place.cell], band = in.danger.band[place.cell];
  if (biome == 0 || band == 0) return {};
  const Vocabulary& words = in.tmpl.vocabulary;
  if (habitat_weight(words, c.p.category, c.p.cls, static_cast<Biome>(biome - 1),
                     static_cast<Danger>(band - 1)) <= 0)
    return words.biomes[biome - 1u].id + ", " + words.danger[band - 1u].id;
  const auto coast_m = static_cast<double>(in.island.coast_m[place.cell]);
  if (coast_m < kCoastMargin_m && c.p.cls.conditions.keeps_coast_margin())
    return decimal_text(coast_m, 0) + " m from the sea";
  for (const KeepOut& disc : c.p.keep_out) {
    const double d2 = squared_distance(disc.centre_m, place.position_m);
    if (d2 < conflict_limit2(disc.radius_m)) return decimal_text(std::sqrt(d2), 0) + " m from a landmark";
  }
  return {};
}

void report_off_habitat(const AdaptedClass& c, PlacedClass& out) {
  std::string first, named;
  size_t count = 0;
  for (const StandingPin& pin : c.pins) {
    if (pin.place.region == 0) continue;
    const std::string why = off_habitat(c, pin.place);
    if (why.empty()) continue;
    if (count == 0) first = hand_path("pins", pin.row->id);
    if (count < kMostNamed) named += (count == 0 ? "" : "; ") + pin.row->id + " (" + why + ")";
    ++count;
  }
  if (count == 0) return;
  if (count > kMostNamed) named += "; and " + std::to_string(count - kMostNamed) + " more";
  out.findings.push_back({Severity::info, "pin_off_habitat", first,
                          c.p.cls.slug + ": " + std::to_string(count) +
                              (count == 1 ? " pin stands" : " pins stand") +
                              " where the class does not live: " + named});
}

/// Quotas as everywhere; where one is missed, the rows of the hand that keep the class away are named too.
void report_quotas(const AdaptedClass& c, PlacedClass& out) {
  std::vector<std::string> away;
  for (const BanRow* ban : c.hand.bans)
    if (ban->instead == BanInstead::elsewhere) away.push_back(ban->id);
  for (const ClassArea* area : c.hand.areas)
    if (area->density <= 0) away.push_back(area->id);
  const std::string kept_away = away.empty() ? "" : kept_away_text(c.p.cls.slug, away);
  // What the class misses without the hand is the rules' own.
  const bool by_hand = std::ranges::none_of(
      c.before.findings, [](const Finding& finding) { return finding.code == "quota_shortfall"; });
  for (const TargetState& state : c.states) {
    const size_t told = out.findings.size();
    report_quota(c.p, state.ledger, by_hand ? kept_away : "", out.findings);
    const bool short_of = out.findings.size() > told && out.findings.back().code == "quota_shortfall";
    if (short_of && !by_hand && !away.empty()) out.findings.back().message += " " + kept_away;
  }
}

}  // namespace

void report_hand(const AdaptedClass& c, PlacedClass& out) {
  for (const Finding& finding : c.before.findings)
    if (finding.code != "quota_shortfall" && finding.code != "pattern_crowded")
      out.findings.push_back(finding);
  report_quotas(c, out);
  report_pins(c, out);
  report_bans(c, out);
  report_idle_moves(c, out);
  report_over_quota(c, out);
  report_close_pairs(c, out);
  report_off_habitat(c, out);
}

}  // namespace fw
