#include "render/geo/audit_fields.h"

#include <algorithm>
#include <type_traits>

#include "core/model/audit/audit_tables.h"
#include "core/model/cure.h"

namespace fw {
namespace {

AttributeKind kind_of(AuditKind kind) {
  switch (kind) {
    case AuditKind::truth:
      return AttributeKind::boolean;
    case AuditKind::whole:
      return AttributeKind::integer;
    case AuditKind::number:
      return AttributeKind::real;
    case AuditKind::text:
    case AuditKind::range:
    case AuditKind::cures:
      break;
  }
  return AttributeKind::text;
}

Attribute attribute_of(const AuditCell& cell) {
  return std::visit(
      [](const auto& value) -> Attribute {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::array<double, 3>>)
          return audit_cell_text(value, {.decimals = 6}, "");
        else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<Cure>>)
          return cures_json(value);
        else
          return value;
      },
      cell);
}

/// The columns of the file; those of the hand come last.
template <typename Row>
AttributeTable attributes_of(const AuditReport& audit) {
  std::vector<AuditColumn<Row>> columns = audit_file_columns<Row>(audit);
  std::stable_partition(columns.begin(), columns.end(),
                        [](const AuditColumn<Row>& column) { return !column.only_with_hand; });
  AttributeTable table;
  for (const AuditColumn<Row>& column : columns)
    table.columns.push_back({column.slug, kind_of(column.value.kind)});
  for (const Row& row : audit.*audit_table_of<Row>().rows) {
    table.rows.emplace_back();
    for (const AuditColumn<Row>& column : columns)
      table.rows.back().push_back(attribute_of(column.value.get(row)));
  }
  return table;
}

}  // namespace

AuditAttributes audit_attributes(const AuditReport& audit) {
  return {attributes_of<AuditReport::Mix>(audit), attributes_of<AuditReport::Quota>(audit)};
}

}  // namespace fw
