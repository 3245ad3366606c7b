#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/experiment/study.h"
#include "core/experiment/summary.h"

namespace fw {

/// The value of the paper's tables for a method at a scale (crowd and action: medium; spawn: medium and
/// large, coherence at all three). Empty for a metric or method that the tables leave out, and inside a
/// sweep.
std::optional<double> published_value(const GroupKey& group, std::string_view metric);

/// Milliseconds per tick in the paper's tables.
std::optional<double> published_ms_per_tick(const GroupKey& group);

/// Reference figures other than the paper's tables: our reading of the paper, measured before with other code
/// or other seeds, and thresholds that our own methods must keep. `estimate` is our mean, for references
/// whose width depends on the scatter of both sides.
std::optional<ReferenceBand> reference_band(const GroupKey& group, std::string_view metric,
                                            const Estimate& estimate);

/// Figures of other programs in the scenes of a summary, a row each: the program as the method, preset
/// "peer", no runs.
std::vector<SummaryRow> peer_rows(Study study, std::span<const SummaryRow> summary);

}  // namespace fw
