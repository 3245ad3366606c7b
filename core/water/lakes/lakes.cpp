#include "core/water/lakes/lakes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "core/field/filter.h"
#include "core/field/lower_envelope.h"
#include "core/water/drainage/cell_window.h"
#include "core/water/drainage/flood.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr double kSpacing_m = 700;
constexpr int kOutlineMargin_cells = 8;  // farther than the blur of an outline reaches
constexpr double kLeastOutline = 0.5;    // of the cells' area
constexpr double kShoreCurve = 0.0012;   // per metre: ground about a lake lies below level + curve d^2
constexpr double kShoreSigma_m = 25;
constexpr double kShoreReach_m = 300;
constexpr float kRim_m = 0.1F;
constexpr float kOutletStep_m = 0.01F;

void smooth_shores(const Template& tmpl, const Mask& land, const Mask& water, Raster<float>& height_m) {
  const double scale = frame_factor(tmpl);
  const Raster<float> away = distance_to(water);
  const Raster<float> smooth =
      masked_gaussian(height_m, land, gaussian(land, kShoreSigma_m * scale), kShoreSigma_m * scale);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || water[cell] != 0) continue;
    const double near = 1 - static_cast<double>(away[cell]) / (kShoreReach_m * scale);
    if (near <= 0) continue;
    const double weight = near * near * (3 - 2 * near);
    const auto h = static_cast<double>(height_m[cell]);
    height_m[cell] = static_cast<float>(h + weight * (static_cast<double>(smooth[cell]) - h));
  }
}

}  // namespace

std::vector<std::vector<Vec2>> lake_rings(const GridSpec& plan, const std::vector<uint32_t>& cells) {
  const CellWindow part = window_round(plan, cells, kOutlineMargin_cells);
  Mask own(part.grid);
  for (const uint32_t cell : cells) own[part.at(plan, cell)] = 1;
  std::vector<std::vector<Vec2>> rings = contour_lines(lake_shape(own), 0.5F);
  for (std::vector<Vec2>& ring : rings)
    for (Vec2& vertex : ring) vertex = part.in_plan(plan, vertex);
  std::sort(rings.begin(), rings.end(),
            [](const auto& a, const auto& b) { return ring_area_m2(a) > ring_area_m2(b); });
  return rings;
}

bool has_outline(const GridSpec& plan, const std::vector<uint32_t>& cells) {
  double area_m2 = 0;
  for (const std::vector<Vec2>& ring : lake_rings(plan, cells)) area_m2 += ring_area_m2(ring);
  return area_m2 >= kLeastOutline * static_cast<double>(cells.size()) * plan.cell_area_m2();
}

std::vector<double> lake_areas(const Template& tmpl, double land_m2) {
  std::vector<double> areas;
  for (int k = 1; k <= tmpl.lakes.count; ++k) areas.push_back(tmpl.lakes.largest_share * land_m2 / k);
  return areas;
}

double lake_spacing_m(const Template& tmpl) {
  return tmpl.lakes.spacing_m > 0 ? tmpl.lakes.spacing_m : kSpacing_m * frame_factor(tmpl);
}

HeldLakes held_lakes(const GridSpec& grid, const std::vector<PlanLake>& lakes) {
  HeldLakes out;
  if (lakes.empty()) return out;
  out.lake = Raster<uint8_t>(grid);
  for (const PlanLake& lake : lakes) {
    out.outlet.push_back(lake.outlet);
    out.level_m.push_back(lake.level_m);
    for (const uint32_t cell : lake.cells) out.lake[cell] = static_cast<uint8_t>(out.outlet.size());
  }
  return out;
}

void lower_outlet(const PlanLake& lake, const Raster<uint32_t>& to, Raster<float>& height_m) {
  height_m[lake.outlet] = lake.level_m;
  for (uint32_t cell = lake.outlet; to[cell] != cell; cell = to[cell]) {
    const float lower = std::max(height_m[cell] - kOutletStep_m, static_cast<float>(kLeastLand_m));
    if (height_m[to[cell]] <= lower) return;
    height_m[to[cell]] = lower;
  }
}

void order_levels(const Drainage& drainage, std::vector<PlanLake>& lakes) {
  if (lakes.size() < 2) return;
  Raster<uint8_t> lake_at(drainage.receiver.grid);
  for (size_t k = 0; k < lakes.size(); ++k)
    for (const uint32_t cell : lakes[k].cells) lake_at[cell] = static_cast<uint8_t>(k + 1);
  std::vector<size_t> next(lakes.size());  // the lake below; itself: none
  for (size_t k = 0; k < lakes.size(); ++k) {
    uint32_t cell = lakes[k].outlet;
    while (lake_at[cell] == 0 && drainage.receiver[cell] != cell) cell = drainage.receiver[cell];
    next[k] = lake_at[cell] != 0 ? lake_at[cell] - size_t{1} : k;
  }
  // A chain is no longer than there are lakes.
  for (size_t round = 0; round < lakes.size(); ++round)
    for (size_t k = 0; k < lakes.size(); ++k)
      if (next[k] != k)
        lakes[next[k]].level_m = std::min(lakes[next[k]].level_m, lakes[k].level_m - kOutletStep_m);
}

void sink_lakes(const Template& tmpl, const Mask& land, const Drainage& drainage,
                const std::vector<PlanLake>& lakes, Raster<float>& height_m) {
  if (lakes.empty()) return;
  const GridSpec& g = land.grid;
  Mask water(g);
  Raster<float> start(g, std::numeric_limits<float>::infinity());
  for (const PlanLake& lake : lakes)
    for (const uint32_t cell : lake.cells) {
      water[cell] = 1;
      start[cell] = lake.level_m;
    }
  const auto level_lakes = [&] {
    for (const PlanLake& lake : lakes)
      for (const uint32_t cell : lake.cells) height_m[cell] = lake.level_m;
  };
  const Raster<float> envelope =
      lower_envelope(start, kShoreCurve * steepness_factor(tmpl) / frame_factor(tmpl));
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) height_m[cell] = std::min(height_m[cell], envelope[cell]);
  level_lakes();
  smooth_shores(tmpl, land, water, height_m);
  level_lakes();
  for (const PlanLake& lake : lakes)
    for (const uint32_t cell : lake.cells)
      for (const uint32_t other : neighbours(g, cell))
        if (land[other] != 0 && water[other] == 0)
          height_m[other] = std::max(height_m[other], lake.level_m + kRim_m);
  for (const PlanLake& lake : lakes) lower_outlet(lake, drainage.receiver, height_m);
  level_lakes();
}

namespace {

constexpr float kLeastDepth_m = 0.05F;
constexpr double kEnough = 0.8;  // of the area asked
constexpr int kWidenings = 12;   // narrow places of a lake
constexpr int kFills = 3;        // until a lake that is widened has its area
constexpr int kKeptMargin_cells = 8;

struct Depression {
  double score = 0;  ///< area * sqrt(depth)
  double area_m2 = 0;
  uint32_t deepest = kOffLand;
  int32_t id = 0;
};

/// Depressions of the relief, the most lake-like first.
std::vector<Depression> find_depressions(const Components& parts, const Raster<float>& depth_m) {
  std::vector<Depression> out(parts.cells.size());
  for (uint32_t cell = 0; cell < depth_m.size(); ++cell) {
    if (parts.id[cell] < 0) continue;
    Depression& of = out[static_cast<size_t>(parts.id[cell])];
    if (of.deepest == kOffLand || depth_m[cell] > depth_m[of.deepest]) of.deepest = cell;
  }
  for (size_t k = 0; k < out.size(); ++k) {
    out[k].id = static_cast<int32_t>(k);
    out[k].area_m2 = static_cast<double>(parts.cells[k]) * depth_m.grid.cell_area_m2();
    out[k].score = out[k].area_m2 * std::sqrt(static_cast<double>(depth_m[out[k].deepest]));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Depression& a, const Depression& b) { return a.score > b.score; });
  return out;
}

/// A height, m, and its cell.
using LevelCell = std::pair<float, uint32_t>;

/// The lowest cells of a depression about its deepest, up to an area.
PlanLake fill_up(const Depression& from, const Components& parts, double area_m2,
                 const Raster<float>& height_m) {
  const GridSpec& g = height_m.grid;
  std::priority_queue<LevelCell, std::vector<LevelCell>, std::greater<>> queue;
  Mask seen(g);
  PlanLake lake;
  const auto most = static_cast<size_t>(std::max(1.0, area_m2 / g.cell_area_m2() + 0.5));
  queue.push({height_m[from.deepest], from.deepest});
  seen[from.deepest] = 1;
  lake.level_m = height_m[from.deepest];
  while (!queue.empty() && lake.cells.size() < most) {
    const auto [height, cell] = queue.top();
    queue.pop();
    lake.cells.push_back(cell);
    lake.level_m = std::max(lake.level_m, height);
    const Neighbours around = neighbours(g, cell);
    for (const uint32_t other : around) {
      const uint32_t apart = other > cell ? other - cell : cell - other;
      if (apart != 1 && apart != static_cast<uint32_t>(g.columns)) continue;
      if (seen[other] != 0 || parts.id[other] != from.id) continue;
      seen[other] = 1;
      queue.push({height_m[other], other});
    }
  }
  return lake;
}

size_t pieces_of(const GridSpec& g, const std::vector<uint32_t>& cells) {
  const std::vector<std::vector<Vec2>> rings = lake_rings(g, cells);
  return static_cast<size_t>(
      std::count_if(rings.begin(), rings.end(), [](const auto& ring) { return ring_area_m2(ring) > 0; }));
}

/// The cells of the shortest way through the water from one part of what its outline holds to the nearest
/// other.
std::vector<size_t> narrow_way(const Mask& water) {
  const GridSpec& g = water.grid;
  const Raster<float> shape = lake_shape(water);
  Mask inner(g);
  for (size_t i = 0; i < inner.size(); ++i) inner[i] = water[i] != 0 && shape[i] > 0.5F ? 1 : 0;
  const Mask start = largest_component(inner);
  constexpr size_t kNowhere = ~size_t{0};
  std::vector<size_t> from(g.cells(), kNowhere), queue;
  for (size_t i = 0; i < start.size(); ++i)
    if (start[i] != 0) {
      from[i] = i;
      queue.push_back(i);
    }
  for (size_t k = 0; k < queue.size(); ++k) {  // the queue grows
    const int column = g.column_of(queue[k]), row = g.row_of(queue[k]);
    for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      if (!g.contains(column + dc, row + dr)) continue;
      const size_t other = g.index(column + dc, row + dr);
      if (water[other] == 0 || from[other] != kNowhere) continue;
      from[other] = queue[k];
      queue.push_back(other);
      if (inner[other] == 0) continue;
      std::vector<size_t> way;
      for (size_t at = queue[k]; start[at] == 0; at = from[at]) way.push_back(at);
      return way;
    }
  }
  return {};
}

/// Adds cells beside a lake's narrow places until its outline is one piece; whether it is.
template <typename MayBeWater>
bool widen(const GridSpec& g, const MayBeWater& may_be_water, PlanLake& lake) {
  for (int i = 0; i < kWidenings && pieces_of(g, lake.cells) > 1; ++i) {
    const CellWindow part = window_round(g, lake.cells, kKeptMargin_cells);
    Mask water(part.grid);
    for (const uint32_t cell : lake.cells) water[part.at(g, cell)] = 1;
    const size_t before = lake.cells.size();
    for (const size_t at : narrow_way(water)) {
      const int column = part.grid.column_of(at), row = part.grid.row_of(at);
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) {
          if (!part.grid.contains(column + dc, row + dr)) continue;
          const size_t beside = part.grid.index(column + dc, row + dr);
          const uint32_t cell = part.cell(g, beside);
          if (water[beside] != 0 || !may_be_water(cell, lake.level_m)) continue;
          water[beside] = 1;
          lake.cells.push_back(cell);
        }
    }
    if (lake.cells.size() == before) return false;
  }
  return pieces_of(g, lake.cells) <= 1;
}

/// A depression's lake whose outline is one piece, of an area; nothing where it cannot be.
template <typename MayBeWater>
std::optional<PlanLake> fill_in_one_piece(const Depression& from, const Components& parts, double area_m2,
                                          const Raster<float>& height_m, const MayBeWater& may_be_water) {
  const GridSpec& g = height_m.grid;
  PlanLake lake;
  double ask_m2 = area_m2;
  for (int i = 0; i < kFills; ++i) {
    lake = fill_up(from, parts, ask_m2, height_m);
    if (!widen(g, may_be_water, lake)) return std::nullopt;
    const double over_m2 = static_cast<double>(lake.cells.size()) * g.cell_area_m2() - area_m2;
    if (over_m2 <= g.cell_area_m2()) break;
    ask_m2 -= over_m2;
  }
  return lake;
}

}  // namespace

std::vector<PlanLake> keep_lakes(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                                 std::vector<double>& asked, Raster<float>& height_m) {
  const GridSpec& g = land.grid;
  Raster<float> filled = height_m;
  fill_depressions(land, {}, filled);
  const Raster<uint32_t> back = ways_out(land, height_m, way_ripple(tmpl, seeds, g));
  Raster<float> depth(g);
  Raster<uint8_t> wet(g);
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0 && filled[cell] - height_m[cell] > kLeastDepth_m) {
      depth[cell] = filled[cell] - height_m[cell];
      wet[cell] = 1;
    }
  const Components parts = label_components(wet);
  std::vector<Depression> depressions = find_depressions(parts, depth);
  const double gap_m = std::max(lake_spacing_m(tmpl), kLeastGap_cells * g.cell_m);
  std::vector<PlanLake> lakes;
  std::vector<double> left;
  Raster<float> away(g, std::numeric_limits<float>::infinity());
  Mask water(g);
  const Mask shore = outlet_cells(land);
  const auto may_be_water = [&](uint32_t cell, float level_m) {
    return land[cell] != 0 && shore[cell] == 0 && filled[cell] >= level_m;
  };
  for (const double area : asked) {
    bool found = false;
    for (Depression& at : depressions) {
      if (at.area_m2 < kEnough * area) continue;
      std::optional<PlanLake> one = fill_in_one_piece(at, parts, area, height_m, may_be_water);
      if (!one) continue;
      PlanLake& lake = *one;
      const auto too_near = [&](uint32_t cell) { return static_cast<double>(away[cell]) < gap_m; };
      if (std::any_of(lake.cells.begin(), lake.cells.end(), too_near)) continue;
      if (!has_outline(g, lake.cells)) continue;
      lake.asked_m2 = area;
      Mask own(g);
      for (const uint32_t cell : lake.cells) own[cell] = 1;
      for (uint32_t cell = at.deepest;; cell = back[cell]) {  // the way out may touch the lake again
        if (own[cell] != 0) lake.outlet = back[cell];
        if (back[cell] == cell) break;
      }
      if (own[lake.outlet] != 0) continue;  // it would be the island's shore
      for (const uint32_t cell : lake.cells) {
        water[cell] = 1;
        height_m[cell] = lake.level_m;
      }
      lower_outlet(lake, back, height_m);
      lakes.push_back(std::move(lake));
      away = distance_to(water);
      at.area_m2 = 0;
      found = true;
      break;
    }
    if (!found) left.push_back(area);
  }
  asked = std::move(left);
  return lakes;
}

}  // namespace fw
