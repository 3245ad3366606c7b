#include "core/world/hand/terrain/hand_terrain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/land/island.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr double kLeastFalloff_m = 1;
constexpr double kBlurCut = 4;  // of gaussian()

/// A cell of land that a row acts on.
struct Touched {
  uint32_t cell;
  double weight;  ///< (0, 1]
  bool inside;    ///< of the shape with its radius
};

/// What a row's shape covers.
struct Footprint {
  std::vector<Touched> land;
  int64_t cells = 0;  ///< land and sea
};

double falloff_m(const TerrainRow& row) {
  return std::max(row.falloff_m.value_or(row.place.radius_m), kLeastFalloff_m);
}

/// 1 inside; falling smoothly to 0 at the falloff, or for crests as a parabola from the line.
double weight_of(const TerrainRow& row, double inside_m) {
  const double fall_m = falloff_m(row);
  if (row.action == TerrainDo::ridge || row.action == TerrainDo::valley) {
    const double q = std::max(row.place.radius_m - inside_m, 0.0) / (row.place.radius_m + fall_m);
    return 1 - q * q;
  }
  const double s = std::clamp(1 + inside_m / fall_m, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

Footprint footprint_of(const TerrainRow& row, const Shape& shape, const Mask& land) {
  Footprint out;
  // As far inside as outside: a crest's parabola runs across the radius too.
  const double reach_m = std::max(falloff_m(row), row.place.radius_m);
  visit_shape(shape, row.place.radius_m, land.grid, reach_m, [&](uint32_t cell, double inside_m) {
    const double weight = weight_of(row, inside_m);
    if (weight <= 0) return;
    ++out.cells;
    if (land[cell] != 0) out.land.push_back({cell, weight, inside_m >= 0});
  });
  return out;
}

/// Mean height inside the shape; of all that it touches, by weight, where no cell's centre is inside.
double mean_inside(const Footprint& footprint, const Raster<float>& height_m) {
  const bool any = std::any_of(footprint.land.begin(), footprint.land.end(),
                               [](const Touched& touched) { return touched.inside; });
  double sum = 0, weights = 0;
  for (const Touched& touched : footprint.land) {
    const double weight = any ? (touched.inside ? 1 : 0) : touched.weight;
    sum += weight * static_cast<double>(height_m[touched.cell]);
    weights += weight;
  }
  return sum / weights;
}

/// LG_sigma of the heights at the footprint's cells, from a window that holds all they reach.
std::vector<float> smoothed(const Footprint& footprint, const Mask& land, const Raster<float>& height_m,
                            double sigma_m) {
  const GridSpec& g = land.grid;
  int left = g.columns, right = 0, top = g.rows, bottom = 0;
  for (const Touched& touched : footprint.land) {
    left = std::min(left, g.column_of(touched.cell));
    right = std::max(right, g.column_of(touched.cell));
    top = std::min(top, g.row_of(touched.cell));
    bottom = std::max(bottom, g.row_of(touched.cell));
  }
  const double reach_cells = std::min(std::ceil(kBlurCut * sigma_m / g.cell_m) + 1, 1e6);
  const int margin = static_cast<int>(reach_cells);
  left = std::max(0, left - margin);
  right = std::min(g.columns - 1, right + margin);
  top = std::max(0, top - margin);
  bottom = std::min(g.rows - 1, bottom + margin);
  const GridSpec window{right - left + 1, bottom - top + 1, g.cell_m};
  Raster<float> values(window);
  Mask mask(window);
  for (int row = 0; row < window.rows; ++row)
    for (int column = 0; column < window.columns; ++column) {
      values.at(column, row) = height_m.at(left + column, top + row);
      mask.at(column, row) = land.at(left + column, top + row);
    }
  const Raster<float> blurred = masked_gaussian(values, mask, gaussian(mask, sigma_m), sigma_m);
  std::vector<float> out;
  for (const Touched& touched : footprint.land)
    out.push_back(blurred.at(g.column_of(touched.cell) - left, g.row_of(touched.cell) - top));
  return out;
}

/// The heights that a row asks for at its footprint's cells.
std::vector<double> asked_heights(const TerrainRow& row, const Footprint& footprint, const Mask& land,
                                  const Raster<float>& height_m) {
  std::vector<double> out;
  const auto each = [&](const auto& height) {
    for (size_t i = 0; i < footprint.land.size(); ++i) {
      const Touched& touched = footprint.land[i];
      out.push_back(height(i, static_cast<double>(height_m[touched.cell]), touched.weight));
    }
  };
  switch (row.action) {
    case TerrainDo::raise:
    case TerrainDo::ridge:
      each([&](size_t, double h, double f) { return h + row.amount_m * f; });
      break;
    case TerrainDo::lower:
    case TerrainDo::valley:
      each([&](size_t, double h, double f) { return h - row.amount_m * f; });
      break;
    case TerrainDo::level:
      each([&](size_t, double h, double f) { return h + (row.level_m - h) * f; });
      break;
    case TerrainDo::flatten: {
      const double mean = mean_inside(footprint, height_m);
      each([&](size_t, double h, double f) { return h + (mean - h) * f; });
      break;
    }
    case TerrainDo::smooth: {
      const std::vector<float> smooth = smoothed(footprint, land, height_m, row.place.radius_m);
      each([&](size_t i, double h, double f) { return h + (static_cast<double>(smooth[i]) - h) * f; });
      break;
    }
  }
  return out;
}

/// Puts heights within what the template allows; the number of cells where that was needed.
int64_t put_heights(const Footprint& footprint, const std::vector<double>& asked, double most,
                    Raster<float>& height_m) {
  const double least = std::min(kLeastHeight_m, most);
  int64_t clipped = 0;
  for (size_t i = 0; i < asked.size(); ++i) {
    float& height = height_m[footprint.land[i].cell];
    const auto wanted = static_cast<float>(asked[i]);
    if (wanted == height) continue;
    height = std::clamp(wanted, static_cast<float>(least), static_cast<float>(most));
    clipped += height != wanted ? 1 : 0;
  }
  return clipped;
}

void act(const TerrainRow& row, const Template& tmpl, const Mask& land, Island& island) {
  const Result<Shape> shape = read_shape(row.place.shape);
  std::vector<HandOutcome>& outcomes = island.hand.outcomes;
  if (!shape) {
    outcomes.push_back(suspended_row("terrain", row, shape.error().message));
    return;
  }
  if (const std::string_view idle = idle_reason(row); !idle.empty()) {
    outcomes.push_back(suspended_row("terrain", row, std::string(idle)));
    return;
  }
  if (row.action == TerrainDo::smooth && row.place.radius_m <= 0) {
    outcomes.push_back(
        suspended_row("terrain", row, "smooth needs a radius_m: it is how far heights are mixed"));
    return;
  }
  const Footprint footprint = footprint_of(row, shape.value(), land);
  const auto cells = static_cast<double>(footprint.cells);
  if (footprint.land.empty()) {
    const char* why = footprint.cells > 0 ? "all of it lies at sea, where heights stay"
                                          : "no cell's centre lies within it: off the frame, or too small";
    outcomes.push_back(suspended_row("terrain", row, why, cells));
    return;
  }
  const double most = tmpl.relief.height_max_m;
  const int64_t clipped =
      put_heights(footprint, asked_heights(row, footprint, land, island.height_m), most, island.height_m);
  const auto on_land = static_cast<int64_t>(footprint.land.size());
  std::string reason;
  if (on_land < footprint.cells)
    reason = std::to_string(footprint.cells - on_land) + " of " + std::to_string(footprint.cells) +
             " cells lie at sea, where heights stay";
  if (clipped > 0) {
    reason += (reason.empty() ? "" : "; ") + std::to_string(clipped) + " cells are limited to " +
              decimal_text(std::min(kLeastHeight_m, most)) + " to " + decimal_text(most) + " m";
    island.hand.findings.push_back(
        {Severity::warning, "terrain_clipped", hand_path("terrain", row.id),
         "Row " + row.id + " of terrain: " + std::to_string(clipped) + " of its " + std::to_string(on_land) +
             " cells would leave " + decimal_text(std::min(kLeastHeight_m, most)) + " to " +
             decimal_text(most) + " m and are limited to it: change the row or relief.height_max_m."});
  }
  outcomes.push_back(
      acting_row("terrain", row, cells, static_cast<double>(on_land - clipped), std::move(reason)));
}

/// Land that rises above the sea: islets of old templates keep the sea floor's height.
Mask raised_land(const Island& island) {
  Mask land = island.main;
  for (size_t cell = 0; cell < land.size(); ++cell)
    land[cell] = land[cell] != 0 || (island.islets[cell] != 0 && island.height_m[cell] > 0) ? 1 : 0;
  return land;
}

/// Values' ranks among the natural ones of the land.
Raster<float> rank_among(const Raster<float>& natural, const Raster<float>& natural_rank,
                         const Raster<float>& shaped, const Mask& land) {
  Raster<float> out = natural_rank;
  std::vector<float> sorted;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || shaped[cell] == natural[cell]) continue;
    if (sorted.empty()) {
      for (size_t c = 0; c < land.size(); ++c)
        if (land[c] != 0) sorted.push_back(natural[c]);
      std::sort(sorted.begin(), sorted.end());
    }
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), shaped[cell]);
    const double below = 0.5 * static_cast<double>((first - sorted.begin()) + (last - sorted.begin()));
    const auto count = static_cast<double>(sorted.size());
    out[cell] = static_cast<float>(std::clamp(below, 0.5, count - 0.5) / count);
  }
  return out;
}

bool lowers(const ViewRow& view, const FrameParams& frame) {
  return acts(view, frame) && view.ground == ViewGround::lower;
}

}  // namespace

bool shapes_terrain(const Template& tmpl) {
  for (const TerrainRow& row : tmpl.hand.terrain)
    if (row.on) return true;
  return lowers_views(tmpl);
}

bool lowers_views(const Template& tmpl) {
  for (const ViewRow& view : tmpl.hand.views)
    if (lowers(view, tmpl.frame)) return true;
  return false;
}

Island shape_terrain(const Template& tmpl, Island natural, const Progress& progress) {
  Island island = std::move(natural);
  const Mask land = raised_land(island);
  for (const TerrainRow& row : tmpl.hand.terrain) {
    stop_if_cancelled(progress);
    if (row.on) act(row, tmpl, land, island);
  }
  for (const ViewRow& view : tmpl.hand.views)
    if (lowers(view, tmpl.frame))
      lower_ground(
          view, land, [](uint32_t) { return kLeastSightHeight_m; }, island.height_m);
  return island;
}

Island open_views(const Template& tmpl, Island island) {
  Mask land = raised_land(island);
  for (size_t cell = 0; cell < island.water.size(); ++cell)
    if (island.water[cell] != static_cast<uint8_t>(WaterCode::dry)) land[cell] = 0;
  const Raster<float> before_m = island.height_m;
  for (const ViewRow& view : tmpl.hand.views)
    if (lowers(view, tmpl.frame))
      lower_ground(
          view, land,
          [&](uint32_t cell) {
            return std::max(kLeastSightHeight_m,
                            water_beside({island.height_m, island.water, island.surface_m}, cell)
                                .value_or(kLeastSightHeight_m));
          },
          island.height_m);
  for (Raster<float>* ground : {&island.bed_m, &island.surface_m})
    for (size_t cell = 0; cell < ground->size(); ++cell)
      if (before_m[cell] != island.height_m[cell]) (*ground)[cell] = island.height_m[cell];
  return island;
}

Mask shaped_cells(const Island& natural, const Island& shaped) {
  Mask out(natural.height_m.grid);
  for (size_t cell = 0; cell < out.size(); ++cell)
    out[cell] = natural.height_m[cell] != shaped.height_m[cell] ? 1 : 0;
  return out;
}

ReliefRanks rank_among_natural(const ReliefOf& natural, const ReliefRanks& natural_ranks,
                               const ReliefOf& shaped) {
  const Mask& land = natural.island.main;
  ReliefRanks out;
  out.coast = natural_ranks.coast;
  parallel_invoke({[&] {
                     out.height = rank_among(ranked_height(natural.island.height_m), natural_ranks.height,
                                             ranked_height(shaped.island.height_m), land);
                   },
                   [&] {
                     out.slope = rank_among(ranked_slope(natural.relief.slope), natural_ranks.slope,
                                            ranked_slope(shaped.relief.slope), land);
                   }});
  return out;
}

LandmarkTerrain survey_among_natural(const ReliefOf& natural, const LandmarkTerrain& natural_terrain,
                                     const ReliefOf& shaped) {
  LandmarkTerrain out = natural_terrain;
  parallel_invoke({[&] {
                     out.height_rank = rank_among(natural.island.height_m, natural_terrain.height_rank,
                                                  shaped.island.height_m, natural_terrain.land);
                   },
                   [&] { out.flatness = flatness_of(shaped.relief.slope, natural_terrain.land); }});
  return out;
}

}  // namespace fw
