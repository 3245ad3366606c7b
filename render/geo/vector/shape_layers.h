#pragma once

#include "render/geo/geo_export.h"
#include "render/geo/vector/vector_layer.h"

namespace fw {

/// The type of a layer's geometries, without heights.
OGRwkbGeometryType geometry_type(ShapeKind kind);

/// The layer's shapes for GDAL, in the order of its rows, without heights.
Geometries geometries_of(const ShapeLayer& layer);

}  // namespace fw
