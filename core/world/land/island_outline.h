#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/plan_grid.h"
#include "core/model/template/template.h"
#include "core/world/land/shore.h"

namespace fw {

/// The plan grid of a template's frame.
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
