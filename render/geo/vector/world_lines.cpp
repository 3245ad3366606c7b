#include "render/geo/vector/world_lines.h"

#include <utility>

#include "render/geo/json_text.h"
#include "render/geo/vector/line_parts_internal.h"

namespace fw {
namespace lines {

std::unique_ptr<OGRGeometry> line(std::span<const Vec2> vertices_m, std::span<const float> heights_m) {
  auto out = std::make_unique<OGRLineString>();
  out->setNumPoints(static_cast<int>(vertices_m.size()));
  for (size_t i = 0; i < vertices_m.size(); ++i) {
    const auto at = static_cast<int>(i);
    if (heights_m.empty())
      out->setPoint(at, vertices_m[i].x, vertices_m[i].y);
    else
      out->setPoint(at, vertices_m[i].x, vertices_m[i].y, static_cast<double>(heights_m[i]));
  }
  return out;
}

std::unique_ptr<OGRGeometry> polygon(const std::vector<std::vector<Vec2>>& rings_m) {
  auto out = std::make_unique<OGRPolygon>();
  for (const std::vector<Vec2>& ring_m : rings_m) {
    OGRLinearRing ring;
    for (const Vec2 v : ring_m) ring.addPoint(v.x, v.y);
    ring.closeRings();
    out->addRing(&ring);
  }
  return out;
}

std::unique_ptr<OGRGeometry> place(Vec2 at_m) {
  return std::make_unique<OGRPoint>(at_m.x, at_m.y);
}

Attribute metres(double value) {
  return round_decimals(value, kMetreDecimals);
}

Attribute number(double value) {
  return round_decimals(value, kOtherDecimals);
}

JsonText numbers(std::span<const double> values, int decimals) {
  std::string list = "[";
  for (size_t i = 0; i < values.size(); ++i)
    list += (i > 0 ? ", " : " ") + json_real(round_decimals(values[i], decimals));
  return {list + " ]"};
}

std::string numbered(const char* what, size_t k) {
  return std::string(what) + "-" + std::to_string(k + 1);
}

}  // namespace lines

std::vector<LineLayer> line_layers(const World& world, const Template& tmpl) {
  std::vector<LineLayer> layers;
  if (tmpl.water.rivers == Nature::natural) {
    layers.push_back(lines::rivers(world));
    layers.push_back(lines::lakes(world));
    layers.push_back(lines::waterfalls(world));
  }
  if (tmpl.coast.types == Nature::natural) layers.push_back(lines::shore(world));
  if (tmpl.roads.mode == RoadMode::network) {
    layers.push_back(lines::roads(world));
    layers.push_back(lines::crossings(world));
  }
  if (tmpl.footprints.settlement_ha > 0 || tmpl.footprints.fort_ha > 0)
    layers.push_back(lines::footprints(world));
  return layers;
}

}  // namespace fw
