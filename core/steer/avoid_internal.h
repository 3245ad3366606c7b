#pragma once

#include "core/steer/avoid.h"

// The passes of a step; private to this room. Each reads what the ones before wrote, and pieces of a pass
// write only what they own.
namespace fw::avoidance {

/// Largest radius over the parameters', and that over the smallest.
inline constexpr double kMostRadii = 4;
/// Radii from a wall within which nobody steers into it; all of it is taken off up to half that.
inline constexpr double kSlide = 2.5;
/// Radii from a wall beyond which no step touches it.
inline constexpr double kSafe = 3;
/// Largest share of the own speed at which somebody who is pushed or goes round moves.
inline constexpr float kHurry = 1.3f;
/// Bodies in a piece of a parallel loop.
inline constexpr size_t kPiece = 256;

/// Numbers of the parameters as a step uses them.
struct StepConstants {
  /// `cells`: of the summary, along the arena.
  StepConstants(const Avoid& avoid, double dt_s, int cells);

  float dt_s, reaction;  ///< reaction: share of the way to the wanted velocity
  float units_per_m, m_per_unit, cells_per_m;
  float ahead, side, look;  ///< in cells
  float reach;              ///< of all probes, in cells
  float density;            ///< of one body in one cell
};

/// Bodies in the order of the tiles of the summary. The largest radius.
float gather_bodies(const Avoid& avoid, const Bodies& bodies, AvoidScratch& scratch);
void sum_everybody(AvoidScratch& scratch);
/// New velocities, and where each body goes by itself.
void steer_bodies(const Avoid& avoid, const StepConstants& constants, AvoidScratch& scratch);
void push_bodies(const Avoid& avoid, float largest_m, AvoidScratch& scratch);
/// Limits the way that pushes moved a body, and writes the columns.
void write_bodies(const Avoid& avoid, const StepConstants& constants, const Bodies& bodies,
                  AvoidScratch& scratch);

void shape_for_sums(const Avoid& avoid, size_t bodies, AvoidScratch& scratch);
void shape_for_pushes(const Avoid& avoid, double largest_m, size_t bodies, AvoidScratch& scratch);

/// A place on the plane, out of walls. The old place where walls on all sides leave none.
struct PlanePlace {
  int32_t x, y;
};
PlanePlace clear_place(const Avoid& avoid, PlanePlace to, PlanePlace from, float radius_m);

}  // namespace fw::avoidance
