#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/land/shore.h"

namespace fw {

/// Decisions that one cell more or less could turn (which pieces are ground, where regions start, who owns
/// them) are taken on this grid at every raster resolution, so that all resolutions show one world.
inline constexpr int kPlanResolution = 512;
GridSpec plan_grid(const Template& tmpl);

/// The sub-stream of a template stack: its own tag, or that of the layer it names in seed_of.
uint64_t noise_substream(const SeedBundle& seeds, const NoiseStack& stack, std::string_view own_tag);

/// Where there is land.
struct Outline {
  Raster<uint8_t> piece;  ///< number of the piece of ground, the largest first; 0 elsewhere. Every piece is
                          ///< one 4-connected piece without holes; all hold round(fraction * cells) cells
  Mask islets;            ///< the other pieces worth drawing
};

/// The outline on `grid`. `plan` is Outline::piece on the plan grid: the shore of another grid stays within
/// a few tens of metres of it. An empty `plan` means that `grid` is the plan grid. `fixed` (shore.h): what
/// the designer decided; land apart from the ground becomes an islet.
Outline make_outline(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                     const Raster<uint8_t>& plan, const Raster<uint8_t>& fixed = {});

}  // namespace fw
