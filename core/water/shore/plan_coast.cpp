#include "core/water/shore/plan_coast.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/water/drainage/drainage.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/shore/plan_coast_internal.h"

namespace fw {
namespace {

constexpr double kNear_m = 25, kFar_m = 120;  // discs whose heights tell the type
constexpr double kCliff_m = 12, kBeach_m = 5;
constexpr double kMarshMouth = 0.12, kMarsh = 0.045, kBeach = 0.11;
constexpr double kMouth_m = 60;
constexpr double kMajority_m = 45;
constexpr size_t kTypes = 5;  // with none

/// Mean height of the land within a distance of a cell.
double mean_height(const Mask& land, const Raster<float>& height_m, uint32_t cell, double radius_m) {
  const GridSpec& g = land.grid;
  const int column = g.column_of(cell), row = g.row_of(cell), reach = static_cast<int>(radius_m / g.cell_m);
  double sum = 0;
  int count = 0;
  for (int r = std::max(0, row - reach); r <= std::min(g.rows - 1, row + reach); ++r)
    for (int c = std::max(0, column - reach); c <= std::min(g.columns - 1, column + reach); ++c) {
      const double d2 =
          static_cast<double>((r - row) * (r - row) + (c - column) * (c - column)) * g.cell_area_m2();
      if (d2 > radius_m * radius_m || land.at(c, r) == 0) continue;
      sum += static_cast<double>(height_m.at(c, r));
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

/// Cells near a river's mouth: within 60 m and four widths.
Mask near_mouths(const Template& tmpl, const GridSpec& g, const std::vector<Mouth>& mouths) {
  Mask out(g);
  for (const Mouth& mouth : mouths) {
    const Vec2 at = mouth.at_m;
    const double radius_m = kMouth_m * frame_factor(tmpl) + 4 * mouth.width_m;
    const int left = g.column_at(at.x - radius_m), right = g.column_at(at.x + radius_m);
    for (int r = g.row_at(at.y + radius_m); r <= g.row_at(at.y - radius_m); ++r)
      for (int c = left; c <= right; ++c)
        if (squared_distance(g.centre(c, r), at) <= radius_m * radius_m) out.at(c, r) = 1;
  }
  return out;
}

ShoreType type_of(double near_m, double slope, double open, bool mouth, double v, double scale) {
  const double rise = exact::pow(v, 1.2) * scale;
  if (near_m > kCliff_m * rise) return ShoreType::cliff;
  if (mouth && slope < kMarshMouth * v && open < 0.7) return ShoreType::marsh;
  if (slope < kMarsh * v && open < 0.25) return ShoreType::marsh;
  if (slope < kBeach * v && near_m < kBeach_m * rise) return ShoreType::beach;
  return ShoreType::rocky;
}

/// Each shore cell takes the type that most of the shore about it has.
Raster<uint8_t> majority(const Raster<uint8_t>& type, double sigma_m) {
  Raster<uint8_t> out(type.grid);
  Raster<float> most(type.grid);
  for (uint8_t k = 1; k < kTypes; ++k) {
    Mask own(type.grid);
    for (size_t cell = 0; cell < type.size(); ++cell) own[cell] = type[cell] == k;
    const Raster<float> share = gaussian(own, sigma_m);
    for (size_t cell = 0; cell < type.size(); ++cell)
      if (type[cell] != 0 && share[cell] > most[cell]) {
        most[cell] = share[cell];
        out[cell] = k;
      }
  }
  return out;
}

/// The shore as lines of one type each; along the frame's edge there is none.
std::vector<ShoreStretch> shore_stretches(const CoastInputs& inputs, const Raster<uint8_t>& type) {
  const GridSpec& g = inputs.land.grid;
  std::vector<ShoreStretch> out;
  const auto type_at = [&](Vec2 p) {
    const bool edge = p.x < 0.5 * g.cell_m || p.y < 0.5 * g.cell_m || p.x > g.width_m() - 0.5 * g.cell_m ||
                      p.y > g.height_m() - 0.5 * g.cell_m;
    const uint32_t shore = inputs.openness.nearest[g.cell_at(p)];
    return edge || shore == kOffLand ? ShoreType::none : static_cast<ShoreType>(type[shore]);
  };
  for (const std::vector<Vec2>& ring : contour_lines(gaussian(inputs.land, 0.7 * g.cell_m), 0.5F)) {
    const size_t count = ring.size();
    size_t first = 0;  // where the type changes, if it does
    while (first + 1 < count && type_at(ring[first]) == type_at(ring[first + 1])) ++first;
    first = first + 1 < count ? first + 1 : 0;
    ShoreStretch stretch;
    const auto end_stretch = [&] {
      stretch.length_m = line_length_m(stretch.vertices_m);
      if (stretch.type != ShoreType::none && stretch.vertices_m.size() > 1) out.push_back(stretch);
      stretch = {};
    };
    for (size_t i = 0; i <= count; ++i) {
      const Vec2 p = ring[(first + i) % count];
      const ShoreType here = type_at(p);
      stretch.vertices_m.push_back(p);
      if (i == 0) stretch.type = here;
      if (here == stretch.type && i < count) continue;
      const ShoreType last = stretch.type;
      end_stretch();
      if (here != last) stretch = {here, 0, {p}};
    }
  }
  return out;
}

}  // namespace

Raster<uint8_t> shore_types(const Template& tmpl, const Mask& land, const Raster<float>& height_m,
                            const Openness& openness, const std::vector<Mouth>& mouths) {
  const double scale = frame_factor(tmpl);
  const double v = std::sqrt(tmpl.relief.height_max_m / (420 * scale));
  const Mask mouth = near_mouths(tmpl, land.grid, mouths);
  Raster<uint8_t> type(land.grid);
  for (uint32_t cell = 0; cell < type.size(); ++cell) {
    if (openness.shore[cell] == 0) continue;
    const double near_m = mean_height(land, height_m, cell, kNear_m * scale);
    const double slope = mean_height(land, height_m, cell, kFar_m * scale) / (kFar_m * scale);
    type[cell] = static_cast<uint8_t>(
        type_of(near_m, slope, static_cast<double>(openness.rank[cell]), mouth[cell] != 0, v, scale));
  }
  return majority(type, kMajority_m * scale);
}

CoastPlan make_coast(const Template& tmpl, const SeedBundle& seeds, const CoastInputs& inputs) {
  CoastPlan out;
  std::vector<Mouth> mouths;
  if (inputs.water != nullptr)
    for (const Reach& reach : inputs.water->reaches)
      if (reach.into == ReachInto::sea && reach.form != ReachForm::delta_arm)
        mouths.push_back({reach.vertices_m.back(), static_cast<double>(reach.width_m.back())});
  out.type = shore_types(tmpl, inputs.land, inputs.height_m, inputs.openness, mouths);
  out.stretches = shore_stretches(inputs, out.type);
  make_sea_floor(tmpl, seeds, out);
  out.places = harbour_places(tmpl, inputs, out);
  return out;
}

Raster<uint8_t> shore_on(const CoastPlan& coast, const Mask& land) {
  const GridSpec& g = land.grid;
  Mask shore = coast.type;
  for (uint8_t& c : shore.cells) c = c != 0;
  const Raster<uint32_t> nearest = nearest_cell(shore);
  Raster<uint8_t> out(g);
  const auto sea = [&](int column, int row) { return g.contains(column, row) && land.at(column, row) == 0; };
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      if (land.at(c, r) == 0 || !(sea(c - 1, r) || sea(c + 1, r) || sea(c, r - 1) || sea(c, r + 1))) continue;
      const uint32_t at = nearest[shore.grid.cell_at(g.centre(c, r))];
      if (at != kOffLand) out.at(c, r) = coast.type[at];
    }
  return out;
}

}  // namespace fw
