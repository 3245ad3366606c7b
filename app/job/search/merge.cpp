#include "app/job/search/merge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "app/job/search/search_look.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr size_t kShownRanges = 20;

Error refusal(std::string message) {
  return {ErrorKind::mismatch, std::move(message)};
}

/// The one plan of all folders.
Result<StoredPlan> common_plan(const std::vector<fs::path>& folders) {
  Result<StoredPlan> first = read_plan(folders.front());
  if (!first) return first.error();
  for (size_t k = 1; k < folders.size(); ++k) {
    const Result<StoredPlan> other = read_plan(folders[k]);
    if (!other) return other.error();
    if (other.value().text != first.value().text)
      return refusal(folders[k].string() + ": is a shard of another search than " + folders.front().string() +
                     ": it differs in " + plan_difference(first.value().text, other.value().text));
  }
  return first;
}

std::string ranges_text(const SeedList& seeds) {
  SeedList shown = seeds;
  if (shown.spans.size() > kShownRanges) shown.spans.resize(kShownRanges);
  return seed_list_text(shown) + (shown.spans.size() < seeds.spans.size() ? ",..." : "");
}

/// Makes the sampled seeds again and compares their lines.
Result<uint64_t> check_rows(const MergeJob& job, const std::vector<fs::path>& folders,
                            const StoredPlan& stored, const SearchRules& rules, const Progress& progress) {
  uint64_t checked = 0;
  StageCache cache(1);
  const auto visit = [&](const SearchRow& row, const FoundRow& found) -> Result<Done> {
    if (!in_sample(row.seed, "check sample", job.check_sample)) return Done{};
    const std::optional<SearchRow> again = look_at(stored.plan, rules, row.seed, cache, progress);
    if (!again) return Error{ErrorKind::cancelled, "cancelled"};
    ++checked;
    if (row_line(*again) == std::string(found.line) + "\n") return Done{};
    return refusal("seed " + std::to_string(row.seed) + " of " + found.file.string() +
                   " comes out differently here: another build or a broken machine");
  };
  for (const fs::path& folder : folders)
    if (auto read = read_rows(folder, rows_digest(stored.plan), rules.table.figures.size(), visit); !read)
      return read.error();
  return checked;
}

/// What the conditions from `first_part` on leave of the passes.
void judge_again(const SearchRules& rules, size_t first_part, SearchTally& tally) {
  tally.ended.resize(rules.parts.size());
  tally.previewed.resize(rules.parts.size());
  const std::span<const ConditionPart> further = std::span(rules.parts).subspan(first_part);
  std::erase_if(tally.passes, [&](const Pass& pass) {
    const Judgement judgement = judge(further, pass.values, rules.table);
    if (judgement.fate == SearchFate::passed) return false;
    --tally.fates[static_cast<size_t>(RowFate::passed)];
    ++tally.fates[static_cast<size_t>(judgement.fate == SearchFate::rejected ? RowFate::rejected
                                                                             : RowFate::undefined)];
    ++tally.ended[first_part + judgement.part][static_cast<size_t>(judgement.stage)];
    return true;
  });
}

void order_again(const SearchPlan& plan, const SearchRules& rules, SearchTally& tally) {
  for (Pass& pass : tally.passes)
    pass.score = rules.score ? value_of(*rules.score, pass.values, rules.table)
                             : std::numeric_limits<double>::quiet_NaN();
  sort_passes(plan, tally.passes);
}

}  // namespace

Result<MergeDone> merge_searches(const MergeJob& job, const Progress& progress) {
  const std::vector<fs::path> folders = job.folders.empty() ? std::vector<fs::path>{job.out} : job.folders;
  const Result<StoredPlan> stored = common_plan(folders);
  if (!stored) return stored.error();
  Result<SearchRules> rules = read_rules(stored.value().plan, {}, progress);
  if (!rules) return rules.error();
  MergeDone done;
  done.plan = stored.value().plan;
  Result<SearchTally> tally = tally_rows(done.plan, rules.value(), rows_digest(stored.value().plan), folders);
  if (!tally) return tally.error();
  done.tally = std::move(tally).value();
  const SeedList& missing = done.tally.missing;
  if (!missing.spans.empty() && !job.partial)
    return refusal(
        std::to_string(missing.size()) + " of " + std::to_string(done.plan.seeds.size()) +
        " seeds have no row: " + ranges_text(missing) +
        (done.tally.damaged > 0 ? " (" + std::to_string(done.tally.damaged) + " lines are damaged)" : "") +
        "; search them again, or accept that with --partial");
  if (job.check_sample > 0) {
    const Result<uint64_t> checked = check_rows(job, folders, stored.value(), rules.value(), progress);
    if (!checked) return checked.error();
    done.checked = checked.value();
  }
  const size_t parts = rules.value().parts.size();
  done.plan.where.insert(done.plan.where.end(), job.and_where.begin(), job.and_where.end());
  if (job.score) done.plan.score = *job.score, done.plan.maximise = job.maximise;
  done.plan.keep = job.keep.value_or(done.plan.keep);
  done.plan.diverse = job.diverse.value_or(done.plan.diverse);
  rules = read_rules(done.plan, {}, progress);
  if (!rules) return rules.error();
  judge_again(rules.value(), parts, done.tally);
  order_again(done.plan, rules.value(), done.tally);
  std::error_code problem;
  fs::create_directories(job.out, problem);
  Result<SearchFiles> files = write_results(job.out, done.plan, rules.value(), plan_json(done.plan),
                                            done.tally, job.formats, job.overwrite, progress);
  if (!files) return files.error();
  done.files = std::move(files).value();
  return done;
}

}  // namespace fw
