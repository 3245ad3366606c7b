#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search/conditions.h"
#include "core/search/rate.h"

namespace fw {

// A coarse world asked before the fine one (docs/search.md, 4): what it says of figures up to the layers
// differs a little, so a condition is only taken as failed where it fails by more than a margin.

/// How many worlds a margin rests on, and how many of all worlds it may misjudge.
inline constexpr size_t kPreviewWorlds = 199;
inline constexpr double kPreviewMiss = 0.01;
/// Of the worlds that the preview rejects, so many are looked at all the same.
inline constexpr double kPreviewSample = 0.02;

/// The parts that a preview can judge: all their figures are known with the layers. Landmarks and points
/// stand elsewhere at another resolution.
std::vector<size_t> previewed_parts(std::span<const ConditionPart> parts);

/// Split conformal prediction: by how much the slack of the fine world may exceed that of the coarse one, in
/// all but a share `miss` of worlds; from differences fine - coarse of other worlds (NaN counts as infinite).
/// Infinite where they are too few.
double preview_margin(std::vector<double> differences, double miss = kPreviewMiss);

/// What a preview missed: of `rejected` worlds `sampled` were looked at, and `held` of these passed; `passed`
/// passed besides. The share of passing worlds that was missed, with its 95 % interval.
Rate preview_missed(uint64_t rejected, uint64_t sampled, uint64_t held, uint64_t passed);

}  // namespace fw
