#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/sqlite_image.h"
#include "render/geo/import/text_table.h"

namespace fw {

/// A file of shapes in memory, told by its bytes: a table of texts, or what GDAL reads.
struct VectorFile {
  std::string head;                ///< its first bytes
  std::optional<TextTable> table;  ///< CSV and its like
  SqliteImage image;               ///< of a GeoPackage: its queries and formulas
  std::vector<std::string> bytes;  ///< of the files in memory, which the data sets read
  std::vector<std::unique_ptr<MemoryFile>> files;
  std::vector<Dataset> datasets;   ///< of a ZIP: one for each of its files of shapes
  std::vector<std::string> names;  ///< of the layers of files that name none, by data set
};

/// Opens a file of shapes. ErrorKind::io says what it is not, or where it is damaged.
Result<VectorFile> open_vector_file(const VectorRequest& request, const GdalSession& session);

}  // namespace fw
