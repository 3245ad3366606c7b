#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/search_words.h"
#include "app/cli/terminal/console.h"
#include "app/job/search/search.h"
#include "app/job/search/search_look.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

/// "2h", "30m", "90s", "90".
Result<double> parse_time(const std::string& text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, problem] = std::from_chars(text.data(), last, value);
  const std::string unit(end, last);
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (problem != std::errc() || scale == 0 || !(value > 0) || !std::isfinite(value))
    return usage("--time " + text + ": expected a time such as 90s, 30m or 2h");
  return value * scale;
}

Result<SearchSeeds> search_seeds(const Options& options, const Template& tmpl) {
  if (!options.seeds.empty()) return parse_search_seeds(options.seeds, tmpl.seeds());
  Result<SeedList> seeds = asked_seeds(options);
  if (!seeds) return seeds.error();
  return SearchSeeds{std::move(seeds).value()};
}

/// The preview with its margins: those of the folder's plan if it is this one, else found now.
Result<SearchPreview> preview_of(const Options& options, SearchPlan plan, const SearchRules& rules,
                                 const Progress& progress) {
  plan.preview = SearchPreview{options.preview, {}};
  if (const Result<StoredPlan> stored = read_plan(options.output);
      stored && stored.value().plan.preview && stored.value().plan.preview->resolution == options.preview) {
    SearchPlan same = plan;
    same.preview = stored.value().plan.preview;
    if (plan_json(same) == stored.value().text) return *same.preview;
  }
  Result<std::vector<double>> margins = calibrate_preview(plan, rules, progress);
  if (!margins) return margins.error();
  return SearchPreview{options.preview, std::move(margins).value()};
}

Result<SearchPlan> plan_of(const Options& options, const BuildRequest& request, const Progress& progress) {
  SearchPlan plan;
  plan.tmpl = request.tmpl;
  plan.resolution = request.resolution;
  Result<SearchSeeds> seeds = search_seeds(options, plan.tmpl);
  if (!seeds) return seeds.error();
  plan.seeds = std::move(seeds.value().seeds);
  plan.streams = seeds.value().streams;
  plan.where = options.where;
  const auto score = score_of(options);
  if (!score) return score.error();
  if (score.value()) plan.score = score.value()->sum, plan.maximise = score.value()->maximise;
  plan.keep = options.keep.value_or(plan.keep);
  plan.diverse = diversity_of(options).value_or(usual_diversity());
  plan.limit = options.limit;
  plan.record_all = options.record == "all";
  const Result<SearchRules> rules = read_rules(plan, request.limits, progress);
  if (!rules) return rules.error();
  plan.where.clear();  // one way of writing: the same search is the same plan
  for (const ConditionPart& part : rules.value().parts) plan.where.push_back(part.text);
  if (rules.value().score) plan.score = text_of(*rules.value().score, rules.value().table);
  if (options.preview > 0) {
    const auto preview = preview_of(options, plan, rules.value(), progress);
    if (!preview) return preview.error();
    plan.preview = preview.value();
  }
  return plan;
}

/// Options that say what to search for stand in the folder's plan already.
Result<Done> check_bare(const Options& o) {
  if (!o.where.empty() || !o.maximise.empty() || !o.minimise.empty() || !o.settings.empty() ||
      !o.output.empty() || o.keep || o.limit > 0 || !o.diverse.empty() || o.record == "all" ||
      o.preview > 0 || o.resolution != BuildRequest{}.resolution)
    return usage(o.target +
                 ": goes on as its plan.json says; of the options only --seeds and --seed-list for " +
                 "more seeds, --shard, --threads, --time, --give-up, --strict and those of output are taken");
  return Done{};
}

/// The seeds that the options name, beside those of a plan that goes on.
Result<Done> add_seeds(const Options& options, SearchPlan& plan) {
  const Result<SearchSeeds> more = search_seeds(options, plan.tmpl);
  if (!more) return more.error();
  if (more.value().streams != plan.streams)
    return usage("--seeds " + options.seeds + ": found seeds of other streams than the search looks at, " +
                 search_seeds_text({plan.seeds, plan.streams}));
  plan.seeds = joined(plan.seeds, more.value().seeds);
  return Done{};
}

Result<SearchJob> job_of(const Options& options, const Progress& progress) {
  const auto make_plan = [&](const Options& asked, const BuildRequest& request) {
    return plan_of(asked, request, progress);
  };
  Result<SearchJob> begun = begun_job<SearchJob>(options, "search", check_bare, read_plan, make_plan);
  if (!begun) return begun.error();
  SearchJob job = std::move(begun).value();
  std::error_code ignored;
  const bool more = !options.seeds.empty() || !options.seed_list.empty();
  if (more && std::filesystem::is_directory(options.target, ignored))
    if (const Result<Done> added = add_seeds(options, job.plan); !added) return added.error();
  if (job.shard && job.shard->count > 1 && job.plan.limit > 0)
    return usage("--shard: a search with --limit has one end, so it takes no shards");
  if (!options.time.empty()) {
    const Result<double> time = parse_time(options.time);
    if (!time) return time.error();
    job.time_s = time.value();
  }
  const Result<ResultFormats> formats = result_formats(options);
  if (!formats) return formats.error();
  job.formats = formats.value();
  job.give_up = options.give_up;
  return job;
}

std::string state_text(const SearchState& s) {
  std::string text = std::to_string(s.done) + "/" + std::to_string(s.all) + ", " +
                     decimal_text(s.worlds_per_s, 1) + "/s, " + std::to_string(s.passed) + " passed (" +
                     decimal_text(100 * s.rate.low, 1) + " to " + decimal_text(100 * s.rate.high, 1) + " %)";
  if (s.left_s) text += ", " + std::to_string(std::llround(*s.left_s)) + " s left";
  if (s.best) text += ", best " + rounded_text(*s.best, 4);
  return text;
}

void report_state_json(const SearchState& s) {
  JsonRow row;
  row.text("stage", "search")
      .number("fraction", s.all > 0 ? static_cast<double>(s.done) / static_cast<double>(s.all) : 1)
      .whole("done", static_cast<int64_t>(s.done))
      .whole("all", static_cast<int64_t>(s.all))
      .whole("passed", static_cast<int64_t>(s.passed))
      .number("worlds_per_s", s.worlds_per_s);
  if (s.left_s) row.number("left_s", *s.left_s);
  if (s.best) row.number("best", *s.best);
  std::fprintf(stderr, "%s\n", row.str().c_str());
}

}  // namespace

int run_search(const Options& options) {
  const Progress progress = console_progress(options);
  Result<SearchJob> job = job_of(options, progress);
  if (!job) return fail(job.error());
  if (options.progress == "json") {
    job.value().report = report_state_json;
  } else if (progress.report) {
    job.value().report = [&](const SearchState& s) {
      progress.at(state_text(s), s.all > 0 ? static_cast<double>(s.done) / static_cast<double>(s.all) : 1);
    };
  }
  if (!options.quiet)
    job.value().say = [](const std::string& line) {
      end_progress();
      std::fprintf(stderr, "fieldwright: %s\n", line.c_str());
    };
  const Result<SearchDone> done = fw::run_search(job.value(), progress);
  if (!done) return fail(done.error());
  const SearchDone& d = done.value();
  const bool shard = job.value().shard && job.value().shard->count > 1;
  std::string text = search_text(d.tally, options.json);
  if (!options.json) {
    text += made_text(d.made, d.reused);
    text += shard ? shard_done_text(job.value().folder)
                  : std::to_string(d.files.kept.size()) + " kept in " +
                        plain_text(job.value().folder.string()) + "\n";
  }
  if (wants_summary(options) && !print(text)) return static_cast<int>(ErrorKind::io);
  return shard ? 0 : strict_code(d.files.kept.size() >= job.value().plan.keep, options);
}

}  // namespace fw::cli
