#include "core/water/drainage/network.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/field/filter.h"
#include "core/model/world/features.h"
#include "core/water/drainage/cell_window.h"
#include "core/water/drainage/rain.h"
#include "core/water/lakes/contour.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr double kLakeSlope = 0.12, kLakeEdge_m = 1;       // depth from the shore
constexpr double kLakeDepth_m = 4, kLakeDepthRoot = 0.03;  // depth by area
constexpr double kInlet_cells = 2;

/// Where a river's reaches part, as vertices; both ends too.
std::vector<size_t> cuts_of(size_t river, const RiverLine& line, const NetworkParts& parts) {
  std::vector<size_t> cuts{0, line.size() - 1};
  for (const RiverPath& other : parts.paths)
    if (other.into_river == static_cast<int>(river)) cuts.push_back(line.vertex_at(joining_place(other)));
  for (size_t i = 1; i < line.size(); ++i)
    if (line.in_lake[i] != line.in_lake[i - 1]) cuts.push_back(line.in_lake[i] != 0 ? i : i - 1);
  if (line.estuary_from < line.size()) cuts.push_back(line.estuary_from);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

double length_of(const std::vector<Vec2>& line) {
  double sum = 0;
  for (size_t i = 1; i < line.size(); ++i) sum += std::sqrt(squared_distance(line[i - 1], line[i]));
  return sum;
}

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

/// A vertex between i - 1 and i of a line, or beyond its end; what it has besides its place is that of vertex
/// `like`.
void insert_vertex(size_t i, size_t like, Vec2 at, RiverLine& line) {
  constexpr double kSamePlace_m = 0.01;
  if (squared_distance(line.at_m[like], at) < kSamePlace_m * kSamePlace_m) return;
  const auto add = [i, like](auto& values) {
    const auto value = values[like];
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(i), value);
  };
  add(line.at_m), add(line.place), add(line.bed_m), add(line.width_m), add(line.axis_m), add(line.floor_m);
  add(line.slope), add(line.in_lake);
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
    } else if (last + 1 == line.size()) {  // it ends beside the outline
      std::fill(line.in_lake.begin() + static_cast<std::ptrdiff_t>(first), line.in_lake.end(), uint8_t{0});
      insert_vertex(line.size(), last, outline.nearest(line.at_m[last]).at, line);
      return;
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
  line.at_m.resize(size), line.place.resize(size), line.bed_m.resize(size), line.width_m.resize(size);
  line.axis_m.resize(size), line.floor_m.resize(size), line.slope.resize(size), line.in_lake.resize(size);
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
  const auto trim = [last](auto& values) {
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(last));
  };
  trim(line.at_m), trim(line.place), trim(line.bed_m), trim(line.width_m), trim(line.axis_m);
  trim(line.floor_m), trim(line.slope), trim(line.in_lake);
  line.bed_m[0] = static_cast<float>(level_m);
  std::erase_if(line.falls, [last](size_t fall) { return fall < last; });
  for (size_t& fall : line.falls) fall -= last;
  line.estuary_from -= last;
}

class Builder {
 public:
  Builder(const Template& tmpl, const NetworkParts& parts, WaterPlan& plan)
      : tmpl_(tmpl), parts_(parts), lines_(parts.lines), plan_(plan) {
    by_rank_.resize(parts.paths.size());
    std::iota(by_rank_.begin(), by_rank_.end(), size_t{0});
    const auto mouth = [&](size_t k) { return parts.paths[k].cells.back(); };
    std::sort(by_rank_.begin(), by_rank_.end(), [&](size_t a, size_t b) {
      const double qa = plan.weighted_m2[mouth(a)], qb = plan.weighted_m2[mouth(b)];
      return qa != qb ? qa > qb : mouth(a) < mouth(b);
    });
    rank_.resize(by_rank_.size());
    for (size_t i = 0; i < by_rank_.size(); ++i) rank_[by_rank_[i]] = static_cast<int>(i);
  }

  void build() {
    for (size_t k = 0; k < parts_.lakes.size(); ++k) add_lake(k);
    const GridSpec& g = plan_.height_m.grid;
    const FeatureIndex outlines = feature_index("lake_m", {.grid = g, .water = &plan_.network});
    for (size_t k = 0; k < lines_.size(); ++k)
      drown_inlets(outlines, plan_, parts_.paths[k], kInlet_cells * g.cell_m, lines_[k]);
    for (size_t k = 0; k < parts_.lakes.size(); ++k) meet_lake(k);
    for (const size_t path : by_rank_) add_river(path);
  }

 private:
  /// Lines that touch a lake end, begin or pass on its outline; so does its outlet.
  void meet_lake(size_t k) {
    Lake& lake = plan_.network.lakes[k];
    const auto number = static_cast<uint8_t>(k + 1);
    Water alone;
    alone.lakes.push_back(lake);
    const FeatureIndex outline = feature_index("lake_m", {.grid = plan_.height_m.grid, .water = &alone});
    if (outline.none()) return;
    lake.outlet_m = outline.nearest(lake.outlet_m).at;
    for (size_t line = 0; line < lines_.size(); ++line) {
      RiverLine& of = lines_[line];
      const RiverPath& path = parts_.paths[line];
      meet_outline(outline, number, lake.level_m, of);
      if (path.cells.front() == lake.outlet_cell && of.in_lake.front() == 0) {
        begin_on_outline(outline, lake.level_m, joints(line).first, of);
        lake.outlet_m = outline.nearest(of.at_m.front()).at;
      }
      if (path.into_lake == static_cast<int>(k) && of.in_lake.back() == 0)
        end_on_outline(outline, lake.level_m, joints(line).second + 1, of);
      // The way on from the last place in the lake.
      for (size_t i = 0; i + 1 < of.size(); ++i)
        if (of.in_lake[i] == number && of.in_lake[i + 1] == 0 && path.into_lake != static_cast<int>(k))
          lake.outlet_m = of.at_m[i];
    }
  }

  /// The first and the last vertex of a line at which other ones end; size() and 0 without any.
  std::pair<size_t, size_t> joints(size_t line) const {
    std::pair<size_t, size_t> out{lines_[line].size(), 0};
    for (const RiverPath& other : parts_.paths) {
      if (other.into_river != static_cast<int>(line)) continue;
      const size_t at = lines_[line].vertex_at(joining_place(other));
      out = {std::min(out.first, at), std::max(out.second, at)};
    }
    return out;
  }

  void add_river(size_t k) {
    const RiverPath& path = parts_.paths[k];
    River river;
    river.mouth_cell = path.cells.back();
    river.discharge_m3_s = discharge_of(tmpl_, plan_.weighted_m2[river.mouth_cell]);
    river.catchment_m2 = plan_.catchment_m2[river.mouth_cell];
    const std::vector<size_t> cuts = cuts_of(k, lines_[k], parts_);
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      river.reaches.push_back(static_cast<int>(plan_.network.reaches.size()));
      river.length_m += add_reach(k, cuts[i], cuts[i + 1]);
    }
    for (const RiverArm& arm : lines_[k].arms) {
      river.reaches.push_back(static_cast<int>(plan_.network.reaches.size()));
      add_arm(k, arm, river.discharge_m3_s);
    }
    plan_.network.rivers.push_back(std::move(river));
  }

  double add_reach(size_t k, size_t first, size_t last) {
    const RiverPath& path = parts_.paths[k];
    const RiverLine& line = lines_[k];
    Reach reach;
    reach.river = rank_[k];
    const auto part = [&](const auto& all) {
      return std::vector(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    };
    reach.vertices_m = part(line.at_m);
    reach.bed_m = part(line.bed_m);
    reach.width_m = part(line.width_m);
    reach.length_m = length_of(reach.vertices_m);
    reach.slope = reach.length_m > 0
                      ? (static_cast<double>(reach.bed_m.front()) - static_cast<double>(reach.bed_m.back())) /
                            reach.length_m
                      : 0;
    // The last cell above the lower end: where lines meet, above the confluence of their cells.
    const bool at_mouth = last + 1 == line.size();
    const double lower = static_cast<double>(line.place[last]) - (at_mouth ? 1 : 1 + kBelowConfluence_cells);
    const auto cell =
        path.cells[static_cast<size_t>(std::clamp(lower, 0.0, static_cast<double>(path.cells.size() - 1)))];
    reach.order = std::max<int>(1, parts_.order[cell]);
    reach.discharge_m3_s = discharge_of(tmpl_, plan_.weighted_m2[cell]);
    reach.depth_m = channel_depth_m(static_cast<double>(reach.width_m.back()));
    if (line.in_lake[std::min(first + 1, last)] != 0 && line.in_lake[(first + last) / 2] != 0)
      reach.form = ReachForm::lake_path;
    if (first >= line.estuary_from) reach.form = ReachForm::estuary;
    set_end(path, line, last, reach);
    for (const size_t fall : line.falls)
      if (fall >= first && fall < last)
        plan_.network.falls.push_back(
            {line.at_m[fall], static_cast<int>(plan_.network.reaches.size()), static_cast<int>(fall - first),
             static_cast<double>(line.bed_m[fall]) - static_cast<double>(line.bed_m[fall + 1])});
    plan_.axis_m.push_back(part(line.axis_m));
    plan_.floor_m.push_back(part(line.floor_m));
    plan_.network.reaches.push_back(std::move(reach));
    return plan_.network.reaches.back().length_m;
  }

  void add_arm(size_t k, const RiverArm& arm, double discharge_m3_s) {
    Reach reach;
    reach.river = rank_[k];
    reach.order = plan_.network.reaches.back().order;
    reach.form = ReachForm::delta_arm;
    reach.discharge_m3_s = arm.discharge * discharge_m3_s;
    reach.vertices_m = arm.at_m;
    reach.bed_m = arm.bed_m;
    reach.width_m = arm.width_m;
    reach.depth_m = channel_depth_m(static_cast<double>(arm.width_m.back()));
    reach.length_m = length_of(arm.at_m);
    reach.slope = static_cast<double>(arm.bed_m.front()) / std::max(reach.length_m, 1e-9);
    plan_.axis_m.push_back(arm.at_m);
    plan_.floor_m.emplace_back(arm.at_m.size(), 0.0F);
    plan_.network.reaches.push_back(std::move(reach));
  }

  void set_end(const RiverPath& path, const RiverLine& line, size_t last, Reach& reach) {
    if (last + 1 < line.size()) {
      reach.into = ReachInto::river;
      reach.into_index = reach.river;
      if (line.in_lake[last] != 0 && reach.form != ReachForm::lake_path) {
        reach.into = ReachInto::lake;
        reach.into_index = line.in_lake[last] - 1;
      }
    } else if (path.into_lake >= 0) {
      reach.into = ReachInto::lake;
      reach.into_index = path.into_lake;
    } else if (path.into_river >= 0) {
      reach.into = ReachInto::river;
      reach.into_index = rank_[static_cast<size_t>(path.into_river)];
    } else if (line.leaves_frame) {
      reach.into = ReachInto::edge;
    }
  }

  void add_lake(size_t k) {
    const PlanLake& from = parts_.lakes[k];
    const GridSpec& g = plan_.height_m.grid;
    Lake lake;
    lake.outlet_cell = from.outlet;
    lake.outlet_m = g.centre(static_cast<size_t>(from.outlet));
    lake.level_m = static_cast<double>(from.level_m);
    lake.rings_m = lake_rings(g, from.cells);
    for (const std::vector<Vec2>& ring : lake.rings_m) lake.area_m2 += ring_area_m2(ring);
    const CellWindow part = window_round(g, from.cells, 1);
    Mask others(part.grid, 1);
    for (const uint32_t cell : from.cells) others[part.at(g, cell)] = 0;
    const Raster<float> shore = distance_to(others);
    for (const uint32_t cell : from.cells) {
      const double depth =
          lake_depth_m(static_cast<double>(shore[part.at(g, cell)]) - 0.5 * g.cell_m, lake.area_m2);
      lake.depth_max_m = std::max(lake.depth_max_m, depth);
      lake.volume_m3 += depth;
    }
    // The mean depth of its cells over the ground in its outline.
    lake.volume_m3 *= lake.area_m2 / static_cast<double>(from.cells.size());
    plan_.network.lakes.push_back(std::move(lake));
  }

  const Template& tmpl_;
  const NetworkParts& parts_;
  std::vector<RiverLine> lines_;
  WaterPlan& plan_;
  std::vector<size_t> by_rank_;
  std::vector<int> rank_;
};

}  // namespace

double lake_depth_m(double shore_m, double area_m2) {
  return std::min(kLakeSlope * std::max(shore_m, 0.0) + kLakeEdge_m,
                  kLakeDepth_m + kLakeDepthRoot * std::sqrt(area_m2));
}

void build_network(const Template& tmpl, const NetworkParts& parts, WaterPlan& plan) {
  Builder(tmpl, parts, plan).build();
}

}  // namespace fw
