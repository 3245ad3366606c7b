#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel/progress.h"
#include "render/map/list/display_list.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/map_window.h"

namespace fw {

/// What a pixel of the ground stands under.
enum class Cover : uint8_t {
  open,
  tree,
  roof,  ///< and the colours after the first: Cover::roof + k is the k-th of LandscapeLook::roofs
};

/// The lines of a map over its ground, and the waters among them.
struct GroundLines {
  std::vector<uint32_t> argb;  ///< premultiplied, 0 where no line is
  std::vector<uint8_t> water;  ///< share of a pixel under a river or a lake, 255 = all
};

/// Strokes and figures of a list whose pixels are those of its window; no symbols, no names.
GroundLines ground_lines(const DisplayList& list, const Progress& progress = {});

/// The relief that the map lights, at a window's pixels: surface_heights(), which goes
/// down to 0 within a pixel of the shore. 0 at sea alone. The window lies in the frame.
std::vector<float> ground_heights(const MapTerrain& terrain, const MapWindow& window,
                                  const Progress& progress = {});
/// A pixel row's signed distances, m.
struct ShoreRow {
  std::vector<float> ground_m;  ///< to the ground's coast, > 0 on it
  std::vector<float> islet_m;   ///< to the islets' coasts, > 0 on them; valid near them
};
void read_shore(const MapTerrain& terrain, const AxisSampling& columns, const AxisSampling& rows, size_t y,
                ShoreRow& out);

/// Trees of biomes with a canopy and houses of settlements, at a window's pixels. Each has its place in the
/// world, whatever the window shows: trees by the cell of a lattice, houses by their landmark.
struct Scenery {
  std::vector<float> height_m;  ///< above the ground
  std::vector<Cover> cover;
};
/// Trees keep off `lines`, houses off water.
Scenery scenery_of(const Atlas& atlas, const MapWindow& window, const GroundLines& lines,
                   const Progress& progress = {});
/// How high scenery stands at the most, m: of a world whose lengths of looks are look_m.
double most_scenery_m(double look_m);

}  // namespace fw
