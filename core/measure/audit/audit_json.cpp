#include "core/measure/audit/audit_json.h"

#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/model/audit/audit_tables.h"
#include "core/model/cure.h"

namespace fw {
namespace {

void put_cell(JsonRow& json, std::string_view key, const AuditCell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell))
    json.text(key, *text);
  else if (const auto* number = std::get_if<double>(&cell))
    json.number(key, *number);
  else if (const auto* whole = std::get_if<int64_t>(&cell))
    json.whole(key, *whole);
  else if (const auto* truth = std::get_if<bool>(&cell))
    json.truth(key, *truth);
  else if (const auto* range = std::get_if<std::array<double, 3>>(&cell))
    json.raw(key, json_array({number_text((*range)[0]), number_text((*range)[1]), number_text((*range)[2])}));
  else if (const auto* cures = std::get_if<std::vector<Cure>>(&cell))
    json.raw(key, cures_json(*cures));
  else
    json.raw(key, "null");
}

/// Neighbouring columns within one object stand in it.
template <typename Row>
std::string row_json(const std::vector<AuditColumn<Row>>& columns, const Row& row) {
  JsonRow json, object;
  for (size_t k = 0; k < columns.size(); ++k) {
    const std::string_view within = columns[k].within;
    put_cell(within.empty() ? json : object, columns[k].slug, columns[k].value.get(row));
    if (within.empty() || (k + 1 < columns.size() && columns[k + 1].within == within)) continue;
    json.raw(within, object.str());
    object = JsonRow();
  }
  return json.str();
}

template <typename Row>
JsonMember table_json(const AuditReport& report, const AuditTable<Row>& table) {
  const std::vector<AuditColumn<Row>> columns = audit_file_columns<Row>(report);
  std::vector<std::string> lines;
  for (const Row& row : report.*table.rows) lines.push_back(row_json(columns, row));
  return {std::string(table.slug), json_lines(lines, 2)};
}

}  // namespace

void set_usual(AuditReport& report, const UsualRanges& usual) {
  for (AuditReport::KpiRow& row : report.kpi)
    if (const auto range = usual.find(row.name); range != usual.end()) row.usual = range->second;
}

std::string audit_json(const AuditReport& report) {
  std::vector<JsonMember> members;
  for (const bool always : {true, false})  // lists that may be missing stand behind the others
    visit_audit_tables([&](const auto& table) {
      if (table.always == always && (always || !(report.*table.rows).empty()))
        members.push_back(table_json(report, table));
    });
  members.push_back({"passed", report.passed ? "true" : "false"});
  return json_document(members);
}

}  // namespace fw
