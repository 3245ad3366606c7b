#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/crowd/crowd.h"

// Steps over arrays that belong to somebody else: a game's components, a vertex buffer (docs/library.md, 3).

namespace fw {

enum class LentType : uint8_t { f32, f64, u32, u8 };

/// A column of somebody's memory: entry i lies at data + i * stride bytes.
struct LentColumn {
  void* data = nullptr;
  ptrdiff_t stride = 0;
  LentType type = LentType::f32;
};

/// Agents in somebody's memory. Columns of the natural type (ids and groups u32, states u8, places f64, else
/// f32) that are packed are used in place; others pass through pieces on the stack.
struct LentAgents {
  size_t count = 0;
  LentColumn id, x_m, y_m, heading_x, heading_y, speed_mps;
  LentColumn memory[3];     ///< as many as crowd_memory() says: course x, course y, deviation
  LentColumn group, state;  ///< optional, u32 and u8; no step of a crowd changes them
};

/// Reserves what steps of up to `agents` agents need, so that they allocate nothing.
void reserve_scratch(const Crowd& crowd, size_t agents, CrowdScratch& scratch);

/// Agents as they begin at a tick: where id and seed put them, or where the columns say.
void begin_lent(const Crowd& crowd, int64_t tick, AgentsKept kept, const LentAgents& agents,
                CrowdScratch& scratch);

/// One step from a tick on, of the listed entries (null: all). The same bits as step_crowd.
void step_lent(const Crowd& crowd, int64_t tick, const uint32_t* entries, size_t count,
               const LentAgents& agents, CrowdScratch& scratch);

/// The fields' targets at lent places at a tick, as crowd_targets().
void targets_of_lent(const Crowd& crowd, int64_t tick, size_t count, const LentColumn& x_m,
                     const LentColumn& y_m, float* heading_x, float* heading_y, float* speed_mps,
                     CrowdScratch& scratch);

/// The order of the entries in which steps are quickest (tile_order of their places).
void order_of_lent(const Crowd& crowd, const LentAgents& agents, uint32_t* order, CrowdScratch& scratch);

}  // namespace fw
