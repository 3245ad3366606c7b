#include "core/world/land/island_outline.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/world/land/archipelago.h"
#include "core/world/land/island_score.h"
#include "core/world/land/outline_score.h"

namespace fw {
namespace {

constexpr double kMostPart = 0.93;  // of the frame

/// No sea but what is fixed.
Outline all_ground(const GridSpec& grid, const Raster<uint8_t>& fixed) {
  if (fixed.size() == 0) return {Raster<uint8_t>(grid, 1), Mask(grid)};
  Outline out{ground_of_all(fixed), Mask(grid)};
  fix_islets(fixed, out.piece, out.islets);
  return out;
}

FreeScore single_piece_score(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                             const GridSpec& grid) {
  const LandParams& land = tmpl.land;
  const RimNoise rim = rim_noise(frame_scale(tmpl), tmpl, seeds, grid);
  const LandForm form{.part = std::min(kMostPart, land.fraction * (1 + land.drowned)),
                      .superellipse = land.superellipse,
                      .stretch = land.stretch,
                      .roughness = land.roughness,
                      .detail = land.detail,
                      .falls_off = true};
  return drown(tmpl, island_score(tmpl, seeds, grid, valleys.draw, form, rim), rim, valleys, 1);
}

/// One piece of ground: an island, or land that goes on beyond some edges.
Outline cut_single_piece(const Template& tmpl, const FreeScore& free, const Raster<float>& shift,
                         const Raster<uint8_t>& plan, Raster<uint8_t> fixed) {
  const GridSpec& grid = free.ground.grid;
  const LandEdges edges = land_edges(tmpl.land);
  Raster<float> score = shifted(free.ground, shift);
  force_rim(score, edges);
  if (plan.size() != 0) force_plan(score, plan);
  Mask allowed(grid, 1);
  force_fixed(fixed, score);
  for (size_t cell = 0; cell < fixed.size(); ++cell) allowed[cell] = fixed[cell] != kFixedSea;
  FittedShore shore = make_shore(score, allowed, ground_cells(tmpl, grid), edges, fixed);
  Mask islets(grid);
  if (tmpl.land.islets > 0) {
    // Islets were no decision of the plan: they follow from the free score at the same sea level.
    Mask raw(grid);
    for (size_t cell = 0; cell < raw.size(); ++cell) raw[cell] = free.islets[cell] >= shore.sea_level;
    islets = find_islets(raw, shore.land, least_islet(tmpl));
  }
  fix_islets(fixed, shore.land, islets);
  return {std::move(shore.land), std::move(islets)};
}

bool is_all_ground(const Template& tmpl) {
  const LandEdges edges = land_edges(tmpl.land);
  return edges.north && edges.east && edges.south && edges.west;
}

}  // namespace

GridSpec plan_grid(const Template& tmpl) {
  return frame_grid(tmpl.frame, kPlanResolution);
}

uint64_t noise_substream(const SeedBundle& seeds, const NoiseStack& stack, std::string_view own_tag) {
  return derive(seeds.noise_stream(), stack.seed_of.empty() ? own_tag : std::string_view(stack.seed_of));
}

PlanOutline make_plan_outline(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys) {
  const GridSpec plan = plan_grid(tmpl);
  if (is_all_ground(tmpl)) return {all_ground(plan, {}), {}};
  if (tmpl.land.shape == LandShape::archipelago) return plan_archipelago(tmpl, seeds, valleys);
  const FreeScore free = single_piece_score(tmpl, seeds, valleys, plan);
  Raster<float> shift =
      sloped_shore(free.ground, Mask(plan, 1), ground_cells(tmpl, plan), land_edges(tmpl.land));
  return {cut_single_piece(tmpl, free, shift, {}, {}), std::move(shift)};
}

Outline make_outline(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                     const Raster<float>& shift, const GridSpec& grid, const Raster<uint8_t>& plan,
                     const Raster<uint8_t>& fixed) {
  if (is_all_ground(tmpl)) return all_ground(grid, fixed);
  if (tmpl.land.shape == LandShape::archipelago)
    return make_archipelago(tmpl, seeds, valleys, shift, grid, plan, fixed);
  return cut_single_piece(tmpl, single_piece_score(tmpl, seeds, valleys, grid), shift, plan, fixed);
}

}  // namespace fw
