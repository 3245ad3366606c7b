#include "app/job/audit/audit_summary.h"

#include <algorithm>
#include <cassert>

namespace fw {
namespace {

/// Largest mix error in percentage points over the rows of a layer; per region or for the island.
double mix_error_pp(const AuditReport& report, std::string_view layer, bool regional) {
  double worst = 0;
  for (const auto& row : report.mix)
    if (row.layer == layer && row.region.empty() != regional) worst = std::max(worst, row.error);
  return 100 * worst;
}

double patches(const AuditReport& report, std::string_view layer) {
  int64_t count = 0;
  for (const auto& row : report.contiguity)
    if (row.layer == layer) count += row.patches;
  return static_cast<double>(count);
}

double speckle_percent(const AuditReport& report) {
  double worst = 0;
  for (const auto& row : report.contiguity)
    if (row.layer != "type") worst = std::max(worst, row.speckle_share);
  return 100 * worst;
}

double seam_score(const AuditReport& report, std::string_view layer) {
  for (const auto& row : report.seam)
    if (row.layer == layer) return row.score;
  return 0;
}

/// A co-location share in percent; 100 where nobody was asked for.
double share_percent(const AuditReport& report, std::string_view a, std::string_view b) {
  for (const auto& row : report.colocation)
    if (row.a == a && row.b == b) return 100 * row.share;
  return 100;
}

}  // namespace

std::vector<AuditFigure> summarise_audit(const AuditReport& report) {
  int64_t asked = 0;
  int64_t shortfall = 0;
  for (const auto& row : report.quota) {
    asked += row.target;
    shortfall += row.shortfall;
  }
  const auto violations = std::count_if(report.spacing.begin(), report.spacing.end(), [](const auto& row) {
    return row.observed_min_m < row.min_m - 0.0005;
  });
  const auto incomplete = std::count_if(report.regions.begin(), report.regions.end(), [](const auto& row) {
    return row.owner != "neutral" && !(row.settlement && row.fort);
  });
  return {
      {"danger_region_error_pp", mix_error_pp(report, "danger", true)},
      {"biome_region_error_pp", mix_error_pp(report, "biome", true)},
      {"danger_island_error_pp", mix_error_pp(report, "danger", false)},
      {"biome_island_error_pp", mix_error_pp(report, "biome", false)},
      {"faction_island_error_pp", mix_error_pp(report, "faction", false)},
      {"danger_components", patches(report, "danger")},
      {"biome_components", patches(report, "biome")},
      {"faction_components", patches(report, "faction")},
      {"speckle_percent", speckle_percent(report)},
      {"danger_seam", seam_score(report, "danger")},
      {"biome_seam", seam_score(report, "biome")},
      {"points_asked", static_cast<double>(asked)},
      {"points_short", static_cast<double>(shortfall)},
      {"spacing_violations", static_cast<double>(violations)},
      {"regions_without_pair", static_cast<double>(incomplete)},
      {"settlements_green_percent", share_percent(report, "settlement", "green"), false},
      {"elite_plus_red_black_percent", share_percent(report, "elite_plus", "red_black"), false},
      {"boss_red_black_percent", share_percent(report, "boss", "red_black"), false},
      {"boss_strong_site_percent", share_percent(report, "boss", "strong_site_400m"), false},
      {"shrine_junction_percent", share_percent(report, "shrine", "junction_150m"), false},
      {"passed", report.passed ? 1.0 : 0.0, false},
  };
}

std::vector<AuditFigure> worst_of(const std::vector<std::vector<AuditFigure>>& summaries) {
  assert(!summaries.empty());
  std::vector<AuditFigure> worst = summaries.front();
  for (const auto& summary : summaries)
    for (size_t i = 0; i < worst.size(); ++i)
      worst[i].value = worst[i].worst_is_high ? std::max(worst[i].value, summary[i].value)
                                              : std::min(worst[i].value, summary[i].value);
  return worst;
}

}  // namespace fw
