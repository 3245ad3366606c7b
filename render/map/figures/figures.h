#pragma once

#include <vector>

#include "render/map/scene/atlas.h"
#include "render/map/scene/map_window.h"
#include "render/map/style/map_style.h"

typedef struct _cairo cairo_t;

namespace fw {

/// A filled shape or a line of a picture, pixels. Rivers, lakes, roads and ground plans are made of them.
struct MapFigure {
  std::vector<std::vector<Vec2>> lines = {};  ///< rings of a filled shape
  bool closed = false;                        ///< of a line: ends where it began
  Rgb colour;
  double alpha = 1;
  double width_px = 0;  ///< 0 = filled
  std::vector<double> dash_px = {};
  bool round_dots = false;     ///< dashes of length 0 are dots
  double top = 0, bottom = 0;  ///< rows that it reaches into
};

/// How figures are drawn: the window, and pixels per unit of a width.
struct FigureScale {
  const MapWindow& window;
  double unit_px = 1;
  double denominator = 0;  ///< of the map's scale: smaller ones show less (scale_table.h); 0 = everything
  double mm_px = 0;        ///< pixels of a millimetre, for what of a line is too small; 0 = nothing is
  const MapStyle& style = map_style();

  Vec2 px(Vec2 m) const { return window.to_px(m); }
  /// Of a length in the world.
  double px(double metres) const { return metres / window.metres_per_px; }
  /// Metres per unit.
  double unit_m() const { return unit_px * window.metres_per_px; }
};

/// The figures of a layer of the kind figures, and of the relief in a style with hills, bottom to top; those
/// that the window does not show are left out. Empty where the world has none of it. Tracks and trails that
/// lead only to landmarks of other kinds than `goals` are left out.
std::vector<MapFigure> layer_figures(const Atlas& atlas, MapLayer layer, const FigureScale& scale,
                                     const std::vector<LandmarkKind>& goals);
/// With every track and trail.
std::vector<MapFigure> layer_figures(const Atlas& atlas, MapLayer layer, const FigureScale& scale);

/// By river, whether a map of that scale shows it: those with the greatest discharge.
std::vector<bool> shown_rivers(const Water& water, double denominator);
/// By piece of road: of the classes that the scale shows, without tracks and trails that lead only to
/// landmarks of other kinds than `goals`.
std::vector<bool> shown_roads(const Atlas& atlas, const std::vector<LandmarkKind>& goals, double denominator);

/// Draws what reaches into rows [top, bottom).
void draw_figure(cairo_t* cr, const MapFigure& figure, double top, double bottom);

}  // namespace fw
