#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/field/shape.h"

namespace fw {
namespace {

/// An edge in whole millimetres; products of two differences fit 64 bits (kMostShapeCoordinate_m).
struct Edge {
  int64_t ax, ay, bx, by;
  int64_t low_x, high_x, low_y, high_y;
};

Edge edge_of(Vec2 a, Vec2 b) {
  const auto millimetres = [](double value) { return std::llround(value * 1000); };
  Edge e{millimetres(a.x), millimetres(a.y), millimetres(b.x), millimetres(b.y), 0, 0, 0, 0};
  e.low_x = std::min(e.ax, e.bx), e.high_x = std::max(e.ax, e.bx);
  e.low_y = std::min(e.ay, e.by), e.high_y = std::max(e.ay, e.by);
  return e;
}

/// On which side of an edge a place lies: -1, 0, 1.
int side(const Edge& e, int64_t x, int64_t y) {
  const int64_t turn = (e.bx - e.ax) * (y - e.ay) - (e.by - e.ay) * (x - e.ax);
  return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

/// Whether two edges have one inner place of both in common.
bool cross(const Edge& e, const Edge& f) {
  return side(e, f.ax, f.ay) * side(e, f.bx, f.by) < 0 && side(f, e.ax, e.ay) * side(f, e.bx, e.by) < 0;
}

Vec2 crossing_of(const Edge& e, const Edge& f) {
  const auto wide = [](int64_t value) { return static_cast<double>(value); };
  const double ex = wide(e.bx - e.ax), ey = wide(e.by - e.ay), fx = wide(f.bx - f.ax), fy = wide(f.by - f.ay);
  const double t = (wide(f.ax - e.ax) * fy - wide(f.ay - e.ay) * fx) / (ex * fy - ey * fx);
  return Vec2{wide(e.ax) + t * ex, wide(e.ay) + t * ey} * 0.001;
}

}  // namespace

std::optional<Vec2> self_crossing(const Shape& shape) {
  if (shape.kind != Shape::Kind::polygons) return {};
  std::vector<Edge> edges;
  for (const std::vector<Vec2>& ring : shape.parts)
    for (size_t k = 0; k < ring.size(); ++k) edges.push_back(edge_of(ring[k], ring[(k + 1) % ring.size()]));
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.low_x != b.low_x ? a.low_x < b.low_x : a.low_y < b.low_y;
  });
  for (size_t i = 0; i < edges.size(); ++i)
    for (size_t j = i + 1; j < edges.size() && edges[j].low_x <= edges[i].high_x; ++j) {
      const bool apart = edges[j].low_y > edges[i].high_y || edges[j].high_y < edges[i].low_y;
      if (!apart && cross(edges[i], edges[j])) return crossing_of(edges[i], edges[j]);
    }
  return {};
}

}  // namespace fw
