#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/decimal.h"
#include "core/world/hand/hand_told.h"
#include "core/world/hand/paint/hand_rows.h"

namespace fw {
namespace {

/// Per cent with one decimal; up, so that a share raised to it has room.
std::string percent(double share) {
  return decimal(share * 100, 1) + " %";
}
std::string percent_up(double share) {
  return decimal(std::ceil(share * 1000 - 1e-9) / 10, 1) + " %";
}

struct ClassWords {
  std::string id, label;
};
template <typename Row>
ClassWords words_of(const std::vector<Row>& rows, size_t k) {
  return {rows[k].id, rows[k].label.empty() ? rows[k].id : rows[k].label};
}
ClassWords words_of(const Vocabulary& vocabulary, PaintLayer layer, size_t k) {
  if (layer == PaintLayer::biome) return words_of(vocabulary.biomes, k);
  if (layer == PaintLayer::danger) return words_of(vocabulary.danger, k);
  return words_of(vocabulary.factions, k);
}

/// The rows of the hand that decide cells of a class; `region` = 0: anywhere, else of that code.
std::string rows_text(const RegionMap& map, const Paint& paint, size_t cls, size_t region) {
  std::vector<bool> holds(paint.ids.size() + 1, false);
  for (size_t cell = 0; cell < paint.core.size(); ++cell)
    if (paint.core[cell] == cls + 1 && (region == 0 || map.code[cell] == region))
      holds[paint.row[cell]] = true;
  std::vector<std::string> ids;
  for (size_t k = 0; k < paint.ids.size(); ++k)
    if (holds[k + 1]) ids.push_back(paint.ids[k]);
  return name_rows(ids);
}

int64_t column(const ZoneCounts& table, size_t k) {
  int64_t total = 0;
  for (const auto& row : table) total += row[k];
  return total;
}
int64_t cells_of(const ZoneCounts& table) {
  int64_t total = 0;
  for (const auto& row : table)
    for (const int64_t n : row) total += n;
  return total;
}

/// Where the template states a region's row: in the last row of hand.regions that does, else in region_mixes.
std::string row_path(const RegionMap& map, const Template& tmpl, PaintLayer layer, size_t region) {
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  const auto states = [&](const RegionMix& mix) {
    const bool has = layer == PaintLayer::biome ? mix.biomes.has_value() : mix.danger.has_value();
    return mix.region == static_cast<int>(region + 1) && has;
  };
  for (size_t i = map.stated_mixes.size(); i-- > 0;)
    if (states(map.stated_mixes[i].mix)) return hand_path("regions", map.stated_mixes[i].row) + "." + table;
  for (size_t i = 0; i < tmpl.region_mixes.size(); ++i)
    if (states(tmpl.region_mixes[i])) return "region_mixes[" + std::to_string(i) + "]." + table;
  return "region_mixes";
}

}  // namespace

void tell_over_mix(const RegionMap& map, const Template& tmpl, PaintLayer layer, const Paint& paint,
                   const RowProblem& problem, const RowSolution& solution, Findings& findings) {
  const std::string list = "hand." + std::string(kPaintLists[static_cast<size_t>(layer)]);
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  const auto land = static_cast<double>(cells_of(problem.natural));
  for (size_t k = 0; k < solution.over_mix.size(); ++k) {
    if (solution.over_mix[k] <= 0) continue;
    const ClassWords cls = words_of(tmpl.vocabulary, layer, k);
    const double painted = static_cast<double>(column(problem.core, k)) / land;
    const double share = static_cast<double>(column(problem.natural, k)) / land;
    findings.push_back({Severity::warning, "paint_over_mix", list,
                        cls.label + " is painted on " + percent(painted) + " of the land and has " +
                            percent(share) + ": raise " + table + "." + cls.id + ".share to " +
                            percent_up(painted) + " or take away " + std::to_string(solution.over_mix[k]) +
                            " cells: " + rows_text(map, paint, k, 0) + "."});
  }
  for (size_t r = 0; r < solution.over_ask.size(); ++r)
    for (size_t k = 0; k < solution.over_ask[r].size(); ++k) {
      if (solution.over_ask[r][k] <= 0) continue;
      const ClassWords cls = words_of(tmpl.vocabulary, layer, k);
      double cells = 0;
      for (const int64_t n : problem.natural[r]) cells += static_cast<double>(n);
      const double painted = static_cast<double>(problem.core[r][k]) / cells;
      const std::string path = row_path(map, tmpl, layer, r);
      findings.push_back(
          {Severity::warning, "paint_over_region_mix", path,
           cls.label + " is painted on " + percent(painted) + " of " + map.regions[r].name +
               ", whose row has " + percent(static_cast<double>(problem.natural[r][k]) / cells) + ": raise " +
               path + "." + cls.id + " to " + percent_up(painted) + " or take away " +
               std::to_string(solution.over_ask[r][k]) + " cells: " + rows_text(map, paint, k, r + 1) + "."});
    }
}

}  // namespace fw
