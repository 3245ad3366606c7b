#include "app/job/search/search_look.h"

#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

#include "app/job/audit/audit_summary.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/search/preview.h"
#include "core/world/generate.h"

namespace fw {
namespace {

constexpr size_t kStages = std::size(kKpiStageSlugs);

/// The scope of a world in which figures of a stage are known.
GenerateScope scope_of(KpiStage stage) {
  constexpr std::array<GenerateScope, kStages> kScopes{GenerateScope::ground, GenerateScope::regions,
                                                       GenerateScope::layers, GenerateScope::landmarks,
                                                       GenerateScope::whole};
  return kScopes[static_cast<size_t>(stage)];
}

/// What is known of a world so far.
class Known {
 public:
  Known(const SearchPlan& plan, const SearchRules& rules)
      : plan_(plan),
        rules_(rules),
        play_(play_of(plan.tmpl.play, plan.tmpl.vocabulary)),
        values_(rules.table.figures.size(), std::numeric_limits<double>::quiet_NaN()) {
    for (const ConditionPart& part : rules.parts)
      for (const FormulaNode& node : part.formula.nodes)
        if (node.op == FormulaOp::figure || node.op == FormulaOp::percent) asked_.push_back(node.figure);
  }

  /// Measures what conditions ask for and can be known at the stage, or with `all` everything.
  void measure(const World& world, KpiStage stage, bool all) {
    std::array<bool, kStages> wanted{};
    bool audited = all;
    const std::span<const Kpi> table = kpi_table();
    for (const size_t figure : asked_) {
      if (rules_.table.figures[figure].stage > stage) continue;
      if (figure < table.size())
        wanted[static_cast<size_t>(table[figure].stage)] = true;
      else
        audited = true;
    }
    if (all) wanted.fill(true);
    constexpr auto kLandmarks = static_cast<size_t>(KpiStage::landmarks);
    wanted[kLandmarks] = wanted[kLandmarks] || wanted[static_cast<size_t>(KpiStage::points)];
    for (size_t s = 0; s <= static_cast<size_t>(stage); ++s) {
      if (!wanted[s] || measured_[s]) continue;
      measured_[s] = true;
      add_kpi_stage(world, play_, static_cast<KpiStage>(s), figures_);
      for (size_t k = 0; k < table.size(); ++k)
        if (static_cast<size_t>(table[k].stage) == s) values_[k] = table[k].value(figures_);
    }
    if (audited && !audited_) add_audit(world, table.size());
  }

  const std::vector<double>& values() const { return values_; }
  std::vector<double> take_values() { return std::move(values_); }

 private:
  void add_audit(const World& world, size_t first) {
    audited_ = true;
    for (const AuditFigure& row : summarise_audit(audit(world, plan_.tmpl), plan_.tmpl.vocabulary))
      if (first < values_.size()) values_[first++] = row.value;
  }

  const SearchPlan& plan_;
  const SearchRules& rules_;
  PlayParams play_;
  KpiFigures figures_;
  std::vector<size_t> asked_;
  std::array<bool, kStages> measured_{};
  bool audited_ = false;
  std::vector<double> values_;
};

RowFate row_fate(SearchFate fate) {
  return fate == SearchFate::passed     ? RowFate::passed
         : fate == SearchFate::rejected ? RowFate::rejected
                                        : RowFate::undefined;
}

/// The slacks of the parts that a preview judges, in a world of that resolution; nothing when cancelled.
std::optional<std::vector<double>> layer_slacks(const SearchPlan& plan, const SearchRules& rules,
                                                uint64_t seed, int resolution, const Progress& quiet) {
  const std::vector<size_t> judged = previewed_parts(rules.parts);
  KpiStage last = KpiStage::ground;
  for (const size_t k : judged) last = std::max(last, rules.parts[k].stage);
  const auto world = generate(plan.tmpl, seeds_of(plan, seed), resolution, quiet, nullptr, scope_of(last));
  if (!world) return std::nullopt;
  Known known(plan, rules);
  known.measure(*world.value(), last, false);
  std::vector<double> slacks;
  for (const size_t k : judged)
    slacks.push_back(value_of(rules.parts[k].formula, known.values(), rules.table));
  return slacks;
}

/// The first part that the coarse world fails by more than its margin; parts.size() = none. Nothing when
/// cancelled.
std::optional<size_t> preview_fails(const SearchPlan& plan, const SearchRules& rules, uint64_t seed,
                                    const Progress& quiet) {
  const auto slacks = layer_slacks(plan, rules, seed, plan.preview->resolution, quiet);
  if (!slacks) return std::nullopt;
  const std::vector<size_t> judged = previewed_parts(rules.parts);
  for (size_t k = 0; k < std::min(judged.size(), plan.preview->margins.size()); ++k)
    if ((*slacks)[k] + plan.preview->margins[k] < 0) return judged[k];
  return rules.parts.size();
}

std::vector<double> no_values(const SearchRules& rules) {
  return std::vector<double>(rules.table.figures.size(), std::numeric_limits<double>::quiet_NaN());
}

std::optional<SearchRow> look(const SearchPlan& plan, const SearchRules& rules, uint64_t seed,
                              StageCache& cache, const Progress& quiet) {
  bool sampled = false;
  if (plan.preview && !plan.record_all) {
    const std::optional<size_t> failing = preview_fails(plan, rules, seed, quiet);
    if (!failing) return std::nullopt;
    const bool rejected = *failing < rules.parts.size();
    sampled = rejected && in_sample(seed, "preview sample", kPreviewSample);
    if (rejected && !sampled) {
      SearchRow row{seed, RowFate::rejected, KpiStage::ground, *failing, "", no_values(rules)};
      row.by_preview = true;
      return row;
    }
  }
  Known known(plan, rules);
  std::vector<KpiStage> looks = looks_of(rules.parts);
  if (plan.record_all) looks = {KpiStage::points};
  StageCache* const shared = looks.size() > 1 || plan.streams ? &cache : nullptr;
  for (const KpiStage stage : looks) {
    const auto world =
        generate(plan.tmpl, seeds_of(plan, seed), plan.resolution, quiet, shared, scope_of(stage));
    if (!world) return std::nullopt;
    known.measure(*world.value(), stage, plan.record_all);
    const auto verdict = plan.record_all ? judge(rules.parts, known.values(), rules.table)
                                         : judge_at(stage, rules.parts, known.values(), rules.table);
    if (!verdict) continue;
    if (verdict->fate == SearchFate::passed) known.measure(*world.value(), stage, true);
    SearchRow row{seed, row_fate(verdict->fate), verdict->stage, verdict->part, "", known.take_values()};
    if (sampled) row.holds = std::exchange(row.fate, RowFate::sampled) == RowFate::passed;
    return row;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SearchRow> look_at(const SearchPlan& plan, const SearchRules& rules, uint64_t seed,
                                 StageCache& cache, const Progress& progress) {
  Progress quiet;
  quiet.cancel = progress.cancel;
  std::optional<SearchRow> row;
  on_one_thread([&] {
    try {
      row = look(plan, rules, seed, cache, quiet);
    } catch (const std::exception& problem) {
      row = SearchRow{seed, RowFate::failed, KpiStage::ground, 0, problem.what(), no_values(rules)};
    }
    if (!plan.streams) cache.clear();  // worlds of other seeds have no stage in common
  });
  return row;
}

Result<std::vector<double>> calibrate_preview(const SearchPlan& plan, const SearchRules& rules,
                                              const Progress& progress) {
  const std::vector<size_t> judged = previewed_parts(rules.parts);
  const std::string option = "--preview " + std::to_string(plan.preview->resolution);
  if (plan.preview->resolution >= plan.resolution)
    return Error{ErrorKind::usage, option + ": expected fewer cells than the worlds have (--resolution " +
                                       std::to_string(plan.resolution) + ")"};
  if (judged.empty())
    return Error{ErrorKind::usage,
                 option +
                     ": found no condition on figures of the ground, regions or layers; landmarks and "
                     "points stand elsewhere at another resolution, so a preview cannot judge them"};
  if (plan.streams && kStreamSlugs[plan.streams->varies] == "place")
    return Error{ErrorKind::usage, option +
                                       ": seeds of the stream place do not change ground, regions and "
                                       "layers, so there is nothing to judge"};
  std::vector<std::vector<double>> differences(judged.size(), std::vector<double>(kPreviewWorlds));
  Progress quiet;
  quiet.cancel = progress.cancel;
  std::mutex guard;
  size_t made = 0;
  std::atomic<bool> cancelled{false};
  parallel_for(kPreviewWorlds, 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end && !cancelled; ++k)
      on_one_thread([&, k] {
        // 2^53 seeds: those of the search are hardly among them.
        const uint64_t seed = derive(k, "preview calibration") >> 11;
        const auto fine = layer_slacks(plan, rules, seed, plan.resolution, quiet);
        const auto coarse = layer_slacks(plan, rules, seed, plan.preview->resolution, quiet);
        if (!fine || !coarse) {
          cancelled = true;
          return;
        }
        for (size_t j = 0; j < judged.size(); ++j) differences[j][k] = (*fine)[j] - (*coarse)[j];
        const std::lock_guard lock(guard);
        progress.at("preview", static_cast<double>(++made) / static_cast<double>(kPreviewWorlds));
      });
  });
  if (cancelled) return Error{ErrorKind::cancelled, "cancelled"};
  std::vector<double> margins;
  for (std::vector<double>& column : differences) margins.push_back(preview_margin(std::move(column)));
  return margins;
}

}  // namespace fw
