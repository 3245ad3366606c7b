#include "core/model/audit/audit_tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/number_text.h"
#include "core/model/audit/audit_tables_internal.h"

namespace fw {

const AuditTables& audit_tables() {
  using namespace audit_values;
  static const AuditTables tables{
      mix_table(),        biome_limits_table(), quota_table(),   spacing_table(), contiguity_table(),
      colocation_table(), seam_table(),         regions_table(), rarity_table(),  water_table(),
      roads_table(),      conditions_table(),   hand_table(),    views_table(),   frozen_edges_table(),
      kpi_table(),        findings_table()};
  return tables;
}

std::string AuditStyle::text(double number) const {
  return (all_decimals ? decimal(factor * number, decimals) : short_decimal(factor * number, decimals)) +
         std::string(sign);
}

std::string audit_cell_text(const AuditCell& cell, const AuditStyle& style, std::string_view none) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* whole = std::get_if<int64_t>(&cell)) return std::to_string(*whole);
  if (const auto* truth = std::get_if<bool>(&cell)) return *truth ? "yes" : "no";
  if (const auto* range = std::get_if<std::array<double, 3>>(&cell))
    return style.text((*range)[0]) + " .. " + style.text((*range)[1]) + " .. " + style.text((*range)[2]);
  const auto* number = std::get_if<double>(&cell);
  return number != nullptr && std::isfinite(*number) ? style.text(*number) : std::string(none);
}

bool audit_values::has_finding(const AuditReport& report, std::string_view code, const std::string& where) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& f) { return f.code == code && f.where == where; });
}

std::vector<size_t> largest_first(const std::vector<double>& keys) {
  std::vector<size_t> places(keys.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return keys[a] > keys[b]; });
  return places;
}

}  // namespace fw
