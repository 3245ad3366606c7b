#pragma once

#include "render/map/list/display_list.h"
#include "render/page/painter.h"

namespace fw {

/// Draws a list's lines, symbols and names in the context's units, which are the list's pixels: SVG and PDF.
/// Ground is pixels in every format (raster.h).
void draw_vector(const DisplayList& list, const Painter& pen);

/// An item's figures that reach into rows [top, bottom).
void draw_figures(cairo_t* cr, const MapItem& item, double top, double bottom);

/// Strokes the pieces that reach into rows [top, bottom).
void draw_stroke(cairo_t* cr, const MapStroke& stroke, double top, double bottom);

}  // namespace fw
