#pragma once

#include "app/gui/icons/icons.h"

class QPainter;

namespace fw {

/// Glyphs are drawn on a square of this many units.
inline constexpr double kGlyphGrid = 16;

void draw_glyph(QPainter& painter, Glyph glyph, const QColor& colour, bool on);

}  // namespace fw
