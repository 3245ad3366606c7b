#include <filesystem>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/search_words.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/job/sweep/sweep.h"
#include "core/model/json_rows.h"

namespace fw::cli {
namespace {

Result<SweepPlan> plan_of(const Options& options, const BuildRequest& request) {
  SweepPlan plan;
  plan.tmpl = request.tmpl;
  plan.resolution = request.resolution;
  if (options.seeds.empty()) return usage("sweep: expected --seeds A..B");
  Result<SeedList> seeds = parse_seed_list(options.seeds);
  if (!seeds) return seeds.error();
  plan.seeds = std::move(seeds).value();
  plan.vary = options.vary;
  const auto design = place_of("--design", options.design, kSweepDesignSlugs);
  if (!design) return design.error();
  plan.design = static_cast<SweepDesign>(design.value());
  if (plan.design == SweepDesign::grid && options.samples > 0)
    return usage("--samples: a grid has none; give steps to the ranges (PATH=LOW..HIGH/STEPS)");
  plan.samples = options.samples > 0 ? options.samples : kUsualSamples[design.value()];
  return plan;
}

/// Options that say what to vary stand in the folder's plan already.
Result<Done> check_bare_sweep(const Options& o) {
  if (!o.seeds.empty() || !o.vary.empty() || !o.settings.empty() || !o.output.empty() || o.samples > 0 ||
      o.design != kSweepDesignSlugs[0] || o.resolution != BuildRequest{}.resolution)
    return usage(o.target +
                 ": goes on as its plan.json says; of the options only --shard, --threads and those " +
                 "of output are taken");
  return Done{};
}

Result<SweepJob> sweep_job(const Options& options) {
  SweepJob job;
  std::error_code ignored;
  if (std::filesystem::is_directory(options.target, ignored)) {
    if (const auto bare = check_bare_sweep(options); !bare) return bare.error();
    Result<StoredSweep> stored = read_sweep_plan(options.target);
    if (!stored) return stored.error();
    job.plan = std::move(stored.value().plan);
    job.folder = options.target;
  } else {
    const Result<BuildRequest> request = build_request(options);
    if (!request) return request.error();
    if (options.output.empty()) return usage("sweep: expected -o DIR, the folder to write");
    Result<SweepPlan> plan = plan_of(options, request.value());
    if (!plan) return plan.error();
    job.plan = std::move(plan).value();
    job.folder = options.output;
    job.limits = request.value().limits;
  }
  Result<std::optional<Shard>> shard = shard_of(options);
  if (!shard) return shard.error();
  job.shard = shard.value();
  job.overwrite = options.force;
  return job;
}

}  // namespace

std::string sweep_text(const SweepDone& done, bool json) {
  if (json)
    return JsonRow()
               .whole("points", static_cast<int64_t>(done.points))
               .whole("infeasible", static_cast<int64_t>(done.infeasible))
               .whole("made", static_cast<int64_t>(done.made))
               .whole("reused", static_cast<int64_t>(done.reused))
               .whole("missing", static_cast<int64_t>(done.table.missing.size()))
               .whole("duplicates", static_cast<int64_t>(done.table.duplicates))
               .whole("damaged", static_cast<int64_t>(done.table.damaged))
               .str() +
           "\n";
  std::string text = std::to_string(done.points) + " points";
  if (done.infeasible > 0) text += ", " + std::to_string(done.infeasible) + " of them contradictory";
  text += "\n";
  if (done.table.duplicates > 0) text += std::to_string(done.table.duplicates) + " rows are there twice\n";
  if (done.table.damaged > 0) text += std::to_string(done.table.damaged) + " damaged lines left out\n";
  return text;
}

int run_sweep(const Options& options) {
  const Result<SweepJob> job = sweep_job(options);
  if (!job) return fail(job.error());
  const Result<SweepDone> done = fw::run_sweep(job.value(), console_progress(options));
  if (!done) return fail(done.error());
  std::string text = sweep_text(done.value(), options.json);
  if (!options.json) {
    text += std::to_string(done.value().made) + " worlds made now, " + std::to_string(done.value().reused) +
            " of an earlier run\n";
    if (done.value().files.empty())
      text += "this shard is finished; when all are: fieldwright merge " + job.value().folder.string() + "\n";
    else
      text += std::to_string(done.value().files.size()) + " files in " + job.value().folder.string() + "\n";
  }
  return options.quiet || print(text) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
