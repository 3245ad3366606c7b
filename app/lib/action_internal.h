#pragma once

#include <vector>

#include "app/lib/lib_internal.h"
#include "core/action/action_clock.h"
#include "core/action/action_moment.h"

// The handle of action timing; private to this room.

struct fw_action {
  fw::lib::ContextPtr context;
  bool stateless = false;  ///< the clock
  fw::Action action;
  fw::ActionClock clock;
  fw::ClockTick now;        ///< made ready for questions
  fw::ActionMoment moment;  ///< the same of the other methods
  size_t most = 0;
  uint64_t identity = 0;
  bool begun = false;            ///< a first tick has been stepped or loaded
  fw::ActionState state;         ///< agents by ascending id; of the clock ids, classes and ends of actions
  std::vector<double> x_m, y_m;  ///< where agents stood at the end of the last tick; NaN: not told yet
  std::vector<uint8_t> phase_class;
  // Scratch of a tick, by agent.
  std::vector<double> now_x_m, now_y_m;
  std::vector<uint32_t> sorted;  ///< of a call: ids
};

namespace fw::lib {

/// Memory for as many agents as the schedule was opened for: ticks take none.
void reserve(fw_action& action);

}  // namespace fw::lib
