#include "core/world/roads/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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

}  // namespace fw
