#include "render/map/scene/scale_table.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

using enum Show;

struct TableRow {
  ScaleRow row;
  std::array<Shown, kScaleColumns.size() + 1> columns;
};

constexpr double kAllBands = 99, kRareA_cm2 = 0.55, kRegionNamesA_cm2 = 0.25, kSmallRivers = 0.8;

/// To 1:15,000, 1:35,000, 1:75,000, 1:150,000, beyond.
constexpr std::array<TableRow, 16> kTable{{
    {ScaleRow::seats, {{{all}, {all}, {all}, {radical}, {radical}}}},
    {ScaleRow::sites, {{{all}, {all}, {radical}, {radical}, {radical}}}},
    {ScaleRow::rare, {{{all}, {all}, {room}, {clusters, kRareA_cm2}, {clusters, kRareA_cm2}}}},
    {ScaleRow::common, {{{all}, {room}, {room}, {dots}, {none}}}},
    {ScaleRow::ground_plans, {{{all}, {all}, {none}, {none}, {none}}}},
    {ScaleRow::roads, {{{all, 3}, {all, 3}, {all, 2}, {all, 2}, {all, 1}}}},
    {ScaleRow::rivers,
     {{{all}, {all}, {radical, kSmallRivers}, {radical, kSmallRivers}, {radical, kSmallRivers}}}},
    {ScaleRow::region_borders, {{{all}, {all}, {room, 0.7}, {room, 0.7}, {room, 0.55}}}},
    {ScaleRow::region_names, {{{all}, {all}, {all}, {room, kRegionNamesA_cm2}, {none}}}},
    {ScaleRow::realm_names, {{{none}, {none}, {all}, {all}, {all}}}},
    {ScaleRow::site_names, {{{all}, {all}, {all}, {none}, {none}}}},
    {ScaleRow::wide_places, {{{all}, {all}, {all}, {all}, {all}}}},
    {ScaleRow::places, {{{all}, {all}, {radical}, {none}, {none}}}},
    {ScaleRow::covers, {{{all}, {all}, {none}, {none}, {none}}}},
    {ScaleRow::danger, {{{all, kAllBands}, {all, kAllBands}, {all, 2}, {all, 2}, {all, 1}}}},
    {ScaleRow::textures, {{{all}, {all}, {none}, {none}, {none}}}},
}};

constexpr bool in_order() {
  for (size_t k = 0; k < kTable.size(); ++k)
    if (static_cast<size_t>(kTable[k].row) != k) return false;
  return true;
}
static_assert(in_order());

constexpr double kRadicalFrom = 50000;

}  // namespace

Shown shown_at(ScaleRow row, double denominator) {
  const auto column = static_cast<size_t>(
      std::lower_bound(kScaleColumns.begin(), kScaleColumns.end(), denominator) - kScaleColumns.begin());
  return kTable[static_cast<size_t>(row)].columns[column];
}

ScaleRow row_of_places(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::sea:
    case PlaceKind::island:
    case PlaceKind::range:
      return ScaleRow::wide_places;
    case PlaceKind::islet:
    case PlaceKind::valley:
    case PlaceKind::wood:
    case PlaceKind::marsh:
      return ScaleRow::covers;
    case PlaceKind::strait:
    case PlaceKind::bay:
    case PlaceKind::cape:
    case PlaceKind::summit:
    case PlaceKind::pass:
    case PlaceKind::lake:
    case PlaceKind::river:
      break;
  }
  return ScaleRow::places;
}

double radical_share(double denominator) {
  return denominator > kRadicalFrom ? std::sqrt(kRadicalFrom / denominator) : 1;
}

int64_t radical_count(int64_t number, double denominator, double factor) {
  return std::llround(static_cast<double>(number) * factor * radical_share(denominator));
}

size_t shown_river_count(size_t rivers, double denominator) {
  const Shown rule = shown_at(ScaleRow::rivers, denominator);
  if (rule.show == Show::all) return rivers;
  return static_cast<size_t>(radical_count(static_cast<int64_t>(rivers), denominator, rule.value));
}

}  // namespace fw
