#pragma once

#include <span>

#include "core/base/parallel/progress.h"
#include "render/map/list/display_list.h"
#include "render/map/relief/ground_pixels.h"
#include "render/page/canvas.h"

namespace fw {

/// What pixel layers are laid on.
enum class GroundUnder : uint8_t {
  sea,     ///< nothing yet: sea, islets and bare land are painted first
  picture  ///< the pixels that are there
};
/// Lays the list's pixel layers `layers`, bottom to top, over the land of a target of the window's size
/// (words 0xFFRRGGBB). A layer of lines stands for its hatch. `pixels`, if given, are those of the
/// list's window. Cancelled on the way, it leaves rows out.
void paint_ground(const DisplayList& list, std::span<const StyledLayer> layers, GroundUnder under,
                  const GroundPixels* pixels, const PixelTarget& target, const Progress& progress);

}  // namespace fw
