#include "render/map/scene/simplified.h"

#include <cmath>
#include <queue>
#include <tuple>

namespace fw {
namespace {

double triangle(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 ab = b - a, ac = c - a;
  return std::fabs(ab.x * ac.y - ab.y * ac.x) / 2;
}

/// A vertex by the area of its triangle; `round` tells an area that a later removal changed.
struct Vertex {
  double area;
  size_t index;
  int round;
  bool operator>(const Vertex& b) const {
    return std::tie(area, index, round) > std::tie(b.area, b.index, b.round);
  }
};

}  // namespace

std::vector<bool> kept_vertices(std::span<const Vec2> line, double least_area, bool closed) {
  const size_t n = line.size();
  std::vector<bool> kept(n, true);
  if (n < 4 || least_area <= 0) return kept;
  std::vector<size_t> before(n), after(n);
  std::vector<int> round(n, 0);
  for (size_t i = 0; i < n; ++i) before[i] = (i + n - 1) % n, after[i] = (i + 1) % n;
  std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> queue;
  const auto is_end = [&](size_t i) { return !closed && (i == 0 || i + 1 == n); };
  const auto put = [&](size_t i) {
    if (is_end(i)) return;
    const double area = triangle(line[before[i]], line[i], line[after[i]]);
    if (area < least_area)
      queue.push({area, i, ++round[i]});
    else
      ++round[i];
  };
  for (size_t i = 0; i < n; ++i) put(i);
  size_t left = n;
  while (!queue.empty() && left > (closed ? 3U : 2U)) {
    const Vertex least = queue.top();
    queue.pop();
    if (!kept[least.index] || least.round != round[least.index]) continue;
    kept[least.index] = false;
    --left;
    const size_t a = before[least.index], b = after[least.index];
    after[a] = b;
    before[b] = a;
    put(a);
    put(b);
  }
  return kept;
}

std::vector<Vec2> simplified(std::span<const Vec2> line, double least_area, bool closed) {
  const std::vector<bool> kept = kept_vertices(line, least_area, closed);
  std::vector<Vec2> out;
  for (size_t i = 0; i < line.size(); ++i)
    if (kept[i]) out.push_back(line[i]);
  return out;
}

}  // namespace fw
