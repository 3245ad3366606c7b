#pragma once

#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/geo_export.h"

namespace fw {

/// Other tables than the world's own, for some of its layers.
struct OwnTables {
  const VectorTable* points = nullptr;
  const VectorTable* regions = nullptr;
  const std::vector<ShapeLayer>* layers = nullptr;  ///< instead of tracks and all layers of lines
};

/// Every vector layer of the world and the audit, into a dataset of any driver; `crs` null: none. A schema is
/// for databases.
Result<Done> add_world_layers(const GdalSession& session, GDALDataset& dataset, const GeoRequest& request,
                              const OGRSpatialReference* crs, const OwnTables& own = {},
                              const std::string& schema = {});

}  // namespace fw
