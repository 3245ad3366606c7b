#include "core/water/rivers/river_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/river_lines_internal.h"

namespace fw {
namespace {

constexpr double kSmooth_cells = 2,
                 kRoughSmooth_cells = 0.7;  // the latter on relief that no river has shaped
constexpr int kSlopeReach = 20;             // vertices to either side
constexpr size_t kTangent = 3;              // vertices to either side
constexpr double kFloorSmooth = 15;         // vertices
constexpr double kFloor_m = 40;
constexpr double kBeside_cells = 1;  // that a bed without erosion looks aside for lower ground
constexpr double kFloorSlope = 0.06;
constexpr double kGreat = 0.2;  // of the greatest discharge: rivers that meet the sea on low ground

/// A point of the curve through points (Catmull and Rom), at `t` in [0, 1] after point k.
Vec2 through(const std::vector<Vec2>& p, size_t k, double t) {
  const Vec2 b = p[k], c = p[k + 1];
  const Vec2 a = k > 0 ? p[k - 1] : b + (b - c);
  const Vec2 d = k + 2 < p.size() ? p[k + 2] : c + (c - b);
  const auto mix = [t](double w, double x, double y, double z) {
    return x + 0.5 * t * ((y - w) + t * ((2 * w - 5 * x + 4 * y - z) + t * (3 * (x - y) + z - w)));
  };
  return {mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)};
}

std::vector<Vec2> smooth_points(const std::vector<Vec2>& points, double sigma_cells) {
  std::vector<double> x, y;
  for (const Vec2 p : points) {
    x.push_back(p.x);
    y.push_back(p.y);
  }
  x = smooth_path(x, sigma_cells);
  y = smooth_path(y, sigma_cells);
  std::vector<Vec2> out;
  for (size_t k = 0; k < points.size(); ++k) out.push_back({x[k], y[k]});
  out.back() = points.back();  // to the bit: there it meets its river
  return out;
}

/// Vertices of equal distance (about) along a smooth curve through points; fills at_m and place.
void place_vertices(const std::vector<Vec2>& points, double step_m, RiverLine& line) {
  for (size_t k = 0; k + 1 < points.size(); ++k) {
    const double length = std::sqrt(squared_distance(points[k], points[k + 1]));
    const int pieces = std::max(1, static_cast<int>(length / step_m + 0.5));
    for (int i = 0; i < pieces; ++i) {
      const double t = static_cast<double>(i) / pieces;
      line.at_m.push_back(through(points, k, t));
      line.place.push_back(static_cast<float>(static_cast<double>(k) + t));
    }
  }
  line.at_m.push_back(points.back());
  line.place.push_back(static_cast<float>(points.size() - 1));
}

/// A cell's value between cells k and k + 1 of the path.
double along(const std::vector<double>& values, double place) {
  const auto k = std::min(static_cast<size_t>(place), values.size() - 1);
  if (k + 1 >= values.size()) return values[k];
  return values[k] + (place - static_cast<double>(k)) * (values[k + 1] - values[k]);
}

void measure_slope(RiverLine& line) {
  const int count = static_cast<int>(line.size());
  std::vector<double> run(line.size(), 0.0);
  for (size_t i = 1; i < line.size(); ++i)
    run[i] = run[i - 1] + std::sqrt(squared_distance(line.at_m[i], line.at_m[i - 1]));
  line.slope.resize(line.size());
  for (int i = 0; i < count; ++i) {
    const auto a = static_cast<size_t>(std::max(0, i - kSlopeReach));
    const auto b = static_cast<size_t>(std::min(count - 1, i + kSlopeReach));
    const double fall = static_cast<double>(line.bed_m[a]) - static_cast<double>(line.bed_m[b]);
    line.slope[static_cast<size_t>(i)] = static_cast<float>(fall / std::max(run[b] - run[a], 1e-9));
  }
}

/// The flat floor of a valley: wider where more land drains to it, none on steep ground.
void measure_floor(const Template& tmpl, const RiverLineInputs& inputs, const RiverPath& path,
                   RiverLine& line) {
  const double scale = frame_factor(tmpl);
  std::vector<double> area;
  for (const uint32_t cell : path.cells) area.push_back(inputs.catchment_m2[cell]);
  std::vector<double> wide;
  for (size_t i = 0; i < line.size(); ++i) {
    const double km = std::sqrt(along(area, static_cast<double>(line.place[i])) / (1e6 * scale * scale));
    const double flat = std::clamp(1 - static_cast<double>(line.slope[i]) / kFloorSlope, 0.0, 1.0);
    wide.push_back(kFloor_m * scale * km * flat);
  }
  for (const double half_m : smooth_path(wide, kFloorSmooth))
    line.floor_m.push_back(static_cast<float>(std::max(half_m, 0.0)));
}

/// Lowers the bed to the lowest ground under the line and a cell to its sides, where no river has shaped it:
/// water keeps to the bottom of its valley. Ends and lakes stay.
void settle_bed(const Raster<float>& height_m, RiverLine& line) {
  const auto lowest = [&](size_t i) {
    const Vec2 at = line.at_m[i], aside = line_normal(line, i) * (kBeside_cells * height_m.grid.cell_m);
    return std::min({bilinear(height_m, at), bilinear(height_m, at + aside), bilinear(height_m, at - aside)});
  };
  std::vector<float> lower(line.size(), line.bed_m.back());  // the next lake's level, else the end's
  for (size_t i = line.size() - 1; i-- > 0;) lower[i] = line.in_lake[i] != 0 ? line.bed_m[i] : lower[i + 1];
  float run = line.bed_m.front();
  for (size_t i = 0; i < line.size(); ++i) {
    run = std::min(run, line.bed_m[i]);
    if (line.in_lake[i] == 0 && i > 0) run = std::min(run, std::max(lower[i], lowest(i)));
    line.bed_m[i] = run;
  }
}

}  // namespace

Vec2 beyond_mouth(const Mask& land, uint32_t cell) {
  const GridSpec& g = land.grid;
  const Vec2 at = g.centre(static_cast<size_t>(cell));
  const int column = g.column_of(cell), row = g.row_of(cell);
  constexpr std::array<std::array<int, 2>, 4> kSides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  Vec2 sum;
  for (const auto& [dc, dr] : kSides)
    if (g.contains(column + dc, row + dr) && land.at(column + dc, row + dr) == 0)
      sum = sum + Vec2{static_cast<double>(dc), -static_cast<double>(dr)};
  if (sum == Vec2{})
    for (const auto& [dc, dr] : kSides)
      if (!g.contains(column + dc, row + dr))
        return at + Vec2{static_cast<double>(dc), -static_cast<double>(dr)} * (0.5 * g.cell_m);
  if (sum == Vec2{})
    for (const auto& [dc, dr] : kSides)
      if (g.contains(column + dc, row + dr) && land.at(column + dc, row + dr) == 0)
        return at + Vec2{static_cast<double>(dc), -static_cast<double>(dr)} * g.cell_m;
  return at + sum * (g.cell_m / std::max(std::fabs(sum.x), std::fabs(sum.y)));
}

Vec2 line_normal(const RiverLine& line, size_t i) {
  const size_t a = i > kTangent ? i - kTangent : 0, b = std::min(i + kTangent, line.size() - 1);
  const Vec2 along = line.at_m[b] - line.at_m[a];
  const double length = std::sqrt(along.x * along.x + along.y * along.y);
  return length > 0 ? Vec2{-along.y / length, along.x / length} : Vec2{};
}

size_t RiverLine::vertex_at(double where) const {
  const auto found = std::lower_bound(place.begin(), place.end(), static_cast<float>(where));
  return std::min(static_cast<size_t>(found - place.begin()), size() - 1);
}

size_t RiverLine::joint_of(const RiverLine& joining) const {
  const auto found = std::find(at_m.begin(), at_m.end(), joining.at_m.back());
  return std::min(static_cast<size_t>(found - at_m.begin()), size() - 1);
}

std::vector<double> smooth_path(const std::vector<double>& values, double sigma) {
  const int count = static_cast<int>(values.size()), reach = static_cast<int>(3 * sigma + 0.5);
  std::vector<double> weight;
  double total = 0;
  for (int k = 0; k <= reach; ++k) {
    const double z = k / sigma;
    weight.push_back(exact::exp(-0.5 * z * z));
    total += k == 0 ? 1 : 2 * weight.back();
  }
  const auto at = [&](int i) {
    if (i < 0) return 2 * values.front() - values[static_cast<size_t>(std::min(-i, count - 1))];
    if (i >= count) return 2 * values.back() - values[static_cast<size_t>(std::max(2 * count - 2 - i, 0))];
    return values[static_cast<size_t>(i)];
  };
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    double sum = weight[0] * values[static_cast<size_t>(i)];
    for (int k = 1; k <= reach; ++k) sum += weight[static_cast<size_t>(k)] * (at(i - k) + at(i + k));
    out.push_back(sum / total);
  }
  return out;
}

namespace {

/// Level of the last lake that a river runs through, else of the one at whose outlet it begins; infinite
/// without one.
double own_lake_m(const HeldLakes& lakes, const RiverPath& path) {
  const auto through = std::find_if(path.cells.rbegin(), path.cells.rend(),
                                    [&](uint32_t cell) { return lakes.at(cell) != 0; });
  if (through != path.cells.rend()) return static_cast<double>(lakes.level_m[lakes.at(*through) - size_t{1}]);
  const auto outlet = std::ranges::find(lakes.outlet, path.cells.front());
  return outlet == lakes.outlet.end()
             ? std::numeric_limits<double>::infinity()
             : static_cast<double>(lakes.level_m[static_cast<size_t>(outlet - lakes.outlet.begin())]);
}

/// The lowest lake above the end of every river, so that water runs from it to where the river joins another.
std::vector<double> lowest_lakes_m(const HeldLakes& lakes, const std::vector<RiverPath>& paths) {
  std::vector<double> lowest;
  for (const RiverPath& path : paths) lowest.push_back(own_lake_m(lakes, path));
  for (size_t k = paths.size(); k-- > 0;)  // a river stands before those that join it
    if (paths[k].into_river >= 0) {
      double& main = lowest[static_cast<size_t>(paths[k].into_river)];
      main = std::min(main, lowest[k]);
    }
  return lowest;
}

/// The most that a river's bed may have at every cell: what joins it there comes from a lake.
std::vector<double> most_bed_m(const std::vector<RiverPath>& paths, const std::vector<double>& lowest_m,
                               size_t river) {
  std::vector<double> most(paths[river].cells.size(), std::numeric_limits<double>::infinity());
  for (size_t k = 0; k < paths.size(); ++k) {
    if (paths[k].into_river != static_cast<int>(river)) continue;
    double& there = most[std::min(static_cast<size_t>(joining_place(paths[k])), most.size() - 1)];
    there = std::min(there, lowest_m[k]);
  }
  return most;
}

}  // namespace

std::vector<RiverLine> draw_rivers(const Template& tmpl, const SeedBundle& seeds,
                                   const RiverLineInputs& inputs, const std::vector<RiverPath>& paths) {
  const GridSpec& g = inputs.land.grid;
  const double step_m = kVertexStep_m * frame_factor(tmpl);
  const auto drawn_at = [&](uint32_t cell) {
    const auto found = inputs.drawn_m.find(cell);
    return found == inputs.drawn_m.end() ? g.centre(static_cast<size_t>(cell)) : found->second;
  };
  const double smooth_cells = tmpl.relief.erosion == Erosion::none ? kRoughSmooth_cells : kSmooth_cells;
  double most = 0;
  for (const RiverPath& path : paths) most = std::max(most, inputs.weighted_m2[path.cells.back()]);
  const std::vector<double> lowest_m = lowest_lakes_m(inputs.lakes, paths);
  std::vector<RiverLine> lines;
  for (const RiverPath& path : paths) {
    std::vector<Vec2> points;
    for (const uint32_t cell : path.cells) points.push_back(drawn_at(cell));
    RiverLine line;
    RiverEnd end;
    const uint32_t mouth = path.cells.back();
    if (path.into_river >= 0) {
      const RiverLine& main = lines[static_cast<size_t>(path.into_river)];
      const size_t vertex = main.vertex_at(joining_place(path));
      points.push_back(main.at_m[vertex]);
      end.bed_m = static_cast<double>(main.bed_m[vertex]);
    } else if (path.into_lake >= 0) {
      points.push_back(g.centre(static_cast<size_t>(inputs.drainage.receiver[mouth])));
      end.bed_m = static_cast<double>(inputs.lakes.level_m[static_cast<size_t>(path.into_lake)]);
    } else {
      points.push_back(beyond_mouth(inputs.land, mouth));
      end.at_sea = true;
      end.great = inputs.weighted_m2[mouth] >= kGreat * most;
      line.leaves_frame = at_frame_edge(inputs.land, mouth);
      if (line.leaves_frame) end.bed_m = static_cast<double>(inputs.height_m[mouth]);
    }
    points = smooth_points(points, smooth_cells);
    for (size_t k = 0; k < path.cells.size(); ++k)
      if (inputs.drawn_m.contains(path.cells[k])) points[k] = drawn_at(path.cells[k]);
    place_vertices(points, step_m, line);
    const std::vector<double> bed =
        path_bed(tmpl, inputs, path, end, most_bed_m(paths, lowest_m, lines.size()));
    std::vector<double> weighted;
    for (const uint32_t cell : path.cells) weighted.push_back(inputs.weighted_m2[cell]);
    for (size_t i = 0; i < line.size(); ++i) {
      const auto place = static_cast<double>(line.place[i]);
      line.bed_m.push_back(static_cast<float>(along(bed, place)));
      line.width_m.push_back(
          static_cast<float>(channel_width_m(tmpl, discharge_of(tmpl, along(weighted, place)))));
      const auto k = std::min(static_cast<size_t>(place), path.cells.size() - 1);
      const size_t next = std::min(k + 1, path.cells.size() - 1);
      const bool inside = inputs.lakes.at(path.cells[next]) != 0;
      line.in_lake.push_back(static_cast<uint8_t>(inside ? inputs.lakes.at(path.cells[k]) : 0));
    }
    measure_slope(line);
    measure_floor(tmpl, inputs, path, line);
    meander(tmpl, seeds, inputs, path, line);
    if (tmpl.relief.erosion == Erosion::none) settle_bed(inputs.height_m, line);
    make_falls(tmpl, weighted, line);
    line.estuary_from = line.size();
    if (end.at_sea && !line.leaves_frame)
      make_mouth(tmpl, inputs,
                 {static_cast<ShoreType>(inputs.shore[mouth]), weighted.back() / std::max(most, 1e-9)}, line);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace fw
