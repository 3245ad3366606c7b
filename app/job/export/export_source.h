#pragma once

#include <memory>
#include <optional>

#include "app/job/export/export.h"
#include "core/world/solid/solid_ground.h"
#include "render/engine/export_source.h"

namespace fw {

/// The world of a request with its tables, and what is to be said of the mapping.
struct LoadedSource {
  ExportSource source;
  Findings findings;
  HeightRows heights;       ///< of the source's cells, with their detail
  HeightRows detail_m;      ///< which that is
  FeatureShape ways, pads;  ///< where vertices add none
  bool whole = false;       ///< the world was made, not read from a folder's files
  /// Why rows of heights could not be read, since then: no target is whole.
  std::shared_ptr<std::optional<Error>> unread = std::make_shared<std::optional<Error>>();
};
Result<LoadedSource> load_export_source(const ExportRequest& request, const Progress& progress);

}  // namespace fw
