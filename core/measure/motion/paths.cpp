#include "core/measure/motion/paths.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/cell_list.h"
#include "core/measure/pattern/summary.h"

namespace fw {

JerkRecord jerk_record(double spacing_s) {
  assert(spacing_s > 0);
  JerkRecord record;
  record.spacing_s = spacing_s;
  return record;
}

void add_row(JerkRecord& record, std::span<const float> heading_x, std::span<const float> heading_y,
             std::span<const float> speed_mps) {
  const size_t n = speed_mps.size();
  assert(heading_x.size() == n && heading_y.size() == n && record.spacing_s > 0);
  assert(record.rows == 0 || record.last_x.size() == n);
  std::vector<double> x(n), y(n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = static_cast<double>(heading_x[i]) * speed_mps[i];
    y[i] = static_cast<double>(heading_y[i]) * speed_mps[i];
  }
  if (record.rows >= 2)
    for (size_t i = 0; i < n; ++i) {
      const double dx = x[i] - 2 * record.last_x[i] + record.before_x[i];
      const double dy = y[i] - 2 * record.last_y[i] + record.before_y[i];
      record.values_mps2.push_back(static_cast<float>(std::sqrt(dx * dx + dy * dy) / record.spacing_s));
    }
  record.before_x = std::move(record.last_x);
  record.before_y = std::move(record.last_y);
  record.last_x = std::move(x);
  record.last_y = std::move(y);
  ++record.rows;
}

MeanP95 jerk(const JerkRecord& record) {
  const Summary s = summarize(record.values_mps2);
  return {s.mean, percentile(record.values_mps2, 0.95), s.count};
}

LagSums lag_sums(int max_lag) {
  assert(max_lag >= 1);
  LagSums sums;
  sums.lags.resize(static_cast<size_t>(max_lag));
  return sums;
}

namespace {

/// Pairs one row (heading x, y, speed, agent by agent) with an earlier one.
void add_lag(LagSums::Lag& lag, const float* earlier, const float* later, size_t agents, double pivot) {
  for (size_t i = 0; i < 3 * agents; i += 3) {
    lag.cos_sum +=
        static_cast<double>(earlier[i]) * later[i] + static_cast<double>(earlier[i + 1]) * later[i + 1];
    const double a = earlier[i + 2] - pivot, b = later[i + 2] - pivot;
    lag.a += a, lag.b += b;
    lag.aa += a * a, lag.bb += b * b, lag.ab += a * b;
  }
  lag.count += static_cast<int64_t>(agents);
}

}  // namespace

void add_row(LagSums& sums, std::span<const float> heading_x, std::span<const float> heading_y,
             std::span<const float> speed_mps) {
  const size_t n = speed_mps.size(), max_lag = sums.lags.size();
  assert(heading_x.size() == n && heading_y.size() == n);
  if (n == 0) return;
  // One row more than the longest lag: the newest row is written before it is compared with the others.
  const size_t places = max_lag + 1, row_size = 3 * n;
  if (sums.rows == 0) {
    sums.ring.resize(places * row_size);
    sums.pivot_mps = speed_mps[0];
  }
  assert(sums.ring.size() == places * row_size);
  const auto row = [&](int64_t at) { return &sums.ring[static_cast<size_t>(at) % places * row_size]; };
  float* newest = row(sums.rows);
  for (size_t i = 0; i < n; ++i) {
    newest[3 * i] = heading_x[i];
    newest[3 * i + 1] = heading_y[i];
    newest[3 * i + 2] = speed_mps[i];
  }
  for (size_t k = 1; k <= max_lag && static_cast<int64_t>(k) <= sums.rows; ++k)
    add_lag(sums.lags[k - 1], row(sums.rows - static_cast<int64_t>(k)), newest, n, sums.pivot_mps);
  ++sums.rows;
}

Autocorrelation autocorrelation(const LagSums& sums) {
  Autocorrelation out;
  for (const LagSums::Lag& lag : sums.lags) {
    const double n = static_cast<double>(lag.count);
    out.heading.push_back(lag.count > 0 ? lag.cos_sum / n : 0.0);
    const double aa = n * lag.aa - lag.a * lag.a, bb = n * lag.bb - lag.b * lag.b;
    const bool varies = lag.count > 0 && aa > 0 && bb > 0;
    out.speed.push_back(varies ? (n * lag.ab - lag.a * lag.b) / (std::sqrt(aa) * std::sqrt(bb)) : 0.0);
  }
  return out;
}

TortuosityRecord tortuosity_record(const Arena& arena, int window, int hop) {
  assert(window >= 1 && hop >= 1);
  TortuosityRecord record;
  record.arena = arena;
  record.window = window;
  record.hop = hop;
  return record;
}

void add_row(TortuosityRecord& record, std::span<const double> x_m, std::span<const double> y_m) {
  const size_t n = x_m.size(), places = static_cast<size_t>(record.window) + 1, row_size = 3 * n;
  assert(y_m.size() == n && record.window >= 1 && record.hop >= 1);
  if (record.rows == 0) record.ring.resize(places * row_size);
  assert(record.ring.size() == places * row_size);
  const auto row = [&](int64_t at) {
    return record.ring.data() + static_cast<size_t>(at) % places * row_size;
  };
  double* newest = row(record.rows);
  const double* before = record.rows > 0 ? row(record.rows - 1) : nullptr;
  const double side = record.arena.side_m;
  for (size_t i = 0; i < n; ++i) {
    double* at = newest + 3 * i;
    if (!before) {
      at[0] = x_m[i], at[1] = y_m[i], at[2] = 0;
      continue;
    }
    const double* from = before + 3 * i;
    double dx = x_m[i] - from[0], dy = y_m[i] - from[1];
    if (record.arena.torus()) {
      dx -= side * std::floor(dx / side + 0.5);
      dy -= side * std::floor(dy / side + 0.5);
    }
    at[0] = from[0] + dx;
    at[1] = from[1] + dy;
    at[2] = from[2] + std::sqrt(dx * dx + dy * dy);
  }
  const int64_t ticks = record.rows++;  // steps taken so far
  if (ticks < record.window || (ticks - record.window) % record.hop != 0) return;
  const double* oldest = row(ticks - record.window);
  for (size_t i = 0; i < row_size; i += 3) {
    const double path = newest[i + 2] - oldest[i + 2];
    if (!(path > 0)) continue;
    const double dx = newest[i] - oldest[i], dy = newest[i + 1] - oldest[i + 1];
    const double net = std::sqrt(dx * dx + dy * dy);
    // Rounding of a straight path may leave the quotient a hair below 1.
    const double ratio = net * kTortuosityCap > path ? std::max(1.0, path / net) : kTortuosityCap;
    record.values.push_back(static_cast<float>(ratio));
  }
}

MeanP95 tortuosity(const TortuosityRecord& record) {
  const Summary s = summarize(record.values);
  return {s.mean, percentile(record.values, 0.95), s.count};
}

}  // namespace fw
