#pragma once

#include <functional>
#include <vector>

#include "app/job/export/whole_world.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/engine/export_source.h"

namespace fw {

/// How soon a map shows each point of a world, in the order of its points.
std::vector<MapRank> map_ranks(const World& world);

/// What draws the picture of a source's ground (ExportSource::picture).
std::function<Result<ExportPicture>(const Progress&)> picture_of(const ExportSource& source,
                                                                 WholeWorldOf whole);

}  // namespace fw
