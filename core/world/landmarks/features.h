#pragma once

#include <string_view>

#include "core/model/world/features.h"
#include "core/world/landmarks/landmarks.h"

namespace fw {

/// What features are made of while landmarks are placed; kept by the caller: inputs and plan.
FeatureSources feature_sources(const PlacementInputs& inputs, const LandmarkPlan& plan);

/// Distance from the centre of every cell to the nearest feature (`measure` = a slug like "river_m"), from
/// the edges of rivers and lakes, 0 inside: to vertices at most 6 m apart (8 km frame) and within a cell of
/// FeatureIndex's. Infinite where the world has none.
Raster<float> feature_distance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                               std::string_view measure);

}  // namespace fw
