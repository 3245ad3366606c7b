#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/engine/export_source.h"

namespace fw {

/// How soon a map shows each point of a world, in the order of its points.
std::vector<MapRank> map_ranks(const World& world);

/// What draws the picture of a source's ground (ExportSource::picture). `folder`: the render's that the
/// source was read from, whose world is made anew when the picture is asked for, since a folder holds no more
/// of it than what other programs read; empty: the source's world is whole.
std::function<Result<ExportPicture>(const Progress&)> picture_of(const ExportSource& source,
                                                                 const std::filesystem::path& folder);

}  // namespace fw
