#include "core/steer/avoid.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/steer/avoid_internal.h"

namespace fw {

using namespace avoidance;

float body_radius_m(const AvoidParams& params, uint64_t stream, uint32_t id) {
  if (params.radius_spread == 0) return static_cast<float>(params.radius_m);
  return static_cast<float>(params.radius_m *
                            (1 + params.radius_spread * (2 * random_uniform(stream, id) - 1)));
}

double wall_reach_m(const AvoidParams& params) {
  const double largest_m = params.radius_m * kMostRadii;
  const double probes =
      std::max(std::sqrt(params.ahead * params.ahead + params.side * params.side), params.look);
  return std::max(std::max(kSafe, 1 + params.wall_reach) * largest_m,
                  (probes + 1.6 * params.cell) * params.radius_m);
}

Avoid bind_avoid(const AvoidParams& params, const Arena& arena, Walls walls) {
  assert(check_avoid(params, arena, 0));
  Avoid avoid;
  avoid.params = params;
  avoid.plane = FixedPlane(arena.side_m, arena.torus());
  avoid.walls = std::move(walls);
  for (int k = 0; k <= Avoid::kDiagramSteps; ++k) {
    const double density = 8.0 * k / Avoid::kDiagramSteps;
    double share = 1;
    if (params.diagram == AvoidDiagram::weidmann && k > 0)
      share = std::max(0.0, 1 - exact::exp(-params.gamma * (1 / density - 1 / params.jam)));
    avoid.speed_share[static_cast<size_t>(k)] = static_cast<float>(share);
  }
  return avoid;
}

void reserve_avoid(const Avoid& avoid, size_t bodies, AvoidScratch& s) {
  for (auto* column : {&s.cell_x, &s.cell_y, &s.at_x, &s.at_y}) column->reserve(bodies);
  s.rank.reserve(bodies), s.body.reserve(bodies), s.body_of.reserve(bodies);
  s.push[0].reserve(bodies), s.push[1].reserve(bodies), s.start.reserve(bodies);
  s.near_count.reserve(bodies), s.near.reserve(bodies);
  shape_for_sums(avoid, bodies, s);
  reserve_tiles(bodies, s.tiles);
  s.summary.patch.reserve(s.tiles.tile.capacity());
  // Larger bodies ask for larger cells, smaller ones for the same.
  shape_for_pushes(avoid, avoid.params.radius_m, bodies, s);
  reserve_tiles(bodies, s.push_tiles);
}

void avoid_step(const Avoid& avoid, double dt_s, const Bodies& bodies, AvoidScratch& scratch) {
  if (bodies.count == 0) return;
  const float largest_m = gather_bodies(avoid, bodies, scratch);
  const StepConstants constants(avoid, dt_s, scratch.tiles.cells);
  if (avoid.params.by == AvoidBy::field) sum_everybody(scratch);
  steer_bodies(avoid, constants, scratch);
  if (avoid.params.by != AvoidBy::none) push_bodies(avoid, largest_m, scratch);
  write_bodies(avoid, constants, bodies, scratch);
}

}  // namespace fw
