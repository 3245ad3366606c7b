#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/cell_list.h"
#include "core/crowd/crowd.h"

// The paper's crowd study on one seed, measured without core/experiment (docs/coordinators.md, 2.3), so that
// the motion is judged without the room that measures.

namespace fw::test {

struct StudyScale {
  size_t agents = 1200;
  int ticks = 720;
  int snapshot_every = 10;
};

struct StudyFigures {
  double s_dir_5 = 0;       ///< pooled over all snapshots
  double jerk = 0;          ///< on snapshot velocities, m/s^2
  double coverage = 0;      ///< last 60 ticks, 42 x 42 cells
  double polarization = 0;  ///< mean over ticks
  double jerk_tick = 0;     ///< |v(t+1) - 2 v(t) + v(t-1)|, mean
};

class Study {
 public:
  Study(const StudyScale& scale, double side_m) : scale_(scale), side_m_(side_m), visited_(kCells * kCells) {}

  /// To be called after every step, with the number of steps done.
  void look(const Agents& a, int64_t tick) {
    polarization_ += mean_heading(a);
    if (tick > scale_.ticks - 60) mark(a);
    push(a, tick_before_, tick_last_, jerk_tick_, jerk_ticks_, 1.0);
    if ((tick - 1) % scale_.snapshot_every != 0) return;
    pairs(a);
    push(a, before_, last_, jerk_, jerks_, scale_.snapshot_every);
  }

  StudyFigures figures() const {
    size_t cells = 0;
    for (const uint8_t v : visited_) cells += v;
    return {cosine_ / static_cast<double>(pairs_), jerk_ / static_cast<double>(jerks_),
            static_cast<double>(cells) / static_cast<double>(visited_.size()), polarization_ / scale_.ticks,
            jerk_tick_ / static_cast<double>(jerk_ticks_)};
  }

 private:
  static constexpr size_t kCells = 42;
  struct Velocities {
    std::vector<double> x, y;
  };

  static double mean_heading(const Agents& a) {
    double x = 0, y = 0;
    for (size_t i = 0; i < a.size(); ++i)
      x += static_cast<double>(a.heading_x[i]), y += static_cast<double>(a.heading_y[i]);
    return std::hypot(x, y) / static_cast<double>(a.size());
  }

  void mark(const Agents& a) {
    const double per_m = static_cast<double>(kCells) / side_m_;
    for (size_t i = 0; i < a.size(); ++i)
      visited_[static_cast<size_t>(a.y_m[i] * per_m) * kCells + static_cast<size_t>(a.x_m[i] * per_m)] = 1;
  }

  static void push(const Agents& a, Velocities& before, Velocities& last, double& sum, int64_t& count,
                   double spacing_s) {
    Velocities now{std::vector<double>(a.size()), std::vector<double>(a.size())};
    for (size_t i = 0; i < a.size(); ++i) {
      now.x[i] = static_cast<double>(a.speed_mps[i]) * static_cast<double>(a.heading_x[i]);
      now.y[i] = static_cast<double>(a.speed_mps[i]) * static_cast<double>(a.heading_y[i]);
    }
    if (!before.x.empty()) {
      for (size_t i = 0; i < a.size(); ++i)
        sum += std::hypot(now.x[i] - 2 * last.x[i] + before.x[i], now.y[i] - 2 * last.y[i] + before.y[i]) /
               spacing_s;
      count += static_cast<int64_t>(a.size());
    }
    before = std::move(last);
    last = std::move(now);
  }

  void pairs(const Agents& a) {
    const CellList cells = bin_points(a.x_m, a.y_m, side_m_, 10, true);
    for (size_t i = 0; i < a.size(); ++i) {
      visit_within(cells, a.x_m, a.y_m, a.x_m[i], a.y_m[i], 10, [&](uint32_t j, double, double, double d2) {
        if (j <= i || d2 >= 100) return;
        cosine_ += static_cast<double>(a.heading_x[i]) * static_cast<double>(a.heading_x[j]) +
                   static_cast<double>(a.heading_y[i]) * static_cast<double>(a.heading_y[j]);
        ++pairs_;
      });
    }
  }

  StudyScale scale_;
  double side_m_;
  std::vector<uint8_t> visited_;
  Velocities before_, last_, tick_before_, tick_last_;
  double cosine_ = 0, jerk_ = 0, polarization_ = 0, jerk_tick_ = 0;
  int64_t pairs_ = 0, jerks_ = 0, jerk_ticks_ = 0;
};

inline StudyFigures run_study(const CrowdParams& params, uint64_t seed, const StudyScale& scale = {}) {
  const Arena arena{};
  const Crowd crowd = bind_crowd(params, arena, SeedBundle::from_master(seed));
  CrowdState state = start_crowd(crowd, scale.agents);
  Study study(scale, arena.side_m);
  while (state.tick < scale.ticks) {
    step_crowd(crowd, state);
    study.look(state.agents, state.tick);
  }
  return study.figures();
}

}  // namespace fw::test
