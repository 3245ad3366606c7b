#pragma once

#include <array>
#include <vector>

#include "app/lib/lib_internal.h"
#include "core/crowd/crowd.h"

// The handles of crowds; private to this room.

struct fw_crowd {
  fw::lib::ContextPtr context;
  std::array<fw::Crowd, 7> levels;  ///< steps of 1, 2, 4 .. 64 ticks
  uint64_t identity = 0;
};

struct fw_scratch {
  size_t most = 0;  ///< agents
  fw::CrowdScratch work;
  std::vector<uint64_t> seen;  ///< a bit per entry
};
