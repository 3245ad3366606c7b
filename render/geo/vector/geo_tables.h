#pragma once

#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"

namespace fw {

/// Adds a table as a layer; its geometry type is that of all its shapes, or any.
Result<Done> add_table(const GdalSession& session, GDALDataset& dataset, const GeoTable& table);

}  // namespace fw
