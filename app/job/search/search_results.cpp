#include "app/job/search/search_results.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/search/choice.h"
#include "core/search/preview.h"

namespace fw {
namespace {

/// The candidates of the choice for every one that is kept.
constexpr size_t kCandidates = 3;

/// A line as the tally remembers it.
struct Seen {
  uint64_t seed = 0;
  uint64_t hash = 0;  ///< of the whole line
  uint32_t file = 0;
  uint16_t part = 0;
  RowFate fate{};
  KpiStage stage{};
  bool by_preview = false, holds = false;
};

bool by_seed(const Seen& a, const Seen& b) {
  return a.seed != b.seed ? a.seed < b.seed : a.file < b.file;
}

/// NaN last.
bool is_better(const Pass& a, const Pass& b, bool maximise) {
  const bool a_known = !std::isnan(a.score), b_known = !std::isnan(b.score);
  if (a_known != b_known) return a_known;
  if (a_known && a.score != b.score) return maximise ? a.score > b.score : a.score < b.score;
  return a.seed < b.seed;
}

/// The ranges of the plan's seeds that are not among the ascending ones.
SeedList missing_of(const SeedList& all, const std::vector<Seen>& seen) {
  std::vector<SeedSpan> gaps;
  size_t k = 0;
  for (const SeedSpan& span : all.spans) {
    uint64_t next = span.first;
    for (; k < seen.size() && seen[k].seed <= span.last; ++k) {
      if (seen[k].seed > next) gaps.push_back({next, seen[k].seed - 1, 0});
      next = seen[k].seed + 1;
    }
    if (next <= span.last) gaps.push_back({next, span.last, 0});
  }
  return seed_list_of(std::move(gaps));
}

/// A search with a limit ends with the seed that brings the last pass, if all before it are there.
bool cut_at_limit(const SearchPlan& plan, std::vector<Seen>& seen) {
  if (plan.limit == 0) return false;
  uint64_t passes = 0;
  for (size_t k = 0; k < seen.size() && plan.seeds.place_of(seen[k].seed) == k; ++k)
    if (seen[k].fate == RowFate::passed && ++passes == plan.limit) {
      seen.resize(k + 1);
      return true;
    }
  return false;
}

}  // namespace

uint64_t SearchTally::seeds() const {
  uint64_t count = 0;
  for (const uint64_t n : fates) count += n;
  return count;
}

uint64_t SearchTally::rejected_by_preview() const {
  uint64_t count = 0;
  for (const uint64_t n : previewed) count += n;
  return count;
}

Rate SearchTally::preview_missed() const {
  const uint64_t sampled = fates[static_cast<size_t>(RowFate::sampled)];
  return fw::preview_missed(rejected_by_preview() + sampled, sampled, held,
                            fates[static_cast<size_t>(RowFate::passed)]);
}

Result<SearchTally> tally_rows(const SearchPlan& plan, const SearchRules& rules,
                               const std::string& rows_digest,
                               const std::vector<std::filesystem::path>& folders) {
  SearchTally tally;
  std::vector<Seen> seen;
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder : folders) {
    const auto visit = [&](const SearchRow& row, const FoundRow& found) -> Result<Done> {
      if (files.empty() || files.back() != found.file) files.push_back(found.file);
      const bool ends = row.fate == RowFate::rejected || row.fate == RowFate::undefined;
      if (!plan.seeds.contains(row.seed) || (ends && row.part >= rules.parts.size()))
        return Error{ErrorKind::mismatch, found.file.string() + ": holds seed " + std::to_string(row.seed) +
                                              (ends && row.part >= rules.parts.size()
                                                   ? " with a condition that the plan does not have"
                                                   : ", which is none of the plan")};
      seen.push_back({row.seed, fnv1a64(found.line), static_cast<uint32_t>(files.size() - 1),
                      static_cast<uint16_t>(row.part), row.fate, row.stage, row.by_preview, row.holds});
      if (row.fate != RowFate::passed) return Done{};
      const double score = rules.score ? value_of(*rules.score, row.values, rules.table)
                                       : std::numeric_limits<double>::quiet_NaN();
      tally.passes.push_back({row.seed, score, row.values});
      return Done{};
    };
    const Result<RowsCount> count = read_rows(folder, rows_digest, rules.table.figures.size(), visit);
    if (!count) return count.error();
    tally.damaged += count.value().damaged;
  }
  std::sort(seen.begin(), seen.end(), by_seed);
  for (size_t k = 1; k < seen.size(); ++k) {
    if (seen[k].seed != seen[k - 1].seed) continue;
    if (seen[k].hash != seen[k - 1].hash)
      return Error{ErrorKind::mismatch, "seed " + std::to_string(seen[k].seed) + " came out differently in " +
                                            files[seen[k - 1].file].string() + " and " +
                                            files[seen[k].file].string() +
                                            ": another build or a broken machine; remove the wrong file"};
    ++tally.duplicates;
  }
  const auto same_seed = [](const auto& a, const auto& b) { return a.seed == b.seed; };
  seen.erase(std::unique(seen.begin(), seen.end(), same_seed), seen.end());
  const bool reached_limit = cut_at_limit(plan, seen);
  tally.ended.resize(rules.parts.size());
  tally.previewed.resize(rules.parts.size());
  for (const Seen& row : seen) {
    ++tally.fates[static_cast<size_t>(row.fate)];
    tally.held += row.fate == RowFate::sampled && row.holds;
    if (row.by_preview)
      ++tally.previewed[row.part];
    else if (row.fate == RowFate::rejected || row.fate == RowFate::undefined)
      ++tally.ended[row.part][static_cast<size_t>(row.stage)];
  }
  if (!reached_limit) tally.missing = missing_of(plan.seeds, seen);
  sort_passes(plan, tally.passes);
  tally.passes.erase(std::unique(tally.passes.begin(), tally.passes.end(), same_seed), tally.passes.end());
  if (reached_limit)
    std::erase_if(tally.passes, [&](const Pass& pass) { return pass.seed > seen.back().seed; });
  return tally;
}

void sort_passes(const SearchPlan& plan, std::vector<Pass>& passes) {
  std::sort(passes.begin(), passes.end(),
            [&](const Pass& a, const Pass& b) { return is_better(a, b, plan.maximise); });
}

std::vector<size_t> choose_kept(const SearchPlan& plan, const SearchRules& rules, const SearchTally& tally) {
  const size_t candidates = std::min(tally.passes.size(), kCandidates * plan.keep);
  if (rules.diverse.empty()) {
    std::vector<size_t> best(std::min(tally.passes.size(), plan.keep));
    for (size_t k = 0; k < best.size(); ++k) best[k] = k;
    return best;
  }
  std::vector<std::vector<double>> rows(candidates);
  for (const size_t figure : rules.diverse) {
    std::vector<double> column;
    for (size_t k = 0; k < candidates; ++k) column.push_back(tally.passes[k].values[figure]);
    const double deviation = usual_deviation(rules.table, figure, column);
    for (size_t k = 0; k < candidates; ++k) rows[k].push_back(deviation > 0 ? column[k] / deviation : 0);
  }
  return choose_apart(rows, plan.keep);
}

namespace {

std::set<size_t> figures_of(const Formula& formula) {
  std::set<size_t> figures;
  for (const FormulaNode& node : formula.nodes)
    if (node.op == FormulaOp::figure || node.op == FormulaOp::percent) figures.insert(node.figure);
  return figures;
}

std::string percent_text(uint64_t part, uint64_t all) {
  return decimal_text(100 * static_cast<double>(part) / static_cast<double>(all), 1) + " %";
}

}  // namespace

void Hopeless::add(const SearchRow& row) {
  ++worlds_;
  passed_ += row.fate == RowFate::passed;
  if (passed_ > 0 || row.fate == RowFate::failed) return;
  if (row.by_preview) {  // nothing else is known of it
    ++parts_[row.part].fails;
    ++parts_[row.part].alone;
    return;
  }
  size_t failing = 0, last = 0;
  for (size_t k = 0; k < parts_.size(); ++k) {
    const double slack = value_of(rules_.parts[k].formula, row.values, rules_.table);
    if (slack < 0) {
      ++parts_[k].fails;
      ++failing;
      last = k;
    }
    if (std::isnan(slack) || (parts_[k].seen && slack <= parts_[k].best)) continue;
    parts_[k].seen = true;
    parts_[k].best = slack;
    parts_[k].at_best.clear();
    for (const size_t figure : figures_of(rules_.parts[k].formula))
      parts_[k].at_best.push_back(row.values[figure]);
  }
  if (failing == 1) ++parts_[last].alone;
}

std::string Hopeless::text() const {
  const auto most = std::max_element(parts_.begin(), parts_.end(),
                                     [](const Part& a, const Part& b) { return a.fails < b.fails; });
  const ConditionPart& part = rules_.parts[static_cast<size_t>(most - parts_.begin())];
  std::string text = "no world out of " + std::to_string(worlds_) + " has passed; \"" + part.text +
                     "\" alone ends " + percent_text(most->fails, worlds_) + " of them";
  if (most->seen) {
    size_t k = 0;
    for (const size_t figure : figures_of(part.formula)) {
      text += (k == 0 ? "; nearest to it: " : ", ") + rules_.table.figures[figure].name + " " +
              rounded_text(most->at_best[k], 4);
      ++k;
    }
  }
  return text + "; without it at most " + percent_text(most->alone, worlds_) + " would pass";
}

}  // namespace fw
