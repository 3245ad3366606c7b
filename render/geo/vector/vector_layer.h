#pragma once

#include <cpl_string.h>
#include <ogr_geometry.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/model/world/world.h"
#include "render/geo/attribute_table.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"

namespace fw {

using Geometries = std::vector<std::unique_ptr<OGRGeometry>>;

struct LayerSpec {
  std::string name;
  OGRwkbGeometryType type = wkbNone;         ///< wkbNone: a table without geometry
  const OGRSpatialReference* crs = nullptr;  ///< null: the file carries none
  CPLStringList options;
  std::map<std::string, std::string> domains{};  ///< columns whose values are the codes of a field domain
};

/// Adds a layer and its features in row order; `geometries` has one entry per row, or none for wkbNone.
Result<Done> add_layer(const GdalSession& session, GDALDataset& dataset, const LayerSpec& spec,
                       const AttributeTable& table, const Geometries& geometries);

Geometries point_geometries(const World& world);
Geometries track_geometries(const World& world);

/// Adds a table as a layer; its geometry type is that of all its shapes, or any.
Result<Done> add_table(const GdalSession& session, GDALDataset& dataset, const GeoTable& table);

}  // namespace fw
