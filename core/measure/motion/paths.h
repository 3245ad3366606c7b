#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/agents.h"

namespace fw {

/// Mean and 95th percentile of a pooled set of values.
struct MeanP95 {
  double mean = 0;
  double p95 = 0;  ///< type 7, see percentile
  int64_t count = 0;
};

/// Change of acceleration, ||v(s+1) - 2 v(s) + v(s-1)|| / spacing in m/s^2, over successive velocities of one
/// population. Rows spaced by the snapshot interval give the published form, rows of every tick (spacing 1)
/// the per-tick form. Rows hold the same agents in the same order.
struct JerkRecord {
  double spacing_s = 1;
  std::vector<float> values_mps2;  ///< every agent of every inner row
  int64_t rows = 0;
  std::vector<double> last_x, last_y, before_x, before_y;  ///< velocities of the two rows seen last, m/s
};
JerkRecord jerk_record(double spacing_s);
void add_row(JerkRecord& record, std::span<const float> heading_x, std::span<const float> heading_y,
             std::span<const float> speed_mps);
/// All zeros before the third row.
MeanP95 jerk(const JerkRecord& record);

/// Short-lag autocorrelation of heading (circular) and speed over successive rows of one population.
struct LagSums {
  struct Lag {
    int64_t count = 0;
    double cos_sum = 0;
    double a = 0, b = 0, aa = 0, bb = 0,
           ab = 0;  ///< sums over pairs of speeds, earlier and later, less pivot
  };
  std::vector<Lag> lags;  ///< lags[k - 1] is lag k
  int64_t rows = 0;
  double pivot_mps = 0;     ///< the first speed seen: equal speeds then sum to exact zeros
  std::vector<float> ring;  ///< the last max_lag rows: heading x, y and speed of every agent
};
LagSums lag_sums(int max_lag);
void add_row(LagSums& sums, std::span<const float> heading_x, std::span<const float> heading_y,
             std::span<const float> speed_mps);

struct Autocorrelation {
  std::vector<double> heading;  ///< [k - 1]: mean of cos(theta(t + k) - theta(t)) over agents and t, [-1, 1]
  std::vector<double> speed;    ///< [k - 1]: Pearson over all pairs (v(t), v(t + k)); 0 when speeds are equal
};
/// A lag that the rows do not reach gives 0.
Autocorrelation autocorrelation(const LagSums& sums);

/// Tortuosity over a sliding window: length of the path through the window's ticks / distance between its two
/// ends (>= 1), per agent and window. On a torus, steps use the shortest separation and are summed, so a path
/// round the world is unrolled; no step may be as long as half a side.
struct TortuosityRecord {
  Arena arena;
  int window = 60;  ///< steps in a window, >= 1
  int hop = 1;      ///< a window ends at every hop-th tick, >= 1
  std::vector<float>
      values;  ///< path / distance, capped at kTortuosityCap; agents that stood still are left out
  int64_t rows = 0;
  std::vector<double> ring;  ///< window + 1 rows of unrolled x, y and length so far
};

/// A path that returns to its start counts as this.
inline constexpr double kTortuosityCap = 1000;

TortuosityRecord tortuosity_record(const Arena& arena, int window = 60, int hop = 1);

/// Adds the positions of a tick: the same agents in the same order.
void add_row(TortuosityRecord& record, std::span<const double> x_m, std::span<const double> y_m);
/// All zeros before the first full window.
MeanP95 tortuosity(const TortuosityRecord& record);

}  // namespace fw
