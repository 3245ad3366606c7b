#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "render/map/atlas.h"
#include "render/map/map_marks.h"
#include "render/map/map_window.h"

namespace fw {

/// Writes names over a window's pixels (opaque): settlements, regions, and closer up outposts and
/// expeditions. `keep_off` are the symbols that no name may cover. Fails if the fonts are missing.
Result<Done> paint_names(const Atlas& atlas, const std::vector<MapMark>& keep_off, double opacity,
                         const MapWindow& window, std::span<uint32_t> argb);

}  // namespace fw
