#pragma once

#include <string_view>

#include "app/job/hand/import/import_notes.h"
#include "app/job/hand/import/import_rows.h"
#include "render/geo/geo_import.h"

namespace fw {

/// Adds a row of a list for every feature of a layer that can be one; counts why the others cannot.
/// ErrorKind::usage for choices of fields that do not fit, ErrorKind::limit for more rows than a list takes.
Result<Done> fill_list(RowsImport& made, ImportCounts& counts, const RowsImportRequest& request,
                       std::string_view list, const SourceLayer& layer);

}  // namespace fw
