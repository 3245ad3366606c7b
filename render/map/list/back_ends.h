#pragma once

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/map/list/display_list.h"
#include "render/map/relief/ground_pixels.h"
#include "render/page/canvas.h"
#include "render/page/painter.h"

namespace fw {

/// Draws a list's lines, symbols and names in the context's units, which are the list's pixels: SVG and PDF.
/// Ground is pixels in every format (paint_raster()).
void draw_vector(const DisplayList& list, const Painter& pen);

/// An item's figures that reach into rows [top, bottom).
void draw_figures(cairo_t* cr, const MapItem& item, double top, double bottom);

/// Strokes the pieces that reach into rows [top, bottom).
void draw_stroke(cairo_t* cr, const MapStroke& stroke, double top, double bottom);

/// Paints a list into pixels of its window's size, 0xFFRRGGBB each: PNG plates, windows, films. The same
/// bytes for any number of threads. `ground`, if given, is that of the list's window, made before.
Result<Done> paint_raster(const DisplayList& list, const PixelTarget& target, Typesetter* type,
                          const GroundPixels* ground = nullptr, const Progress& progress = {});

}  // namespace fw
