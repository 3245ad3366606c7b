#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/model/audit/audit_columns.h"

// The lists of the audit as tables (docs/formats.md, 5). A new figure of a row is a member in audit_report.h,
// one column here and its computation: files, pages, the terminal and the reader follow.
namespace fw {

/// All tables, in the order of audit.csv.
using AuditTables = std::tuple<
    AuditTable<AuditReport::Mix>, AuditTable<AuditReport::BiomeLimitRow>, AuditTable<AuditReport::Quota>,
    AuditTable<AuditReport::Spacing>, AuditTable<AuditReport::Contiguity>,
    AuditTable<AuditReport::Colocation>, AuditTable<AuditReport::Seam>, AuditTable<AuditReport::RegionRow>,
    AuditTable<AuditReport::RarityRow>, AuditTable<AuditReport::WaterRow>, AuditTable<AuditReport::RoadRow>,
    AuditTable<AuditReport::ConditionRow>, AuditTable<HandOutcome>, AuditTable<AuditReport::ViewRow>,
    AuditTable<AuditReport::FrozenEdge>, AuditTable<AuditReport::KpiRow>, AuditTable<Finding>>;
const AuditTables& audit_tables();

/// The table of a type of row.
template <typename Row>
const AuditTable<Row>& audit_table_of() {
  return std::get<AuditTable<Row>>(audit_tables());
}

/// Calls visit(table) for every table.
template <typename Visit>
void visit_audit_tables(const Visit& visit) {
  std::apply([&](const auto&... table) { (visit(table), ...); }, audit_tables());
}

/// The columns that a report has: those of the hand only where it has a hand.
template <typename Row>
std::vector<AuditColumn<Row>> audit_columns(const AuditReport& report) {
  std::vector<AuditColumn<Row>> columns = audit_table_of<Row>().columns(report);
  if (report.hand.empty())
    std::erase_if(columns, [](const AuditColumn<Row>& column) { return column.only_with_hand; });
  return columns;
}

/// Those of them that files hold.
template <typename Row>
std::vector<AuditColumn<Row>> audit_file_columns(const AuditReport& report) {
  std::vector<AuditColumn<Row>> columns = audit_columns<Row>(report);
  std::erase_if(columns, [](const AuditColumn<Row>& column) { return column.slug.empty(); });
  return columns;
}

/// Those of them with a heading for that reader (page or terminal); columns named in `first` lead.
template <typename Row>
std::vector<AuditColumn<Row>> audit_shown_columns(const AuditReport& report,
                                                  AuditShown<Row> AuditColumn<Row>::*shown,
                                                  const std::vector<std::string_view>& first) {
  std::vector<AuditColumn<Row>> columns = audit_columns<Row>(report), out;
  for (size_t lead = 0; lead <= first.size(); ++lead)
    for (const AuditColumn<Row>& column : columns) {
      const auto place =
          static_cast<size_t>(std::find(first.begin(), first.end(), column.slug) - first.begin());
      if (place == lead && !(column.*shown).title.empty()) out.push_back(column);
    }
  return out;
}

/// A cell as people read it; `none` for null and for a number that there is not.
std::string audit_cell_text(const AuditCell& cell, const AuditStyle& style, std::string_view none);

/// A figure as people read it: the words of the column, or else its cell.
template <typename Row>
std::string audit_text(const AuditShown<Row>& shown, const Row& row, const AuditCell& cell,
                       std::string_view none) {
  return shown.words ? shown.words(row) : audit_cell_text(cell, shown.style, none);
}

/// Whether a row of a report is outside its tolerance, so that pages and panels mark it.
template <typename Row>
bool is_off(const AuditReport& report, const Row& row) {
  const AuditTable<Row>& table = audit_table_of<Row>();
  return table.off != nullptr && table.off(report, row);
}

/// Places of the keys, the largest first; equal keys keep their order.
std::vector<size_t> largest_first(const std::vector<double>& keys);

/// Rows by falling key; rows of equal key keep their order.
template <typename Row, typename Key>
std::vector<Row> largest_first(const std::vector<Row>& rows, const Key& key) {
  std::vector<double> keys;
  for (const Row& row : rows) keys.push_back(static_cast<double>(key(row)));
  std::vector<Row> sorted;
  for (const size_t place : largest_first(keys)) sorted.push_back(rows[place]);
  return sorted;
}

}  // namespace fw
