#include "core/water/network/lake_shores.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/world/features.h"

namespace fw {
namespace {

constexpr double kInlet_cells = 2;

/// Where the outline that is drawn covers a line's way into a lake, out of it or through it for more than
/// `most_m`, as over an inlet of a cell's width, that way belongs to the lake: its water stands there at its
/// level.
void drown_inlets(const FeatureIndex& outlines, const WaterPlan& plan, const RiverPath& path, double most_m,
                  RiverLine& line) {
  const auto lake_at = [&](size_t i) {  // of the path's cell there
    const auto k = static_cast<size_t>(static_cast<double>(line.place[i]) + 0.5);
    return static_cast<uint8_t>(plan.lakes.at(path.cells[std::min(k, path.cells.size() - 1)]));
  };
  for (size_t first = 0, end = 0; first < line.size(); first = end + 1) {
    uint8_t number = first > 0 ? line.in_lake[first - 1] : 0;
    double way_m = 0;
    for (end = first; end < line.size() && line.in_lake[end] == 0; ++end) {
      if (outlines.distance_m(line.at_m[end], 0) > 0) break;
      if (number == 0) number = lake_at(end);
      if (end > 0) way_m += std::sqrt(squared_distance(line.at_m[end], line.at_m[end - 1]));
    }
    if (number == 0)
      number = end < line.size() ? line.in_lake[end] : static_cast<uint8_t>(path.into_lake + 1);
    if (number == 0 || way_m <= most_m) continue;
    for (size_t i = first; i < end; ++i) {
      line.in_lake[i] = number;
      line.bed_m[i] = static_cast<float>(plan.network.lakes[number - 1u].level_m);
    }
  }
  std::erase_if(line.falls, [&](size_t fall) { return line.in_lake[fall] != 0; });
}

/// Calls visit(values) for all that a line has by vertex.
template <typename Visit>
void visit_columns(RiverLine& line, const Visit& visit) {
  visit(line.at_m), visit(line.place), visit(line.bed_m), visit(line.width_m), visit(line.axis_m);
  visit(line.floor_m), visit(line.slope), visit(line.in_lake);
}

/// A vertex between i - 1 and i of a line, or beyond its end; what it has besides its place is that of vertex
/// `like`.
void insert_vertex(size_t i, size_t like, Vec2 at, RiverLine& line) {
  constexpr double kSamePlace_m = 0.01;
  if (squared_distance(line.at_m[like], at) < kSamePlace_m * kSamePlace_m) return;
  visit_columns(line, [i, like](auto& values) {
    const auto value = values[like];
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(i), value);
  });
  const Vec2 moved = at - line.at_m[i];
  line.at_m[i] = at;
  line.axis_m[i] = line.axis_m[i] + moved;
  for (size_t& fall : line.falls) fall += fall >= i ? 1 : 0;
  line.estuary_from += line.estuary_from >= i ? 1 : 0;
}

/// Where the outline lies on the way from a place off it to one inside.
Vec2 outline_between(const FeatureIndex& outline, Vec2 off, Vec2 inside) {
  for (int halving = 0; halving < 30; ++halving) {
    const Vec2 middle = (off + inside) * 0.5;
    (outline.distance_m(middle, 0) > 0 ? off : inside) = middle;
  }
  return inside;
}

/// Rivers meet a lake on its outline: a line's way into it and out of it lies in the lake from there, and its
/// vertices beside the outline are the river's.
void meet_outline(const FeatureIndex& outline, uint8_t number, double level_m, RiverLine& line) {
  const auto is_in = [&](size_t i) { return outline.distance_m(line.at_m[i], 0) <= 0; };
  for (size_t first = 0; first < line.size(); ++first) {
    if (line.in_lake[first] != number) continue;
    size_t last = first;
    while (last + 1 < line.size() && line.in_lake[last + 1] == number) ++last;
    size_t from = first, to = last;
    while (from < to && !is_in(from)) ++from;
    while (to > from && !is_in(to)) --to;
    if (is_in(from)) {
      while (from > 0 && is_in(from - 1) && line.in_lake[from - 1] == 0) --from;
      while (to + 1 < line.size() && is_in(to + 1) && line.in_lake[to + 1] == 0) ++to;
      for (size_t i = std::min(first, from); i <= std::max(last, to); ++i) {
        line.in_lake[i] = i >= from && i <= to ? number : 0;
        line.bed_m[i] = static_cast<float>(level_m);
      }
      if (to + 1 < line.size())
        insert_vertex(to + 1, to, outline_between(outline, line.at_m[to + 1], line.at_m[to]), line);
      if (from > 0) {
        insert_vertex(from, from, outline_between(outline, line.at_m[from - 1], line.at_m[from]), line);
        ++to;
      }
      last = std::max(last, to + 1);
    } else {  // it ends beside the outline, or runs past
      const bool ends = last + 1 == line.size();
      std::fill_n(line.in_lake.begin() + static_cast<std::ptrdiff_t>(first), last + 1 - first, uint8_t{0});
      if (ends) return insert_vertex(line.size(), last, outline.nearest(line.at_m[last]).at, line);
    }
    first = last;
  }
  std::erase_if(line.falls, [&](size_t fall) { return line.in_lake[fall] != 0; });
}

/// A river that ends in a lake ends on its outline; `least`: the first vertex that may be the last.
void end_on_outline(const FeatureIndex& outline, double level_m, size_t least, RiverLine& line) {
  const auto is_in = [&](size_t i) { return outline.distance_m(line.at_m[i], 0) <= 0; };
  size_t end = line.size() - 1;
  if (!is_in(end)) return insert_vertex(line.size(), end, outline.nearest(line.at_m[end]).at, line);
  while (end > std::max(least, size_t{1}) && is_in(end - 1)) --end;
  if (end == 0 || is_in(end - 1)) return;
  line.at_m[end] = outline_between(outline, line.at_m[end - 1], line.at_m[end]);
  line.bed_m[end] = static_cast<float>(level_m);
  const size_t size = end + 1;
  visit_columns(line, [size](auto& values) { values.resize(size); });
  std::erase_if(line.falls, [size](size_t fall) { return fall + 1 >= size; });
  line.estuary_from = size;
}

/// A river that begins at a lake's outlet begins on its outline; `most`: the last vertex that may go.
void begin_on_outline(const FeatureIndex& outline, double level_m, size_t most, RiverLine& line) {
  const auto is_in = [&](size_t i) { return outline.distance_m(line.at_m[i], 0) <= 0; };
  if (!is_in(0)) {
    insert_vertex(0, 0, outline.nearest(line.at_m[0]).at, line);
    line.bed_m[0] = static_cast<float>(level_m);
    return;
  }
  size_t last = 0;
  while (last + 1 < std::min(line.size(), most) && is_in(last + 1)) ++last;
  if (last + 1 >= line.size() || is_in(last + 1)) return;
  line.at_m[last] = outline_between(outline, line.at_m[last + 1], line.at_m[last]);
  visit_columns(line, [last](auto& values) {
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(last));
  });
  line.bed_m[0] = static_cast<float>(level_m);
  std::erase_if(line.falls, [last](size_t fall) { return fall < last; });
  for (size_t& fall : line.falls) fall -= last;
  line.estuary_from -= last;
}

/// The first and the last vertex of a river's line at which other ones end; size() and 0 without any.
std::pair<size_t, size_t> joints_of(size_t river, const std::vector<RiverPath>& paths,
                                    const std::vector<RiverLine>& lines) {
  std::pair<size_t, size_t> out{lines[river].size(), 0};
  for (size_t k = 0; k < paths.size(); ++k) {
    if (paths[k].into_river != static_cast<int>(river)) continue;
    const size_t at = lines[river].joint_of(lines[k]);
    out = {std::min(out.first, at), std::max(out.second, at)};
  }
  return out;
}

/// Rivers that would meet another one where a lake is drawn end in the lake.
void end_in_lake(const FeatureIndex& outline, int lake, const std::vector<RiverLine>& lines,
                 std::vector<RiverPath>& paths) {
  for (size_t k = 0; k < paths.size(); ++k)
    if (paths[k].into_river >= 0 && outline.distance_m(lines[k].at_m.back(), 0) <= 0) {
      paths[k].into_river = -1;
      paths[k].into_lake = lake;
    }
}

/// Lines that touch a lake end, begin or pass on its outline; so does its outlet.
void meet_lake(const FeatureIndex& outline, size_t k, const std::vector<RiverPath>& paths,
               std::vector<RiverLine>& lines, WaterPlan& plan) {
  Lake& lake = plan.network.lakes[k];
  const auto number = static_cast<uint8_t>(k + 1);
  if (outline.none()) return;
  lake.outlet_m = outline.nearest(lake.outlet_m).at;
  for (size_t river = 0; river < lines.size(); ++river) {
    RiverLine& line = lines[river];
    const RiverPath& path = paths[river];
    const bool ends_here = path.into_lake == static_cast<int>(k);
    meet_outline(outline, number, lake.level_m, line);
    if (path.cells.front() == lake.outlet_cell && line.in_lake.front() == 0) {
      begin_on_outline(outline, lake.level_m, joints_of(river, paths, lines).first, line);
      lake.outlet_m = outline.nearest(line.at_m.front()).at;
    }
    if (ends_here && line.in_lake.back() == 0)
      end_on_outline(outline, lake.level_m, joints_of(river, paths, lines).second + 1, line);
    // The way on from the last place in the lake.
    for (size_t i = 0; i + 1 < line.size(); ++i)
      if (line.in_lake[i] == number && line.in_lake[i + 1] == 0 && !ends_here) lake.outlet_m = line.at_m[i];
  }
}

}  // namespace

FeatureIndex outline_of(const Lake& lake, const GridSpec& grid) {
  Water alone;
  alone.lakes.push_back(lake);
  return feature_index("lake_m", {.grid = grid, .water = &alone});
}

void meet_lakes(std::vector<RiverPath>& paths, std::vector<RiverLine>& lines, WaterPlan& plan) {
  const GridSpec& g = plan.height_m.grid;
  std::vector<FeatureIndex> outline;
  for (const Lake& lake : plan.network.lakes) outline.push_back(outline_of(lake, g));
  for (size_t k = 0; k < outline.size(); ++k) end_in_lake(outline[k], static_cast<int>(k), lines, paths);
  const FeatureIndex outlines = feature_index("lake_m", {.grid = g, .water = &plan.network});
  for (size_t k = 0; k < lines.size(); ++k)
    drown_inlets(outlines, plan, paths[k], kInlet_cells * g.cell_m, lines[k]);
  for (size_t k = 0; k < outline.size(); ++k) meet_lake(outline[k], k, paths, lines, plan);
}

}  // namespace fw
