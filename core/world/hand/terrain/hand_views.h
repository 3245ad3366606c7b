#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/template.h"
#include "core/model/template/view_sight.h"
#include "core/world/land/island.h"

// Lines of sight that a designer states (docs/hand-ground.md).
namespace fw {

/// How far below a view's line its ground is lowered.
inline constexpr double kViewClearance_m = 2;

/// Caps the land of a view's corridor kViewClearance_m below its line, less where eye and target stand lower:
/// in full within half the width, falling to 0 over the width. No cell falls below least_m(cell).
void lower_ground(const ViewRow& view, const Mask& land, const std::function<double(uint32_t cell)>& least_m,
                  Raster<float>& height_m);
/// The lowest that ground is lowered for a view.
inline constexpr double kLeastSightHeight_m = 0.5;

/// The heights that views are measured on; water and surface_m are empty where the template asks for none.
struct SightGround {
  const Raster<float>& height_m;
  const Raster<uint8_t>& water;  ///< WaterCode
  const Raster<float>& surface_m;
};
/// The surface of the highest river or lake in a cell or beside it.
std::optional<double> water_beside(const SightGround& ground, uint32_t cell);

/// Every view that is on, measured on the finished heights.
void tell_views(const Template& tmpl, const SightGround& ground, HandTold& told);

/// The places within half a view's width of its line.
HandPlace sight_corridor(const ViewRow& view);

/// What the acting views' `clear` words come to: areas of density 0 over their corridors, with the views'
/// ids.
std::vector<AreaRow> cleared_areas(const Template& tmpl);

}  // namespace fw
