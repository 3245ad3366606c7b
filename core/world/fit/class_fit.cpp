#include "core/world/fit/class_fit.h"

#include <array>
#include <span>
#include <utility>

#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr int kMboSteps = 3;
constexpr std::array<double, 5> kTaus{0.5, 0.25, 0.12, 0.06, 0.03};  // sd
constexpr size_t kTausAgain = 4;  // the last: where only some rows moved; hotter ones would unsettle the rest
constexpr size_t kFineTaus = 2;   // the last: of MBO steps

/// Steps on hard counts.
struct HardSteps {
  double step;  ///< sd, where all of a zone's cells are wrong
  int steps;
};
constexpr HardSteps kFirstHard{0.75, 40}, kMboHard{0.36, 20};
// Where rows move and most cells are decided few can change: longer steps come nearer in half as many, and
// only the last MBO step has to meet the counts.
constexpr HardSteps kPinnedHard{1.8, 8}, kPinnedBetween{1.8, 3};

/// The annealing, on a sample of the cells.
void anneal_on_sample(const ClassFitProblem& p, const std::vector<Plane>& score,
                      const ZoneCounts& sample_target, std::span<const double> taus, int steps,
                      ZoneTable& lambda) {
  const std::vector<Plane> part = sampled(p.sample, score);
  for (const double tau : taus) anneal({p.sample.blocks, part, sample_target, p.sd}, tau, steps, lambda);
}

/// Annealing from far.
void anneal_anew(const ClassFitProblem& p, const std::vector<Plane>& score, const ZoneCounts& sample_target,
                 std::span<const double> taus, ZoneTable& lambda, const Progress& progress) {
  anneal_on_sample(p, score, sample_target, taus, 12, lambda);
  stop_if_cancelled(progress);
}

void balance_exactly(const ClassFitProblem& p, const std::vector<Plane>& score, const HardSteps& of,
                     ZoneTable& lambda) {
  hard_steps({p.blocks, score, p.target, p.sd}, of.step, of.steps, lambda);
}

}  // namespace

ClassFit fit_classes(const ClassFitProblem& problem, ZoneTable lambda, const Progress& progress) {
  ClassFit fit;
  fit.lambda = std::move(lambda);
  anneal_anew(problem, problem.score, scaled_targets(problem.target, problem.sample.blocks), kTaus,
              fit.lambda, progress);
  balance_exactly(problem, problem.score, kFirstHard, fit.lambda);
  fit.winner = winners(problem.blocks, problem.score, fit.lambda);
  pull_together(problem, false, fit, progress);
  return fit;
}

void pull_together(const ClassFitProblem& problem, bool anew, ClassFit& fit, const Progress& progress) {
  const ZoneCounts sample_target = scaled_targets(problem.target, problem.sample.blocks);
  IndicatorBlur blur(problem.blocks, problem.grid, problem.mbo_sigma_m);
  fit.pulled.resize(problem.score.size());
  for (int step = 0; step < kMboSteps; ++step) {
    stop_if_cancelled(progress);
    add_jumps(fit.winner, problem.jump_sd * problem.sd, problem.score, blur, fit.pulled);
    if (problem.pin) problem.pin(fit.pulled);
    if (anew && step == 0)
      anneal_anew(problem, fit.pulled, sample_target, std::span(kTaus).last(kTausAgain), fit.lambda,
                  progress);
    else
      anneal_on_sample(problem, fit.pulled, sample_target, std::span(kTaus).last(kFineTaus), 8, fit.lambda);
    const HardSteps& pinned = step + 1 < kMboSteps ? kPinnedBetween : kPinnedHard;
    balance_exactly(problem, fit.pulled, anew && problem.pin ? pinned : kMboHard, fit.lambda);
    fit.winner = winners(problem.blocks, fit.pulled, fit.lambda);
  }
}

}  // namespace fw
