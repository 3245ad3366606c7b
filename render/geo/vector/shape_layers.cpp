#include "render/geo/vector/shape_layers.h"

#include <ogrsf_frmts.h>

#include <cmath>

#include "render/geo/vector/line_parts_internal.h"
#include "render/geo/vector/region_fields.h"
#include "render/geo/vector/world_lines.h"

namespace fw {
namespace {

double whole_millimetres(double v) {
  return std::nearbyint(v * 1000) / 1000;
}

ShapeKind kind_of(OGRwkbGeometryType type) {
  const OGRwkbGeometryType flat = wkbFlatten(type);
  return flat == wkbPoint ? ShapeKind::point : flat == wkbPolygon ? ShapeKind::area : ShapeKind::line;
}

/// The vertices of a line, or of a ring without the last one, which repeats the first.
std::vector<Vec2> vertices_of(const OGRSimpleCurve& curve, int left_out) {
  std::vector<Vec2> out;
  for (int i = 0; i + left_out < curve.getNumPoints(); ++i)
    out.push_back({whole_millimetres(curve.getX(i)), whole_millimetres(curve.getY(i))});
  return out;
}

GeoShape shape_of(const OGRGeometry& geometry) {
  GeoShape shape;
  switch (wkbFlatten(geometry.getGeometryType())) {
    case wkbPoint: {
      const OGRPoint& at = *geometry.toPoint();
      shape.parts = {{{whole_millimetres(at.getX()), whole_millimetres(at.getY())}}};
      break;
    }
    case wkbPolygon:
      for (const OGRLinearRing* ring : *geometry.toPolygon()) shape.parts.push_back(vertices_of(*ring, 1));
      break;
    default: {
      const OGRLineString& line = *geometry.toLineString();
      shape.parts = {vertices_of(line, 0)};
      for (int i = 0; line.Is3D() && i < line.getNumPoints(); ++i)
        shape.heights_m.push_back(whole_millimetres(line.getZ(i)));
    }
  }
  return shape;
}

}  // namespace

OGRwkbGeometryType geometry_type(ShapeKind kind) {
  return kind == ShapeKind::point ? wkbPoint : kind == ShapeKind::area ? wkbPolygon : wkbLineString;
}

Geometries geometries_of(const ShapeLayer& layer) {
  Geometries out;
  for (const GeoShape& shape : layer.shapes)
    out.push_back(layer.kind == ShapeKind::point  ? lines::place(shape.parts.front().front())
                  : layer.kind == ShapeKind::area ? lines::polygon(shape.parts)
                                                  : lines::line(shape.parts.front()));
  return out;
}

Result<std::vector<ShapeLayer>> world_shapes(const World& world, const Template& tmpl) {
  std::vector<ShapeLayer> out;
  std::vector<LineLayer> layers = line_layers(world, tmpl);
  layers.insert(layers.begin(), {"tracks", "", wkbLineString, track_attributes(world), {}, "tracks"});
  layers.front().geometries = track_geometries(world);
  for (LineLayer& layer : layers) {
    if (auto finite = check_finite(layer.table, layer.name); !finite) return finite.error();
    ShapeLayer& to = out.emplace_back();
    to.name = layer.name;
    to.file = layer.file;
    to.kind = kind_of(layer.type);
    to.table = std::move(layer.table);
    for (const auto& geometry : layer.geometries) to.shapes.push_back(shape_of(*geometry));
  }
  return out;
}

}  // namespace fw
