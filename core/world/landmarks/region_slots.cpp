#include "core/world/landmarks/region_slots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

/// The share of the sites with a lower utility; of equal ones those before `at` count too.
double utility_rank(const std::vector<RegionSite>& sites, double utility, size_t at) {
  int64_t below = 0;
  for (size_t s = 0; s < sites.size(); ++s)
    below += sites[s].utility < utility || (sites[s].utility == utility && s < at) ? 1 : 0;
  return (static_cast<double>(below) + 0.5) / static_cast<double>(sites.size());
}

struct PlacedSlot {
  Vec2 at_m;
  bool pinned = false;
};

/// The spacing that held is that of what was generated: pairs of pins are told apart.
QuotaLedger ledger_of(const RegionKind& of, const LandmarkRow& row, const std::vector<PlacedSlot>& placed,
                      int64_t mask) {
  double least2 = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < placed.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!placed[i].pinned || !placed[j].pinned)
        least2 = std::min(least2, squared_distance(placed[i].at_m, placed[j].at_m));
  QuotaLedger ledger;
  ledger.class_index = static_cast<int>(of.kind);
  ledger.quota = of.quota;
  ledger.placed = static_cast<int64_t>(placed.size());
  ledger.refused_mask = static_cast<int64_t>(of.survey.land.size()) - mask;
  ledger.spacing_m = std::min(row.spacing_m, std::sqrt(least2));
  ledger.capacity = row.spacing_m > 0
                        ? spacing_capacity(static_cast<double>(mask) * of.inputs.map.code.grid.cell_area_m2(),
                                           row.spacing_m)
                        : static_cast<double>(mask);
  return ledger;
}

/// A pin's utility among its region's sites; 0 where its region has none.
double pin_rank(const RegionKind& of, const std::vector<RegionSlot>& slots, const LandmarkPin& pin) {
  const uint8_t code = region_of_landmark(of.inputs.map.code, pin.landmark);
  const auto slot = std::find_if(slots.begin(), slots.end(), [code](const RegionSlot& s) {
    return code != 0 && s.code == code && !s.sites.empty();
  });
  if (slot == slots.end()) return 0;
  std::vector<RegionSite> there{{pin.landmark.cell, *pin.landmark.at_m, 0}};
  of.weigh(of.inputs, of.survey, there);
  return utility_rank(slot->sites, there[0].utility, 0);
}

/// A region's natural landmark whose name its new one takes, unless a pin has it; else -1.
int free_name(const RegionKind& of, const RegionStanding& kept, uint8_t code) {
  for (size_t n = 0; n < kept.kind.natural.size(); ++n) {
    if (of.inputs.map.code[kept.kind.natural[n].cell] != code) continue;
    const bool taken = std::find(kept.standing.displaced.begin(), kept.standing.displaced.end(),
                                 static_cast<int>(n)) != kept.standing.displaced.end();
    if (!taken) return kept.kind.natural[n].natural;
  }
  return -1;
}

void report_seconds(const RegionKind& of, const LandmarkRow& row, const RegionStanding& kept,
                    Findings& findings) {
  for (const size_t p : kept.seconds) {
    const Landmark& pin = kept.kind.pins[p].landmark;
    const Region& region = of.inputs.map.regions[of.inputs.map.code[pin.cell] - 1u];
    findings.push_back(
        with_cures({Severity::warning, "pin_second_in_region", "hand.pins." + pin.hand,
                    "Pin " + pin.hand + " is not the only " + row.id + " by hand in " + region.name +
                        ", which counts one: all stand. Move it to another region, or set its counts to no."},
                   {{set_to("hand.pins." + pin.hand + ".counts", "no")}}));
  }
}

}  // namespace

bool has_cell(const std::vector<RegionSite>& sites, uint32_t cell) {
  const auto at = std::lower_bound(sites.begin(), sites.end(), cell,
                                   [](const RegionSite& site, uint32_t c) { return site.cell < c; });
  return at != sites.end() && at->cell == cell;
}

std::vector<uint8_t> controllable_codes(const RegionMap& map) {
  std::vector<uint8_t> codes;
  for (size_t r = 0; r < map.regions.size(); ++r)
    if (!map.regions[r].neutral) codes.push_back(static_cast<uint8_t>(r + 1));
  return codes;
}

bool owners_cell(const PlacementInputs& inputs, uint32_t cell) {
  const Region& region = inputs.map.regions[inputs.map.code[cell] - 1u];
  return inputs.faction.code[cell] == static_cast<uint8_t>(region.owner) + 1;
}

std::vector<Vec2> all_positions(const GridSpec& grid, const LandmarkPlan& plan) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : plan.landmarks) out.push_back(landmark_position(grid, landmark));
  return out;
}

RegionStanding settle_regions(const KindStanding& kept, const PlacementInputs& inputs, int64_t quota,
                              size_t eligible, const std::function<bool(uint32_t cell)>& also,
                              std::vector<RegionSlot>& slots) {
  const Raster<uint8_t>& code = inputs.map.code;
  RegionStanding out{kept, {}, {}, 0};
  std::vector<int> slot_of(256, -1);
  for (size_t t = 0; t < slots.size(); ++t) slot_of[slots[t].code] = static_cast<int>(t);
  std::vector<RegionSlot> extra;
  for (size_t p = 0; p < out.kind.pins.size(); ++p) {
    LandmarkPin& pin = out.kind.pins[p];
    const uint8_t region = region_of_landmark(code, pin.landmark);
    RegionSlot* slot = slot_of[region] < 0 ? nullptr : &slots[static_cast<size_t>(slot_of[region])];
    if (pin.counts && slot != nullptr && !slot->fixed_m) {
      slot->fixed_m = pin.landmark.at_m;
      const auto own = std::find_if(kept.natural.begin(), kept.natural.end(),
                                    [&](const Landmark& l) { return code[l.cell] == region; });
      if (!pin.from_m && own != kept.natural.end()) pin.from_m = landmark_position(code.grid, *own);
      continue;
    }
    if (pin.counts && slot != nullptr)
      out.seconds.push_back(p);
    else if (pin.counts)
      ++out.elsewhere;
    pin.counts = false;
    extra.push_back({.code = region, .fixed_m = pin.landmark.at_m, .open = false});
  }
  const StandingRules rules{
      code.grid, 0, quota,
      [&](const Landmark& landmark) {
        const int t = slot_of[code[landmark.cell]];
        return t >= 0 && !slots[static_cast<size_t>(t)].fixed_m &&
               (has_cell(slots[static_cast<size_t>(t)].sites, landmark.cell) || also(landmark.cell));
      },
      [&](uint32_t cell) { return code[cell] == 0 ? -1 : code[cell]; }};
  out.standing = settle_standing(out.kind, rules);
  int64_t used = out.kind.counting();
  for (size_t n = 0; n < kept.natural.size(); ++n) {
    if (out.standing.stays[n] == 0) continue;
    RegionSlot& slot = slots[static_cast<size_t>(slot_of[code[kept.natural[n].cell]])];
    slot.fixed_m = landmark_position(code.grid, kept.natural[n]);
    slot.natural = true;
    ++used;
  }
  for (size_t t = 0; t < slots.size(); ++t) {
    slots[t].open = !slots[t].fixed_m && t < eligible && used < quota;
    used += slots[t].open ? 1 : 0;
  }
  slots.insert(slots.end(), extra.begin(), extra.end());
  return out;
}

void report_rung(const LandmarkRow& kind, const Region& region, std::string_view words, Findings& findings) {
  findings.push_back(
      {Severity::warning, "landmark_relaxed", "landmarks." + kind.id,
       kind.id + " of " + region.name + ": no cell meets the rules; took " + std::string(words)});
}

void record_regions(const RegionKind& of, const std::vector<RegionSlot>& slots, const RegionStanding* kept,
                    LandmarkPlan& plan) {
  const GridSpec& grid = of.inputs.map.code.grid;
  const LandmarkRow& row = of.inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(of.kind)];
  int64_t mask = 0;
  std::vector<PlacedSlot> placed;
  std::vector<Landmark> chosen;
  for (const RegionSlot& slot : slots) {
    mask += slot.counted ? static_cast<int64_t>(slot.sites.size()) : 0;
    if (slot.place() == nullptr) continue;
    placed.push_back({*slot.place(), slot.fixed_m.has_value() && !slot.natural});
    if (slot.fixed_m) continue;
    const auto s = static_cast<size_t>(slot.chosen);
    chosen.push_back({of.kind, static_cast<int>(chosen.size()), slot.sites[s].cell,
                      utility_rank(slot.sites, slot.sites[s].utility, s)});
    if (kept == nullptr) continue;
    chosen.back().natural = free_name(of, *kept, slot.code);
  }
  plan.ledger.push_back(ledger_of(of, row, placed, mask));
  if (kept == nullptr) {
    plan.landmarks.insert(plan.landmarks.end(), chosen.begin(), chosen.end());
  } else {
    std::vector<double> ranks;
    for (const LandmarkPin& pin : kept->kind.pins) ranks.push_back(pin_rank(of, slots, pin));
    append_standing(kept->kind, kept->standing, std::move(chosen), ranks,
                    static_cast<int>(std::max<int64_t>(of.quota, kept->kind.ledger.quota)), grid,
                    plan.landmarks);
    plan.ledger.back().by_hand =
        kept->kind.counting() + static_cast<int64_t>(kept->seconds.size()) + kept->elsewhere;
    plan.ledger.back().banned = kept->kind.banned;
    report_pins(row, kept->kind, of.quota, grid, plan.findings);
    report_seconds(of, row, *kept, plan.findings);
    for (const LandmarkPin& pin : kept->kind.pins) {
      const uint8_t code = region_of_landmark(of.inputs.map.code, pin.landmark);
      const bool suits = std::any_of(slots.begin(), slots.end(), [&](const RegionSlot& slot) {
        return slot.code == code && has_cell(slot.sites, pin.landmark.cell);
      });
      if (!suits) report_off_habitat(row, pin, of.inputs.island.water, plan.findings);
    }
  }
  report_landmarks(row, plan.ledger.back(), kept == nullptr ? nullptr : &kept->kind,
                   plan.ledger.back().placed, plan.findings);
}

}  // namespace fw
