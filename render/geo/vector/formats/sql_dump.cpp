#include <cpl_conv.h>
#include <cpl_string.h>
#include <ogrsf_frmts.h>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/formats/geopackage.h"

namespace fw {

Result<Done> write_sql(const SqlRequest& request) {
  const GdalSession session;
  CPLConfigOptionSetter copy("PG_USE_COPY", "YES", false);
  const MemoryFile memory(".sql");
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("PGDUMP");
  CPLStringList options;
  options.SetNameValue("LINEFORMAT", "LF");
  Dataset dataset(driver == nullptr ? nullptr
                                    : driver->Create(memory.name(), 0, 0, 0, GDT_Unknown, options.List()));
  if (!dataset) return session.error(request.file.string());
  const OwnTables own{&request.points, &request.regions, &request.layers};
  if (auto added = add_world_layers(session, *dataset, request.geo, nullptr, own, request.schema); !added)
    return added;
  dataset.reset();
  if (session.failed()) return session.error(request.file.string());
  return memory.save(request.file);
}

}  // namespace fw
