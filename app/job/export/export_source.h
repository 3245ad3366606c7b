#pragma once

#include "app/job/export/export.h"
#include "render/engine/export_source.h"

namespace fw {

/// The world of a request with its tables, and what is to be said of the mapping.
struct LoadedSource {
  ExportSource source;
  Findings findings;
};
Result<LoadedSource> load_export_source(const ExportRequest& request, const Progress& progress);

}  // namespace fw
