#include "app/cli/commands/commands.h"
#include "app/cli/commands/search_words.h"
#include "app/cli/terminal/console.h"
#include "app/job/sweep/sweep.h"
#include "core/base/json_rows.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

Result<SweepPlan> sweep_plan(const Options& options, const BuildRequest& request) {
  SweepPlan plan;
  plan.tmpl = request.tmpl;
  plan.resolution = request.resolution;
  Result<SeedList> seeds = asked_seeds(options);
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
  if (!o.seeds.empty() || !o.seed_list.empty() || !o.vary.empty() || !o.settings.empty() ||
      !o.output.empty() || o.samples > 0 || o.design != kSweepDesignSlugs[0] ||
      o.resolution != BuildRequest{}.resolution)
    return usage(o.target +
                 ": goes on as its plan.json says; of the options only --shard, --threads and those " +
                 "of output are taken");
  return Done{};
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
  const auto job = begun_job<SweepJob>(options, "sweep", check_bare_sweep, read_sweep_plan, sweep_plan);
  if (!job) return fail(job.error());
  const Result<SweepDone> done = fw::run_sweep(job.value(), console_progress(options));
  if (!done) return fail(done.error());
  std::string text = sweep_text(done.value(), options.json);
  if (!options.json) {
    text += made_text(done.value().made, done.value().reused);
    if (done.value().files.empty())
      text += shard_done_text(job.value().folder);
    else
      text += std::to_string(done.value().files.size()) + " files in " +
              plain_text(job.value().folder.string()) + "\n";
  }
  return !wants_summary(options) || print(text) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
