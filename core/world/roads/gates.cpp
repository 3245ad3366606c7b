#include "core/world/roads/gates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/bounds.h"

namespace fw {
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
void visit_lines(const Roads* roads, const std::vector<Track>& tracks, const Visit& visit) {
  if (roads == nullptr) {
    for (size_t k = 0; k < tracks.size(); ++k) visit(tracks[k].vertices_m, static_cast<int>(k));
    return;
  }
  for (size_t k = 0; k < roads->pieces.size(); ++k)
    if (roads->pieces[k].type != RoadClass::trail) visit(roads->pieces[k].vertices_m, static_cast<int>(k));
}

}  // namespace

void add_gates(const Roads* roads, const std::vector<Track>& tracks, Footprint& plan) {
  const std::vector<Vec2>& ring = plan.outline_m;
  std::vector<FoundGate> found;
  const Bounds round = bounds_of(ring);
  visit_lines(roads, tracks, [&](const auto& line, int piece) {
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
  visit_lines(roads, tracks,
              [&](const auto& line, int piece) { nearest_side(line, piece, ring, least, gate); });
  plan.gates.push_back(gate);
}

}  // namespace fw
