#include "app/job/usual/usual_figures.h"

#include <algorithm>
#include <utility>

#include "app/job/audit/audit_summary.h"
#include "app/job/usual/usual_table.h"
#include "core/measure/kpi/kpi.h"
#include "core/measure/pattern/summary.h"

namespace fw {

UsualRanges shipped_ranges(const Template& tmpl, int resolution) {
  UsualRanges out;
  const FigureTable table = search_figures(tmpl, resolution);
  for (size_t k = 0; k < table.figures.size(); ++k) {
    const std::vector<double>& usual = table.usual[k];
    if (!usual.empty())
      out[table.figures[k].name] = {percentile(usual, 0.05), percentile(usual, 0.5), percentile(usual, 0.95)};
  }
  return out;
}

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

std::shared_ptr<const Lazy<FairnessReport>> fairness_of(std::shared_ptr<const World> world,
                                                        std::shared_ptr<const Template> tmpl) {
  return std::make_shared<const Lazy<FairnessReport>>([world = std::move(world), tmpl = std::move(tmpl)] {
    FairnessReport report = fairness_report(*world, play_of(tmpl->play, tmpl->vocabulary));
    const UsualRanges usual = shipped_ranges(*tmpl, std::max(world->grid.columns, world->grid.rows));
    for (FairnessReport::Aspect& aspect : report.aspects)
      if (const auto range = usual.find(aspect.name); range != usual.end()) aspect.usual = range->second;
    return report;
  });
}

}  // namespace fw
