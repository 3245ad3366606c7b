#include <algorithm>
#include <cmath>

#include "core/crowd/crowd_internal.h"

namespace fw::crowd {

namespace {

/// Nearer than this an agent is at home, m.
constexpr double kAtHome_m = 0.01;

}  // namespace

void send_home(const Crowd& crowd, const CrowdSleep& sleep, size_t begin, const AgentColumns& piece,
               const uint8_t* leg) {
  const double dt_s = crowd.params.dt_s;
  const Arena& arena = crowd.arena;
  for (size_t i = 0; i < piece.count; ++i) {
    const size_t agent = begin + i;
    if (sleep.awake[agent] != 0) continue;
    if (leg != nullptr && leg[i] != static_cast<uint8_t>(WalkLeg::wander)) continue;
    double dx = sleep.home_x_m[agent] - piece.x_m[i], dy = sleep.home_y_m[agent] - piece.y_m[i];
    if (arena.torus()) dx = torus_delta(dx, arena.side_m), dy = torus_delta(dy, arena.side_m);
    const double left_m = std::sqrt(dx * dx + dy * dy);
    if (!(left_m > kAtHome_m)) {
      piece.speed_mps[i] = 0;
      continue;
    }
    piece.heading_x[i] = static_cast<float>(dx / left_m),
    piece.heading_y[i] = static_cast<float>(dy / left_m);
    const auto asked = static_cast<double>(piece.speed_mps[i]);
    piece.speed_mps[i] = static_cast<float>(std::min(asked, left_m / dt_s));
  }
}

}  // namespace fw::crowd
