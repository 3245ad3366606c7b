#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/base/geometry.h"
#include "core/world/roads/road_network.h"

namespace fw {
namespace {

constexpr double kCrossingsApart_m = 60;  // in an 8 km frame
constexpr double kDegrees = 57.29577951308232;

/// Where a -> b meets c -> d, as shares of both, if the ends of each lie on two sides of the other; an end on
/// it counts to its right. So a line that passes a vertex is met once.
struct Meeting {
  double along = 0, of_river = 0;
};
std::optional<Meeting> meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 road = b - a, river = d - c, to = c - a;
  const auto left = [](Vec2 line, Vec2 at) { return cross(line, at) > 0; };
  if (left(road, c - a) == left(road, d - a) || left(river, a - c) == left(river, b - c)) return std::nullopt;
  const double area = cross(road, river);
  const auto share = [](double of) { return std::clamp(of, 0.0, 1.0); };
  return Meeting{share(cross(to, river) / area), share(cross(to, road) / area)};
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
void cross_reach(const std::vector<Vec2>& line, const Bounds& box, const Reach& reach, int index,
                 std::vector<Found>& out) {
  for (size_t v = 0; v + 1 < reach.vertices_m.size(); ++v) {
    Bounds step;
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

std::vector<Found> all_meetings(const Water& water, const std::vector<Bounds>& boxes,
                                const std::vector<Vec2>& line) {
  const Bounds box = bounds_of(line);
  std::vector<Found> found;
  for (size_t r = 0; r < boxes.size(); ++r)
    if (water.reaches[r].form != ReachForm::lake_path && box.meets(boxes[r]))
      cross_reach(line, box, water.reaches[r], static_cast<int>(r), found);
  std::sort(found.begin(), found.end(), [](const Found& l, const Found& rhs) {
    return l.at_m != rhs.at_m ? l.at_m < rhs.at_m : l.crossing.reach < rhs.crossing.reach;
  });
  return found;
}

std::vector<Bounds> boxes_of(const Water& water) {
  std::vector<Bounds> boxes;
  for (const Reach& reach : water.reaches) boxes.push_back(bounds_of(reach.vertices_m));
  return boxes;
}

/// The place a distance along a line.
Vec2 along(const std::vector<Vec2>& line, double at_m) {
  for (size_t i = 1; i < line.size(); ++i) {
    const double length = std::sqrt(squared_distance(line[i - 1], line[i]));
    if (at_m <= length && length > 0) return line[i - 1] + (line[i] - line[i - 1]) * (at_m / length);
    at_m -= length;
  }
  return line.back();
}

/// The vertices strictly between two distances along a line.
std::vector<Vec2> part_of(const std::vector<Vec2>& line, double from_m, double to_m) {
  std::vector<Vec2> out;
  double at = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (i > 0) at += std::sqrt(squared_distance(line[i - 1], line[i]));
    if (at > from_m && at < to_m) out.push_back(line[i]);
  }
  return out;
}

/// Unit vector along a river near a place of it: from 20 m before it to 20 m behind.
Vec2 course_at(const Reach& reach, Vec2 place) {
  constexpr double kReach_m = 20;
  Vec2 first = place, last = place;
  for (size_t v = 0; v < reach.vertices_m.size(); ++v) {
    if (squared_distance(reach.vertices_m[v], place) > kReach_m * kReach_m) continue;
    if (first == place) first = reach.vertices_m[v];
    last = reach.vertices_m[v];
  }
  const Vec2 d = last - first;
  const double length = std::sqrt(d.x * d.x + d.y * d.y);
  return length > 0 ? d * (1 / length) : Vec2{};
}

/// A bend from a place into a straight piece that begins at another one with that direction.
void bend_into(Vec2 from, Vec2 to, Vec2 direction, std::vector<Vec2>& out) {
  const double reach = 0.5 * std::sqrt(squared_distance(from, to));
  const Vec2 control = to - direction * reach;
  for (const double t : {0.25, 0.5, 0.75})
    out.push_back(from * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + to * (t * t));
}

/// The way over a river at a right angle, without its two ends.
std::vector<Vec2> square_way(Vec2 from, Vec2 to, const Found& over, const Reach& reach, double stretch) {
  const Vec2 course = course_at(reach, over.crossing.position_m);
  Vec2 across{-course.y, course.x};
  const Vec2 way = to - from;
  if (across.x * way.x + across.y * way.y < 0) across = across * -1;
  const double half_m = over.crossing.width_m / 2 + 6 * stretch;
  const Vec2 near = over.crossing.position_m - across * half_m,
             far = over.crossing.position_m + across * half_m;
  std::vector<Vec2> out;
  bend_into(from, near, across, out);
  out.push_back(near);
  out.push_back(far);
  std::vector<Vec2> back;
  bend_into(to, far, across * -1, back);
  out.insert(out.end(), back.rbegin(), back.rend());
  return out;
}

/// Without those of lines that touch a river: over its middle and back again within its width.
std::vector<Found> without_touches(const std::vector<Found>& found) {
  std::vector<Found> kept;
  for (const Found& f : found) {
    const auto last =
        std::find_if(kept.rbegin(), kept.rend(), [&](const Found& k) { return k.river == f.river; });
    if (last != kept.rend() && f.at_m - last->at_m <= f.crossing.width_m)
      kept.erase(std::next(last).base());
    else
      kept.push_back(f);
  }
  return kept;
}

/// One of those of a river within kCrossingsApart_m of each other: the squarest.
std::vector<Found> thinned(const std::vector<Found>& found, double apart_m) {
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

std::vector<Vec2> square_crossings(const Water& water, double stretch, std::vector<Vec2> line,
                                   const std::function<bool(const std::vector<Vec2>&)>& may_run) {
  constexpr double kSquare_deg = 80, kBefore_m = 25;
  const std::vector<Bounds> boxes = boxes_of(water);
  const std::vector<Found> found = all_meetings(water, boxes, line);
  const double length = line_length_m(line);
  // From the far end, so that distances before it stay.
  double free_m = length;
  for (size_t end = found.size(); end > 0;) {
    size_t first = end - 1;
    while (first > 0 && found[first - 1].river == found[first].river &&
           found[first].at_m - found[first - 1].at_m < kCrossingsApart_m * stretch)
      --first;
    const size_t squarest =
        static_cast<size_t>(std::max_element(found.begin() + static_cast<std::ptrdiff_t>(first),
                                             found.begin() + static_cast<std::ptrdiff_t>(end),
                                             [](const Found& l, const Found& r) {
                                               return l.crossing.angle_deg < r.crossing.angle_deg;
                                             }) -
                            found.begin());
    const Found& over = found[squarest];
    const double margin_m = kBefore_m * stretch + over.crossing.width_m;
    const double from_m = found[first].at_m - margin_m, to_m = found[end - 1].at_m + margin_m;
    const bool alone = first == 0 || found[first - 1].at_m < from_m;
    const bool odd = (end - first) % 2 == 1;
    const bool askew = end - first > 1 || over.crossing.angle_deg < kSquare_deg;
    end = first;
    if (!askew || !alone || from_m <= 0 || to_m >= free_m) continue;
    const Vec2 from = along(line, from_m), to = along(line, to_m);
    // Over and back again: it stays on its side.
    std::vector<Vec2> way{from};
    if (odd)
      for (const Vec2 v :
           square_way(from, to, over, water.reaches[static_cast<size_t>(over.crossing.reach)], stretch))
        way.push_back(v);
    way.push_back(to);
    if (all_meetings(water, boxes, way).size() != (odd ? 1 : 0) || !may_run(way)) continue;
    std::vector<Vec2> next = part_of(line, -1, from_m);
    const std::vector<Vec2> rest = part_of(line, to_m, 1e300);
    next.insert(next.end(), way.begin(), way.end());
    next.insert(next.end(), rest.begin(), rest.end());
    line = std::move(next);
    free_m = from_m;
  }
  return line;
}

std::vector<Crossing> find_crossings(const RoadParams& params, const Water& water, double stretch,
                                     const std::vector<RoadPiece>& pieces) {
  const std::vector<Bounds> boxes = boxes_of(water);
  std::vector<Crossing> out;
  for (size_t p = 0; p < pieces.size(); ++p) {
    const double ford_m = params.ford_m * (pieces[p].type == RoadClass::trail ? 2 : 1);
    const std::vector<Found> over = without_touches(all_meetings(water, boxes, pieces[p].vertices_m));
    for (Found& f : thinned(over, kCrossingsApart_m * stretch)) {
      f.crossing.piece = static_cast<int>(p);
      f.crossing.type = f.crossing.width_m < ford_m ? CrossingType::ford : CrossingType::bridge;
      out.push_back(f.crossing);
    }
  }
  return out;
}

}  // namespace fw
