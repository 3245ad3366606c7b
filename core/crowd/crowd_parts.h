#pragma once

#include <array>
#include <cmath>
#include <span>

#include "core/crowd/crowd.h"
#include "core/field/noise/noise_points.h"

// What the files of this room share; private to it. All of it works on pieces of at most kChunk agents, so
// that a piece's scratch stays in the first-level caches and nothing is allocated per agent.

namespace fw::crowd_parts {

inline constexpr size_t kChunk = 512;

/// Agents begin .. begin + count - 1 of a population.
struct Piece {
  size_t begin = 0;
  size_t count = 0;
};

using Floats = std::array<float, kChunk>;
using Doubles = std::array<double, kChunk>;

/// Room for one piece's intermediate values. Passed down, so that a piece clears and allocates nothing.
struct Workspace {
  std::array<uint64_t, kChunk> counter;
  Doubles wide;  ///< angles, draws, shifted places
  Floats noise, other, jitter, cos, sin, mix_x, mix_y;
};

/// The stacks that the method reads, ready to be read at a tick.
struct TickLayers {
  NoiseMoment heading, speed, potential, second, curl;
};
/// Drift moves the phase; resample binds the offsets of the cycle the tick lies in. For about `count` agents
/// within `places_m`.
TickLayers layers_at(const Crowd& crowd, int64_t tick, const PointExtent& places_m, size_t count);

/// A stack bound under "crowd/<name>" (or the layer it borrows its seed from), periodic where asked.
NoiseField bind_layer(const CrowdParams& params, const Arena& arena, const SeedBundle& seeds,
                      const NoiseStack& stack, std::string_view name, int64_t cycle);

/// Targets of one piece: unit vectors, (0, 0) = no say; speeds.
struct Targets {
  Floats x, y, speed;
};
/// jitter_rad: an angle per agent added to theta* (not one of the workspace's but `jitter`), or null. Arrays
/// of at most kChunk.
void read_targets(const Crowd& crowd, const TickLayers& layers, std::span<const double> x_m,
                  std::span<const double> y_m, const float* jitter_rad, Workspace& work, Targets& out);

/// Cosines and sines of the first `count` angles in work.wide, into work.cos and work.sin.
void cosines_of_wide(size_t count, Workspace& work);

/// Whether the method's targets (curl_dual's run along the coast by themselves) need turning at a coast.
inline bool turns_targets_at_coast(CrowdMethod method) {
  return has_heading_field(method) && method != CrowdMethod::curl_dual;
}

/// Vicsek's sum of the unit headings within the radius, as a unit vector per agent; own heading where it
/// vanishes. Sums are whole numbers, so no order of agents can change them. Into scratch.heading_x and
/// heading_y.
void neighbour_headings(const Crowd& crowd, const Agents& agents, CrowdScratch& scratch);

/// Turns targets by the agents' courses and mirrors those that point to a near coast (the course remembers).
void turn_targets(const Crowd& crowd, CrowdState& state, Piece piece, Targets& targets);

/// Steers headings off a near coast, then moves; wraps or reflects at the border; never leaves the land.
void move_agents(const Crowd& crowd, CrowdState& state, Piece piece);

/// (x, y) over its length, or the fallback if that is 0. The quotients are formed either way: a choice
/// between two values is one vector instruction, a branch is not.
inline void set_unit(float x, float y, float fallback_x, float fallback_y, float& out_x, float& out_y) {
  const float length = std::sqrt(x * x + y * y);
  const float unit_x = x / length, unit_y = y / length;
  out_x = length > 0 ? unit_x : fallback_x;
  out_y = length > 0 ? unit_y : fallback_y;
}

/// The counter of an agent's draw at a tick is this and its id.
inline uint64_t draws_of_tick(int64_t tick) {
  return static_cast<uint64_t>(tick) << 32;
}

}  // namespace fw::crowd_parts
