#pragma once

#include <QPainter>
#include <QPolygonF>

#include "app/gui/icons/icons.h"

class QPainter;

// What the glyphs are drawn with; private to the icons.
namespace fw::glyph {

/// Strokes of one width, round ends, on the 16-unit square.
struct Pen {
  QPainter& painter;
  QColor colour;

  void stroke(double width = 1.4) const {
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
  }
  void fill() const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
  }
  void line(double x0, double y0, double x1, double y1) const {
    painter.drawLine(QPointF(x0, y0), QPointF(x1, y1));
  }
  void poly(const QPolygonF& points) const { painter.drawPolyline(points); }
  void dot(double x, double y, double r) const {
    fill();
    painter.drawEllipse(QPointF(x, y), r, r);
  }
  /// Drawn in the background colour, so that it is visible on a filled shape.
  void cut() const { painter.setCompositionMode(QPainter::CompositionMode_DestinationOut); }
};

/// The glyphs of the hand's tools and lists.
void draw_tool(const Pen& pen, Glyph glyph);

}  // namespace fw::glyph

namespace fw {

/// Glyphs are drawn on a square of this many units.
inline constexpr double kGlyphGrid = 16;

void draw_glyph(QPainter& painter, Glyph glyph, const QColor& colour, bool on);

}  // namespace fw
