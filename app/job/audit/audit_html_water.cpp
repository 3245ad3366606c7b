#include <cmath>

#include "app/job/audit/audit_html_internal.h"
#include "core/base/decimal.h"
#include "core/measure/audit/audit_off.h"

namespace fw {
namespace {

std::string water_section(const AuditReport& report) {
  if (report.water.empty()) return {};
  std::string rows;
  for (const auto& row : report.water)
    rows += HtmlRow(is_off(report, row))
                .text(row.what)
                .number(row.asked ? row.target : 0, row.asked ? short_decimal(row.target, 4) : "")
                .number(row.actual, short_decimal(row.actual, 4), row.asked)
                .str();
  return html_table("Water", "Rivers, lakes and ground plans; lengths in km, density in km per km².",
                    {{"figure"}, {"asked", true}, {"got", true}}, rows);
}

std::string roads_section(const AuditReport& report) {
  if (report.roads.empty()) return {};
  std::string rows;
  for (const auto& row : report.roads)
    rows += HtmlRow(is_off(report, row))
                .text(row.cls)
                .number(row.km, decimal(row.km, 1))
                .count(row.towns)
                .count(row.towns_reached, true)
                .number(row.detour_mean, decimal(row.detour_mean, 2))
                .number(row.detour_max, decimal(row.detour_max, 2))
                .count(row.bridges)
                .count(row.fords)
                .str();
  return html_table("Roads",
                    "Detour: price through the network over the pair's own best price, over all pairs of "
                    "towns.",
                    {{"class"},
                     {"km", true},
                     {"towns", true},
                     {"reached", true},
                     {"detour, mean", true},
                     {"worst", true},
                     {"bridges", true},
                     {"fords", true}},
                    rows);
}

std::string conditions_section(const AuditReport& report) {
  if (report.conditions.empty()) return {};
  std::string rows;
  for (const auto& row : report.conditions) {
    HtmlRow line(is_off(report, row));
    line.text(row.category).text(row.cls).text(row.feature);
    for (const double value : {row.low_m, row.high_m, row.observed_min_m, row.observed_max_m})
      line.number(value, std::isfinite(value) ? decimal(value, 1) : "");
    rows += line.count(row.violations, true).str();
  }
  return html_table("Conditions", "Distances that classes ask for and have, in metres.",
                    {{"category"},
                     {"class"},
                     {"feature"},
                     {"from", true},
                     {"to", true},
                     {"nearest", true},
                     {"farthest", true},
                     {"violations", true}},
                    rows);
}

}  // namespace

std::string audit_html_water(const AuditReport& report) {
  return water_section(report) + roads_section(report) + conditions_section(report);
}

}  // namespace fw
