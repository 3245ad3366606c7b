#pragma once

#include <cstdint>
#include <vector>

#include "core/action/action.h"

namespace fw::test {

/// A population and a horizon of the paper's action study; metrics leave out the warmup.
struct StudyScale {
  size_t agents = 2000;
  double side_m = 1000;
  int64_t ticks = 1800;
  int64_t warmup = 60;
};
inline constexpr StudyScale kSmall{800, 600, 1200, 60};
inline constexpr StudyScale kMedium{2000, 1000, 1800, 60};
inline constexpr StudyScale kLarge{8000, 2000, 3600, 60};

/// Figures of one run, computed here from the definitions, as an independent check of the study's metrics.
struct StudyFigures {
  double coverage = 0;         ///< share of 10 x 10 cells with an active agent, mean over ticks
  double duty = 0;             ///< mean share of active agents
  double hf_lf = 0;            ///< active count, Hann 100, hop 50, cut 0.25 cycles/tick
  double fano = 0;             ///< variance over mean of starts per tick
  double wave = 0;             ///< first harmonic of starts over the cycle, relative
  double rate_error_60 = 0;    ///< worst sliding 60-tick mean of starts against duty 0.113, relative
  double front_coherence = 0;  ///< mean over starts of cos(cycle angle - own phase); 0 without phases
  double gap_p95 = 0;          ///< idle ticks between actions, pooled
  double longest_gap = 0;
  double iei_cv = 0;  ///< of the intervals between an agent's starts, pooled
};

StudyFigures run_study(const ActionParams& params, uint64_t seed, const StudyScale& scale = kMedium);

/// Mean and standard deviation over runs, member by member.
struct StudySummary {
  StudyFigures mean;
  StudyFigures sd;
  int runs = 0;
};
StudySummary summarise(const std::vector<StudyFigures>& runs);
/// Seeds first .. first + count - 1, side by side.
StudySummary run_seeds(const ActionParams& params, uint64_t first, int count,
                       const StudyScale& scale = kMedium);

}  // namespace fw::test
