#include "core/world/roads/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/geometry.h"

namespace fw {
namespace {

double turn(Vec2 a, Vec2 b, Vec2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Marks the vertices to keep between two that are kept.
void keep_far(const std::vector<Vec2>& ring, size_t first, size_t last, double tolerance_m,
              std::vector<uint8_t>& kept) {
  if (last <= first + 1) return;
  const auto at = [&](size_t i) { return ring[i % ring.size()]; };
  const Vec2 a = at(first), b = at(last), d = b - a;
  const double length2 = d.x * d.x + d.y * d.y;
  double farthest = 0;
  size_t where = first;
  for (size_t i = first + 1; i < last; ++i) {
    const Vec2 to = at(i) - a;
    const double t = length2 > 0 ? std::clamp((to.x * d.x + to.y * d.y) / length2, 0.0, 1.0) : 0.0;
    const double distance = squared_distance(at(i), a + d * t);
    if (distance <= farthest) continue;
    farthest = distance;
    where = i;
  }
  if (farthest <= tolerance_m * tolerance_m) return;
  kept[where % ring.size()] = 1;
  keep_far(ring, first, where, tolerance_m, kept);
  keep_far(ring, where, last, tolerance_m, kept);
}

bool segments_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
    return false;
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

}  // namespace

std::vector<Vec2> simplify_ring(const std::vector<Vec2>& ring, double tolerance_m) {
  if (ring.size() < 4) return ring;
  // Two far places to begin with: the first vertex and the one farthest from it.
  size_t far = 0;
  for (size_t i = 1; i < ring.size(); ++i)
    if (squared_distance(ring[i], ring[0]) > squared_distance(ring[far], ring[0])) far = i;
  std::vector<uint8_t> kept(ring.size(), 0);
  kept[0] = kept[far] = 1;
  keep_far(ring, 0, far, tolerance_m, kept);
  keep_far(ring, far, ring.size(), tolerance_m, kept);
  std::vector<Vec2> out;
  for (size_t i = 0; i < ring.size(); ++i)
    if (kept[i] != 0) out.push_back(ring[i]);
  return out.size() >= 3 && is_simple_ring(out) ? out : ring;
}

bool is_simple_ring(const std::vector<Vec2>& ring) {
  const size_t n = ring.size();
  if (n < 3) return false;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours
      if (segments_meet(ring[i], ring[i + 1], ring[j], ring[(j + 1) % n])) return false;
    }
  return true;
}

double ring_length_m(const std::vector<Vec2>& ring) {
  double sum = 0;
  for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
    sum += std::sqrt(squared_distance(ring[i], ring[j]));
  return sum;
}

bool ring_holds(const std::vector<Vec2>& ring, Vec2 p) {
  bool inside = false;
  for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 a = ring[i], b = ring[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) inside = !inside;
  }
  return inside;
}

double ring_distance_m(const std::vector<Vec2>& ring, Vec2 p) {
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 d = ring[i] - ring[j], to = p - ring[j];
    const double length2 = d.x * d.x + d.y * d.y;
    const double t = length2 > 0 ? std::clamp((to.x * d.x + to.y * d.y) / length2, 0.0, 1.0) : 0.0;
    best = std::min(best, squared_distance(p, ring[j] + d * t));
  }
  return std::sqrt(best);
}

namespace {

constexpr double kApart_m = 20;

/// A gate and how far along the outline it lies.
struct FoundGate {
  double at_m = 0;
  Gate gate;
};

void cross_outline(const std::vector<Vec2>& line, int piece, const std::vector<Vec2>& ring,
                   std::vector<FoundGate>& out) {
  double before = 0;
  for (size_t k = 0; k < ring.size(); ++k) {
    const Vec2 a = ring[k], side = ring[(k + 1) % ring.size()] - a;
    const double length = std::sqrt(side.x * side.x + side.y * side.y);
    for (size_t i = 1; i < line.size(); ++i) {
      const Vec2 road = line[i] - line[i - 1], to = a - line[i - 1];
      const double area = cross(road, side);
      if (area == 0) continue;
      const double t = cross(to, side) / area, u = cross(to, road) / area;
      if (t >= 0 && t < 1 && u >= 0 && u < 1) out.push_back({before + u * length, {a + side * u, piece}});
    }
    before += length;
  }
}

/// The place of the outline nearest to any vertex of a line.
void nearest_side(const std::vector<Vec2>& line, int piece, const std::vector<Vec2>& ring, double& least,
                  Gate& gate) {
  for (const Vec2 p : line)
    for (size_t k = 0; k < ring.size(); ++k) {
      const Vec2 a = ring[k], side = ring[(k + 1) % ring.size()] - a, to = p - a;
      const double length2 = side.x * side.x + side.y * side.y;
      const double t = length2 > 0 ? std::clamp((to.x * side.x + to.y * side.y) / length2, 0.0, 1.0) : 0.0;
      const double d = squared_distance(p, a + side * t);
      if (d >= least) continue;
      least = d;
      gate = {a + side * t, piece};
    }
}

template <typename Visit>
void visit_lines(const Roads& roads, const Visit& visit) {
  for (size_t k = 0; k < roads.pieces.size(); ++k)
    if (roads.pieces[k].type != RoadClass::trail) visit(roads.pieces[k].vertices_m, static_cast<int>(k));
}

}  // namespace

void add_gates(const Roads& roads, Footprint& plan) {
  const std::vector<Vec2>& ring = plan.outline_m;
  std::vector<FoundGate> found;
  const Bounds round = bounds_of(ring);
  visit_lines(roads, [&](const auto& line, int piece) {
    if (bounds_of(line).meets(round)) cross_outline(line, piece, ring, found);
  });
  std::sort(found.begin(), found.end(), [](const FoundGate& l, const FoundGate& r) {
    return l.at_m != r.at_m ? l.at_m < r.at_m : l.gate.piece < r.gate.piece;
  });
  for (const FoundGate& f : found) {
    const bool apart = std::all_of(plan.gates.begin(), plan.gates.end(), [&](const Gate& gate) {
      return squared_distance(gate.position_m, f.gate.position_m) > kApart_m * kApart_m;
    });
    if (apart) plan.gates.push_back(f.gate);
  }
  if (!plan.gates.empty()) return;
  Gate gate{*std::min_element(ring.begin(), ring.end(), [](Vec2 l, Vec2 r) { return l.y < r.y; }), -1};
  double least = std::numeric_limits<double>::infinity();
  visit_lines(roads, [&](const auto& line, int piece) { nearest_side(line, piece, ring, least, gate); });
  plan.gates.push_back(gate);
}

}  // namespace fw
