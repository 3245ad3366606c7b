#pragma once

#include <memory>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/hand_told.h"

namespace fw {

/// Land is no lower above the sea.
inline constexpr double kLeastHeight_m = 0.5;

struct CoastPlan;
struct ImportedGround;
struct PlanOutline;
struct ValleyField;
struct WaterPlan;

/// The shape of the land (docs/world.md, 2).
struct Shores {
  Mask main;              ///< the ground: all pieces with content, exactly land.fraction of the frame
  Mask islets;            ///< scenery pieces, no content
  Raster<float> coast_m;  ///< ground: distance to the sea, the frame's diagonal if there is none; 0 elsewhere
  Raster<float> sea_m;    ///< elsewhere: distance to the ground; 0 on it
  Raster<uint8_t> plan;   ///< `piece` on the plan grid, where resolution-free decisions are taken
  Raster<uint8_t> piece;  ///< number of the piece of ground, from 1, the largest first; 0 elsewhere
  HandTold hand;          ///< of the rows that drew or imported land and, in an Island, heights
};

/// The land with its relief.
struct Island : Shores {
  Raster<float> height_m{};  ///< land maximum = height_max_m; sea negative
  Mask stated{};             ///< cells that took a file's height, on the grid of that; empty: none

  // Empty where the template asks for none (docs/water.md).
  Raster<uint8_t> water{};  ///< WaterCode
  Raster<float> bed_m{};
  Raster<float> surface_m{};
  Raster<uint8_t> shore{};                        ///< ShoreType
  std::shared_ptr<const WaterPlan> water_plan{};  ///< core/water/plan_water.h
  std::shared_ptr<const CoastPlan> coast_plan{};  ///< core/water/shore/plan_coast.h
};

/// Land and heights that rows of `imports` state are theirs, the rest is natural.
Island make_island(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                   const ImportSet& imports = {});

/// `natural`: the outline that the noise gives on the plan grid.
Shores make_shores(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                   const ImportedGround& imported, const ValleyField& valleys, const PlanOutline& natural);
/// The island within these shores.
Island make_island(const Template& tmpl, const SeedBundle& seeds, const ImportedGround& imported,
                   const Shores& shores);
/// The forms of the noise relief over the whole grid at standard weights, without a shore: about [0, 1.5]. No
/// key of `relief` or `noise.height` is read, so that no slider of them moves the valley field.
Raster<float> standard_relief(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);
/// Gives the land the noise relief and the sea its depth.
void lift_ground(const Template& tmpl, const SeedBundle& seeds, Island& island);
/// Depth of the sea by the distance from the ground.
void sink_sea(Island& island);
/// Islets rise a little above the sea, and the sea floor falls away from them too.
void raise_islets(const Template& tmpl, Island& island);

/// Quantities derived from the relief for later stages.
struct Relief {
  Raster<float> slope;         ///< gradient norm of G_23.4 m of the height (with sea)
  Raster<float> prominence_m;  ///< h - G_391 m h
  Raster<float> concavity_m;   ///< h - G_125 m h
};

Relief derive_relief(const Island& island);
/// Relief::slope alone.
Raster<float> slope_of(const Raster<float>& height_m);

}  // namespace fw
