#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/sweep/sweep_plan.h"
#include "core/base/parallel/progress.h"
#include "core/search/conditions.h"
#include "core/search/seed_list.h"

namespace fw {

struct TuneJob {
  Template tmpl;
  int resolution = 512;  ///< of the last fifth of the evaluations, and of the result
  SeedList seeds;
  std::vector<std::string> vary;     ///< ranges
  std::vector<std::string> goals;    ///< "travel.reach=0.42", "pacing.dull_s<=90"
  std::vector<std::string> weights;  ///< "NAME=2"
  size_t evaluations = 200;
  std::filesystem::path folder;
  bool overwrite = false;
  Limits limits{};
};

/// A goal for the mean of a figure over the seeds.
struct TuneGoal {
  std::string text;
  Formula formula;
  size_t figure = 0;
  double target = 0;
  double weight = 1;
  double unit = 1;   ///< usual standard deviation: a miss of so much costs 1
  double ratio = 0;  ///< template or luck, of a first look; below 1 the seed decides
};

/// Means of the goals' figures over some seeds, and their loss.
struct TuneMeasure {
  std::vector<double> means;  ///< by goal
  double loss = 0;
};

/// An evaluation, for evaluations.csv.
struct TuneStep {
  int resolution = 0;
  UnitPoint at;
  TuneMeasure measure;
};

struct TuneDone {
  std::vector<SweepAxis> axes;
  std::vector<TuneGoal> goals;
  UnitPoint start, best;
  Template tuned;                           ///< values of three digits
  SeedList fresh;                           ///< as many seeds as the job's, none of them tuned on
  TuneMeasure before, after;                ///< on the fresh seeds, at the job's resolution
  TuneMeasure tuning_before, tuning_after;  ///< the same on the job's seeds
  std::vector<TuneStep> steps;
  std::vector<std::string> files;
};

/// Searches for values of the parameters at which the goals are met best: the sum over goals of
/// weight * (miss / unit)^2 of the means over the seeds, by Sbplx from the template's own values. Four fifths
/// of the evaluations at 128 cells. The result is what start and best measure on fresh seeds. Writes
/// tuned.json, report.html, evaluations.csv, manifest.json. ErrorKind::usage for axes and goals; errors as
/// build(); ErrorKind::cancelled.
Result<TuneDone> run_tune(const TuneJob& job, const Progress& progress);

/// The goals of a job; the loss of means.
Result<std::vector<TuneGoal>> parse_goals(const TuneJob& job, const FigureTable& table);

double loss_of(const std::vector<TuneGoal>& goals, const std::vector<double>& means,
               const FigureTable& table);

/// "--set a=1 --set b=2"
std::string set_words(const std::vector<SweepAxis>& axes, const UnitPoint& point);

/// A value of three significant digits.
std::string tuned_word(const SweepAxis& axis, double u);

}  // namespace fw
