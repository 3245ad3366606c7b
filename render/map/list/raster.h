#pragma once

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/map/list/display_list.h"
#include "render/map/relief/ground_pixels.h"
#include "render/page/canvas.h"

namespace fw {

/// Paints a list into pixels of its window's size, 0xFFRRGGBB each: PNG plates, windows, films. The same
/// bytes for any number of threads. `ground`, if given, is that of the list's window, made before.
Result<Done> paint_raster(const DisplayList& list, const PixelTarget& target, Typesetter* type,
                          const GroundPixels* ground = nullptr, const Progress& progress = {});

}  // namespace fw
