#include <ogrsf_frmts.h>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/patches.h"

namespace fw {
namespace {

/// Without the last vertex, which repeats the first.
std::vector<Vec2> open_ring(const OGRLinearRing& ring) {
  std::vector<Vec2> out;
  for (int i = 0; i + 1 < ring.getNumPoints(); ++i) out.push_back({ring.getX(i), ring.getY(i)});
  return out;
}

}  // namespace

Result<std::vector<RingPolygons>> trace_areas(const Raster<uint8_t>& codes, size_t count) {
  const GdalSession session;
  auto patches = trace_patches(session, codes);
  if (!patches) return patches.error();
  std::vector<RingPolygons> areas(count);
  for (const Patch& patch : patches.value()) {
    if (patch.code > count) continue;
    auto& polygon = areas[patch.code - size_t{1}].emplace_back();
    polygon.push_back(open_ring(*patch.polygon->getExteriorRing()));
    for (int i = 0; i < patch.polygon->getNumInteriorRings(); ++i)
      polygon.push_back(open_ring(*patch.polygon->getInteriorRing(i)));
  }
  return areas;
}

}  // namespace fw
