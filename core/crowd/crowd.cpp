#include "core/crowd/crowd.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/walk_internal.h"

namespace fw {

using namespace crowd;

namespace {

constexpr double kFullTurn_rad = 2.0 * std::numbers::pi;

/// Unit vectors at the nodes of the piecewise grid. On a torus node n is node 0; else the last node lies on
/// or beyond the far border.
void draw_nodes(Crowd& crowd) {
  const double cells = std::ceil(crowd.arena.side_m / crowd.params.piecewise_cell_m);
  crowd.nodes_per_side = static_cast<int>(cells) + (crowd.arena.torus() ? 0 : 1);
  const size_t count = static_cast<size_t>(crowd.nodes_per_side) * static_cast<size_t>(crowd.nodes_per_side);
  crowd.node_x.resize(count), crowd.node_y.resize(count);
  const uint64_t stream = derive(crowd.seeds.noise_stream(), "crowd/piecewise");
  for (size_t i = 0; i < count; ++i) {
    const exact::SinCos v = exact::sincos(kFullTurn_rad * random_uniform(stream, i));
    crowd.node_x[i] = static_cast<float>(v.cos), crowd.node_y[i] = static_cast<float>(v.sin);
  }
}

std::vector<uint32_t> land_cells(const Shore& shore) {
  std::vector<uint32_t> cells;
  for (size_t i = 0; i < shore.distance_m.size(); ++i)
    if (shore.distance_m[i] > 0) cells.push_back(static_cast<uint32_t>(i));
  return cells;
}

void place_agents(const Crowd& crowd, const AgentColumns& agents) {
  const uint64_t stream = derive(crowd.seeds.place_stream(), "crowd/start");
  assert(!crowd.shore || !crowd.land_cells.empty());
  for (size_t i = 0; i < agents.count; ++i) {
    const uint64_t address = uint64_t{4} * agents.id[i];
    const double u = random_uniform(stream, address), v = random_uniform(stream, address + 1);
    if (!crowd.shore) {
      // u can round up to 1, so the product can equal the side itself.
      agents.x_m[i] = std::min(u * crowd.width_m, std::nextafter(crowd.width_m, 0.0));
      agents.y_m[i] = std::min(v * crowd.height_m, std::nextafter(crowd.height_m, 0.0));
      continue;
    }
    const GridSpec& grid = crowd.shore->distance_m.grid;
    const std::vector<uint32_t>& land = crowd.land_cells;
    const Vec2 centre = grid.centre(land[random_below(stream, address + 2, land.size())]);
    // Slightly inside the cell, so that rounding never moves an agent into the next cell.
    agents.x_m[i] = centre.x + (u - 0.5) * 0.999 * grid.cell_m;
    agents.y_m[i] = centre.y + (v - 0.5) * 0.999 * grid.cell_m;
  }
}

void head_agents(const Crowd& crowd, const CrowdLayers& layers, const AgentColumns& agents) {
  const uint64_t stream = derive(crowd.seeds.place_stream(), "crowd/start_heading");
  PieceScratch work;
  Targets targets;
  targets.x.fill(0), targets.y.fill(0);
  if (crowd.params.start_on_field && has_heading_field(crowd.params.method))
    read_targets(crowd, layers, {agents.x_m, agents.count}, {agents.y_m, agents.count}, nullptr, work,
                 targets);
  for (size_t i = 0; i < agents.count; ++i)
    work.wide[i] = kFullTurn_rad * random_uniform(stream, agents.id[i]);
  cosines_of_wide(agents.count, work);
  for (size_t i = 0; i < agents.count; ++i)
    set_unit(targets.x[i], targets.y[i], work.cos[i], work.sin[i], agents.heading_x[i], agents.heading_y[i]);
}

}  // namespace

bool has_heading_field(CrowdMethod method) {
  return method != CrowdMethod::ou && method != CrowdMethod::urw && method != CrowdMethod::vicsek;
}

int noise_samples_per_agent(const CrowdParams& params) {
  const int mitigations = (params.second_weight > 0 ? 1 : 0) + (params.curl_weight > 0 ? 1 : 0);
  switch (params.method) {
    case CrowdMethod::perlin_dual:
      return (params.speed_update == SpeedUpdate::constant ? 1 : 2) + mitigations;
    case CrowdMethod::perlin_single:
      return 1 + mitigations;
    case CrowdMethod::curlnoise:
      return 4;
    case CrowdMethod::curl_dual:
      return params.speed_update == SpeedUpdate::constant ? 1 : 2;
    default:
      return 0;
  }
}

Crowd bind_crowd(const CrowdParams& params, const Arena& arena, const SeedBundle& seeds, const Shore* shore,
                 const Walls* walls) {
  assert(check_crowd(params, arena, 1));
  Crowd crowd;
  crowd.params = params;
  crowd.arena = arena;
  crowd.seeds = seeds;
  crowd.heading = bind_layer(params, arena, seeds, params.heading, "heading", 0);
  crowd.speed = bind_layer(params, arena, seeds, params.speed, "speed", 0);
  crowd.potential = bind_layer(params, arena, seeds, params.potential, "potential", 0);
  crowd.second = bind_layer(params, arena, seeds, params.second, "second", 0);
  crowd.curl = bind_layer(params, arena, seeds, params.curl, "curl", 0);
  if (params.method == CrowdMethod::piecewise) draw_nodes(crowd);
  crowd.width_m = crowd.height_m = arena.side_m;
  if (shore) {
    crowd.shore = *shore;
    crowd.width_m = std::min(arena.side_m, shore->distance_m.grid.width_m());
    crowd.height_m = std::min(arena.side_m, shore->distance_m.grid.height_m());
    crowd.land_cells = land_cells(*shore);
  }
  if (params.avoid.by != AvoidBy::none)
    crowd.avoid = bind_avoid(
        params.avoid, arena,
        walls ? *walls
              : bind_walls(arena, crowd.width_m, crowd.height_m, shore, {}, wall_reach_m(params.avoid)));
  return crowd;
}

Result<Done> set_goals(std::shared_ptr<const WalkGoals> goals, Crowd& crowd, double quickest) {
  const CrowdParams& p = crowd.params;
  float least_pace = 1;
  for (const float pace : goals->ground.pace.cells)
    if (pace > 0) least_pace = std::min(least_pace, pace);
  const double fastest_mps =
      quickest * std::max(p.speed_mps, p.speed_max_mps) / static_cast<double>(least_pace);
  const double most_m = longest_walk_step_m(*goals);
  if (fastest_mps * p.dt_s > most_m)
    return Error{ErrorKind::usage, "crowd.dt_s: with goals the longest step is " +
                                       rounded_text(fastest_mps * p.dt_s, 4) +
                                       " m, expected at most half a cell of the world, " +
                                       rounded_text(most_m, 4) + " m: state a tick of at most " +
                                       number_text(std::floor(100 * most_m / fastest_mps) / 100) + " s"};
  if (auto fits = check_avoid(p.avoid, fastest_mps, "crowd."); !fits) return fits;
  crowd.goals = std::move(goals);
  bind_sway(crowd);
  return Done{};
}

int crowd_memory(const Crowd& crowd) {
  if (crowd.params.method == CrowdMethod::ou) return 3;
  return turns_targets_at_coast(crowd.params.method) && (crowd.shore || !crowd.arena.torus()) ? 2 : 0;
}

namespace crowd {

void begin_piece(const Crowd& crowd, const CrowdLayers& layers, AgentsKept kept, const AgentColumns& piece) {
  if (kept.place)
    bring_inside(crowd, piece);
  else
    place_agents(crowd, piece);
  if (!kept.heading) head_agents(crowd, layers, piece);
  if (!kept.speed) std::fill_n(piece.speed_mps, piece.count, static_cast<float>(crowd.params.speed_mps));
  if (crowd.params.method == CrowdMethod::ou) {
    std::copy_n(piece.heading_x, piece.count, piece.course_x);
    std::copy_n(piece.heading_y, piece.count, piece.course_y);
    std::fill_n(piece.deviation_rad, piece.count, 0.0f);
  } else if (piece.course_x != nullptr) {
    std::fill_n(piece.course_x, piece.count, 1.0f);
    std::fill_n(piece.course_y, piece.count, 0.0f);
  }
}

}  // namespace crowd

CrowdState start_crowd(const Crowd& crowd, size_t agents) {
  CrowdState state;
  state.agents.resize(agents);
  std::iota(state.agents.id.begin(), state.agents.id.end(), 0u);
  const int memory = crowd_memory(crowd);
  if (memory >= 2) state.course_x.resize(agents), state.course_y.resize(agents);
  if (memory >= 3) state.deviation_rad.resize(agents);
  const PointExtent frame{0, crowd.arena.side_m, 0, crowd.arena.side_m};
  const CrowdLayers layers = layers_at(crowd, 0, frame, agents);
  const AgentColumns all = columns_of(state);
  parallel_for(agents, kChunk, [&](size_t begin, size_t end) {
    begin_piece(crowd, layers, {}, all.part(begin, end - begin));
  });
  if (crowd.avoid) begin_bodies(crowd, state);
  if (crowd.goals) state.walk = start_walk(*crowd.goals, state.agents);
  return state;
}

CrowdTargets crowd_targets(const Crowd& crowd, int64_t tick, std::span<const double> x_m,
                           std::span<const double> y_m) {
  assert(x_m.size() == y_m.size());
  CrowdTargets out;
  out.heading_x.resize(x_m.size()), out.heading_y.resize(x_m.size()), out.speed_mps.resize(x_m.size());
  const CrowdLayers layers = layers_at(crowd, tick, extent_of({x_m, y_m}), x_m.size());
  parallel_for(x_m.size(), kChunk, [&](size_t begin, size_t end) {
    PieceScratch work;
    Targets targets;
    const size_t count = end - begin;
    read_targets(crowd, layers, x_m.subspan(begin, count), y_m.subspan(begin, count), nullptr, work, targets);
    std::copy_n(targets.x.begin(), count, out.heading_x.begin() + static_cast<std::ptrdiff_t>(begin));
    std::copy_n(targets.y.begin(), count, out.heading_y.begin() + static_cast<std::ptrdiff_t>(begin));
    std::copy_n(targets.speed.begin(), count, out.speed_mps.begin() + static_cast<std::ptrdiff_t>(begin));
  });
  return out;
}

}  // namespace fw
