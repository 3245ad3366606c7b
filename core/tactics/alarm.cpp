#include "core/tactics/alarm.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"

namespace fw {

namespace {

/// Cells of a sigma, and sigmas that the kernel reaches.
constexpr int kCellsPerSigma = 2, kReachSigmas = 4;
/// Places inside a cell are cut to so many parts: weights are whole numbers, sums have no order.
constexpr int kParts = 16;
constexpr float kLevels = 1024;
constexpr size_t kAgentsPerPiece = 4096;

/// Nodes over the part of the arena that an alarm can change, or over a whole torus.
struct AlarmGrid {
  double cell_m = 1;
  int64_t west = 0, south = 0;  ///< the first node, in cells of the arena
  int columns = 0, rows = 0;
  bool torus = false;

  size_t nodes() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
};

/// A place as the node to the south-west and its weights.
struct NodeShare {
  size_t node[4];
  int weight[4];
  bool inside = false;
};

NodeShare share_of(const AlarmGrid& grid, double x_m, double y_m) {
  const double gx = x_m / grid.cell_m - static_cast<double>(grid.west),
               gy = y_m / grid.cell_m - static_cast<double>(grid.south);
  const double fx = std::floor(gx), fy = std::floor(gy);
  auto column = static_cast<int>(fx), row = static_cast<int>(fy);
  NodeShare out{};
  if (!grid.torus && !(column >= 0 && row >= 0 && column + 1 < grid.columns && row + 1 < grid.rows))
    return out;
  out.inside = true;
  const int px = static_cast<int>((gx - fx) * kParts + 0.5), py = static_cast<int>((gy - fy) * kParts + 0.5);
  const auto wrap = [](int v, int n) { return v >= n ? v - n : v; };
  column = std::clamp(column, 0, grid.columns - 1), row = std::clamp(row, 0, grid.rows - 1);
  const int east = wrap(column + 1, grid.columns), north = wrap(row + 1, grid.rows);
  const auto node = [&](int c, int r) {
    return static_cast<size_t>(r) * static_cast<size_t>(grid.columns) + static_cast<size_t>(c);
  };
  out.node[0] = node(column, row), out.node[1] = node(east, row);
  out.node[2] = node(column, north), out.node[3] = node(east, north);
  out.weight[0] = (kParts - px) * (kParts - py), out.weight[1] = px * (kParts - py);
  out.weight[2] = (kParts - px) * py, out.weight[3] = px * py;
  return out;
}

/// Nodes beyond who is alarmed: twice the reach, so that sums over everybody are whole wherever one is seen.
constexpr int64_t kRim = 2 * kReachSigmas * kCellsPerSigma + 1;

AlarmGrid grid_round(const Alarm& alarm, const Arena& arena, std::span<const double> x_m,
                     std::span<const double> y_m, int64_t tick, const AlarmState& state) {
  AlarmGrid grid;
  const double cell = alarm.sigma_m / kCellsPerSigma;
  if (arena.torus()) {
    grid.torus = true;
    grid.columns = grid.rows = std::max(4, static_cast<int>(arena.side_m / cell + 0.5));
    grid.cell_m = arena.side_m / grid.columns;
    return grid;
  }
  grid.cell_m = cell;
  double west = 0, east = 0, south = 0, north = 0;
  bool any = false;
  for (size_t i = 0; i < x_m.size(); ++i) {
    if (tick >= state.until[i]) continue;
    west = any ? std::min(west, x_m[i]) : x_m[i], east = any ? std::max(east, x_m[i]) : x_m[i];
    south = any ? std::min(south, y_m[i]) : y_m[i], north = any ? std::max(north, y_m[i]) : y_m[i];
    any = true;
  }
  if (!any) return grid;
  const auto node = [&](double m) { return static_cast<int64_t>(std::floor(m / cell)); };
  grid.west = node(west) - kRim, grid.south = node(south) - kRim;
  grid.columns = static_cast<int>(node(east) + kRim + 2 - grid.west);
  grid.rows = static_cast<int>(node(north) + kRim + 2 - grid.south);
  return grid;
}

/// The Gaussian's weights from its middle on. Splat and reading spread a place over neighbouring nodes, which
/// adds a third of a squared cell to the variance: taken off here.
std::array<float, kReachSigmas * kCellsPerSigma + 1> kernel_of(const Alarm& alarm, const AlarmGrid& grid) {
  std::array<float, kReachSigmas * kCellsPerSigma + 1> weight{};
  const double variance = alarm.sigma_m * alarm.sigma_m / (grid.cell_m * grid.cell_m) - 1.0 / 3;
  for (size_t k = 0; k < weight.size(); ++k)
    weight[k] = static_cast<float>(exact::exp(-0.5 * static_cast<double>(k * k) / variance));
  return weight;
}

/// Rows, then columns; nodes beyond the grid hold nothing, or are its other side.
void blur(const AlarmGrid& grid, std::span<const float> kernel, std::span<const int64_t> from,
          std::vector<float>& work, std::vector<float>& out) {
  const int columns = grid.columns, rows = grid.rows;
  const auto reach = static_cast<int>(kernel.size()) - 1;
  work.assign(grid.nodes(), 0), out.assign(grid.nodes(), 0);
  const auto at = [&](int c, int r) {
    return static_cast<size_t>(r) * static_cast<size_t>(columns) + static_cast<size_t>(c);
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      float sum = 0;
      for (int k = -reach; k <= reach; ++k) {
        int column = c + k;
        if (grid.torus)
          column = ((column % columns) + columns) % columns;
        else if (column < 0 || column >= columns)
          continue;
        sum += kernel[static_cast<size_t>(std::abs(k))] * static_cast<float>(from[at(column, r)]);
      }
      work[at(c, r)] = sum;
    }
  for (int r = 0; r < rows; ++r)
    for (int k = -reach; k <= reach; ++k) {
      int row = r + k;
      if (grid.torus)
        row = ((row % rows) + rows) % rows;
      else if (row < 0 || row >= rows)
        continue;
      const float w = kernel[static_cast<size_t>(std::abs(k))];
      const float* source = work.data() + at(0, row);
      float* sum = out.data() + at(0, r);
      for (int c = 0; c < columns; ++c) sum[c] += w * source[c];
    }
}

float read_nodes(const NodeShare& place, const std::vector<float>& nodes) {
  float sum = 0;
  for (size_t k = 0; k < 4; ++k) sum += static_cast<float>(place.weight[k]) * nodes[place.node[k]];
  return sum;
}

}  // namespace

double normal_quantile(double p) {
  assert(p > 0 && p < 1);
  constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                          1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                          6.680131188771972e+01, -1.328068155288572e+01};
  constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                          -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                          3.754408661907416e+00};
  constexpr double kTail = 0.02425;
  const auto tail = [&](double q) {
    return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
           ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  };
  if (p < kTail) return tail(std::sqrt(-2 * exact::log(p)));
  if (p > 1 - kTail) return -tail(std::sqrt(-2 * exact::log(1 - p)));
  const double q = p - 0.5, r = q * q;
  return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
         (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

Alarm bind_alarm(const AlarmParams& params, double tick_s) {
  Alarm alarm;
  alarm.params = params, alarm.tick_s = tick_s;
  const double z = normal_quantile(1 - params.threshold);
  alarm.round_ticks = std::max<int64_t>(
      1, static_cast<int64_t>(std::floor(params.hear_m * z / params.speed_mps / tick_s + 0.5)));
  alarm.sigma_m = params.speed_mps * static_cast<double>(alarm.round_ticks) * tick_s / z;
  alarm.rest_ticks = std::max<int64_t>(1, static_cast<int64_t>(std::floor(params.rest_s / tick_s + 0.5)));
  return alarm;
}

double alarm_seen(const Alarm& alarm, double agents_per_m2) {
  return agents_per_m2 * std::numbers::pi * 4 * alarm.sigma_m * alarm.sigma_m;
}

double hear_m_for(const Alarm& alarm, double agents_per_m2) {
  AlarmParams params = alarm.params;
  params.hear_m *= std::sqrt(kFewestSeen / alarm_seen(alarm, agents_per_m2));
  // Rounds are whole ticks: a little more, where those were rounded down.
  constexpr double kMore = 1.02;
  while (alarm_seen(bind_alarm(params, alarm.tick_s), agents_per_m2) < kFewestSeen) params.hear_m *= kMore;
  return params.hear_m;
}

double most_alarm_nodes(const Alarm& alarm, const Arena& arena) {
  const double across = std::ceil(arena.side_m * kCellsPerSigma / alarm.sigma_m) + 2 * kRim + 2;
  return across * across;
}

void ignite(const Alarm& alarm, int64_t tick, size_t agent, float level, AlarmState& state) {
  if (!(level > 0) || tick < state.until[agent] || tick < state.ready[agent]) return;
  state.level[agent] = std::min(level, 1.0f);
  state.until[agent] = tick + alarm.params.rounds * alarm.round_ticks;
  state.ready[agent] = state.until[agent] + alarm.rest_ticks;
}

void alarm_round(const Alarm& alarm, const Arena& arena, int64_t tick, std::span<const double> x_m,
                 std::span<const double> y_m, AlarmState& state) {
  const bool any = std::any_of(state.until.begin(), state.until.end(), [&](int64_t t) { return tick < t; });
  if (!any) return;
  const AlarmGrid grid = grid_round(alarm, arena, x_m, y_m, tick, state);
  for (std::vector<int64_t>* sums : {&state.all, &state.alarmed, &state.levels})
    sums->assign(grid.nodes(), 0);
  for (size_t i = 0; i < x_m.size(); ++i) {
    const NodeShare place = share_of(grid, x_m[i], y_m[i]);
    if (!place.inside) continue;
    const bool alarmed = tick < state.until[i];
    const auto level = alarmed ? static_cast<int64_t>(state.level[i] * kLevels + 0.5f) : 0;
    for (size_t k = 0; k < 4; ++k) {
      state.all[place.node[k]] += place.weight[k];
      if (alarmed) state.alarmed[place.node[k]] += place.weight[k];
      state.levels[place.node[k]] += place.weight[k] * level;
    }
  }
  const auto kernel = kernel_of(alarm, grid);
  blur(grid, kernel, state.all, state.work, state.seen_all);
  blur(grid, kernel, state.alarmed, state.work, state.seen_alarmed);
  blur(grid, kernel, state.levels, state.work, state.seen_levels);
  const auto threshold = static_cast<float>(alarm.params.threshold);
  const auto loss = static_cast<float>(alarm.loss());
  parallel_for(x_m.size(), kAgentsPerPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (tick < state.until[i] || tick < state.ready[i]) continue;
      const NodeShare place = share_of(grid, x_m[i], y_m[i]);
      if (!place.inside) continue;
      const float seen = read_nodes(place, state.seen_alarmed);
      if (!(seen > 0) || seen < threshold * read_nodes(place, state.seen_all)) continue;
      const float level = read_nodes(place, state.seen_levels) / seen / kLevels - loss;
      ignite(alarm, tick, i, level, state);
    }
  });
}

}  // namespace fw
