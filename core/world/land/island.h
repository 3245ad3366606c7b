#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template.h"

namespace fw {

/// The island: outline and relief (docs/world.md, 2).
struct Island {
  Mask main;               ///< the main island, exactly land_fraction of the frame to a cell
  Mask islets;             ///< scenery pieces, no content
  Raster<float> height_m;  ///< land maximum = height_max_m; sea negative
  Raster<float> coast_m;   ///< main island: distance to the sea; 0 elsewhere
  Raster<float> sea_m;     ///< elsewhere: distance to the main island; 0 on it
  Mask plan;               ///< the main island on the plan grid, where resolution-free decisions are taken
};

Island make_island(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);

/// Quantities derived from the relief for later stages.
struct Relief {
  Raster<float> slope;         ///< gradient norm of G_23.4 m of the height (with sea)
  Raster<float> prominence_m;  ///< h - G_391 m h
  Raster<float> concavity_m;   ///< h - G_125 m h
};

Relief derive_relief(const Island& island);

}  // namespace fw
