#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/land/outline_score.h"
#include "core/world/land/shore.h"

// The score of one piece of land: an island, or land that goes on beyond some edges of the frame. Private to
// island_outline and valley_field.

namespace fw {

/// The edges at which land goes on.
LandEdges land_edges(const LandParams& land);

/// The smooth form of a piece of land.
struct LandForm {
  double part;  ///< island: of the frame, sets how large the form is
  double superellipse;
  double stretch;  ///< island: greatest length over width
  double roughness, detail;
  bool falls_off;  ///< towards the frame's edges in the sea
};

/// The form that the draw and the valleys stand on, whatever the template says.
LandForm seed_form();
/// The draw of 16 whose land, of that form, presses least against the frame's edges; 0 where land has some
/// of them.
int best_draw(const Template& tmpl, const SeedBundle& seeds);

/// 1 in the middle of the land, 0 about its rim: a bent superellipse about a place in the frame, turned and
/// stretched, or about the edges at which land goes on; rough at the rim.
Raster<float> island_score(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid, int draw,
                           const LandForm& form, const RimNoise& rim);

}  // namespace fw
