#include "action_study.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/parallel/parallel.h"

namespace fw::test {

namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr int kCycle = 60;
constexpr double kStartsPerAgentTick = 0.113 / (8.0 / 3.0);

/// What a run leaves behind for the metrics.
struct Log {
  std::vector<double> active;  ///< per counted tick
  std::vector<double> starts;  ///< per counted tick
  double covered = 0;          ///< summed over counted ticks
  double front = 0;            ///< summed over counted starts
  std::vector<double> gap;
  std::vector<double> interval;
};

double covered_share(const ActionState& state, double side_m) {
  std::array<bool, 100> seen{};
  for (size_t i = 0; i < state.size(); ++i) {
    if (!state.active(i)) continue;
    const auto column = static_cast<size_t>(state.x_m[i] / side_m * 10);
    const auto row = static_cast<size_t>(state.y_m[i] / side_m * 10);
    seen[std::min<size_t>(row, 9) * 10 + std::min<size_t>(column, 9)] = true;
  }
  return static_cast<double>(std::count(seen.begin(), seen.end(), true)) / 100;
}

Log run(const ActionParams& params, uint64_t seed, const StudyScale& scale) {
  const Action action = bind_action(params, {scale.side_m, Border::torus}, SeedBundle::from_master(seed));
  ActionState state = start_action(action, scale.agents);
  std::vector<int64_t> last_start(scale.agents, -1), idle_from(scale.agents, -1);
  Log log;
  for (int64_t t = 0; t < scale.ticks; ++t) {
    step_action(action, state);
    for (const uint32_t agent : state.started) {
      if (t >= scale.warmup && last_start[agent] >= scale.warmup) {
        log.interval.push_back(static_cast<double>(t - last_start[agent]));
        if (t > idle_from[agent]) log.gap.push_back(static_cast<double>(t - idle_from[agent]));
      }
      last_start[agent] = t;
      idle_from[agent] = state.active_until[agent];
      if (t >= scale.warmup && !state.phase_tick.empty())
        log.front += std::cos(kTwoPi * static_cast<double>(t % kCycle - state.phase_tick[agent]) / kCycle);
    }
    if (t < scale.warmup) continue;
    double active = 0;
    for (size_t i = 0; i < scale.agents; ++i) active += state.active(i) ? 1 : 0;
    log.active.push_back(active);
    log.starts.push_back(static_cast<double>(state.started.size()));
    log.covered += covered_share(state, scale.side_m);
  }
  return log;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double v : values) sum += (v - mean) * (v - mean);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double high_over_low(const std::vector<double>& series) {
  constexpr size_t kWindow = 100, kHop = 50;
  double low = 0, high = 0;
  for (size_t begin = 0; begin + kWindow <= series.size(); begin += kHop) {
    const auto from = series.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<double> part(from, from + kWindow);
    const double mean = mean_of(part);
    for (size_t k = 1; k <= kWindow / 2; ++k) {
      std::complex<double> sum = 0;
      for (size_t t = 0; t < kWindow; ++t) {
        const double hann = 0.5 - 0.5 * std::cos(kTwoPi * static_cast<double>(t) / kWindow);
        sum += hann * (part[t] - mean) *
               std::polar(1.0, -kTwoPi * static_cast<double>(k * t % kWindow) / kWindow);
      }
      (4 * k <= kWindow ? low : high) += std::norm(sum);
    }
  }
  return low > 0 ? high / low : 0;
}

double worst_rate_error(const std::vector<double>& starts, double expected_per_tick) {
  double worst = 0;
  for (size_t begin = 0; begin + kCycle <= starts.size(); ++begin) {
    double sum = 0;
    for (size_t t = begin; t < begin + kCycle; ++t) sum += starts[t];
    worst = std::max(worst, std::abs(sum / (kCycle * expected_per_tick) - 1));
  }
  return worst;
}

double first_harmonic(const std::vector<double>& starts) {
  std::complex<double> sum = 0;
  double total = 0;
  for (size_t t = 0; t < starts.size(); ++t) {
    sum += starts[t] * std::polar(1.0, -kTwoPi * static_cast<double>(t % kCycle) / kCycle);
    total += starts[t];
  }
  return total > 0 ? 2 * std::abs(sum) / total : 0;
}

double percentile_95(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Every figure of a StudyFigures, for arithmetic member by member.
constexpr double StudyFigures::*kMembers[] = {&StudyFigures::coverage,
                                              &StudyFigures::duty,
                                              &StudyFigures::hf_lf,
                                              &StudyFigures::fano,
                                              &StudyFigures::wave,
                                              &StudyFigures::rate_error_60,
                                              &StudyFigures::front_coherence,
                                              &StudyFigures::gap_p95,
                                              &StudyFigures::longest_gap,
                                              &StudyFigures::iei_cv};

}  // namespace

StudyFigures run_study(const ActionParams& params, uint64_t seed, const StudyScale& scale) {
  const Log log = run(params, seed, scale);
  const auto ticks = static_cast<double>(log.starts.size());
  const auto agents = static_cast<double>(scale.agents);
  const double starts = mean_of(log.starts) * ticks;
  StudyFigures f;
  f.coverage = log.covered / ticks;
  f.duty = mean_of(log.active) / agents;
  f.hf_lf = high_over_low(log.active);
  f.fano = variance_of(log.starts) / mean_of(log.starts);
  f.wave = first_harmonic(log.starts);
  f.rate_error_60 = worst_rate_error(log.starts, agents * kStartsPerAgentTick);
  f.front_coherence = starts > 0 ? log.front / starts : 0;
  f.gap_p95 = percentile_95(log.gap);
  f.longest_gap = log.gap.empty() ? 0 : *std::max_element(log.gap.begin(), log.gap.end());
  f.iei_cv = std::sqrt(variance_of(log.interval)) / mean_of(log.interval);
  return f;
}

StudySummary summarise(const std::vector<StudyFigures>& runs) {
  StudySummary s;
  s.runs = static_cast<int>(runs.size());
  for (const auto member : kMembers) {
    std::vector<double> values;
    for (const StudyFigures& run : runs) values.push_back(run.*member);
    s.mean.*member = mean_of(values);
    const double n = static_cast<double>(values.size());
    s.sd.*member = n > 1 ? std::sqrt(variance_of(values) * n / (n - 1)) : 0;
  }
  return s;
}

StudySummary run_seeds(const ActionParams& params, uint64_t first, int count, const StudyScale& scale) {
  std::vector<StudyFigures> runs(static_cast<size_t>(count));
  parallel_for(runs.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) runs[i] = run_study(params, first + i, scale);
  });
  return summarise(runs);
}

}  // namespace fw::test
