#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/search_words.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "app/job/search/merge.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

/// The shard that a Slurm array's variables name.
Result<Shard> shard_of_array() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    int64_t value = -1;
    if (text != nullptr) std::from_chars(text, text + std::string_view(text).size(), value);
    return value;
  };
  const int64_t id = variable("SLURM_ARRAY_TASK_ID"), first = variable("SLURM_ARRAY_TASK_MIN"),
                count = variable("SLURM_ARRAY_TASK_COUNT");
  if (id < 0 || first < 0 || count < 1 || id < first || id - first >= count)
    return usage(
        "--shard auto: found no task of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, _COUNT, in steps of one); "
        "expected one, or --shard i/n");
  return Shard{static_cast<uint64_t>(id - first + 1), static_cast<uint64_t>(count)};
}

}  // namespace

Result<ResultFormats> result_formats(const Options& options) {
  ResultFormats formats;
  if (options.formats == kNone) return formats;
  for (const std::string& word : split(options.formats)) {
    const auto* const slug = std::find(kResultFormatSlugs.begin(), kResultFormatSlugs.end(), word);
    if (slug == kResultFormatSlugs.end())
      return usage("--formats " + word + ": no such table; expected some of csv, json, sqlite");
    formats.insert(static_cast<ResultFormat>(slug - kResultFormatSlugs.begin()));
  }
  return formats;
}

Result<std::optional<ScoreWords>> score_of(const Options& options) {
  if (!options.maximise.empty() && !options.minimise.empty())
    return usage("--maximise and --minimise: expected one of them");
  if (options.maximise.empty() && options.minimise.empty()) return std::optional<ScoreWords>();
  const bool maximise = !options.maximise.empty();
  return std::optional(ScoreWords{maximise ? options.maximise : options.minimise, maximise});
}

std::optional<std::vector<std::string>> diversity_of(const Options& options) {
  if (options.diverse.empty()) return std::nullopt;
  if (options.diverse == "none") return std::vector<std::string>();
  return split(options.diverse);
}

std::string search_text(const SearchTally& tally, bool json) {
  const auto fate = [&](RowFate of) { return tally.fates[static_cast<size_t>(of)]; };
  const Rate rate = pass_rate(fate(RowFate::passed), tally.seeds());
  if (json)
    return JsonRow()
               .whole("worlds", static_cast<int64_t>(tally.seeds()))
               .whole("passed", static_cast<int64_t>(fate(RowFate::passed)))
               .whole("rejected", static_cast<int64_t>(fate(RowFate::rejected)))
               .whole("undefined", static_cast<int64_t>(fate(RowFate::undefined)))
               .whole("failed", static_cast<int64_t>(fate(RowFate::failed)))
               .whole("sampled", static_cast<int64_t>(fate(RowFate::sampled)))
               .whole("missing", static_cast<int64_t>(tally.missing.size()))
               .whole("duplicates", static_cast<int64_t>(tally.duplicates))
               .whole("damaged", static_cast<int64_t>(tally.damaged))
               .str() +
           "\n";
  std::string text = std::to_string(tally.seeds()) + " worlds, " + std::to_string(fate(RowFate::passed)) +
                     " passed: " + decimal_text(100 * rate.share, 2) + " % (95 % interval " +
                     decimal_text(100 * rate.low, 2) + " to " + decimal_text(100 * rate.high, 2) + " %)\n";
  if (const uint64_t n = fate(RowFate::undefined); n > 0)
    text += std::to_string(n) + " with a condition on something that is not defined there\n";
  if (const uint64_t n = fate(RowFate::failed); n > 0) text += std::to_string(n) + " could not be made\n";
  if (const uint64_t n = fate(RowFate::sampled); n > 0 || tally.rejected_by_preview() > 0) {
    const Rate missed = tally.preview_missed();
    text += "preview: rejected " + std::to_string(tally.rejected_by_preview()) + ", and " +
            std::to_string(n) + " more that were looked at; it missed an estimated " +
            decimal_text(100 * missed.share, 1) + " % of passing worlds (95 % interval " +
            decimal_text(100 * missed.low, 1) + " to " + decimal_text(100 * missed.high, 1) + " %)\n";
  }
  if (!tally.missing.spans.empty()) text += std::to_string(tally.missing.size()) + " seeds have no row\n";
  if (tally.duplicates > 0) text += std::to_string(tally.duplicates) + " rows are there twice\n";
  if (tally.damaged > 0) text += std::to_string(tally.damaged) + " damaged lines left out\n";
  return text;
}

Result<std::optional<Shard>> shard_of(const Options& options) {
  if (options.shard.empty()) return std::optional<Shard>();
  const Result<Shard> shard = options.shard == "auto" ? shard_of_array() : parse_shard(options.shard);
  if (!shard) return shard.error();
  return std::optional(shard.value());
}

std::string made_text(uint64_t made, uint64_t reused) {
  return std::to_string(made) + " worlds made now, " + std::to_string(reused) + " of an earlier run\n";
}

std::string shard_done_text(const std::filesystem::path& folder) {
  return "this shard is finished; when all are: fieldwright merge " + plain_text(folder.string()) + "\n";
}

namespace {

/// Of a sweep nothing can be chosen anew.
int merge_sweep(const Options& options, const std::string& out) {
  if (!options.where.empty() || !options.maximise.empty() || !options.minimise.empty() || options.keep ||
      !options.diverse.empty() || options.check_sample > 0)
    return fail(usage(options.folders.front() +
                      ": is a sweep; of the options only --partial, --force and those of output are taken"));
  SweepMerge job{out, {}, options.partial, options.force};
  for (const std::string& folder : options.folders) job.folders.emplace_back(folder);
  const Result<SweepDone> done = merge_sweeps(job, console_progress(options));
  if (!done) return fail(done.error());
  std::string text = sweep_text(done.value(), options.json);
  if (!options.json)
    text += std::to_string(done.value().files.size()) + " files in " + plain_text(job.out.string()) + "\n";
  return !wants_summary(options) || print(text) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace

int run_merge(const Options& options) {
  if (options.output.empty() && options.folders.size() > 1)
    return fail(usage("merge of " + std::to_string(options.folders.size()) +
                      " folders: expected -o DIR, the folder to write"));
  const std::string out = options.output.empty() ? options.folders.front() : options.output;
  if (is_sweep_folder(options.folders.front())) return merge_sweep(options, out);
  MergeJob job;
  job.out = out;
  for (const std::string& folder : options.folders) job.folders.emplace_back(folder);
  job.partial = options.partial;
  job.overwrite = options.force;
  job.and_where = options.where;
  const auto formats = result_formats(options);
  if (!formats) return fail(formats.error());
  job.formats = formats.value();
  const auto score = score_of(options);
  if (!score) return fail(score.error());
  if (score.value()) job.score = score.value()->sum, job.maximise = score.value()->maximise;
  job.keep = options.keep;
  job.diverse = diversity_of(options);
  job.check_sample = options.check_sample;
  const Result<MergeDone> done = merge_searches(job, console_progress(options));
  if (!done) return fail(done.error());
  const MergeDone& d = done.value();
  std::string text = search_text(d.tally, options.json);
  if (!options.json) {
    if (job.check_sample > 0) text += std::to_string(d.checked) + " seeds made again, all the same\n";
    text += std::to_string(d.files.kept.size()) + " kept in " + plain_text(job.out.string()) + "\n";
  }
  if (wants_summary(options) && !print(text)) return static_cast<int>(ErrorKind::io);
  return strict_code(d.files.kept.size() >= d.plan.keep, options);
}

}  // namespace fw::cli
