#include "core/experiment/published.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/experiment/studies.h"

namespace fw {
namespace {

/// Number of seeds behind every figure of the reading.
constexpr double kReferenceSeeds = 20;
/// Half-width of the accepted interval in joint standard errors.
constexpr double kWidths = 2;

/// The row for a metric of a group, or null.
template <typename Row>
const Row* find_row(std::span<const Row> rows, const GroupKey& g, std::string_view metric) {
  for (const Row& row : rows)
    if (row.variant == g.variant && row.scale == g.scale && row.method == g.method && row.metric == metric)
      return &row;
  return nullptr;
}

std::optional<double> value_of(const PublishedRow* row) {
  return row == nullptr ? std::nullopt : std::optional(row->value);
}

/// Both means have scatter, and the printed figure is rounded. With one seed the scatter is unknown.
ReferenceBand around(const ReadingRow& row, const Estimate& ours) {
  const double own = std::isfinite(ours.sd) ? ours.sd : 0;
  const double theirs = std::isfinite(row.seed_sd) ? row.seed_sd : own;
  const double seeds = ours.n > 0 ? ours.n : 1;
  const double joint = std::sqrt(own * own / seeds + theirs * theirs / kReferenceSeeds);
  const double half = kWidths * joint + 0.5 * row.step;
  return {row.value - half, row.value + half, "reading"};
}

}  // namespace

std::optional<double> published_value(const GroupKey& group, std::string_view metric) {
  const StudyRow* study = find_study(group.study);
  return study == nullptr ? std::nullopt : value_of(find_row(study->published, group, metric));
}

std::optional<double> published_ms_per_tick(const GroupKey& group) {
  const StudyRow* study = find_study(group.study);
  return study == nullptr ? std::nullopt : value_of(find_row(study->published_ms, group, "ms"));
}

std::optional<ReferenceBand> reference_band(const GroupKey& group, std::string_view metric,
                                            const Estimate& estimate) {
  const StudyRow* study = find_study(group.study);
  if (study == nullptr) return std::nullopt;
  if (const PublishedBand* row = find_row(study->bands, group, metric))
    return ReferenceBand{row->low, row->high, std::string(row->source)};
  if (const ReadingRow* row = find_row(study->readings, group, metric)) return around(*row, estimate);
  if (metric == study->signless && published_value(group, metric)) {
    const double half = 3 * estimate.standard_error();
    if (std::isfinite(half)) return ReferenceBand{-half, half, "reading"};
  }
  return std::nullopt;
}

std::vector<SummaryRow> peer_rows(Study study, std::span<const SummaryRow> summary) {
  std::vector<SummaryRow> rows;
  for (const PeerRow& peer : row_of(study).peers) {
    const auto like = std::ranges::find_if(summary, [&](const SummaryRow& row) {
      return row.group.variant == peer.variant && row.group.scale == "medium" && row.metric == peer.metric;
    });
    if (like == summary.end()) continue;
    SummaryRow row;
    row.group = like->group;
    row.group.preset = "peer", row.group.method = peer.peer;
    row.metric = peer.metric, row.unit = like->unit;
    row.mean = row.ci95 = std::numeric_limits<double>::quiet_NaN();
    row.published = peer.value;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fw
