#include "app/job/audit/audit_summary.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "core/measure/audit/colocation.h"

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

/// A co-location share in percent, of the first row of `a` whose place begins with `b`; 100 where none was
/// asked for.
double share_percent(const AuditReport& report, std::string_view a, std::string_view b) {
  for (const auto& row : report.colocation)
    if (row.a == a && row.b.starts_with(b)) return 100 * row.share;
  return 100;
}

/// Who stands where: seats, rarities and kinds that look for junctions, by the roles of their rows.
void add_shares(std::vector<AuditFigure>& figures, const AuditReport& report, const Vocabulary& vocabulary) {
  const std::string safe = band_names(vocabulary, &BandRow::safe);
  const std::string strong = band_names(vocabulary, &BandRow::strong);
  const auto add = [&](const std::string& name, const std::string& a, const std::string& b) {
    figures.push_back({name + "_percent", share_percent(report, a, b), false});
  };
  if (!report.seat_kind.empty() && !safe.empty()) add(report.seat_kind + "s_" + safe, report.seat_kind, safe);
  const std::vector<RarityRow>& rarities = vocabulary.rarities;
  if (rarities.size() > 1 && !strong.empty()) {
    const std::string raised = rarities[1].id + "_plus", rarest = rarities.back().id;
    add(raised + "_" + strong, raised, strong);
    add(rarest + "_" + strong, rarest, strong);
    add(rarest + "_strong_site", rarest, "strong_site");
  }
  for (const LandmarkRow& kind : vocabulary.landmarks)
    if (reads_measure(kind, "junction_m")) add(kind.id + "_junction", kind.id, "junction");
}

/// Owned regions without their seat or one of their guards.
double incomplete_regions(const AuditReport& report, const Vocabulary& vocabulary) {
  const auto neutral = vocabulary.neutral();
  const std::string unowned = neutral ? vocabulary.id_of(*neutral) : std::string();
  return static_cast<double>(
      std::count_if(report.regions.begin(), report.regions.end(), [&](const auto& row) {
        return row.owner != unowned && ((!report.seat_kind.empty() && !row.seat) ||
                                        std::count(row.guards.begin(), row.guards.end(), false) > 0);
      }));
}

}  // namespace

std::vector<AuditFigure> summarise_audit(const AuditReport& report, const Vocabulary& vocabulary) {
  int64_t asked = 0;
  int64_t shortfall = 0;
  for (const auto& row : report.quota) {
    asked += row.target;
    shortfall += row.shortfall;
  }
  const auto violations = std::count_if(report.spacing.begin(), report.spacing.end(), [](const auto& row) {
    return row.observed_min_m < row.min_m - 0.0005;
  });
  std::vector<AuditFigure> figures{
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
      {"regions_without_pair", incomplete_regions(report, vocabulary)},
  };
  add_shares(figures, report, vocabulary);
  figures.push_back({"passed", report.passed ? 1.0 : 0.0, false});
  return figures;
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
