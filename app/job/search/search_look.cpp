#include "app/job/search/search_look.h"

#include <array>
#include <exception>
#include <limits>

#include "app/job/audit/audit_summary.h"
#include "core/base/parallel/one_thread.h"
#include "core/measure/audit/audit.h"
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

std::optional<SearchRow> look(const SearchPlan& plan, const SearchRules& rules, uint64_t seed,
                              StageCache& cache, const Progress& quiet) {
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
    return SearchRow{seed, row_fate(verdict->fate), verdict->stage, verdict->part, "", known.take_values()};
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
      row = SearchRow{
          seed,
          RowFate::failed,
          KpiStage::ground,
          0,
          problem.what(),
          std::vector<double>(rules.table.figures.size(), std::numeric_limits<double>::quiet_NaN())};
    }
    if (!plan.streams) cache.clear();  // worlds of other seeds have no stage in common
  });
  return row;
}

}  // namespace fw
