#include "app/job/search/usual_values.h"

#include <string>
#include <utility>
#include <vector>

#include "app/job/build/audit_seeds.h"

namespace fw {

Result<std::string> make_usual_csv(const BuildRequest& request, const Progress& progress) {
  BuildRequest all = request;
  all.kpi = true;
  const Result<SeedAudits> made = audit_seeds(all, seed_list_of({{1, kUsualWorlds}}), progress);
  if (!made) return made.error();
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  const SeedAudits& audits = made.value();
  std::vector<std::string> names;
  for (const AuditReport::KpiRow& row : audits.kpi.front()) names.push_back(row.name);
  for (const AuditFigure& figure : audits.summaries.front()) names.push_back("audit." + figure.name);
  UsualColumns columns(names.size());
  for (size_t i = 0; i < audits.kpi.size(); ++i) {
    auto column = columns.begin();
    for (const AuditReport::KpiRow& row : audits.kpi[i]) (column++)->push_back(row.value);
    for (const AuditFigure& figure : audits.summaries[i]) (column++)->push_back(figure.value);
  }
  return usual_csv(request.tmpl, request.resolution, names, columns);
}

Result<UsualColumns> usual_values(const Template& tmpl, int resolution, const FigureTable& table,
                                  const Limits& limits, const Progress& progress) {
  UsualColumns known = known_usual_values(tmpl, resolution, table);
  if (has_values(known)) return known;
  BuildRequest request;
  request.tmpl = tmpl;
  request.source.name = tmpl.name;
  request.resolution = resolution;
  request.limits = limits;
  const Result<std::string> text = make_usual_csv(request, progress);
  if (!text) return text.error();
  cache_usual_csv(tmpl, resolution, text.value());
  return read_usual_csv(text.value(), tmpl, resolution, table);
}

}  // namespace fw
