#include "core/water/shore/plan_coast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

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

namespace {

constexpr std::array<double, 5> kGrade{0, 0.16, 0.07, 0.022, 0.008};  // of the sea floor, by ShoreType
constexpr std::array<double, 2> kFine_m{50, 150};
constexpr std::array<double, 2> kWide_m{450, 1300};
constexpr int kWideResolution = 128;
constexpr double kLeastShelf_m = 14, kMostShelf_m = 30;
constexpr double kBreak_m = 700, kBreakLength_m = 900, kBreakNoise = 0.25;
constexpr double kNoise = 0.18, kNoise_sd = 0.2;
constexpr double kHarbourDepth_m = 3, kHarbourReach_m = 250;  // plains have shelving shores
constexpr double kSlopeReach_m = 100;
constexpr double kSettledReach_m = 170;  // of a harbour site from ground where people may settle
const NoiseStack kFloorStack{1800, 4, 0.5, 2.0};

/// Sum over the sigmas of sigma G_sigma of values on the shore, into `sum`.
void add_blurs(const Raster<float>& values, std::span<const double> sigmas, double scale,
               Raster<float>& sum) {
  for (const double sigma_m : sigmas) {
    const Raster<float> blur = gaussian(values, sigma_m * scale);
    const auto weight = static_cast<float>(sigma_m);
    for (size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += weight * blur[cell];
  }
}

/// Means of the cells of `values` that lie in each cell of a coarser grid, per area.
Raster<float> binned(const Raster<float>& values, const GridSpec& grid) {
  Raster<float> out(grid);
  const double share = values.grid.cell_area_m2() / grid.cell_area_m2();
  for (size_t cell = 0; cell < values.size(); ++cell)
    if (values[cell] != 0)
      out[grid.cell_at(values.grid.centre(cell))] +=
          static_cast<float>(share * static_cast<double>(values[cell]));
  return out;
}

/// The blurs of all sigmas; the wide ones on a coarse grid.
Raster<float> spread(const Template& tmpl, const Raster<float>& values) {
  const double scale = frame_factor(tmpl);
  Raster<float> sum(values.grid);
  add_blurs(values, kFine_m, scale, sum);
  const GridSpec coarse = frame_grid(tmpl.frame, kWideResolution);
  Raster<float> wide(coarse);
  add_blurs(binned(values, coarse), kWide_m, scale, wide);
  wide = resample_bilinear(wide, values.grid);
  for (size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += wide[cell];
  return sum;
}

/// Depth of the sea at a distance from the shore.
double depth_at(const Template& tmpl, double distance_m, double grade, double noise) {
  const double scale = frame_factor(tmpl), deepest = tmpl.coast.depth_max_m;
  const double steep = std::clamp((grade - kGrade[4]) / (kGrade[1] - kGrade[4]), 0.0, 1.0);
  const double shelf =
      std::min(scale * (kLeastShelf_m + steep * (kMostShelf_m - kLeastShelf_m)), 0.5 * deepest);
  const double beyond = std::clamp(
      (distance_m - scale * kBreak_m * (1 + kBreakNoise * noise)) / (scale * kBreakLength_m), 0.0, 1.0);
  const double depth = shelf * (1 - exact::exp(-grade * distance_m / shelf)) +
                       (deepest - shelf) * beyond * beyond * (3 - 2 * beyond);
  return depth * std::max(0.2, 1 + kNoise * noise);
}

}  // namespace

void make_sea_floor(const Template& tmpl, const SeedBundle& seeds, CoastPlan& coast) {
  const GridSpec& g = coast.type.grid;
  Raster<float> grade(g), shore(g);
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    if (coast.type[cell] == 0) continue;
    grade[cell] = static_cast<float>(kGrade[coast.type[cell]]);
    shore[cell] = 1;
  }
  coast.grade = spread(tmpl, grade);
  const Raster<float> weight = spread(tmpl, shore);
  for (size_t cell = 0; cell < g.cells(); ++cell)
    coast.grade[cell] = weight[cell] > 0 ? coast.grade[cell] / weight[cell] : static_cast<float>(kGrade[3]);
  coast.noise = plan_noise(tmpl, seeds, g, "sea_floor", kFloorStack);
  for (float& n : coast.noise.cells) n = static_cast<float>(static_cast<double>(n) / kNoise_sd);
}

void deepen_sea(const Template& tmpl, const CoastPlan& coast, const Mask& land, const Mask& islets,
                const Raster<float>& sea_m, Raster<float>& height_m) {
  const GridSpec& g = land.grid;
  const Raster<float> grade = resample_bilinear(coast.grade, g), noise = resample_bilinear(coast.noise, g);
  Raster<float> away = sea_m;
  if (std::find(islets.cells.begin(), islets.cells.end(), 1) != islets.cells.end()) {
    const Raster<float> islet = distance_to(islets);
    for (size_t cell = 0; cell < away.size(); ++cell) away[cell] = std::min(away[cell], islet[cell]);
  }
  parallel_for(static_cast<size_t>(g.rows), 16, [&](size_t begin, size_t end) {
    const auto columns = static_cast<size_t>(g.columns);
    for (size_t cell = begin * columns; cell < end * columns; ++cell)
      if (land[cell] == 0 && islets[cell] == 0)
        height_m[cell] =
            -static_cast<float>(depth_at(tmpl, static_cast<double>(away[cell]),
                                         static_cast<double>(grade[cell]), static_cast<double>(noise[cell])));
  });
}

std::vector<HarbourPlace> harbour_places(const Template& tmpl, const CoastInputs& inputs,
                                         const CoastPlan& coast) {
  const GridSpec& g = inputs.land.grid;
  const double scale = frame_factor(tmpl);
  Mask deep(g);
  for (size_t cell = 0; cell < g.cells(); ++cell)
    deep[cell] =
        inputs.land[cell] == 0 &&
        depth_at(tmpl, static_cast<double>(inputs.sea_m[cell]), static_cast<double>(coast.grade[cell]),
                 static_cast<double>(coast.noise[cell])) >= kHarbourDepth_m;
  const Raster<float> to_deep = distance_to(deep);
  const Raster<float> slope = gradient_norm(inputs.height_m);
  Raster<float> land_slope = slope;
  for (size_t cell = 0; cell < g.cells(); ++cell)
    if (inputs.openness.shore[cell] != 0 || inputs.land[cell] == 0) land_slope[cell] = 0;
  Mask behind = inputs.land;  // a cliff's own step is not counted
  for (size_t cell = 0; cell < g.cells(); ++cell)
    if (inputs.openness.shore[cell] != 0) behind[cell] = 0;
  const Raster<float> mean = masked_gaussian(
      land_slope, behind, gaussian(behind, kSlopeReach_m * scale * 0.5), kSlopeReach_m * scale * 0.5);
  std::vector<HarbourPlace> places;
  for (uint32_t cell = 0; cell < g.cells(); ++cell) {
    const auto type = static_cast<ShoreType>(coast.type[cell]);
    if (type == ShoreType::none || type == ShoreType::cliff) continue;
    if (static_cast<double>(to_deep[cell]) > kHarbourReach_m * scale) continue;
    places.push_back({cell, 1.4 * (1 - static_cast<double>(inputs.openness.rank[cell])) -
                                3 * static_cast<double>(mean[cell]) - (type == ShoreType::marsh ? 0.4 : 0)});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const HarbourPlace& a, const HarbourPlace& b) { return a.utility > b.utility; });
  return places;
}

std::vector<HarbourSite> choose_harbours(const CoastPlan& coast, const Raster<uint8_t>& region,
                                         const Mask& settled, double spacing_m) {
  const GridSpec& g = coast.type.grid;
  const double reach_m = kSettledReach_m * std::max(g.width_m(), g.height_m()) / 8000;
  const auto code_at = [&](size_t cell) { return region[region.grid.cell_at(g.centre(cell))]; };
  const auto near_settled = [&](size_t place, uint8_t code) {
    const int reach = static_cast<int>(reach_m / g.cell_m), column = g.column_of(place),
              row = g.row_of(place);
    for (int r = std::max(0, row - reach); r <= std::min(g.rows - 1, row + reach); ++r)
      for (int c = std::max(0, column - reach); c <= std::min(g.columns - 1, column + reach); ++c)
        if (settled.at(c, r) != 0 && code_at(g.index(c, r)) == code &&
            squared_distance(g.centre(c, r), g.centre(place)) <= reach_m * reach_m)
          return true;
    return false;
  };
  std::vector<const HarbourPlace*> best(256, nullptr);
  std::vector<uint8_t> found(256, 0);
  Mask land = region;
  for (uint8_t& c : land.cells) c = c != 0;
  const Raster<uint32_t> nearest = nearest_cell(land);
  for (const HarbourPlace& place : coast.places) {
    const uint32_t at = nearest[region.grid.cell_at(g.centre(static_cast<size_t>(place.cell)))];
    if (at == kOffLand) continue;
    const uint8_t code = region[at];
    if (best[code] != nullptr && found[code] != 0) continue;
    const bool near = near_settled(place.cell, code);
    if (best[code] != nullptr && !near) continue;
    best[code] = &place;
    found[code] = near;
  }
  std::vector<HarbourSite> sites;
  for (const HarbourPlace& place : coast.places) {
    if (std::find(best.begin(), best.end(), &place) == best.end()) continue;
    const Vec2 at = g.centre(static_cast<size_t>(place.cell));
    if (std::any_of(sites.begin(), sites.end(), [&](const HarbourSite& other) {
          return squared_distance(other.position_m, at) < spacing_m * spacing_m;
        }))
      continue;
    sites.push_back({at, place.cell, place.utility});
  }
  return sites;
}

}  // namespace fw
