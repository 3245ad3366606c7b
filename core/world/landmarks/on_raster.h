#pragma once

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// Landmarks that were decided on the plan grid, on the raster of a world. They stand at the same places; the
/// raster is read at that cell or, where it has another region or water there, at the nearest cell beside it
/// that agrees with the plan.
LandmarkPlan put_on_raster(const PlacementInputs& decided, const PlacementInputs& raster, LandmarkPlan plan);

}  // namespace fw
