#include "render/geo/vector/patches.h"

#include <cpl_string.h>
#include <gdal_alg.h>
#include <ogrsf_frmts.h>
#include <algorithm>
#include <array>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

void orient(OGRPolygon& polygon) {
  OGRLinearRing* const outer = polygon.getExteriorRing();
  if (outer->isClockwise()) outer->reversePoints();
  for (int i = 0; i < polygon.getNumInteriorRings(); ++i) {
    OGRLinearRing* const hole = polygon.getInteriorRing(i);
    if (!hole->isClockwise()) hole->reversePoints();
  }
}

/// The raster's own memory as a dataset, which only reads it.
Dataset memory_raster(const Raster<uint8_t>& codes) {
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("MEM");
  Dataset dataset(driver->Create("", codes.grid.columns, codes.grid.rows, 0, GDT_Byte, nullptr));
  if (!dataset) return nullptr;
  auto transform = geotransform(codes.grid);
  dataset->SetGeoTransform(transform.data());
  std::array<char, 64> pointer{};
  CPLPrintPointer(pointer.data(), const_cast<uint8_t*>(codes.cells.data()), pointer.size() - 1);
  CPLStringList options;
  options.SetNameValue("DATAPOINTER", pointer.data());
  return dataset->AddBand(GDT_Byte, options.List()) == CE_None ? std::move(dataset) : nullptr;
}

}  // namespace

Result<std::vector<Patch>> trace_patches(const GdalSession& session, const Raster<uint8_t>& codes) {
  const Dataset raster = memory_raster(codes);
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("Memory");
  const Dataset vector(driver->Create("", 0, 0, 0, GDT_Unknown, nullptr));
  OGRLayer* const layer = vector ? vector->CreateLayer("patches", nullptr, wkbPolygon, nullptr) : nullptr;
  OGRFieldDefn field("code", OFTInteger);
  if (!raster || layer == nullptr || layer->CreateField(&field) != OGRERR_NONE)
    return session.error("polygons");
  GDALRasterBand* const band = raster->GetRasterBand(1);
  // The band is its own mask: code 0 is not traced.
  if (GDALPolygonize(band, band, OGRLayer::ToHandle(layer), 0, nullptr, nullptr, nullptr) != CE_None)
    return session.error("polygons");
  std::vector<Patch> patches;
  layer->ResetReading();
  while (OGRFeatureUniquePtr feature{layer->GetNextFeature()}) {
    auto* const polygon = feature->StealGeometry()->toPolygon();
    orient(*polygon);
    patches.push_back(
        {static_cast<uint8_t>(feature->GetFieldAsInteger(0)), std::unique_ptr<OGRPolygon>(polygon)});
  }
  std::stable_sort(patches.begin(), patches.end(),
                   [](const Patch& a, const Patch& b) { return a.code < b.code; });
  return patches;
}

Geometries dissolve(std::vector<Patch> patches, size_t count) {
  Geometries out;
  for (size_t i = 0; i < count; ++i) out.push_back(std::make_unique<OGRMultiPolygon>());
  for (Patch& patch : patches)
    if (patch.code <= count)
      out[patch.code - size_t{1}]->toMultiPolygon()->addGeometryDirectly(patch.polygon.release());
  return out;
}

void unwrap_single_parts(Geometries& geometries) {
  for (auto& geometry : geometries) {
    OGRMultiPolygon* const parts = geometry->toMultiPolygon();
    if (parts->getNumGeometries() != 1) continue;
    auto* const only = parts->getGeometryRef(0);
    parts->removeGeometry(0, /*bDelete=*/FALSE);
    geometry.reset(only);
  }
}

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
