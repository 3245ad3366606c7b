#pragma once

#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Files as other programs write them, by GDAL.
namespace gdal_files {

/// A raster as GDAL writes it; without a geotransform where transform[1] is 0.
struct RasterFile {
  int columns = 0, rows = 0;
  std::array<double, 6> transform{};
  int epsg = 0;
  GDALDataType type = GDT_Byte;
  std::optional<double> no_data{};
};
/// A GeoTIFF whose cell (c, r) is value(c, r), row 0 first.
inline std::filesystem::path write_tiff(const std::filesystem::path& file, const RasterFile& raster,
                                        const std::function<double(int, int)>& value) {
  GDALAllRegister();
  std::vector<double> cells;
  for (int r = 0; r < raster.rows; ++r)
    for (int c = 0; c < raster.columns; ++c) cells.push_back(value(c, r));
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  GDALDataset* const made =
      driver->Create(file.c_str(), raster.columns, raster.rows, 1, raster.type, nullptr);
  auto transform = raster.transform;
  if (transform[1] != 0) made->SetGeoTransform(transform.data());
  if (raster.epsg != 0) {
    OGRSpatialReference crs;
    crs.importFromEPSG(raster.epsg);
    made->SetSpatialRef(&crs);
  }
  if (raster.no_data) made->GetRasterBand(1)->SetNoDataValue(*raster.no_data);
  const bool good =
      made->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, raster.columns, raster.rows, cells.data(),
                                       raster.columns, raster.rows, GDT_Float64, 0, 0, nullptr) == CE_None;
  GDALClose(made);
  if (!good) std::abort();
  return file;
}

/// A GeoPackage of one layer of polygons (WKT) in metres without a CRS, with a text field `name`.
inline std::filesystem::path write_package(
    const std::filesystem::path& file, const std::string& layer,
    const std::vector<std::pair<std::string, std::string>>& named_shapes) {
  GDALAllRegister();
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GPKG");
  GDALDataset* const made = driver->Create(file.c_str(), 0, 0, 0, GDT_Unknown, nullptr);
  OGRLayer* const out = made->CreateLayer(layer.c_str(), nullptr, wkbUnknown, nullptr);
  OGRFieldDefn field("name", OFTString);
  out->CreateField(&field);
  for (const auto& [name, wkt] : named_shapes) {
    const OGRFeatureUniquePtr row(OGRFeature::CreateFeature(out->GetLayerDefn()));
    row->SetField("name", name.c_str());
    OGRGeometry* shape = nullptr;
    if (OGRGeometryFactory::createFromWkt(wkt.c_str(), nullptr, &shape) != OGRERR_NONE) std::abort();
    row->SetGeometryDirectly(shape);
    if (out->CreateFeature(row.get()) != OGRERR_NONE) std::abort();
  }
  GDALClose(made);
  return file;
}

}  // namespace gdal_files
