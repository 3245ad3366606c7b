#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/plan_grid.h"
#include "core/model/template/template.h"
#include "core/world/land/shore.h"
#include "core/world/land/valley_field.h"

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

/// The natural outline on the plan grid, which all others follow.
struct PlanOutline {
  Outline outline;
  Raster<float> shift;  ///< what sloped_shore (shore.h) added to its score; empty where there is no shore
};
PlanOutline make_plan_outline(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys);

/// The outline of other grids, and of the plan grid with rows of the hand. `shift`: PlanOutline's. `plan`:
/// Outline::piece on the plan grid, which the shore of another grid leaves by no more than a cell of the
/// coarser one; empty: `grid` is the plan grid. `fixed` (shore.h): what the designer decided; land apart from
/// the ground becomes an islet.
Outline make_outline(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                     const Raster<float>& shift, const GridSpec& grid, const Raster<uint8_t>& plan,
                     const Raster<uint8_t>& fixed = {});

}  // namespace fw
