#include "render/engine/writers/web_names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "render/engine/target_parts_internal.h"

namespace fw {
namespace {

using Rings = std::vector<std::vector<Vec2>>;

template <typename Visit>
void visit_edges(const Rings& rings, const Visit& visit) {
  for (const std::vector<Vec2>& ring : rings)
    for (size_t i = 0; i < ring.size(); ++i) visit(ring[i], ring[(i + 1) % ring.size()]);
}

double squared_distance_to(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 edge{b.x - a.x, b.y - a.y};
  const double length2 = edge.x * edge.x + edge.y * edge.y;
  const double t = length2 > 0 ? ((p.x - a.x) * edge.x + (p.y - a.y) * edge.y) / length2 : 0;
  const double s = std::clamp(t, 0.0, 1.0);
  return squared_distance(p, {a.x + s * edge.x, a.y + s * edge.y});
}

/// Where the rings cross a line from west to east, ascending.
std::vector<double> crossings(const Rings& rings, double y) {
  std::vector<double> found;
  visit_edges(rings, [&](Vec2 a, Vec2 b) {
    if ((a.y > y) != (b.y > y)) found.push_back(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
  });
  std::sort(found.begin(), found.end());
  return found;
}

double area_m2(const std::vector<Vec2>& ring) {
  double twice = 0;
  visit_edges({ring}, [&](Vec2 a, Vec2 b) { twice += a.x * b.y - b.x * a.y; });
  return std::abs(twice) / 2;
}

void add(WebNames& names, const char* kind, const Attribute& name, const Rings& area) {
  names.table.rows.push_back({std::string(kind), name, round_decimals(std::sqrt(area_m2(area.front())), 1)});
  names.places_m.push_back(name_place(area));
}

/// On the largest of its pieces.
void add_regions(const ExportSource& source, WebNames& names) {
  const size_t column = column_of(source.regions, "name");
  for (const ExportRegion& region : source.areas) {
    const auto largest = std::max_element(
        region.polygons.begin(), region.polygons.end(),
        [](const Rings& a, const Rings& b) { return area_m2(a.front()) < area_m2(b.front()); });
    if (largest == region.polygons.end()) continue;
    add(names, "region", source.regions.rows[region.row][column], *largest);
  }
}

void add_lakes(const ExportLayer& lakes, WebNames& names) {
  const size_t column = column_of(lakes.table, "name");
  for (const ExportShape& lake : lakes.shapes)
    add(names, "lake", lakes.table.rows[lake.row][column], lake.shape.parts);
}

}  // namespace

Vec2 name_place(const Rings& rings_m) {
  constexpr int kChords = 16;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec2 v : rings_m.front()) low = std::min(low, v.y), high = std::max(high, v.y);
  Vec2 best = rings_m.front().front();
  double best_room = -1;
  for (int k = 0; k < kChords; ++k) {
    const double y = low + (high - low) * (k + 0.5) / kChords;
    const std::vector<double> at = crossings(rings_m, y);
    for (size_t i = 0; i + 1 < at.size(); i += 2) {
      const Vec2 middle{(at[i] + at[i + 1]) / 2, y};
      double room = std::numeric_limits<double>::infinity();
      visit_edges(rings_m, [&](Vec2 a, Vec2 b) { room = std::min(room, squared_distance_to(middle, a, b)); });
      if (room > best_room) best = middle, best_room = room;
    }
  }
  return {round_decimals(best.x, 3), round_decimals(best.y, 3)};
}

WebNames web_names(const ExportSource& source) {
  WebNames names;
  names.table.columns = {
      {"kind", AttributeKind::text}, {"name", AttributeKind::text}, {"size_m", AttributeKind::real}};
  add_regions(source, names);
  for (const ExportLayer& layer : source.layers)
    if (layer.name == "lakes") add_lakes(layer, names);
  return names;
}

}  // namespace fw
