#pragma once

#include <array>

#include "app/lib/lib_internal.h"
#include "core/crowd/lent_agents.h"

// Columns of agents as callers hand them over; private to this room.

namespace fw::lib {

/// In the order of fw_agents.
struct AgentsGiven {
  size_t count = 0;
  std::array<Column, 9> columns{};  ///< id, x, y, heading x and y, speed, memory
  size_t used = 0;                  ///< six, and as many as are remembered

  const Column& id() const { return columns[0]; }
  LentAgents lent() const;
};

/// Checks the columns that `memory` says are needed, and that no two share memory.
Result<AgentsGiven> agents_of(const fw_agents* agents, int memory);

/// Writes a number into an entry, rounded to the column's type.
void set_number(const Column& column, size_t i, double value);

}  // namespace fw::lib
