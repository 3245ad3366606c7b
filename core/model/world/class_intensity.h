#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/model/template/classes.h"
#include "core/model/template/template.h"

// lambda, how likely a class stands where it may (docs/world.md, 5.1): one formula for the placement of
// worlds and for whoever draws further places of a class.
namespace fw {

/// Reach of the pull of landmarks on enemies.
inline constexpr double kPullReach_m = 300;

/// lambda = weight * (share of the rank above the gate)^gamma * e^(2 type) at cells above the gate. `rank`:
/// of the class's feature noise among the cells of its mask; `type`: its type noise; `weight`: of the
/// habitat. Spans of equal length, at most kLambdaBatch.
inline constexpr size_t kLambdaBatch = 256;  // numbers stay in the first-level cache
void class_lambda(double gamma, double gate, std::span<const float> rank, std::span<const float> weight,
                  std::span<const float> type, std::span<double> lambda);
/// What landmarks that draw enemies add: lambda *= 1 + 3 pull e^(-distance / kPullReach_m).
void pull_lambda(std::span<const Vec2> strong_m, double pull, const GridSpec& grid,
                 std::span<const uint32_t> cells, std::span<double> lambda);

}  // namespace fw
