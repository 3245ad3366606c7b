#include <cpl_string.h>
#include <ogrsf_frmts.h>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/vector_layer.h"

namespace fw {
namespace {

LayerSpec spec_of(const GeoTable& table) {
  LayerSpec spec;
  spec.name = table.name;
  return spec;
}

Result<Done> write_csv(const GdalSession& session, const GeoTable& table, const std::filesystem::path& file) {
  const MemoryFile memory(".csv");
  Dataset dataset = create_vector("CSV", memory);
  if (!dataset) return session.error(file.string());
  LayerSpec spec = spec_of(table);
  spec.options.SetNameValue("LINEFORMAT", "LF");
  spec.options.SetNameValue("STRING_QUOTING", "IF_NEEDED");  // else whole numbers of 64 bits stand in quotes
  if (auto added = add_layer(session, *dataset, spec, table.attributes, {}); !added) return added;
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  return memory.save(file);
}

}  // namespace

Result<std::vector<std::string>> write_sheets(const std::filesystem::path& folder,
                                              const std::string& workbook,
                                              const std::vector<GeoTable>& tables) {
  const GdalSession session;
  std::vector<std::string> names;
  for (const GeoTable& table : tables) {
    names.push_back(table.name + ".csv");
    if (auto written = write_csv(session, table, folder / names.back()); !written) return written.error();
  }
  names.push_back(workbook + ".xlsx");
  const std::filesystem::path file = folder / names.back();
  const MemoryFile memory(".xlsx");
  Dataset dataset = create_vector("XLSX", memory);
  if (!dataset) return session.error(file.string());
  for (const GeoTable& table : tables)
    if (auto added = add_layer(session, *dataset, spec_of(table), table.attributes, {}); !added)
      return added.error();
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  if (auto saved = memory.save(file); !saved) return saved.error();
  return names;
}

}  // namespace fw
