#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/view.h"
#include "render/map/list/display_list.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/plate_style.h"

namespace fw {

inline constexpr size_t kMapLayers = kMapLayerSlugs.size();

/// What the map shows, bottom to top. A layer that is missing is hidden; one that appears twice counts once,
/// the first time. Under all of them lies the ground that is always there: sea, islets and pale land.
struct MapLook {
  std::vector<ViewLayer> layers;
  std::string palette = "atlas";  ///< one of kPaletteSlugs; an unknown name means the first
  std::string style = "survey";   ///< one of kMapStyleSlugs; an unknown name means the first
  bool danger_patterns = false;   ///< hatches the danger fill as well as colouring it
  std::optional<Rgb> sea = {};    ///< in place of the style's: with_colours()
  std::optional<Rgb> islet = {};

  bool shows(MapLayer layer) const;
  friend bool operator==(const MapLook&, const MapLook&) = default;
};

/// The layers of one of the plates. The zoom quadrants stand for "everything at once", which suits a
/// close look: each of their windows has layers of its own.
const std::vector<StyledLayer>& plate_layers(View view);
/// The look of one of the plates, with every layer present (those the plate lacks are hidden).
MapLook map_look(View view);
/// What a template's view asks for; without layers the overview.
MapLook map_look(const ViewParams& view);
/// The same look beneath an overlay that has symbols, letters and bold lines enough of its own: without the
/// map's. What a film and the designer show under a simulation.
MapLook calm_look(MapLook look);
/// The same look with every layer present exactly once and opacities in [0, 1]: layers that are missing are
/// put, hidden, where the natural order has them. What a reader of files calls.
MapLook with_every_layer(MapLook look);

/// How much of a look is drawn.
enum class MapDetail : uint8_t {
  quick,  ///< fills, fields, relief and coast: for a slider that moves
  full
};

/// Pixels 0xAARRGGBB, premultiplied; a map is opaque everywhere.
struct MapImage {
  int width_px = 0;
  int height_px = 0;
  std::vector<uint32_t> argb;  ///< rows from the top, width_px words each
};

/// Draws a window of the map. Strokes, symbols and letters have their size in units of the window's device
/// scale whatever the zoom; common points are thinned while they would crowd the picture and complete from
/// about 2 m/px on. Outside the frame lies sea. The atlas's own palette and style are not looked at. The same
/// bytes for any number of threads. Fails with ErrorKind::cancelled, ErrorKind::limit for a window of no or
/// too many pixels, or if the fonts are missing.
Result<MapImage> draw_map(const Atlas& atlas, const MapLook& look, const MapWindow& window,
                          MapDetail detail = MapDetail::full, const Progress& progress = {});

/// Its map style, in its own colours.
MapStyle style_of(const MapLook& look);
/// What a look shows of a world with that vocabulary on a screen.
MapContent content_of(const Vocabulary& vocabulary, const MapLook& look, MapDetail detail = MapDetail::full);

}  // namespace fw
