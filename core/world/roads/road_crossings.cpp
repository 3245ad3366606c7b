#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/world/roads/road_network.h"

namespace fw {
namespace {

constexpr double kApart_m = 60;  // in an 8 km frame
constexpr double kDegrees = 57.29577951308232;

struct Box {
  double x0 = 1e300, y0 = 1e300, x1 = -1e300, y1 = -1e300;

  void add(Vec2 p) {
    x0 = std::min(x0, p.x);
    y0 = std::min(y0, p.y);
    x1 = std::max(x1, p.x);
    y1 = std::max(y1, p.y);
  }
  bool meets(const Box& o) const { return x0 <= o.x1 && o.x0 <= x1 && y0 <= o.y1 && o.y0 <= y1; }
};

Box box_of(const std::vector<Vec2>& line) {
  Box box;
  for (const Vec2 v : line) box.add(v);
  return box;
}

double cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}

/// Where a -> b meets c -> d, as shares of both; starts count, ends do not.
struct Meeting {
  double along = 0, of_river = 0;
};
std::optional<Meeting> meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 road = b - a, river = d - c, to = c - a;
  const double area = cross(road, river);
  if (area == 0) return std::nullopt;
  const double t = cross(to, river) / area, u = cross(to, road) / area;
  if (!(t >= 0 && t < 1 && u >= 0 && u < 1)) return std::nullopt;
  return Meeting{t, u};
}

/// A crossing, and how far along its piece it lies.
struct Found {
  Crossing crossing;
  double at_m = 0;
  int river = 0;
};

Crossing crossing_at(const Reach& reach, size_t vertex, double share, Vec2 road) {
  const Vec2 a = reach.vertices_m[vertex], b = reach.vertices_m[vertex + 1];
  const Vec2 river = b - a;
  const double lengths =
      std::sqrt((road.x * road.x + road.y * road.y) * (river.x * river.x + river.y * river.y));
  const double sine = std::min(1.0, std::abs(cross(road, river)) / lengths);
  const double cosine = std::abs(road.x * river.x + road.y * river.y) / lengths;
  const double wide = static_cast<double>(reach.width_m[vertex]);
  Crossing out;
  out.position_m = a + river * share;
  out.width_m = wide + (static_cast<double>(reach.width_m[vertex + 1]) - wide) * share;
  out.angle_deg = exact::atan2(sine, cosine) * kDegrees;
  out.span_m = out.width_m / std::max(sine, 0.05);
  out.direction = road * (1 / std::sqrt(road.x * road.x + road.y * road.y));
  return out;
}

/// All meetings of one piece with one reach.
void cross_reach(const std::vector<Vec2>& line, const Box& box, const Reach& reach, int index,
                 std::vector<Found>& out) {
  for (size_t v = 0; v + 1 < reach.vertices_m.size(); ++v) {
    Box step;
    step.add(reach.vertices_m[v]);
    step.add(reach.vertices_m[v + 1]);
    if (!box.meets(step)) continue;
    double before = 0;
    for (size_t i = 1; i < line.size(); ++i) {
      const double length = std::sqrt(squared_distance(line[i - 1], line[i]));
      const auto at = meet(line[i - 1], line[i], reach.vertices_m[v], reach.vertices_m[v + 1]);
      if (at) {
        out.push_back({crossing_at(reach, v, at->of_river, line[i] - line[i - 1]),
                       before + at->along * length, reach.river});
        out.back().crossing.reach = index;
      }
      before += length;
    }
  }
}

/// One of those of a river within kApart_m of each other: the squarest.
std::vector<Found> thinned(std::vector<Found> found, double apart_m) {
  std::sort(found.begin(), found.end(), [](const Found& l, const Found& r) {
    return l.at_m != r.at_m ? l.at_m < r.at_m : l.crossing.reach < r.crossing.reach;
  });
  std::vector<Found> kept;
  for (const Found& f : found) {
    const auto near = std::find_if(kept.begin(), kept.end(), [&](const Found& k) {
      return k.river == f.river && f.at_m - k.at_m < apart_m;
    });
    if (near == kept.end())
      kept.push_back(f);
    else if (f.crossing.angle_deg > near->crossing.angle_deg)
      *near = f;
  }
  return kept;
}

}  // namespace

std::vector<Crossing> find_crossings(const RoadParams& params, const Water& water, double stretch,
                                     const std::vector<RoadPiece>& pieces) {
  std::vector<Box> boxes;
  for (const Reach& reach : water.reaches) boxes.push_back(box_of(reach.vertices_m));
  std::vector<Crossing> out;
  for (size_t p = 0; p < pieces.size(); ++p) {
    const Box box = box_of(pieces[p].vertices_m);
    std::vector<Found> found;
    for (size_t r = 0; r < boxes.size(); ++r)
      if (water.reaches[r].form != ReachForm::lake_path && box.meets(boxes[r]))
        cross_reach(pieces[p].vertices_m, box, water.reaches[r], static_cast<int>(r), found);
    const double ford_m = params.ford_m * (pieces[p].type == RoadClass::trail ? 2 : 1);
    for (Found& f : thinned(std::move(found), kApart_m * stretch)) {
      f.crossing.piece = static_cast<int>(p);
      f.crossing.type = f.crossing.width_m < ford_m ? CrossingType::ford : CrossingType::bridge;
      out.push_back(f.crossing);
    }
  }
  return out;
}

}  // namespace fw
