#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/world/hand_told.h"
#include "core/world/fit/repair.h"
#include "core/world/hand/paint/hand_rows.h"

namespace fw {

ZoneCounts count_codes(const Raster<uint8_t>& region, size_t regions, const Raster<uint8_t>& code,
                       size_t classes) {
  std::vector<int64_t> counts(256 * 256, 0);
  for (size_t cell = 0; cell < code.size(); ++cell) ++counts[region[cell] * size_t{256} + code[cell]];
  ZoneCounts out(regions, std::vector<int64_t>(classes, 0));
  for (size_t r = 0; r < regions; ++r)
    for (size_t k = 0; k < classes; ++k) out[r][k] = counts[(r + 1) * 256 + k + 1];
  return out;
}

std::vector<std::vector<size_t>> region_neighbours(const Raster<uint8_t>& region, size_t regions) {
  std::vector<bool> touch(regions * regions, false);
  const GridSpec& g = region.grid;
  const auto see = [&](uint8_t a, uint8_t b) {
    if (a != 0 && b != 0 && a != b)
      touch[(a - 1u) * regions + (b - 1u)] = touch[(b - 1u) * regions + (a - 1u)] = true;
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      if (column + 1 < g.columns) see(region.at(column, row), region.at(column + 1, row));
      if (row + 1 < g.rows) see(region.at(column, row), region.at(column, row + 1));
    }
  std::vector<std::vector<size_t>> out(regions);
  for (size_t a = 0; a < regions; ++a)
    for (size_t b = 0; b < regions; ++b)
      if (touch[a * regions + b]) out[a].push_back(b);
  return out;
}

RowProblem zone_problem(const Raster<uint8_t>& zone, size_t zones, const Raster<uint8_t>& natural,
                        size_t classes, const Paint& paint, const Paint& change) {
  Raster<uint8_t> want = change.want;
  for (size_t cell = 0; cell < want.size(); ++cell)
    if (want[cell] == 0) want[cell] = paint.core[cell];
  RowProblem out;
  out.natural = count_codes(zone, zones, natural, classes);
  out.core = count_codes(zone, zones, paint.core, classes);
  out.want = count_codes(zone, zones, want, classes);
  out.covered.assign(zones, ZoneCounts(classes, std::vector<int64_t>(classes, 0)));
  for (size_t cell = 0; cell < want.size(); ++cell)
    if (zone[cell] != 0 && natural[cell] != 0 && want[cell] != 0 && want[cell] != natural[cell])
      ++out.covered[zone[cell] - 1u][want[cell] - 1u][natural[cell] - 1u];
  if (paint.ring.size() != 0) {
    for (size_t cell = 0; cell < want.size(); ++cell)
      if (paint.ring[cell] == 0 || change.want[cell] == 0) want[cell] = 0;
    out.joined = count_codes(zone, zones, want, classes);
  }
  out.neighbours = region_neighbours(zone, zones);
  out.asked.assign(zones, false);
  out.speck_cells = static_cast<int64_t>(std::ceil(kRepairedSpeckArea_m2 / zone.grid.cell_area_m2() - 1e-9));
  return out;
}

RowProblem row_problem(const RegionMap& map, PaintLayer layer, const Raster<uint8_t>& natural, size_t classes,
                       const Paint& paint, const Paint& change, const Hand& hand) {
  RowProblem out = zone_problem(map.code, map.regions.size(), natural, classes, paint, change);
  out.mix = hand.mix;
  for (size_t r = 0; r < map.regions.size(); ++r)
    out.asked[r] = (layer == PaintLayer::biome && map.regions[r].biome_asked) ||
                   (layer == PaintLayer::danger && map.regions[r].danger_asked);
  return out;
}

namespace {

constexpr double kLeastAdvised = 0.001;
constexpr double kWhollyKept = 0.95;

/// Per cent with one decimal.
std::string percent(double share) {
  return decimal(share * 100, 1) + " %";
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

/// A region's row where the template states it.
struct StatedRow {
  std::string path = "region_mixes";
  std::vector<double> shares{};
};
/// In the last row of hand.regions that states it, else in region_mixes.
StatedRow stated_row(const RegionMap& map, const Template& tmpl, PaintLayer layer, size_t region) {
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  const auto stated = [&](const RegionMix& mix) {
    return mix.region != static_cast<int>(region + 1) ? std::nullopt
           : layer == PaintLayer::biome               ? mix.biomes
                                                      : mix.danger;
  };
  for (size_t i = map.stated_mixes.size(); i-- > 0;)
    if (const auto shares = stated(map.stated_mixes[i].mix))
      return {hand_path("regions", map.stated_mixes[i].row) + "." + table, *shares};
  for (size_t i = 0; i < tmpl.region_mixes.size(); ++i)
    if (const auto shares = stated(tmpl.region_mixes[i]))
      return {"region_mixes[" + std::to_string(i) + "]." + table, *shares};
  return {};
}

/// The template's shares of a layer's classes.
std::vector<double> shares_of(const Vocabulary& vocabulary, PaintLayer layer) {
  std::vector<double> shares;
  if (layer == PaintLayer::biome)
    for (const BiomeRow& row : vocabulary.biomes) shares.push_back(row.share);
  else if (layer == PaintLayer::danger)
    for (const BandRow& row : vocabulary.danger) shares.push_back(row.share);
  else
    for (const FactionRow& row : vocabulary.factions) shares.push_back(row.share);
  return shares;
}

/// Shares that paint asks for: `painted` and `stated` of every class, and what each keeps at least that is
/// stated above 0, since content may live there alone.
struct MixAdvice {
  std::vector<double> stated, painted;
  double least = 0;
};

/// A larger share for painted ground.
struct RaisedShare {
  std::string text;  ///< "raise biomes.snow.share to 6.6 % and lower biomes.forest.share to 28.4 %, or "
  Cure cure;         ///< the same; empty where it takes fewer cells too
};

/// The shares still sum to 1: the others give what their own paint leaves free, the freest first; where that
/// is not enough, as much as there is, and the cells out of `cells` beyond it go; nothing where nothing is
/// free. path(k) = where the share of class k is stated.
template <typename PathOf>
RaisedShare raise_share(MixAdvice mix, size_t cls, double cells, const PathOf& path) {
  constexpr double kPart = 1e-8;
  const std::vector<double>& shares = mix.stated;
  if (cls >= shares.size()) return {};
  const double bare = mix.painted[cls];
  for (double& share : mix.painted) share = std::ceil(share * 1000 - 1e-9) / 1000;
  double need = mix.painted[cls] - shares[cls];
  if (need < kPart) return {};
  const auto free = [&](size_t k) {
    return shares[k] - std::max(mix.painted[k], std::min(shares[k], mix.least));
  };
  std::vector<size_t> others;
  double all = 0;
  for (size_t k = 0; k < shares.size(); ++k)
    if (k != cls && free(k) > kPart) others.push_back(k), all += free(k);
  if (others.empty()) return {};
  std::stable_sort(others.begin(), others.end(), [&](size_t a, size_t b) { return free(a) > free(b); });
  need = std::min(need, all);
  const double share = shares[cls] + need;
  const bool whole = share > mix.painted[cls] - kPart;
  // One rounding for the share as people read it and as the template takes it.
  const auto edit = [&](PathEdit::Verb verb, size_t k, double to) {
    return PathEdit{verb, path(k), decimal_text(to, 8)};
  };
  RaisedShare out{"raise " + path(cls) + " to " +
                      (whole ? percent(mix.painted[cls]) : decimal_text(100 * share, 6) + " %"),
                  {edit(PathEdit::Verb::raise, cls, whole ? mix.painted[cls] : share)}};
  for (const size_t k : others) {
    if (need < kPart) break;
    const double less = std::min(need, free(k));
    need -= less;
    out.text += (need < kPart ? " and lower " : ", lower ") + path(k) + " to " +
                decimal_text(100 * (shares[k] - less), 6) + " %";
    out.cure.push_back(edit(PathEdit::Verb::lower, k, shares[k] - less));
  }
  const auto beyond = static_cast<int64_t>(std::ceil((bare - share) * cells - kPart));
  if (beyond > 0) {
    out.text += " and take away " + std::to_string(beyond) + (beyond == 1 ? " cell" : " cells");
    out.cure.clear();
  }
  out.text += ", or ";
  return out;
}

}  // namespace

void tell_over_mix(const RegionMap& map, const Template& tmpl, PaintLayer layer, const Paint& paint,
                   const RowProblem& problem, const RowSolution& solution, Findings& findings) {
  const std::string list = "hand." + std::string(kPaintLists[static_cast<size_t>(layer)]);
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  const auto land = static_cast<double>(cells_of(problem.natural));
  const std::vector<double> shares = shares_of(tmpl.vocabulary, layer);
  std::vector<double> core;  // shares of the land that paint holds
  for (size_t k = 0; k < shares.size(); ++k)
    core.push_back(static_cast<double>(column(problem.core, k)) / land);
  for (size_t k = 0; k < solution.over_mix.size(); ++k) {
    if (solution.over_mix[k] <= 0) continue;
    const ClassWords cls = words_of(tmpl.vocabulary, layer, k);
    const double painted = static_cast<double>(column(problem.core, k)) / land;
    const double share = static_cast<double>(column(problem.natural, k)) / land;
    const RaisedShare raise = raise_share({shares, core, kLeastAdvised}, k, land, [&](size_t c) {
      return table + "." + words_of(tmpl.vocabulary, layer, c).id + ".share";
    });
    findings.push_back(with_cures(
        {Severity::warning, "paint_over_mix", list,
         cls.label + " is painted on " + percent(painted) + " of the land and has " + percent(share) + ": " +
             raise.text + "take away " + std::to_string(solution.over_mix[k]) +
             " cells: " + rows_text(map, paint, k, 0) + "."},
        {raise.cure}));
  }
  for (size_t r = 0; r < solution.over_ask.size(); ++r)
    for (size_t k = 0; k < solution.over_ask[r].size(); ++k) {
      if (solution.over_ask[r][k] <= 0) continue;
      const ClassWords cls = words_of(tmpl.vocabulary, layer, k);
      double cells = 0, kept = 0;
      for (const int64_t n : problem.natural[r]) cells += static_cast<double>(n);
      for (const int64_t n : problem.core[r]) kept += static_cast<double>(n);
      if (kept >= kWhollyKept * cells)
        continue;  // a region kept as it is: no ground is left to make its row up
      const double painted = static_cast<double>(problem.core[r][k]) / cells;
      const StatedRow stated = stated_row(map, tmpl, layer, r);
      std::vector<double> here;
      for (const int64_t n : problem.core[r]) here.push_back(static_cast<double>(n) / cells);
      const RaisedShare raise = raise_share({stated.shares, here}, k, cells, [&](size_t c) {
        return stated.path + "." + words_of(tmpl.vocabulary, layer, c).id;
      });
      findings.push_back(
          with_cures({Severity::warning, "paint_over_region_mix", stated.path,
                      cls.label + " is painted on " + percent(painted) + " of " + map.regions[r].name +
                          ", whose row has " + percent(static_cast<double>(problem.natural[r][k]) / cells) +
                          ": " + raise.text + "take away " + std::to_string(solution.over_ask[r][k]) +
                          " cells: " + rows_text(map, paint, k, r + 1) + "."},
                     {raise.cure}));
    }
}

}  // namespace fw
