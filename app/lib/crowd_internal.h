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

namespace fw::lib {

/// Copies of bodies' columns that are not packed in their natural types.
struct BodyCopies {
  std::vector<uint32_t> id;
  std::array<std::vector<double>, 2> place;
  std::array<std::vector<float>, 7> number;
};

}  // namespace fw::lib

struct fw_scratch {
  size_t most = 0;          ///< agents or bodies
  bool for_bodies = false;  ///< of fw_steer_scratch
  fw::lib::BodyCopies bodies;
  fw::CrowdScratch work;
  std::vector<uint64_t> seen;  ///< a bit per entry
};
