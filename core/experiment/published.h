#pragma once

#include <limits>
#include <optional>
#include <string_view>

#include "core/experiment/study.h"
#include "core/experiment/summary.h"

namespace fw {

/// What the paper's tables print for a method at a scale (crowd and action: medium; spawn: medium and large,
/// coherence at all three). Nothing for a metric or method the tables leave out, nor inside a sweep.
std::optional<double> published_value(const GroupKey& group, std::string_view metric);

/// Milliseconds per tick in the paper's tables.
std::optional<double> published_ms_per_tick(const GroupKey& group);

/// What this program is held against, apart from the paper's tables: figures of its own reading of the paper,
/// measured before on other code or other seeds, and thresholds its own methods must keep.
/// `estimate` is our mean, for references whose width depends on the scatter of both sides.
std::optional<ReferenceBand> reference_band(const GroupKey& group, std::string_view metric,
                                            const Estimate& estimate);

}  // namespace fw
