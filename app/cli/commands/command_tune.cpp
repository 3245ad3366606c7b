#include <cmath>
#include <cstdio>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/search/search_plan.h"
#include "app/job/sweep/tune.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

Result<TuneJob> tune_job(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return request.error();
  if (options.output.empty()) return usage("tune: expected -o DIR, the folder to write");
  Result<SeedList> seeds = asked_seeds(options);
  if (!seeds) return seeds.error();
  TuneJob job;
  job.tmpl = request.value().tmpl;
  job.resolution = request.value().resolution;
  job.limits = request.value().limits;
  job.seeds = std::move(seeds).value();
  job.vary = options.vary;
  job.goals = options.goals;
  job.weights = options.weights;
  job.evaluations = options.evaluations;
  job.folder = options.output;
  job.overwrite = options.force;
  return job;
}

std::string done_text(const TuneJob& job, const TuneDone& done, bool json) {
  if (json)
    return JsonRow()
               .number("before", done.before.loss)
               .number("after", done.after.loss)
               .number("tuning_before", done.tuning_before.loss)
               .number("tuning_after", done.tuning_after.loss)
               .text("fresh_seeds", seed_list_text(done.fresh))
               .text("set", set_words(done.axes, done.best))
               .str() +
           "\n";
  std::string text = "loss on fresh seeds " + rounded_text(done.before.loss, 4) + " before, " +
                     rounded_text(done.after.loss, 4) + " after (on the seeds tuned on " +
                     rounded_text(done.tuning_before.loss, 4) + ", " +
                     rounded_text(done.tuning_after.loss, 4) + ")\n";
  for (size_t g = 0; g < done.goals.size(); ++g)
    text += done.goals[g].text + ": " + rounded_text(done.before.means[g], 4) + " before, " +
            rounded_text(done.after.means[g], 4) + " after\n";
  return text + set_words(done.axes, done.best) + "\nreport.html and tuned.json in " +
         plain_text(job.folder.string()) + "\n";
}

}  // namespace

int run_tune(const Options& options) {
  const Result<TuneJob> job = tune_job(options);
  if (!job) return fail(job.error());
  const Result<TuneDone> done = fw::run_tune(job.value(), console_progress(options));
  if (!done) return fail(done.error());
  end_progress();
  if (!options.quiet)
    for (const TuneGoal& goal : done.value().goals)
      if (goal.ratio < 1)
        std::fprintf(stderr, "fieldwright: %s: mostly the seed's (ratio %s); search for it instead\n",
                     goal.text.c_str(), rounded_text(goal.ratio, 2).c_str());
  return !wants_summary(options) || print(done_text(job.value(), done.value(), options.json))
             ? 0
             : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
