#include "core/world/landmarks/standing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

/// Whether a pin states a landmark's place: points and rows of the hand have it in whole millimetres.
bool is_there(const GridSpec& grid, const Landmark& natural, const Landmark& pinned) {
  const Vec2 apart = landmark_position(grid, natural) - landmark_position(grid, pinned);
  return std::max(std::fabs(apart.x), std::fabs(apart.y)) < 0.00051;
}

int nearest_staying(const KindStanding& kind, const StandingRules& rules, const SettledStanding& standing,
                    Vec2 at, int group, double within_m) {
  int best = -1;
  double least = within_m * within_m;
  for (size_t n = 0; n < kind.natural.size(); ++n) {
    if (standing.stays[n] == 0) continue;
    if (group >= 0 && rules.group(kind.natural[n].cell) != group) continue;
    const double d2 = squared_distance(landmark_position(rules.grid, kind.natural[n]), at);
    if (d2 > least || (best >= 0 && d2 == least)) continue;
    least = d2;
    best = static_cast<int>(n);
  }
  return best;
}

/// The natural landmark that a pin states to be its own: by number, by place, by where it was moved from.
int own_of(const KindStanding& kind, const StandingRules& rules, const SettledStanding& standing,
           const LandmarkPin& pin) {
  for (size_t n = 0; n < kind.natural.size(); ++n)
    if (standing.stays[n] != 0 && kind.natural[n].number == pin.landmark.number) return static_cast<int>(n);
  const int there =
      nearest_staying(kind, rules, standing, landmark_position(rules.grid, pin.landmark), -1, 0);
  if (there >= 0 || !pin.from_m) return there;
  return nearest_staying(kind, rules, standing, *pin.from_m, -1, kMovedFrom_m);
}

}  // namespace

int64_t KindStanding::counting() const {
  return std::count_if(pins.begin(), pins.end(), [](const LandmarkPin& pin) { return pin.counts; });
}

SettledStanding settle_standing(const KindStanding& kind, const StandingRules& rules) {
  SettledStanding out{std::vector<uint8_t>(kind.natural.size(), 1), std::vector<int>(kind.pins.size(), -1)};
  const auto take = [&](size_t pin, int natural) {
    if (natural < 0) return;
    out.stays[static_cast<size_t>(natural)] = 0;
    if (out.displaced[pin] < 0) out.displaced[pin] = natural;
  };
  for (size_t p = 0; p < kind.pins.size(); ++p) take(p, own_of(kind, rules, out, kind.pins[p]));
  const double spacing2 = conflict_limit2(rules.spacing_m);
  for (size_t p = 0; p < kind.pins.size() && rules.spacing_m > 0; ++p) {
    if (!kind.pins[p].spaced) continue;
    const Vec2 at = landmark_position(rules.grid, kind.pins[p].landmark);
    for (int near; (near = nearest_staying(kind, rules, out, at, -1, std::sqrt(spacing2))) >= 0;) {
      if (squared_distance(landmark_position(rules.grid, kind.natural[static_cast<size_t>(near)]), at) >=
          spacing2)
        break;
      take(p, near);
    }
  }
  int64_t standing = kind.counting();
  for (size_t n = 0; n < kind.natural.size(); ++n) {
    if (!kind.open(kind.natural[n].cell) || !rules.holds(kind.natural[n])) out.stays[n] = 0;
    standing += out.stays[n];
  }
  for (size_t p = 0; p < kind.pins.size() && standing > rules.quota; ++p) {
    if (!kind.pins[p].counts || out.displaced[p] >= 0) continue;
    const Vec2 at = landmark_position(rules.grid, kind.pins[p].landmark);
    const int group = rules.grid.contains(at) ? rules.group(kind.pins[p].landmark.cell) : -1;
    int nearest = group < 0 ? -1 : nearest_staying(kind, rules, out, at, group, kInfinity);
    if (nearest < 0) nearest = nearest_staying(kind, rules, out, at, -1, kInfinity);
    if (nearest < 0) break;
    take(p, nearest);
    --standing;
  }
  // Pins that displaced some already may still be too many: then the last numbers go.
  for (size_t n = kind.natural.size(); n-- > 0 && standing > rules.quota;) {
    if (out.stays[n] == 0) continue;
    out.stays[n] = 0;
    --standing;
  }
  return out;
}

void append_standing(const KindStanding& kind, const SettledStanding& standing, std::vector<Landmark> fillers,
                     const std::vector<double>& pin_ranks, int first_number, const GridSpec& grid,
                     std::vector<Landmark>& to) {
  std::vector<Landmark> all;
  std::set<int> taken;
  for (size_t n = 0; n < kind.natural.size(); ++n)
    if (standing.stays[n] != 0) all.push_back(kind.natural[n]);
  for (size_t p = 0; p < kind.pins.size(); ++p) {
    Landmark landmark = kind.pins[p].landmark;
    taken.insert(landmark.number);
    landmark.utility_rank = pin_ranks[p];
    if (standing.displaced[p] >= 0) {
      const Landmark& before = kind.natural[static_cast<size_t>(standing.displaced[p])];
      landmark.natural = before.natural;
      if (is_there(grid, before, landmark)) {
        landmark.at_m = before.at_m;
        landmark.utility_rank = before.utility_rank;
      }
    }
    all.push_back(std::move(landmark));
  }
  for (Landmark& filler : fillers) {
    while (taken.contains(first_number)) ++first_number;
    filler.number = first_number++;
    all.push_back(std::move(filler));
  }
  std::stable_sort(all.begin(), all.end(), [](const Landmark& a, const Landmark& b) {
    if ((a.number < 0) != (b.number < 0)) return b.number < 0;
    return a.number < b.number;
  });
  to.insert(to.end(), all.begin(), all.end());
}

bool mark_kept(std::vector<LandmarkPin>& pins, size_t first, const GridSpec& grid, LandmarkPlan& plan) {
  std::vector<std::pair<const LandmarkPin*, Landmark*>> found;
  bool all = true;
  for (LandmarkPin& pin : pins) {
    if (!pin.keeps) continue;
    const auto there =
        std::find_if(plan.landmarks.begin() + static_cast<std::ptrdiff_t>(first), plan.landmarks.end(),
                     [&](const Landmark& l) {
                       return l.number == pin.landmark.number && is_there(grid, l, pin.landmark);
                     });
    if (there == plan.landmarks.end())
      pin.keeps = all = false;
    else
      found.emplace_back(&pin, &*there);
  }
  if (!all) return false;
  for (const auto& [pin, landmark] : found) {
    landmark->hand = pin->landmark.hand;
    if (!pin->landmark.name.empty()) landmark->name = pin->landmark.name;
    plan.ledger.back().by_hand += pin->counts ? 1 : 0;
  }
  return true;
}

void report_pins(const LandmarkRow& row, const KindStanding& kind, int64_t quota, const GridSpec& grid,
                 Findings& findings) {
  const int64_t counting = kind.counting();
  if (counting > quota) {
    const PathEdit more = set_to("landmarks." + row.id + ".count", static_cast<double>(counting));
    findings.push_back(with_cures(
        {Severity::warning, "pins_over_quota", more.path,
         row.id + ": " + std::to_string(counting) + " pins and a count of " + std::to_string(quota) +
             ": all stand, none is generated. " + sentence_case(cure_words({more})) + "."},
        {{more}}));
  }
  const double limit2 = conflict_limit2(row.spacing_m);
  int64_t pairs = 0;
  double least2 = kInfinity;
  size_t one = 0, other = 0;
  for (size_t a = 0; a < kind.pins.size(); ++a)
    for (size_t b = a + 1; b < kind.pins.size(); ++b) {
      if (!kind.pins[a].spaced || !kind.pins[b].spaced) continue;
      const double d2 = squared_distance(landmark_position(grid, kind.pins[a].landmark),
                                         landmark_position(grid, kind.pins[b].landmark));
      if (d2 >= limit2) continue;
      ++pairs;
      if (d2 >= least2) continue;
      least2 = d2;
      one = a;
      other = b;
    }
  if (pairs == 0) return;
  const std::string &first = kind.pins[one].landmark.hand, &second = kind.pins[other].landmark.hand;
  findings.push_back(with_cures(
      {Severity::warning, "pins_too_close", "hand.pins." + second,
       "Pins " + first + " and " + second + " of " + row.id + " stand " + decimal_text(std::sqrt(least2), 1) +
           " m apart, less than " + decimal_text(row.spacing_m) + " m" +
           (pairs > 1 ? ", and so do " + std::to_string(pairs - 1) + " more pairs" : "") +
           ": all stand. Move one, or set its spacing to none."},
      {{set_to("hand.pins." + second + ".spacing", "none")}}));
}

void report_off_habitat(const LandmarkRow& row, const LandmarkPin& pin, const Raster<uint8_t>& water,
                        Findings& findings) {
  const bool wet = water.size() != 0 && water.grid.contains(*pin.landmark.at_m);
  const uint8_t code = wet ? water[pin.landmark.cell] : uint8_t{0};
  const std::string in_water = code != 0 ? " in water (" + std::string(kWaterCodeSlugs[code]) + ")," : "";
  findings.push_back({Severity::info, "pin_off_habitat", "hand.pins." + pin.landmark.hand,
                      "Pin " + pin.landmark.hand + " stands" + in_water + " where the rules of " + row.id +
                          " allow none: it stays where it was put."});
}

}  // namespace fw
