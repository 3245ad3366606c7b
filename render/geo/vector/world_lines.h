#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/vector_layer.h"

namespace fw {

/// A layer of rivers, shores, roads, ground plans or named places.
struct LineLayer {
  std::string name;  ///< layer of the GeoPackage
  std::string description;
  OGRwkbGeometryType type = wkbLineString;
  AttributeTable table;
  Geometries geometries;
  std::string file{};  ///< "rivers" = rivers.geojson; "" = in the GeoPackage alone
};

/// The layers of what the template asks for, also where the world got none of it: rivers, lakes, waterfalls,
/// shore, roads, crossings, footprints; always places; of the hand's rows that are on zones and notes.
std::vector<LineLayer> line_layers(const World& world, const Template& tmpl);

/// Named places, as points.
LineLayer place_layer(const World& world);

/// The type of a layer's geometries, without heights.
OGRwkbGeometryType geometry_type(ShapeKind kind);

/// The layer's shapes for GDAL, in the order of its rows, without heights.
Geometries geometries_of(const ShapeLayer& layer);

}  // namespace fw
