#include "core/water/network/network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/model/world/features.h"
#include "core/water/drainage/rain.h"
#include "core/water/lakes/contour.h"
#include "core/water/lakes/hand_lakes.h"
#include "core/water/network/lake_shores.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr double kLakeSlope = 0.12, kLakeEdge_m = 1;       // depth from the shore
constexpr double kLakeDepth_m = 4, kLakeDepthRoot = 0.03;  // depth by area

/// Where a river's reaches part, as vertices; both ends too.
std::vector<size_t> cuts_of(size_t river, const std::vector<RiverLine>& lines,
                            const std::vector<RiverPath>& paths) {
  const RiverLine& line = lines[river];
  std::vector<size_t> cuts{0, line.size() - 1};
  for (size_t k = 0; k < paths.size(); ++k)
    if (paths[k].into_river == static_cast<int>(river)) cuts.push_back(line.joint_of(lines[k]));
  for (size_t i = 1; i < line.size(); ++i)
    if (line.in_lake[i] != line.in_lake[i - 1]) cuts.push_back(line.in_lake[i] != 0 ? i : i - 1);
  if (line.estuary_from < line.size()) cuts.push_back(line.estuary_from);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

/// Greatest depth and volume. A raster as fine as the plan has a place within half the diagonal of a cell
/// from the plan's deepest one: the bed is level there, so that each reaches the same depth.
void measure_depth(const GridSpec& g, const std::vector<uint32_t>& cells, Lake& lake) {
  const FeatureIndex outline = outline_of(lake, g);
  std::vector<double> shore_m;
  for (const uint32_t cell : cells) {
    const Vec2 at = g.centre(static_cast<size_t>(cell));
    shore_m.push_back(outline.distance_m(at, 0) > 0 ? 0 : outline.nearest(at).distance_m);
  }
  lake.depth_max_m = std::numeric_limits<double>::infinity();
  lake.depth_max_m =
      lake_depth_m(lake, *std::max_element(shore_m.begin(), shore_m.end()) - std::sqrt(0.5) * g.cell_m);
  for (const double shore : shore_m)
    if (shore > 0) lake.volume_m3 += lake_depth_m(lake, shore);
  const auto inside = std::count_if(shore_m.begin(), shore_m.end(), [](double shore) { return shore > 0; });
  lake.volume_m3 *= lake.area_m2 / static_cast<double>(std::max<std::ptrdiff_t>(inside, 1));
}

class Builder {
 public:
  Builder(const Template& tmpl, const NetworkParts& parts, WaterPlan& plan)
      : tmpl_(tmpl), parts_(parts), paths_(parts.paths), lines_(parts.lines), plan_(plan) {
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
    meet_lakes(paths_, lines_, plan_);
    for (const size_t path : by_rank_) add_river(path);
  }

 private:
  void add_river(size_t k) {
    const RiverPath& path = paths_[k];
    River river;
    river.mouth_cell = path.cells.back();
    river.discharge_m3_s = discharge_of(tmpl_, plan_.weighted_m2[river.mouth_cell]);
    river.catchment_m2 = plan_.catchment_m2[river.mouth_cell];
    const std::vector<size_t> cuts = cuts_of(k, lines_, paths_);
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
    const RiverPath& path = paths_[k];
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
    reach.length_m = line_length_m(reach.vertices_m);
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
    reach.length_m = line_length_m(arm.at_m);
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
    if (from.row != nullptr) {
      lake.name = from.row->name;
      lake.hand = from.row->id;
      lake.rings_m = drawn_rings(*from.row, g);
    } else {
      lake.rings_m = lake_rings(g, from.cells);
    }
    for (const std::vector<Vec2>& ring : lake.rings_m) lake.area_m2 += ring_area_m2(ring);
    measure_depth(g, from.cells, lake);
    plan_.network.lakes.push_back(std::move(lake));
  }

  const Template& tmpl_;
  const NetworkParts& parts_;
  std::vector<RiverPath> paths_;
  std::vector<RiverLine> lines_;
  WaterPlan& plan_;
  std::vector<size_t> by_rank_;
  std::vector<int> rank_;
};

}  // namespace

double lake_depth_m(const Lake& lake, double shore_m) {
  return std::min({kLakeSlope * std::max(shore_m, 0.0) + kLakeEdge_m,
                   kLakeDepth_m + kLakeDepthRoot * std::sqrt(lake.area_m2), lake.depth_max_m});
}

void build_network(const Template& tmpl, const NetworkParts& parts, WaterPlan& plan) {
  Builder(tmpl, parts, plan).build();
}

}  // namespace fw
