#pragma once

#include <cstdint>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/water/drainage/drainage.h"

// Which lakes an island has (docs/water.md, 5).
namespace fw {

/// Least distance between the shores of two lakes, in cells of the plan.
inline constexpr double kLeastGap_cells = 3;

/// A lake of the plan.
struct PlanLake {
  double asked_m2 = 0;
  uint32_t outlet = kOffLand;  ///< the land cell beside it where its water leaves
  float level_m = 0;
  std::vector<uint32_t> cells;  ///< 4-connected
  const WaterRow* row = nullptr;  ///< of the template's hand that draws it
};

/// The outline of a lake's cells as rings, in the plan's frame, the largest first; holes run the other way.
std::vector<std::vector<Vec2>> lake_rings(const GridSpec& plan, const std::vector<uint32_t>& cells);
/// Whether the outline holds most of the cells: that of a few cells, or of a thin strip, may hold hardly any.
bool has_outline(const GridSpec& plan, const std::vector<uint32_t>& cells);

/// The areas that the template asks for, largest first.
std::vector<double> lake_areas(const Template& tmpl, double land_m2);
/// Least distance between two lakes.
double lake_spacing_m(const Template& tmpl);

HeldLakes held_lakes(const GridSpec& grid, const std::vector<PlanLake>& lakes);

/// Depressions of the relief as lakes, each up to an area asked; `asked` keeps the areas that found none.
/// Lowers the ways out of them.
std::vector<PlanLake> keep_lakes(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                                 std::vector<double>& asked, Raster<float>& height_m);

/// What sites of lakes are chosen by.
struct LakeInputs {
  const Mask& land;
  const Raster<float>& coast_m;
  const Raster<float>& height_m;  ///< drained
  const Drainage& drainage;
  const std::vector<double>& catchment_m2;
};
/// Sites and cells of lakes that are dug, one for each area; what had to be relaxed or was not found is in
/// `findings`.
void choose_lakes(const Template& tmpl, const SeedBundle& seeds, const LakeInputs& ground,
                  const std::vector<double>& asked, std::vector<PlanLake>& lakes, Findings& findings);

/// Lowers levels downstream: a lake stands below the one whose outlet runs into it.
void order_levels(const Drainage& drainage, std::vector<PlanLake>& lakes);

/// Lowers the ground to the lakes and smooths the slopes about them; their rims rise above the water. The
/// ways out of them sink to their levels.
void sink_lakes(const Template& tmpl, const Mask& land, const Drainage& drainage,
                const std::vector<PlanLake>& lakes, Raster<float>& height_m);

/// The way from a lake's outlet falls from its level until it meets lower ground.
void lower_outlet(const PlanLake& lake, const Raster<uint32_t>& to, Raster<float>& height_m);

}  // namespace fw
