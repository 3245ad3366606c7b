#include "core/measure/motion/paths.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/cell_list.h"
#include "core/measure/pattern/summary.h"

namespace fw {

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
