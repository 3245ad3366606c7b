#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/model/audit/audit_tables.h"

// Values and styles from which the tables of the audit are made.
namespace fw::audit_values {

/// A member as it is; of a range that may be missing, null stands for none.
template <typename Row, typename T>
AuditValue<Row> of(T Row::*member) {
  if constexpr (std::same_as<T, std::optional<std::array<double, 3>>>) {
    return {AuditKind::range, true,
            [member](const Row& row) { return row.*member ? AuditCell(*(row.*member)) : AuditCell(); },
            [member](Row& row, const AuditCell& cell) {
              if (const auto* range = std::get_if<std::array<double, 3>>(&cell)) row.*member = *range;
              return true;
            }};
  } else {
    using Cell = std::conditional_t<std::same_as<T, int>, int64_t, T>;
    constexpr AuditKind kind = std::same_as<T, std::string>         ? AuditKind::text
                               : std::same_as<T, bool>              ? AuditKind::truth
                               : std::same_as<T, double>            ? AuditKind::number
                               : std::same_as<T, std::vector<Cure>> ? AuditKind::cures
                                                                    : AuditKind::whole;
    return {kind, false, [member](const Row& row) { return AuditCell(static_cast<Cell>(row.*member)); },
            [member](Row& row, const AuditCell& cell) {
              row.*member = static_cast<T>(std::get<Cell>(cell));
              return true;
            }};
  }
}

/// A member that files write as null where there is none: "" or NaN.
template <typename Row, typename T>
AuditValue<Row> or_null(T Row::*member) {
  AuditValue<Row> value = of(member);
  value.nullable = true;
  value.get = [member](const Row& row) {
    if constexpr (std::same_as<T, std::string>)
      if ((row.*member).empty()) return AuditCell();
    return AuditCell(row.*member);
  };
  value.set = [member](Row& row, const AuditCell& cell) {
    if (const T* stated = std::get_if<T>(&cell))
      row.*member = *stated;
    else if constexpr (std::same_as<T, double>)
      row.*member = AuditReport::kNone;
    return true;
  };
  return value;
}

/// A member that is one of the slugs, by their order.
template <typename Row, typename Enum, size_t N>
AuditValue<Row> word_of(Enum Row::*member, const std::array<std::string_view, N>& slugs) {
  return {AuditKind::text, false,
          [member, &slugs](const Row& row) {
            return AuditCell(std::string(slugs[static_cast<size_t>(row.*member)]));
          },
          [member, &slugs](Row& row, const AuditCell& cell) {
            const auto word = from_slug<Enum>(slugs, std::get<std::string>(cell));
            if (word) row.*member = *word;
            return word.has_value();
          }};
}

/// A number that only people see, or only audit.csv.
template <typename Row>
AuditValue<Row> computed(double (*number)(const Row&)) {
  return {AuditKind::number, false, [number](const Row& row) { return AuditCell(number(row)); }, {}};
}

/// The bar of the table.
template <typename Row>
AuditColumn<Row> bar_column() {
  return {.page = {"result"}, .bar = true};
}

template <typename Row>
bool always(const Row&) {
  return true;
}

/// The figure by which a row is off.
template <typename Row>
AuditColumn<Row> judged(AuditColumn<Row> column, bool (*when)(const Row&) = always<Row>) {
  column.judged = when;
  return column;
}

template <typename Row>
AuditColumn<Row> with_hand(AuditColumn<Row> column) {
  column.only_with_hand = true;
  return column;
}

/// "12.5 %" of 0.125; where the heading has the sign, all decimals without it.
constexpr AuditStyle percent(int decimals) {
  return {decimals, 100, false, " %"};
}
constexpr AuditStyle percent_column(int decimals) {
  return {decimals, 100, true};
}
/// Percentage points of a share.
constexpr AuditStyle points(int decimals) {
  return {decimals, 100};
}
/// So many decimals at most, or exactly.
constexpr AuditStyle up_to(int decimals) {
  return {decimals};
}
constexpr AuditStyle exactly(int decimals) {
  return {decimals, 1, true};
}

// The tables one by one.
AuditTable<AuditReport::Mix> mix_table();
AuditTable<AuditReport::BiomeLimitRow> biome_limits_table();
AuditTable<AuditReport::Quota> quota_table();
AuditTable<AuditReport::Spacing> spacing_table();
AuditTable<AuditReport::Contiguity> contiguity_table();
AuditTable<AuditReport::Colocation> colocation_table();
AuditTable<AuditReport::Seam> seam_table();
AuditTable<AuditReport::RegionRow> regions_table();
AuditTable<AuditReport::RarityRow> rarity_table();
AuditTable<AuditReport::WaterRow> water_table();
AuditTable<AuditReport::RoadRow> roads_table();
AuditTable<AuditReport::ConditionRow> conditions_table();
AuditTable<HandOutcome> hand_table();
AuditTable<AuditReport::ViewRow> views_table();
AuditTable<AuditReport::FrozenEdge> frozen_edges_table();
AuditTable<AuditReport::KpiRow> kpi_table();
AuditTable<Finding> findings_table();

/// Whether a finding of that code names a place.
bool has_finding(const AuditReport& report, std::string_view code, const std::string& where);

}  // namespace fw::audit_values
