#include "app/job/usual/search_figures.h"

#include "app/job/audit/audit_summary.h"
#include "app/job/usual/usual_table.h"
#include "core/measure/kpi/kpi.h"

namespace fw {
namespace {

/// Where ground plans level the ground, heights are known when these are laid.
bool levels_ground(const Template& tmpl) {
  return tmpl.footprints.settlement_ha > 0 || tmpl.footprints.fort_ha > 0;
}

}  // namespace

FigureTable search_figures(const Template& tmpl, int resolution) {
  FigureTable table;
  for (const Kpi& row : kpi_table()) {
    SearchFigure figure{std::string(row.name), row.stage, std::string(row.unit), row.better,
                        std::string(row.help)};
    if (figure.stage == KpiStage::ground && levels_ground(tmpl)) figure.stage = KpiStage::landmarks;
    table.figures.push_back(std::move(figure));
  }
  AuditReport report;
  for (const LandmarkRow& kind : tmpl.vocabulary.landmarks)  // as the audit does
    if (kind.role == LandmarkRole::seat) report.seat_kind = kind.id;
  for (const AuditFigure& row : summarise_audit(report, tmpl.vocabulary))
    table.figures.push_back({"audit." + row.name, KpiStage::points, "",
                             row.worst_is_high ? KpiBetter::less : KpiBetter::more,
                             "A figure of the audit."});
  table.usual = ascending_values(shipped_usual_values(tmpl, resolution, table));
  return table;
}

std::vector<std::string> usual_diversity() {
  return {"nature.solidity",     "nature.hypsometric", "nature.patch_km2",    "variety.local",
          "variety.biomes_near", "travel.reach",       "travel.remote_p95_s", "frontier.km",
          "fairness.rare",       "pacing.ramp"};
}

}  // namespace fw
