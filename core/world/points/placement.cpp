#include "core/world/points/placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/class_intensity.h"
#include "core/world/dice/rerolls.h"
#include "core/world/land/cell_noise.h"
#include "core/world/points/placement_internal.h"

namespace fw {
namespace {

std::string template_path(const Template& tmpl, Category category, const PointClass& cls) {
  static constexpr std::array<std::string_view, 3> kLists{"resources", "wildlife", "enemies"};
  const std::vector<PointClass>& list = tmpl.classes(category);
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].slug == cls.slug)
      return std::string(kLists[static_cast<size_t>(category)]) + "[" + std::to_string(i) + "]";
  return std::string(kLists[static_cast<size_t>(category)]);
}

/// What lambda reads of candidates besides their rank.
struct Asked {
  std::vector<float> weight;  ///< habitat
  std::vector<float> type;
};

/// The cells of the field above the gate; `asked` receives what the field knows of them.
Candidates cells_above(const Placement& p, const ClassField& field, double gate, const Target& target,
                       Asked& asked) {
  Candidates out;
  out.cells.resize(field.cells.size() + 1);  // as in find_cells
  out.rank.resize(field.cells.size() + 1);
  asked.weight.resize(field.cells.size() + 1);
  asked.type.resize(field.type.empty() ? 0 : field.cells.size() + 1);
  size_t count = 0;
  for (size_t i = 0; i < field.cells.size(); ++i) {
    out.cells[count] = field.cells[i];
    out.rank[count] = field.rank[i];
    asked.weight[count] = field.weight[i];
    if (!field.type.empty()) asked.type[count] = field.type[i];
    const bool here = target.all() || target.inside[p.inputs.map.code[field.cells[i]]] != 0;
    count += static_cast<size_t>(static_cast<double>(field.rank[i]) > gate) & static_cast<size_t>(here);
  }
  out.cells.resize(count);
  out.rank.resize(count);
  asked.weight.resize(count);
  if (!field.type.empty()) asked.type.resize(count);
  return out;
}

/// lambda of a batch of candidates.
void weigh(const Placement& p, double gate, std::span<const uint32_t> cells, std::span<const float> rank,
           std::span<const float> weight, std::span<const float> type, std::span<double> lambda) {
  class_lambda(p.cls.gamma, gate, rank, weight, type, lambda);
  if (p.category == Category::enemy && p.cls.landmark_pull > 0 && !p.strong_m.empty())
    pull_lambda(p.strong_m, p.cls.landmark_pull, p.inputs.map.code.grid, cells, lambda);
  // A rank a hair above the gate to a high power may underflow; such a cell can never be drawn.
  for (double& l : lambda) l = std::max(l, 1e-300);
}

}  // namespace

Placement prepare_placement(const PlacementInputs& inputs, Category category, const PointClass& cls,
                            const LandmarkPlan& plan, const ClassField& field) {
  const std::string tag = class_tag(category, cls);
  Placement p{inputs,
              category,
              cls,
              class_noise(class_seeds(inputs.seeds, cls), inputs.tmpl.noise.type, "type", tag),
              derive(class_seeds(inputs.seeds, cls).place_stream(), tag),
              {},
              {},
              template_path(inputs.tmpl, category, cls),
              cell_dice(inputs.tmpl, category, cls, class_seeds(inputs.seeds, cls), inputs.map.code.grid),
              field.places};
  const double margin_m = kLandmarkMargin_m[static_cast<size_t>(category)];
  for (const Landmark& landmark : plan.landmarks) {
    const Vec2 at = landmark_position(inputs.map.code.grid, landmark);
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
    if (kind.draws_enemies) p.strong_m.push_back(at);
    p.keep_out.push_back({at, std::max(margin_m, landmark_keep_m(kind, category))});
  }
  return p;
}

namespace {

/// By slot the spacing at which as many points as are to be expected there would fill kLooseLoad of what
/// fits: at most that of the rung, at least the floor. Empty where the class has none.
std::vector<double> crowded_spacing(const Placement& p, double spacing_m, std::span<const double> lambda) {
  const double floor_m = hard_spacing_m(p.cls, spacing_m);
  if (!(floor_m < spacing_m)) return {};
  double sum = 0;
  for (const double l : lambda) sum += l;
  const double per_m2 = p.cls.quota / (sum * p.inputs.map.code.grid.cell_area_m2());
  std::vector<double> out(lambda.size());
  for (size_t i = 0; i < lambda.size(); ++i)
    out[i] = std::clamp(std::sqrt(kLooseLoad * kJammedPacking / (per_m2 * lambda[i])), floor_m, spacing_m);
  return out;
}

}  // namespace

Candidates candidates_at(const Placement& p, const ClassField& field, const Rung& rung,
                         const Target& target) {
  const double gate = rung.gate;
  Asked asked;
  Candidates out = cells_above(p, field, gate, target, asked);
  if (field.type.empty()) {
    asked.type.resize(out.cells.size());
    noise_at_cells(p.type_noise, p.inputs.map.code.grid, p.inputs.tmpl.noise.phase, out.cells, asked.type);
  }
  out.lambda.resize(out.cells.size());
  for (size_t begin = 0; begin < out.cells.size(); begin += kLambdaBatch) {
    const size_t count = std::min(kLambdaBatch, out.cells.size() - begin);
    const auto part = [&](auto& values) { return std::span(values).subspan(begin, count); };
    weigh(p, gate, part(out.cells), part(out.rank), part(asked.weight), part(asked.type), part(out.lambda));
  }
  out.spacing_m = crowded_spacing(p, rung.spacing_m, out.lambda);
  return out;
}

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
    Attempt attempt{rung.gate, rung.spacing_m, candidates_at(p, field, rung, target), {}};
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
  row.capacity = capacity_of(p, attempt.candidates.cells.size(), hard_spacing_m(p.cls, attempt.spacing_m));
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
  return {p.inputs.map.code.grid,          p.inputs.map.code, p.substream, spacing_m,    quota,
          p.inputs.map.regions.size(),     p.keep_out,        {},          p.dice.get(), p.places.get(),
          hard_spacing_m(p.cls, spacing_m)};
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

void report_quota(const Placement& p, const QuotaLedger& row, const std::string& kept_away,
                  Findings& findings) {
  const std::string place = row.region != 0  ? " in region " + p.inputs.map.regions[row.region - 1u].name
                            : row.piece != 0 ? " on island " + std::to_string(row.piece)
                                             : std::string();
  const int64_t wanted = row.quota - row.banned;
  const double spacing_m = hard_spacing_m(p.cls, row.spacing_m);
  if (row.placed < wanted) {
    const bool jammed = row.refused_spacing > 0;
    const PathEdit fewer = set_to(p.where + ".quota", static_cast<double>(row.placed));
    findings.push_back(with_cures(
        {Severity::warning, "quota_shortfall", fewer.path,
         p.cls.slug + place + ": " + of_quota(row.placed, wanted) + " placed; " +
             (jammed ? "no place is left at a spacing of " + decimal_text(spacing_m) + " m"
                     : "no place is left in the habitat") +
             " (about " + decimal_text(row.capacity, 0) + " fit). Set the quota to " + fewer.value +
             (!kept_away.empty() ? ". " + kept_away
              : jammed ? (spacing_m < row.spacing_m ? " or lower spacing_floor_m." : " or lower spacing_m.")
                       : " or widen the habitat.")},
        {{fewer}}));
  } else if (row.quota >= 20 && static_cast<double>(row.quota) > kComfortableLoad * row.capacity) {
    // With fewer than about 20 points in a fragmented mask the capacity is unreliable.
    const double load = static_cast<double>(row.quota) / row.capacity;
    const Cure nearer{set_to(p.where + ".spacing_floor_m",
                             std::max(1.0, std::floor(spacing_m * std::sqrt(kLooseLoad / load))))};
    findings.push_back({Severity::info,
                        "pattern_crowded",
                        p.where + ".spacing_m",
                        p.cls.slug + place + ": " + std::to_string(row.quota) + " points are " +
                            decimal_text(100 * load, 0) + " % of what fits at a spacing of " +
                            decimal_text(spacing_m) + " m; above 35 % the points look evenly spaced. " +
                            sentence_case(cure_words(nearer)) +
                            " m: they come nearer than spacing_m where it is crowded alone",
                        {nearer}});
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
    report_quota(p, out.ledger.back(), "", out.findings);
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
