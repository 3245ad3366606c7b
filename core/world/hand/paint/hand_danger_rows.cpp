#include "core/world/hand/paint/hand_danger_rows.h"

#include <algorithm>
#include <cmath>

#include "core/world/layers/mixes.h"

namespace fw {
namespace {

/// Cells above every cut, of cells by band.
std::vector<int64_t> above_cuts(const std::vector<int64_t>& cells) {
  std::vector<int64_t> above(cells.size() - 1);
  for (size_t k = above.size(); k-- > 0;) above[k] = cells[k + 1] + (k + 1 < above.size() ? above[k + 1] : 0);
  return above;
}

ZoneCounts above_cuts(const Raster<uint8_t>& codes, const Raster<uint8_t>& region, size_t regions,
                      size_t bands) {
  ZoneCounts counts = count_codes(region, regions, codes, bands);
  for (auto& row : counts) row = above_cuts(row);
  return counts;
}

/// What wants ask beyond cores, over all regions, is cut to a part of it so that the sum is at most `room`.
void fit_to_room(const ZoneCounts& core, int64_t room, size_t cut, ZoneCounts& want) {
  int64_t cores = 0, wants = 0;
  for (size_t r = 0; r < want.size(); ++r) {
    cores += core[r][cut];
    wants += want[r][cut];
  }
  if (wants <= room || wants <= cores) return;
  const double part = std::max(0.0, static_cast<double>(room - cores) / static_cast<double>(wants - cores));
  for (size_t r = 0; r < want.size(); ++r)
    want[r][cut] = core[r][cut] +
                   static_cast<int64_t>(std::floor(part * static_cast<double>(want[r][cut] - core[r][cut])));
}

/// Least counts by cut: the cores', or the wants' where they are enough to show (or joined to a core) and
/// there is room for them.
ZoneCounts least_counts(const ZoneCounts& core, ZoneCounts want, const ZoneCounts& joined,
                        int64_t speck_cells, const std::vector<int64_t>* room) {
  for (size_t r = 0; r < want.size(); ++r)
    for (size_t k = 0; k < want[r].size(); ++k)
      if (want[r][k] < speck_cells && joined[r][k] == 0) want[r][k] = core[r][k];
  for (size_t k = 0; room != nullptr && k < room->size(); ++k) fit_to_room(core, (*room)[k], k, want);
  for (size_t r = 0; r < want.size(); ++r)
    for (size_t k = want[r].size(); k-- > 0;)  // what lies above a cut lies above the lower ones
      want[r][k] = std::max({want[r][k], core[r][k], k + 1 < want[r].size() ? want[r][k + 1] : 0});
  return want;
}

/// Codes as if the order of the bands were turned round.
Raster<uint8_t> reversed(Raster<uint8_t> codes, size_t bands) {
  for (uint8_t& code : codes.cells) code = static_cast<uint8_t>(bands + 1 - code);
  return codes;
}

/// The wants, and round them what must change so that they can be: the nearest band that the bounds allow.
Raster<uint8_t> with_belts(const BandPaint& paint, const Raster<uint8_t>& natural,
                           const Raster<uint8_t>& region) {
  Raster<uint8_t> want = paint.want;
  for (size_t cell = 0; cell < want.size(); ++cell) {
    if (want[cell] != 0 || region[cell] == 0) continue;
    const uint8_t nearest = std::clamp(natural[cell], paint.wanted.low[cell], paint.wanted.high[cell]);
    if (nearest != natural[cell]) want[cell] = nearest;
  }
  return want;
}

/// Brings the cells of a region, by band, within its bounds; true if it had to.
bool clip_to_cuts(const CutCounts& bounds, size_t region, std::vector<int64_t>& cells) {
  const std::vector<int64_t> above = above_cuts(cells);
  std::vector<int64_t> clipped = above;
  for (size_t k = 0; k < above.size(); ++k)
    clipped[k] = std::clamp(above[k], bounds.least[region][k], bounds.most[region][k]);
  if (clipped == above) return false;
  cells[0] += above[0] - clipped[0];
  for (size_t k = 0; k < clipped.size(); ++k)
    cells[k + 1] = clipped[k] - (k + 1 < clipped.size() ? clipped[k + 1] : 0);
  return true;
}

}  // namespace

CutCounts count_cut_bounds(const BandPaint& paint, const Raster<uint8_t>& region, const ZoneCounts& natural,
                           const ZoneCounts& joined, int64_t speck_cells, HandMix mix) {
  const size_t regions = natural.size(), bands = paint.bias.size() + 1;
  std::vector<int64_t> ground(bands, 0);
  for (const auto& row : natural)
    for (size_t band = 0; band < bands; ++band) ground[band] += row[band];
  ZoneCounts of_rings = joined.empty() ? ZoneCounts(regions, std::vector<int64_t>(bands, 0)) : joined;
  const auto least = [&](const Raster<uint8_t>& held, const Raster<uint8_t>& wanted) {
    const std::vector<int64_t> room = above_cuts(ground);
    ZoneCounts above_ring;
    for (const auto& row : of_rings) above_ring.push_back(above_cuts(row));
    return least_counts(above_cuts(held, region, regions, bands), above_cuts(wanted, region, regions, bands),
                        above_ring, speck_cells, mix == HandMix::hold ? &room : nullptr);
  };
  CutCounts out{least(paint.held.low, paint.wanted.low), {}};
  // Seen from the worst band the cells below a cut lie above it.
  std::reverse(ground.begin(), ground.end());
  for (auto& row : of_rings) std::reverse(row.begin(), row.end());
  out.most = least(reversed(paint.held.high, bands), reversed(paint.wanted.high, bands));
  for (size_t r = 0; r < regions; ++r) {
    int64_t cells = 0;
    for (const int64_t n : natural[r]) cells += n;
    std::reverse(out.most[r].begin(), out.most[r].end());
    for (size_t k = 0; k + 1 < bands; ++k) out.most[r][k] = std::max(cells - out.most[r][k], out.least[r][k]);
  }
  return out;
}

DangerRows rows_with_paint(const RegionMap& map, const Raster<uint8_t>& band, const Paint& paint,
                           const Paint& change, const BandPaint& bands, const Template& tmpl,
                           Findings& findings) {
  Paint asked = change;
  asked.want = with_belts(bands, band, map.code);
  RowProblem problem =
      row_problem(map, PaintLayer::danger, band, tmpl.vocabulary.danger.size(), paint, asked, tmpl.hand);
  const CutCounts bounds =
      count_cut_bounds(bands, map.code, problem.natural, problem.joined, problem.speck_cells, problem.mix);
  problem.held.assign(map.regions.size(), std::nullopt);
  DangerRows out;
  RowSolution solution;
  for (bool clipped = true; clipped;) {
    clipped = false;
    solution = solve_rows(problem);
    out.cells = whole_rows(problem, solution);
    for (size_t r = 0; r < out.cells.size(); ++r) {
      if (problem.held[r] || !clip_to_cuts(bounds, r, out.cells[r])) continue;
      problem.held[r] = std::vector<double>(out.cells[r].begin(), out.cells[r].end());
      clipped = true;
    }
  }
  tell_over_mix(map, tmpl, PaintLayer::danger, paint, problem, solution, findings);
  for (size_t r = 0; r < out.cells.size(); ++r) {
    out.moved.push_back(out.cells[r] != problem.natural[r]);
    out.shares.push_back(map.regions[r].danger_target);
    if (!out.moved[r]) continue;
    int64_t cells = 0;
    for (const int64_t n : out.cells[r]) cells += n;
    for (size_t k = 0; k < out.cells[r].size(); ++k)
      out.shares[r][k] = static_cast<double>(out.cells[r][k]) / static_cast<double>(cells);
  }
  return out;
}

}  // namespace fw
