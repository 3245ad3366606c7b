#pragma once

#include <cstdint>
#include <span>

#include "core/base/parallel/progress.h"
#include "core/model/view.h"
#include "render/map/atlas.h"
#include "render/map/map_window.h"

namespace fw {

/// Whether a layer is made pixel by pixel: fills, fields and relief.
bool is_ground(MapLayer layer);

/// What pixel layers are laid on.
enum class GroundUnder : uint8_t {
  sea,     ///< nothing yet: sea, islets and bare land are painted first
  picture  ///< the pixels that are there
};
/// Lays pixel layers, bottom to top, over the land of a window's pixels (opaque 0xFFRRGGBB words). `patterns`
/// hatches the danger fill; the layer danger_outline stands for its hatch of the Black band. Cancelled on the
/// way, it leaves rows out.
void paint_ground(const Atlas& atlas, const Palette& palette, std::span<const ViewLayer> layers,
                  bool patterns, const MapWindow& window, GroundUnder under, std::span<uint32_t> argb,
                  const Progress& progress);

/// A colour for a region's fill: neighbours in number are far apart in hue, neutral ones are grey.
Rgb region_colour(int code, bool neutral);

}  // namespace fw
