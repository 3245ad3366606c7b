#include "core/world/points/placement.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/number_text.h"
#include "core/model/template/spacing_rules.h"
#include "core/world/points/placement_internal.h"

namespace fw {

namespace {

std::string of_quota(int64_t placed, int64_t quota) {
  return std::to_string(placed) + " of " + std::to_string(quota);
}

struct Attempt {
  double gate = 0;
  double spacing_m = 0;
  Candidates candidates;
  ScanResult result;
};

/// Climbs the ladder until the quota is met; keeps the best attempt (the least relaxed among equals).
Attempt place_target(const Placement& p, const ClassField& field, const Target& target, int64_t quota,
                     const PlacedClass& earlier, Findings& findings) {
  Attempt best;
  std::string relaxed;  // what every rung above the first placed
  int64_t rungs = 0;
  for (const Rung& rung : ladder(p.cls)) {
    Attempt attempt{rung.gate, rung.spacing_m, candidates_at(p, field, rung.gate, target), {}};
    ScanRules rules = scan_rules(p, rung.spacing_m, quota);
    rules.dice = nullptr;  // rolled afterwards, in the places that are theirs
    attempt.result = scan_candidates(attempt.candidates, rules, earlier.points, earlier.radii_m);
    const auto placed = static_cast<int64_t>(attempt.result.points.size());
    if (rungs > 0) relaxed += (relaxed.empty() ? "" : "; ") + rung_text(rung, placed, quota);
    if (rungs++ == 0 || placed > static_cast<int64_t>(best.result.points.size())) best = std::move(attempt);
    // No gate and no spacing brings cells into an empty mask.
    if (placed >= quota || field.cells.empty()) break;
  }
  report_relaxed(p, relaxed, findings);
  return best;
}

QuotaLedger ledger_row(const Placement& p, const HabitatSurvey& survey, const ClassField& field,
                       const Attempt& attempt, const Target& target, int64_t quota) {
  QuotaLedger row;
  row.region = target.region;
  row.piece = target.piece;
  row.quota = quota;
  row.placed = static_cast<int64_t>(attempt.result.points.size());
  int64_t land = 0;
  for (size_t r = 0; r < survey.land_cells.size(); ++r)
    if (target.holds(static_cast<uint8_t>(r + 1))) land += survey.land_cells[r];
  auto mask = static_cast<int64_t>(field.cells.size());
  if (!target.all())
    mask = std::count_if(field.cells.begin(), field.cells.end(),
                         [&](uint32_t cell) { return target.holds(p.inputs.map.code[cell]); });
  row.refused_mask = land - mask;
  row.refused_density = mask - static_cast<int64_t>(attempt.candidates.cells.size());
  row.refused_spacing = attempt.result.refused_spacing;
  row.capacity = capacity_of(p, attempt.candidates.cells.size(), attempt.spacing_m);
  row.gate = attempt.gate;
  row.spacing_m = attempt.spacing_m;
  return row;
}

/// lambda over its maximum, ascending by cell; regions come one after the other.
SparseIntensity share_of(std::vector<uint32_t> cells, const std::vector<double>& lambda) {
  SparseIntensity out;
  double top = 0;
  for (const double l : lambda) top = std::max(top, l);
  out.share.resize(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) out.share[i] = static_cast<float>(lambda[i] / top);
  out.cells = std::move(cells);
  if (std::is_sorted(out.cells.begin(), out.cells.end())) return out;
  std::vector<std::pair<uint32_t, float>> order(out.cells.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = {out.cells[i], out.share[i]};
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size(); ++i) std::tie(out.cells[i], out.share[i]) = order[i];
  return out;
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  if (to.empty())
    to = std::move(from);
  else
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

std::vector<Target> targets_of(const RegionMap& map, QuotaBy by) {
  std::vector<Target> out;
  const size_t codes = map.regions.size() + 1;
  if (by == QuotaBy::island) out.resize(1);
  for (size_t r = 0; r < map.regions.size() && by == QuotaBy::region; ++r) {
    out.push_back({static_cast<int>(r + 1), 0, std::vector<uint8_t>(codes, 0)});
    out.back().inside[r + 1] = 1;
  }
  for (size_t r = 0; r < map.regions.size() && by == QuotaBy::piece; ++r) {
    const int piece = map.regions[r].piece;
    while (static_cast<int>(out.size()) < piece)
      out.push_back({0, static_cast<int>(out.size()) + 1, std::vector<uint8_t>(codes, 0)});
    out[static_cast<size_t>(piece - 1)].inside[r + 1] = 1;
  }
  return out;
}

std::vector<Rung> ladder(const PointClass& cls) {
  std::vector<Rung> rungs{{cls.gate, cls.spacing_m}};
  double gate = cls.gate;
  while (gate > 0.05) {
    gate = std::max(0.0, std::floor((gate - 0.15) * 1e6 + 0.5) / 1e6);
    rungs.push_back({gate, cls.spacing_m});
  }
  for (const double factor : usual_relaxation()) rungs.push_back({gate, cls.spacing_m * factor});
  return rungs;
}

double capacity_of(const Placement& p, size_t cells, double spacing_m) {
  if (spacing_m <= 0) return static_cast<double>(cells);
  return spacing_capacity(static_cast<double>(cells) * p.inputs.map.code.grid.cell_area_m2(), spacing_m);
}

ScanRules scan_rules(const Placement& p, double spacing_m, int64_t quota) {
  return {p.inputs.map.code.grid,      p.inputs.map.code, p.substream, spacing_m,    quota,
          p.inputs.map.regions.size(), p.keep_out,        {},          p.dice.get(), p.places.get()};
}

std::string rung_text(const Rung& rung, int64_t placed, int64_t quota) {
  return "gate " + decimal_text(rung.gate) + ", spacing " + decimal_text(rung.spacing_m) +
         " m: " + of_quota(placed, quota) + " placed";
}

void report_relaxed(const Placement& p, const std::string& rungs, Findings& findings) {
  if (!rungs.empty())
    findings.push_back(
        {Severity::warning, "placement_relaxed", p.where, p.cls.slug + ": relaxed to " + rungs});
}

void report_quota(const Placement& p, const QuotaLedger& row, Findings& findings) {
  const std::string place = row.region != 0  ? " in region " + p.inputs.map.regions[row.region - 1u].name
                            : row.piece != 0 ? " on island " + std::to_string(row.piece)
                                             : std::string();
  const int64_t wanted = row.quota - row.banned;
  if (row.placed < wanted) {
    const bool jammed = row.refused_spacing > 0;
    findings.push_back({Severity::warning, "quota_shortfall", p.where + ".quota",
                        p.cls.slug + place + ": " + of_quota(row.placed, wanted) + " placed; " +
                            (jammed ? "no place is left at a spacing of " + decimal_text(row.spacing_m) + " m"
                                    : "no place is left in the habitat") +
                            " (about " + decimal_text(row.capacity, 0) + " fit). Set the quota to " +
                            std::to_string(row.placed) +
                            (jammed ? " or lower spacing_m." : " or widen the habitat.")});
  } else if (row.quota >= 20 && static_cast<double>(row.quota) > kComfortableLoad * row.capacity) {
    // With fewer than about 20 points in a fragmented mask the capacity is unreliable.
    findings.push_back({Severity::info, "pattern_crowded", p.where + ".spacing_m",
                        p.cls.slug + place + ": " + std::to_string(row.quota) + " points are " +
                            decimal_text(100 * static_cast<double>(row.quota) / row.capacity, 0) +
                            " % of what fits at a spacing of " + decimal_text(row.spacing_m) +
                            " m; above 35 % the points look evenly spaced"});
  }
}

PlacedClass place_class(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                        const PointClass& cls, const LandmarkPlan& landmarks, const ClassField& field) {
  PlacedClass out;
  if (cls.quota <= 0 || inputs.map.regions.empty()) {
    out.ledger.push_back({});
    out.ledger.back().quota = std::max(cls.quota, 0);
    out.ledger.back().gate = cls.gate;
    out.ledger.back().spacing_m = cls.spacing_m;
    return out;
  }
  const Placement p = prepare_placement(inputs, category, cls, landmarks, field);
  std::vector<uint32_t> cells;
  std::vector<double> lambda;
  for (const Target& target : targets_of(inputs.map, cls.quota_by)) {
    Attempt attempt = place_target(p, field, target, cls.quota, out, out.findings);
    out.ledger.push_back(ledger_row(p, survey, field, attempt, target, cls.quota));
    report_quota(p, out.ledger.back(), out.findings);
    append(cells, std::move(attempt.candidates.cells));
    append(lambda, std::move(attempt.candidates.lambda));
    out.points.insert(out.points.end(), attempt.result.points.begin(), attempt.result.points.end());
    out.radii_m.insert(out.radii_m.end(), attempt.result.radii_m.begin(), attempt.result.radii_m.end());
  }
  for (size_t n = 0; n < out.points.size(); ++n) out.points[n].number = static_cast<int>(n);
  out.intensity = share_of(std::move(cells), lambda);
  return out;
}

}  // namespace fw
