#include "app/job/audit/audit_files.h"

#include <array>
#include <cmath>

#include "app/job/folder/csv.h"
#include "core/base/number_text.h"
#include "core/model/audit/audit_tables.h"

namespace fw {
namespace {

/// Head lines of the columns, in the order of AuditCsvField from group.
constexpr std::array<std::string_view, 10> kFields{
    "group", "class",        "region",          "target",          "actual",
    "error", "refused_mask", "refused_spacing", "refused_density", "note"};

void add_cell(CsvLine& line, const AuditCell& cell) {
  if (const auto* number = std::get_if<double>(&cell))
    line.add(*number);
  else
    line.add(audit_cell_text(cell, {}, ""));
}

/// "km 31.5"; "low_m none" without a number.
template <typename Row>
std::string note_of(const AuditColumn<Row>& column, const Row& row) {
  if (column.csv.words) return column.csv.words(row);
  const AuditCell cell = column.value.get(row);
  const auto* number = std::get_if<double>(&cell);
  return column.slug + " " +
         (number != nullptr && std::isfinite(*number) ? number_text(*number)
                                                      : audit_cell_text(cell, {}, "none"));
}

template <typename Row>
std::string note_of(const std::vector<AuditColumn<Row>>& columns, const Row& row) {
  std::string notes;
  for (const AuditColumn<Row>& column : columns) {
    if (column.csv.field != AuditCsvField::note) continue;
    const std::string note = note_of(column, row);
    if (!note.empty()) notes += (notes.empty() ? "" : "; ") + note;
  }
  return notes;
}

template <typename Row>
std::string csv_row(const AuditTable<Row>& table, const std::vector<AuditColumn<Row>>& columns,
                    const Row& row, const std::vector<std::string>& leading) {
  std::array<AuditCell, kFields.size()> cells;
  for (const AuditColumn<Row>& column : columns)
    if (column.csv.field != AuditCsvField::none)
      cells[static_cast<size_t>(column.csv.field) - 1] = column.value.get(row);
  cells.back() = note_of(columns, row);
  CsvLine line(leading);
  line.add(table.section);
  for (const AuditCell& cell : cells) add_cell(line, cell);
  return line.str();
}

}  // namespace

std::string audit_csv_header(const std::vector<std::string>& leading) {
  CsvLine line(leading);
  line.add("section");
  for (const std::string_view field : kFields) line.add(field);
  return line.str();
}

std::string audit_csv_rows(const AuditReport& report, const std::vector<std::string>& leading) {
  std::string out;
  visit_audit_tables([&]<typename Row>(const AuditTable<Row>& table) {
    const std::vector<AuditColumn<Row>> columns = audit_columns<Row>(report);
    for (const Row& row : report.*table.rows) out += csv_row(table, columns, row, leading);
  });
  CsvLine line(leading);
  return out + line.add("passed").skip(4).add(int64_t{report.passed}).skip(5).str();
}

std::string audit_csv(const AuditReport& report) {
  return audit_csv_header({}) + audit_csv_rows(report, {});
}

}  // namespace fw
