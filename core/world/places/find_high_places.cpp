#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/field/summits.h"
#include "core/world/places/find_internal.h"

// Summits, passes and ranges.

namespace fw {
namespace {

// In shares of the greatest height.
constexpr double kSummitProminence = 0.06, kPassRise = 0.04, kFarPassRise = 0.10, kPassHeight = 0.15;

constexpr double kSummitsApart_m = 450, kPassesApart_m = 600, kWayNear_m = 90;
constexpr size_t kMostPasses = 8;

constexpr double kRangeRank = 0.8;  // of the heights of the ground
constexpr int kOpenCells = 2;
constexpr double kLeastRange_km2 = 0.35, kLeastRange_m = 900;
constexpr double kSplitBelow = 0.5;  // of the lesser summit: a lower saddle parts two ranges

float highest_of(const PlaceGround& ground) {
  float highest = 0;
  for (size_t cell = 0; cell < ground.piece.size(); ++cell)
    if (ground.piece[cell] != 0) highest = std::max(highest, ground.height_m[cell]);
  return highest;
}

/// Cells of the heights in `order`, from the top, joined to pieces; two do not join where the way between
/// them falls below half the lesser summit. Returns the highest cell of each cell's piece.
std::vector<uint32_t> ranges_of(const Raster<float>& height_m, const std::vector<uint32_t>& order) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  const GridSpec& g = height_m.grid;
  std::vector<uint32_t> parent(height_m.size(), kUnseen);
  const auto root = [&](uint32_t cell) {
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
  };
  for (const uint32_t cell : order) {
    // The highest neighbour's piece has the cell; others join it if the way is high enough.
    uint32_t into = cell;
    parent[cell] = cell;
    std::vector<uint32_t> beside;
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (int r = std::max(0, row - 1); r <= std::min(g.rows - 1, row + 1); ++r)
      for (int c = std::max(0, column - 1); c <= std::min(g.columns - 1, column + 1); ++c) {
        const auto other = static_cast<uint32_t>(g.index(c, r));
        if (other != cell && parent[other] != kUnseen) beside.push_back(root(other));
      }
    if (beside.empty()) continue;
    const auto higher = [&](uint32_t a, uint32_t b) {
      return height_m[a] != height_m[b] ? height_m[a] > height_m[b] : a < b;
    };
    std::ranges::sort(beside, higher);
    into = parent[cell] = beside.front();
    for (const uint32_t other : beside)
      if (root(other) != into &&
          static_cast<double>(height_m[cell]) >= kSplitBelow * static_cast<double>(height_m[root(other)]))
        parent[root(other)] = into;
  }
  for (const uint32_t cell : order) parent[cell] = root(cell);
  return parent;
}

/// Area, middle and length of a piece of cells; the length is 4 standard deviations along its longer axis.
struct Extent {
  double cells = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

  void add(Vec2 p) { cells += 1, x += p.x, y += p.y, xx += p.x * p.x, xy += p.x * p.y, yy += p.y * p.y; }
  Vec2 middle() const { return {x / cells, y / cells}; }
  /// Half of it, from the middle to the eastern end (of two that lie so, the northern).
  Vec2 half_axis_m() const {
    const Vec2 m = middle();
    const double a = xx / cells - m.x * m.x, b = xy / cells - m.x * m.y, c = yy / cells - m.y * m.y;
    const double half = (a - c) / 2, apart = std::sqrt(half * half + b * b);
    Vec2 along{half + apart, b};
    if (along.x * along.x + along.y * along.y == 0) along = {b, apart - half};
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    const double sd_m = std::sqrt(std::max(0.0, (a + c) / 2 + apart));
    return length == 0 ? Vec2{2 * sd_m, 0} : along * (2 * sd_m / length);
  }
  double length_m() const {
    const Vec2 end = half_axis_m();
    return 2 * std::sqrt(end.x * end.x + end.y * end.y);
  }
};

}  // namespace

double squared_to_line_m2(Vec2 p, const std::vector<Vec2>& line) {
  double least = kInfinity;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec2 along = line[i + 1] - line[i], to = p - line[i];
    const double squared = along.x * along.x + along.y * along.y;
    const double t = squared == 0 ? 0 : std::clamp((to.x * along.x + to.y * along.y) / squared, 0.0, 1.0);
    least = std::min(least, squared_distance(p, line[i] + along * t));
  }
  return least;
}

SummitsAndPasses find_summits_and_passes(const PlaceScale& scale, const PlaceGround& ground,
                                         const std::vector<std::vector<Vec2>>& ways_m) {
  const GridSpec& g = ground.height_m.grid;
  const auto highest = static_cast<double>(highest_of(ground));
  const Raster<float> smooth_m = gaussian(ground.height_m, g.cell_m);
  const Peaks peaks =
      find_peaks(smooth_m, ground_of(ground.piece), kSummitProminence * highest, kPassRise * highest);
  SummitsAndPasses found;
  for (const Summit& summit : peaks.summits)
    found.summits.push_back({PlaceKind::summit, g.centre(summit.cell), summit.cell,
                             static_cast<double>(summit.prominence_m),
                             static_cast<double>(ground.height_m[summit.cell])});
  found.summits = keep_apart(std::move(found.summits), scale.length(kSummitsApart_m), SIZE_MAX);
  std::vector<FoundPlace> far;
  const double near_m = scale.length(kWayNear_m);
  for (const Saddle& saddle : peaks.saddles) {
    if (static_cast<double>(saddle.height_m) <= kPassHeight * highest) continue;
    const FoundPlace pass{PlaceKind::pass, g.centre(saddle.cell), saddle.cell,
                          static_cast<double>(saddle.rise_m),
                          static_cast<double>(ground.height_m[saddle.cell])};
    const bool at_way = std::ranges::any_of(ways_m, [&](const std::vector<Vec2>& way) {
      return squared_to_line_m2(pass.at_m, way) <= near_m * near_m;
    });
    if (at_way)
      found.passes.push_back(pass);
    else if (static_cast<double>(saddle.rise_m) >= kFarPassRise * highest)
      far.push_back(pass);
  }
  found.passes.insert(found.passes.end(), far.begin(), far.end());
  found.passes = keep_apart(std::move(found.passes), scale.length(kPassesApart_m), scale.most(kMostPasses));
  by_size(found.passes);
  return found;
}

std::vector<FoundPlace> find_ranges(const PlaceScale& scale, const PlaceGround& ground) {
  const GridSpec& g = ground.height_m.grid;
  std::vector<float> heights;
  for (size_t cell = 0; cell < ground.piece.size(); ++cell)
    if (ground.piece[cell] != 0) heights.push_back(ground.height_m[cell]);
  if (heights.empty()) return {};
  const auto cut =
      heights.begin() + static_cast<std::ptrdiff_t>(kRangeRank * static_cast<double>(heights.size()));
  std::nth_element(heights.begin(), cut, heights.end());
  Mask high(g);
  for (size_t cell = 0; cell < high.size(); ++cell)
    high[cell] = ground.piece[cell] != 0 && ground.height_m[cell] >= *cut;
  high = dilate(erode(high, kOpenCells), kOpenCells);
  std::vector<uint32_t> order;
  for (uint32_t cell = 0; cell < high.size(); ++cell)
    if (high[cell] != 0 && ground.piece[cell] != 0) order.push_back(cell);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    return ground.height_m[a] != ground.height_m[b] ? ground.height_m[a] > ground.height_m[b] : a < b;
  });
  const std::vector<uint32_t> top = ranges_of(ground.height_m, order);
  std::vector<Extent> extents(high.size());
  std::ranges::sort(order);
  for (const uint32_t cell : order) extents[top[cell]].add(g.centre(cell));
  std::vector<FoundPlace> ranges;
  for (const uint32_t summit : order) {
    const Extent& extent = extents[summit];
    if (extent.cells * g.cell_area_m2() < scale.area_m2(kLeastRange_km2)) continue;
    if (extent.length_m() < scale.length(kLeastRange_m)) continue;
    FoundPlace range{PlaceKind::range,
                     {},
                     summit,
                     extent.length_m(),
                     0,
                     {extent.middle() - extent.half_axis_m(), extent.middle() + extent.half_axis_m()}};
    double least = kInfinity;  // to the middle, which may lie off a bent range
    for (const uint32_t cell : order) {
      const double squared = squared_distance(g.centre(cell), extent.middle());
      if (top[cell] == summit && squared < least) least = squared, range.at_m = g.centre(cell);
    }
    range.height_m = static_cast<double>(ground.height_m[g.cell_at(range.at_m)]);
    ranges.push_back(range);
  }
  by_size(ranges);
  return ranges;
}

}  // namespace fw
