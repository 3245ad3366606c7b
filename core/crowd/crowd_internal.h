#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <span>

#include "core/crowd/crowd.h"
#include "core/field/noise/noise_points.h"

// Declarations that the files of this room share; private to it. All functions work on pieces of at most
// kChunk agents, so that a piece's scratch stays in the first-level cache and nothing is allocated per agent.

namespace fw::crowd {

inline constexpr size_t kChunk = 512;

using Floats = std::array<float, kChunk>;
using Doubles = std::array<double, kChunk>;

/// Scratch of one piece. Passed by reference, so that pieces neither clear nor allocate memory.
struct PieceScratch {
  std::array<uint64_t, kChunk> counter;
  Doubles wide;  ///< angles, draws, shifted places
  Floats noise, other, jitter, cos, sin, mix_x, mix_y;
};

/// Drift moves the phase; resample binds the offsets of the cycle that contains the tick. For about `count`
/// agents within `places_m`.
CrowdLayers layers_at(const Crowd& crowd, int64_t tick, const PointExtent& places_m, size_t count);
/// The same into layers that were cut before, whose memory is used again.
void cut_layers(const Crowd& crowd, int64_t tick, const PointExtent& places_m, size_t count,
                CrowdLayers& layers);

/// A stack bound under "crowd/<name>" (or the layer it borrows its seed from), periodic where asked.
NoiseField bind_layer(const CrowdParams& params, const Arena& arena, const SeedBundle& seeds,
                      const NoiseStack& stack, std::string_view name, int64_t cycle);

/// Targets of one piece: unit vectors, (0, 0) = none; speeds.
struct Targets {
  Floats x, y, speed;
};
/// jitter_rad: an angle per agent added to theta*, or null; must not be one of the scratch arrays except
/// `jitter`. Arrays of at most kChunk.
void read_targets(const Crowd& crowd, const CrowdLayers& layers, std::span<const double> x_m,
                  std::span<const double> y_m, const float* jitter_rad, PieceScratch& work, Targets& out);

/// Cosines and sines of the first `count` angles in work.wide, into work.cos and work.sin.
void cosines_of_wide(size_t count, PieceScratch& work);

/// Whether the method's targets must be turned at a coast (curl_dual's already run along it).
inline bool turns_targets_at_coast(CrowdMethod method) {
  return has_heading_field(method) && method != CrowdMethod::curl_dual;
}

/// Vicsek's rule: the sum of the unit headings within the radius, normalised, per agent; own heading where it
/// vanishes. Sums are integers, so the order of agents does not matter. Results in scratch.heading_x and
/// heading_y.
void neighbour_headings(const Crowd& crowd, const AgentColumns& agents, CrowdScratch& scratch);

/// Turns targets by the agents' courses and mirrors those that point to a near coast (the course is updated).
void turn_targets(const Crowd& crowd, const AgentColumns& piece, Targets& targets);

/// Places outside the frame wrapped (torus) or folded back at its walls.
void bring_inside(const Crowd& crowd, const AgentColumns& piece);

/// Whether a step draws random numbers, which ids address.
bool draws_by_id(const CrowdParams& params);

/// What the pieces of a step share.
struct CrowdTick {
  const Crowd& crowd;
  const CrowdLayers& layers;
  uint64_t jitter, turn, speed;  ///< sub-streams of the draws
  int64_t number;
};
/// The first pass of a step over a piece of at most kChunk agents: headings and speeds become the wanted ones
/// at the agents' places; vicsek's headings already hold the neighbours' sums. move_agents() is the last.
void want_velocities(const CrowdTick& tick, const AgentColumns& piece);

/// The step that begins at a tick; its layers lie in the scratch.
CrowdTick crowd_tick(const Crowd& crowd, int64_t tick, size_t agents, CrowdScratch& scratch);

/// Calls step(begin, end) for the pieces of a population, a small one on this thread alone.
void in_pieces(size_t agents, const std::function<void(size_t begin, size_t end)>& step);

/// Agents of a piece as they begin at a tick, by id; `kept` as in AgentsKept. Layers: of that tick.
void begin_piece(const Crowd& crowd, const CrowdLayers& layers, AgentsKept kept, const AgentColumns& piece);

/// Between the passes of a step: who of the piece, whose first agent is `begin` of the population, sleeps has
/// the velocity of its way home, or stands there.
/// `leg`: null, or of each agent of the piece: those that walk to a goal go home by their way instead.
void send_home(const Crowd& crowd, const CrowdSleep& sleep, size_t begin, const AgentColumns& piece,
               const uint8_t* leg = nullptr);

/// Turns headings away from a near coast, then moves; wraps or reflects at the border; never leaves the land.
/// `leg`: null, or of each agent of the piece; those that walk to a goal keep the guide's heading at a coast.
void move_agents(const Crowd& crowd, const AgentColumns& piece, const uint8_t* leg = nullptr);

/// Radii, velocities and places out of walls of agents that begin as bodies.
void begin_bodies(const Crowd& crowd, CrowdState& state);
/// The last part of a tick of bodies: as many equal local steps as it takes, with the velocities that were
/// wanted at its beginning. Headings that point into a wall are mirrored by it.
void move_bodies(const Crowd& crowd, CrowdState& state);
/// Mirrors a heading, and the course that led to it, by a wall if it points into it.
void reflect_from(const Crowd& crowd, const AgentColumns& piece, size_t i, float away_x, float away_y);
/// Turns headings that point to a near coast along it.
/// `leg` as for move_agents().
void steer_off_coast(const Crowd& crowd, const AgentColumns& piece, const uint8_t* leg = nullptr);

/// (x, y) normalised, or the fallback if its length is 0. Computes the quotients in both cases: selecting
/// between two values is one vector instruction, a branch is not.
inline void set_unit(float x, float y, float fallback_x, float fallback_y, float& out_x, float& out_y) {
  const float length = std::sqrt(x * x + y * y);
  const float unit_x = x / length, unit_y = y / length;
  out_x = length > 0 ? unit_x : fallback_x;
  out_y = length > 0 ? unit_y : fallback_y;
}

/// An agent's random counter at a tick is this plus its id.
inline uint64_t draws_of_tick(int64_t tick) {
  return static_cast<uint64_t>(tick) << 32;
}

}  // namespace fw::crowd
