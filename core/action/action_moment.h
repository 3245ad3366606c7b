#pragma once

#include <cstdint>
#include <vector>

#include "core/action/action.h"
#include "core/field/noise/noise_points.h"

namespace fw {

/// The field at a tick, and what turns its values into phases then, prepared for many questions about single
/// places.
struct ActionMoment {
  int64_t tick = -1;
  NoiseMoment now, at_refresh;      ///< the second where the phases valid at the tick were read
  std::vector<float> distribution;  ///< of the field at the refresh, ascending; empty for raw phases
};
void cut_action_moment(const Action& action, int64_t tick, ActionMoment& out);

/// action_rate and action_phase of one place, by the same bits.
struct ActionReading {
  float rate_per_s;
  float phase;
};
ActionReading read_action(const Action& action, const ActionMoment& moment, Vec2 at_m);

}  // namespace fw
