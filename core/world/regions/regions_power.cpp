#include "core/world/regions/regions_power.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_raster.h"

namespace fw {
namespace {

using Box = PowerPlaces::Box;

constexpr size_t kBox = 32;      // successive places tested together against far centres
constexpr size_t kPiece = 2048;  // places per piece of work, whole boxes

/// A centre and its number.
struct Contender {
  PowerCentre centre;
  double number = 0;
};

/// The centres that may be nearest to a place of the box, in their order: `out` receives them, and the call
/// their number. `least` is for the centres' least powers.
FW_INLINE size_t contenders_of(const Box& box, std::span<const PowerCentre> centres, double* least,
                               Contender* out) {
  constexpr double kRounding = 1e-12;  // of the largest term: far more than any rounding here
  double most = INFINITY, largest = 0;
  for (size_t r = 0; r < centres.size(); ++r) {
    const PowerCentre& c = centres[r];
    const double across = std::fabs(c.x - box.x), down = std::fabs(c.y - box.y);
    const double far_x = across + box.half_x, far_y = down + box.half_y;
    const double near_x = across - box.half_x, near_y = down - box.half_y;
    const double far2 = far_x * far_x + far_y * far_y;
    least[r] = (near_x > 0 ? near_x * near_x : 0) + (near_y > 0 ? near_y * near_y : 0) - c.weight;
    most = far2 - c.weight < most ? far2 - c.weight : most;
    largest = far2 + std::fabs(c.weight) > largest ? far2 + std::fabs(c.weight) : largest;
  }
  most += kRounding * largest;
  size_t count = 0;
  for (size_t r = 0; r < centres.size(); ++r) {
    out[count] = {centres[r], static_cast<double>(r)};
    count += least[r] <= most ? 1 : 0;
  }
  return count;
}

/// The centre of least power distance (ties to the lowest) of four places at x, y.
FW_INLINE void nearest_lanes(std::span<const Contender> centres, const double* x, const double* y,
                             double* nearest) {
  lanes::Doubles px, py, least{}, best{};
  lanes::load(x, px);
  lanes::load(y, py);
  bool first = true;
  for (const Contender& c : centres) {
    const lanes::Doubles dx = px - c.centre.x, dy = py - c.centre.y;
    const lanes::Doubles power = dx * dx + dy * dy - c.centre.weight;
    const auto less = first ? power == power : power < least;
    least = less ? power : least;
    best = less ? lanes::Doubles{} + c.number : best;
    first = false;
  }
  lanes::store(best, nearest);
}

/// Places and their boxes.
struct Places {
  const double *x, *y;
  const Box* boxes;
};

/// The nearest centres of places [begin, end), at most kPiece of them from a box's first.
FW_VECTOR_CLONES void nearest_centres(std::span<const PowerCentre> centres, const Places& places,
                                      size_t begin, size_t end, std::array<double, kPiece>& nearest) {
  constexpr size_t kLanes = 4;
  std::vector<double> least(centres.size());
  std::vector<Contender> room(centres.size() + 1);  // every place is written, and kept by moving on
  for (size_t i = begin; i < end;) {
    const std::span contenders(room.data(),
                               contenders_of(places.boxes[i / kBox], centres, least.data(), room.data()));
    const size_t stop = std::min(i + kBox, end);
    if (contenders.size() == 1) {
      std::fill(&nearest[i - begin], &nearest[i - begin] + (stop - i), contenders.front().number);
      i = stop;
    }
    for (; i + kLanes <= stop; i += kLanes)
      nearest_lanes(contenders, &places.x[i], &places.y[i], &nearest[i - begin]);
    for (; i < stop; ++i) {
      std::array<double, kLanes> x, y, one;
      x.fill(places.x[i]);
      y.fill(places.y[i]);
      nearest_lanes(contenders, x.data(), y.data(), one.data());
      nearest[i - begin] = one[0];
    }
  }
}

}  // namespace

PowerPlaces::PowerPlaces(std::span<const double> x, std::span<const double> y) : x_(x), y_(y) {
  for (size_t i = 0; i < x.size(); i += kBox) {
    const size_t count = std::min(kBox, x.size() - i);
    const auto [west, east] = std::ranges::minmax(x.subspan(i, count));
    const auto [south, north] = std::ranges::minmax(y.subspan(i, count));
    boxes_.push_back({(west + east) / 2, (south + north) / 2, (east - west) / 2, (north - south) / 2});
  }
}

std::vector<PowerCell> PowerPlaces::cells_of(std::span<const PowerCentre> centres) const {
  std::vector<PowerCell> partial((x_.size() + kPiece - 1) / kPiece * centres.size());
  parallel_for(x_.size(), kPiece, [&](size_t begin, size_t end) {
    PowerCell* mine = &partial[begin / kPiece * centres.size()];
    std::array<double, kPiece> nearest;
    nearest_centres(centres, {x_.data(), y_.data(), boxes_.data()}, begin, end, nearest);
    // Neighbours mostly share a centre: their sums stay in registers.
    for (size_t i = begin; i < end;) {
      const double centre = nearest[i - begin];
      PowerCell s = mine[static_cast<size_t>(centre)];
      for (; i < end && nearest[i - begin] == centre; ++i) {
        s.count += 1;
        s.x += x_[i];
        s.y += y_[i];
      }
      mine[static_cast<size_t>(centre)] = s;
    }
  });
  std::vector<PowerCell> cells(centres.size());
  for (size_t k = 0; k < partial.size(); ++k) {
    PowerCell& cell = cells[k % centres.size()];
    cell.count += partial[k].count;
    cell.x += partial[k].x;
    cell.y += partial[k].y;
  }
  return cells;
}

void PowerPlaces::for_each(std::span<const PowerCentre> centres,
                           const std::function<void(size_t place, size_t centre)>& visit) const {
  parallel_for(x_.size(), kPiece, [&](size_t begin, size_t end) {
    std::array<double, kPiece> nearest;
    nearest_centres(centres, {x_.data(), y_.data(), boxes_.data()}, begin, end, nearest);
    for (size_t i = begin; i < end; ++i) visit(i, static_cast<size_t>(nearest[i - begin]));
  });
}

namespace {

/// Cells of the plan per cell of the blur: as coarse as leaves four cells in a sigma. The Gaussian is then
/// smooth enough for bilinear interpolation, and its cost no longer depends on the raster's resolution.
int blur_factor(double plan_cell_m, double sigma_m) {
  int factor = 1;
  while (factor < 8 && sigma_m >= 4 * (2 * factor) * plan_cell_m) factor *= 2;
  return factor;
}

/// Doubles a factor until the coarse rasters of all regions together have this many cells or fewer.
int fitting_factor(int factor, const GridSpec& plan, size_t regions) {
  constexpr size_t kMostCells = size_t{1} << 24;
  while (regions * plan.cells() / static_cast<size_t>(factor * factor) > kMostCells) factor *= 2;
  return factor;
}

/// Share of every coarse cell that a region covers.
std::vector<Raster<float>> coarse_cover(const Raster<uint8_t>& code, size_t regions, int factor) {
  const GridSpec& g = code.grid;
  const GridSpec coarse{(g.columns + factor - 1) / factor, (g.rows + factor - 1) / factor, g.cell_m * factor};
  std::vector<Raster<float>> cover(regions, Raster<float>(coarse));
  const float unit = 1.0f / static_cast<float>(factor * factor);
  for (int row = 0; row < g.rows; ++row) {
    const int coarse_row = coarse.rows - 1 - (g.rows - 1 - row) / factor;  // grids meet in the south-west
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      if (here != 0) cover[here - 1u].at(column / factor, coarse_row) += unit;
    }
  }
  return cover;
}

}  // namespace

RegionWeights region_weights(const RegionMap& map, double sigma_m) {
  const Raster<uint8_t> plan = plan_code_of(map);
  const size_t regions = map.regions.size();
  const int factor = fitting_factor(blur_factor(plan.grid.cell_m, sigma_m), plan.grid, regions);
  RegionWeights weights{coarse_cover(plan, regions, factor)};
  parallel_for(weights.size(), 1,
               [&](size_t r, size_t) { weights.blurred[r] = gaussian(weights.blurred[r], sigma_m); });
  return weights;
}

}  // namespace fw
