#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"
#include "render/geo/vector/vector_layer.h"

namespace fw {

/// A 4-connected patch of equal nonzero codes as a valid polygon along cell edges, outer ring
/// counter-clockwise, holes clockwise. (8-connected tracing makes rings that cross themselves.)
struct Patch {
  uint8_t code = 0;
  std::unique_ptr<OGRPolygon> polygon;
};

/// Every patch, ordered by code, then as traced (deterministic).
Result<std::vector<Patch>> trace_patches(const GdalSession& session, const Raster<uint8_t>& codes);

/// One geometry per code 1 .. count, a MultiPolygon of the code's patches (empty if it has none).
Geometries dissolve(std::vector<Patch> patches, size_t count);

/// A single-part MultiPolygon becomes its Polygon.
void unwrap_single_parts(Geometries& geometries);

}  // namespace fw
