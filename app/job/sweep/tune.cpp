#include "app/job/sweep/tune.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "app/job/folder/csv.h"
#include "app/job/folder/html.h"
#include "app/job/search/search_folder.h"
#include "app/job/search/search_plan.h"
#include "app/job/sweep/sweep.h"
#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/search/effects.h"
#include "core/search/minimise.h"
#include "core/template/template_io.h"
#include "render/page/little_memory.h"

namespace fw {
namespace {

constexpr int kCoarse = 128;
constexpr size_t kFirstLook = 20;  // points that say what is luck
constexpr double kFirstStep = 0.2, kFineStep = 0.05;
constexpr uint64_t kLookStream = fnv1a64("tune");

/// What all evaluations share.
class Tuning {
 public:
  Tuning(const TuneJob& job, const FigureTable& table, const Progress& progress, TuneDone& done)
      : job_(job), table_(table), progress_(progress), done_(done) {
    all_ = kFirstLook + job.evaluations + 4;
  }

  /// The goals' figures of a template's worlds, by seed; empty when cancelled, NaN where a world fails.
  std::vector<std::vector<double>> figures(const Template& tmpl, int resolution, const SeedList& seeds) {
    std::vector<std::vector<double>> out(seeds.size(), std::vector<double>(done_.goals.size(), kNotMeasured));
    Progress quiet;
    quiet.cancel = progress_.cancel;
    parallel_for(out.size(), 1, [&](size_t begin, size_t end) {
      for (size_t s = begin; s < end; ++s) {
        const auto row = measure_world(tmpl, resolution, table_, seeds.at(s), quiet);
        if (!row || row->fate != RowFate::passed) continue;
        for (size_t g = 0; g < done_.goals.size(); ++g) out[s][g] = row->values[done_.goals[g].figure];
      }
    });
    ++made_;
    progress_.at("template " + std::to_string(made_) + " of " + std::to_string(all_),
                 std::min(1.0, static_cast<double>(made_) / static_cast<double>(all_)));
    return progress_.cancelled() ? std::vector<std::vector<double>>() : out;
  }

  /// Nothing when cancelled; NaN for a contradictory template.
  std::optional<TuneMeasure> measure(const AxisWords& words, int resolution, const SeedList& seeds) {
    TuneMeasure out{std::vector<double>(done_.goals.size(), kNotMeasured), kNotMeasured};
    const Result<Template> tmpl = template_with(job_.tmpl, words);
    if (!tmpl) return out;
    const auto by_seed = figures(tmpl.value(), resolution, seeds);
    if (by_seed.empty()) return std::nullopt;
    for (size_t g = 0; g < out.means.size(); ++g) {
      double sum = 0;
      for (const std::vector<double>& row : by_seed) sum += row[g];
      out.means[g] = sum / static_cast<double>(by_seed.size());
    }
    out.loss = loss_of(done_.goals, out.means, table_);
    return out;
  }

  /// One evaluation of the optimiser; the same values are not made twice.
  bool evaluate(int resolution, const UnitPoint& at, double& loss) {
    const AxisWords words = words_at(done_.axes, at);
    auto known = known_.find({resolution, words});
    if (known == known_.end()) {
      std::optional<TuneMeasure> measured = measure(words, resolution, job_.seeds);
      if (!measured) return false;
      known = known_.emplace(std::pair(resolution, words), *std::move(measured)).first;
    }
    loss = known->second.loss;
    done_.steps.push_back({resolution, at, known->second});
    return true;
  }

 private:
  const TuneJob& job_;
  const FigureTable& table_;
  const Progress& progress_;
  TuneDone& done_;
  std::map<std::pair<int, AxisWords>, TuneMeasure> known_;
  size_t made_ = 0, all_ = 0;
};

/// How much of each goal's figure the seed decides, and the unit of its misses. False when cancelled.
bool first_look(const TuneJob& job, const SearchRules& usual, Tuning& tuning, TuneDone& done) {
  std::vector<std::vector<std::vector<double>>> by_goal(done.goals.size());
  for (const UnitPoint& point : lhs_design(done.axes.size(), kFirstLook, kLookStream)) {
    const Result<Template> tmpl = template_with(job.tmpl, words_at(done.axes, point));
    if (!tmpl) continue;
    const auto by_seed = tuning.figures(tmpl.value(), std::min(kCoarse, job.resolution), job.seeds);
    if (by_seed.empty()) return false;
    for (size_t g = 0; g < by_goal.size(); ++g) {
      by_goal[g].emplace_back();
      for (const std::vector<double>& row : by_seed) by_goal[g].back().push_back(row[g]);
    }
  }
  for (size_t g = 0; g < by_goal.size(); ++g) {
    TuneGoal& goal = done.goals[g];
    const TemplateOrLuck luck = template_or_luck(by_goal[g]);
    goal.ratio = luck.ratio;
    const double shipped = usual_deviation(usual.table, goal.figure, {});
    goal.unit = shipped > 0          ? shipped
                : luck.sd_seeds > 0  ? luck.sd_seeds
                : luck.sd_points > 0 ? luck.sd_points
                : goal.target != 0   ? 0.1 * std::abs(goal.target)
                                     : 1;
  }
  return true;
}

/// As many seeds as the job's, above all of them.
SeedList fresh_seeds(const SeedList& seeds) {
  const uint64_t first = seeds.spans.back().last + 1;
  return seed_list_of({{first, first + seeds.size() - 1, 0}});
}

std::string evaluations_csv(const TuneDone& done, const FigureTable& table) {
  CsvLine head;
  for (const char* name : {"evaluation", "resolution", "loss"}) head.add(std::string_view(name));
  for (const SweepAxis& axis : done.axes) head.add(axis.path);
  for (const TuneGoal& goal : done.goals) head.add(table.figures[goal.figure].name);
  std::string text = head.str();
  for (size_t k = 0; k < done.steps.size(); ++k) {
    const TuneStep& step = done.steps[k];
    CsvLine line;
    line.add(static_cast<int64_t>(k + 1)).add(static_cast<int64_t>(step.resolution)).add(step.measure.loss);
    for (size_t a = 0; a < done.axes.size(); ++a) line.add(done.axes[a].word_at(step.at[a]));
    for (const double mean : step.measure.means) line.add(mean);
    text += line.str();
  }
  return text;
}

AxisWords tuned_words(const TuneDone& done, const UnitPoint& point) {
  AxisWords out;
  for (size_t a = 0; a < done.axes.size(); ++a)
    out.emplace_back(done.axes[a].path, tuned_word(done.axes[a], point[a]));
  return out;
}

constexpr uint64_t kMostTuneSeeds = 10000;

Result<Done> check_job(const TuneJob& job) {
  for (const ImportRow& row : job.tmpl.hand.imports)
    if (row.on)
      return Error{ErrorKind::usage, job.tmpl.name + ": hand.imports: tuning takes no imported files"};
  if (job.seeds.size() > kMostTuneSeeds)
    return Error{ErrorKind::usage, "--seeds: found " + std::to_string(job.seeds.size()) +
                                       " seeds, expected at most " + std::to_string(kMostTuneSeeds) +
                                       " for each template that is tried"};
  if (job.seeds.spans.empty() || job.seeds.spans.back().last > kMaxSeed - job.seeds.size())
    return Error{ErrorKind::usage, "--seeds: expected seeds with as many free ones above them"};
  return check_cost(job.tmpl, job.resolution, job.limits);
}

constexpr double kAtLimit = 0.005;  // of a range

std::string value_text(double value) {
  return std::isnan(value) ? "not defined" : rounded_text(value, 4);
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells)
    text += (text == "<tr>" ? "<th scope=\"row\">" : "<td>") + markup_text(cell) +
            (text == "<tr>" ? "</th>" : "</td>");
  return text + "</tr>\n";
}

std::string head_of(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += "<th scope=\"col\">" + markup_text(cell) + "</th>";
  return text + "</tr>\n";
}

/// report.html: before and after, what moved and how far in its range, goals missed, --set words.
std::string tune_report(const TuneJob& job, const TuneDone& done, const FigureTable& table) {
  std::string out = html_begin("Tuning of " + job.tmpl.name) + "<h1>Tuning of " + markup_text(job.tmpl.name) +
                    "</h1>\n<p>" + std::to_string(done.steps.size()) + " evaluations of " +
                    std::to_string(job.seeds.size()) + " worlds. Loss on the fresh seeds " +
                    markup_text(seed_list_text(done.fresh)) + " at " + std::to_string(job.resolution) +
                    " cells: " + value_text(done.before.loss) + " before, <strong>" +
                    value_text(done.after.loss) + " after</strong>; on the seeds that were tuned on " +
                    value_text(done.tuning_before.loss) + " and " + value_text(done.tuning_after.loss) +
                    ".</p>\n<h2>Goals</h2>\n<table>\n" +
                    head_of({"goal", "before", "after", "usual deviation", "reached", "remark"});
  for (size_t g = 0; g < done.goals.size(); ++g) {
    const TuneGoal& goal = done.goals[g];
    const double left = loss_of({goal}, {done.after.means[g]}, table) / goal.weight;
    const std::string reached = std::isnan(left) ? "not defined"
                                : left == 0      ? "yes"
                                            : "missed by " + rounded_text(std::sqrt(left), 2) + " deviations";
    const std::string remark =
        goal.ratio < 1 ? "mostly the seed's: search for it instead (fieldwright search)" : "";
    out += row_of({goal.text, value_text(done.before.means[g]), value_text(done.after.means[g]),
                   value_text(goal.unit), reached, remark});
  }
  out += "</table>\n<p class=\"soft\">Means over the fresh seeds.</p>\n<h2>Parameters</h2>\n<table>\n" +
         head_of({"parameter", "before", "after", "moved by", "remark"});
  for (size_t a = 0; a < done.axes.size(); ++a) {
    const SweepAxis& axis = done.axes[a];
    const double u = done.best[a];
    const std::string limit = u < kAtLimit       ? "at the lower end of its range"
                              : u > 1 - kAtLimit ? "at the upper end of its range"
                                                 : "";
    out += row_of({axis.path, axis.word_at(done.start[a]), tuned_word(axis, u),
                   decimal_text(100 * (u - done.start[a]), 1) + " % of its range", limit});
  }
  out += "</table>\n<h2>The same by hand</h2>\n<code>" + markup_text(set_words(done.axes, done.best)) +
         "</code>\n";
  return out + html_end();
}

}  // namespace

Result<TuneDone> run_tune(const TuneJob& job, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  if (Result<Done> fits = check_job(job); !fits) return fits.error();
  TuneDone done;
  Result<std::vector<SweepAxis>> axes = parse_axes(job.vary, job.tmpl);
  if (!axes) return axes.error();
  done.axes = std::move(axes).value();
  for (const SweepAxis& axis : done.axes)
    if (!axis.words.empty())
      return Error{ErrorKind::usage, "--vary " + axis.path + ": tuning needs a range, LOW..HIGH"};
  SearchRules usual;
  usual.table = search_figures(job.tmpl, job.resolution);
  Result<std::vector<TuneGoal>> goals = parse_goals(job, usual.table);
  if (!goals) return goals.error();
  done.goals = std::move(goals).value();
  if (Result<Done> fits = check_folder_kind(job.folder, kTuneFolder); !fits) return fits.error();
  const Error cancelled{ErrorKind::cancelled, "cancelled"};

  for (const SweepAxis& axis : done.axes) done.start.push_back(coordinate_of(axis, job.tmpl));
  Tuning tuning(job, usual.table, progress, done);
  if (!first_look(job, usual, tuning, done)) return cancelled;
  const int coarse = std::min(kCoarse, job.resolution);
  const size_t fine = job.evaluations / 5;
  const auto at = [&](int resolution) {
    return [&tuning, resolution](const UnitPoint& point, double& loss) {
      return tuning.evaluate(resolution, point, loss);
    };
  };
  done.best = minimise(done.start, kFirstStep, job.evaluations - fine, at(coarse)).at;
  if (progress.cancelled()) return cancelled;
  done.best = minimise(done.best, kFineStep, fine, at(job.resolution)).at;

  done.fresh = fresh_seeds(job.seeds);
  const AxisWords before, after = tuned_words(done, done.best);
  const auto measured = [&](const AxisWords& words, const SeedList& seeds, TuneMeasure& into) {
    std::optional<TuneMeasure> made = tuning.measure(words, job.resolution, seeds);
    if (made) into = *std::move(made);
    return made.has_value();
  };
  if (!measured(before, job.seeds, done.tuning_before) || !measured(after, job.seeds, done.tuning_after) ||
      !measured(before, done.fresh, done.before) || !measured(after, done.fresh, done.after))
    return cancelled;
  Result<Template> tuned = template_with(job.tmpl, after);
  if (!tuned) return tuned.error();
  done.tuned = std::move(tuned).value();
  const std::string tuned_text = write_template(done.tuned);
  auto names = write_result_files(job.folder, kTuneFolder, sha256_hex(tuned_text),
                                  {{"tuned.json", tuned_text},
                                   {"report.html", tune_report(job, done, usual.table)},
                                   {"evaluations.csv", evaluations_csv(done, usual.table)}},
                                  job.overwrite, progress);
  if (!names) return names.error();
  done.files = std::move(names).value();
  return done;
}

}  // namespace fw
