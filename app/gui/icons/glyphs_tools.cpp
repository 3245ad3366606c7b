#include <QPainter>
#include <QPainterPath>

#include "app/gui/icons/glyphs.h"

namespace fw::glyph {
namespace {

void draw_select(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawPolygon(
      QPolygonF{{3.5, 2}, {12.5, 9.2}, {8.4, 9.6}, {10.6, 13.8}, {8.6, 14.6}, {6.6, 10.4}, {3.5, 13}});
}

void draw_pin(const Pen& pen) {
  pen.stroke(1.5);
  pen.painter.drawEllipse(QPointF(8, 8), 5.4, 5.4);
  pen.dot(8, 8, 2);
}

void draw_ban(const Pen& pen) {
  pen.stroke(1.5);
  pen.painter.drawEllipse(QPointF(8, 8), 5.6, 5.6);
  pen.line(4.1, 11.9, 11.9, 4.1);
}

void draw_brush(const Pen& pen) {
  pen.stroke(1.6);
  pen.line(13.4, 2.4, 8.2, 8.2);
  QPainterPath tip(QPointF(8.6, 9.6));
  tip.cubicTo(8.6, 13.4, 5, 14.2, 1.8, 13.6);
  tip.cubicTo(3.6, 12.6, 3, 8, 6.6, 7.7);
  tip.closeSubpath();
  pen.fill();
  pen.painter.drawPath(tip);
}

void draw_polygon(const Pen& pen) {
  const QPolygonF corners{{8, 2.6}, {13.4, 6.8}, {11.2, 13.2}, {4.6, 13.2}, {2.6, 6.6}};
  pen.stroke(1.3);
  pen.painter.drawPolygon(corners);
  for (const QPointF& at : corners) pen.dot(at.x(), at.y(), 1.5);
}

void draw_lasso(const Pen& pen) {
  pen.stroke(1.4);
  pen.painter.drawEllipse(QRectF(1.8, 2.4, 12.4, 7.6));
  QPainterPath end(QPointF(5, 9.6));
  end.cubicTo(2.6, 11.4, 5.4, 12.6, 4, 14.6);
  pen.painter.drawPath(end);
  pen.painter.drawEllipse(QPointF(5.4, 10), 1.4, 1.2);
}

void draw_fill(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawPolygon(QPolygonF{{6.6, 2.2}, {12, 7.6}, {6.8, 12.8}, {1.8, 7.8}});
  pen.line(1.8, 7.8, 12, 7.6);
  QPainterPath drop(QPointF(13.2, 9));
  drop.cubicTo(15.4, 12.2, 14.6, 13.6, 13.2, 13.6);
  drop.cubicTo(11.8, 13.6, 11, 12.2, 13.2, 9);
  pen.fill();
  pen.painter.drawPath(drop);
}

void draw_erase(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawPolygon(QPolygonF{{9.4, 2.6}, {14, 7.2}, {8.4, 12.8}, {6.2, 12.8}, {2, 8.6}});
  pen.line(5.2, 5.8, 10.6, 11);
  pen.line(6.2, 12.8, 13.8, 12.8);
}

void draw_pick(const Pen& pen) {
  pen.stroke(1.4);
  pen.poly({{9.4, 4.6}, {3.2, 10.8}, {2.4, 13.6}, {5.2, 12.8}, {11.4, 6.6}});
  pen.line(8, 3.4, 12.6, 8);
  pen.fill();
  pen.painter.drawEllipse(QPointF(12, 4), 2.1, 2.1);
}

void draw_terrain(const Pen& pen) {
  pen.stroke(1.4);
  pen.painter.drawPolygon(QPolygonF{{1.6, 13}, {6.2, 4}, {9, 9.2}, {10.6, 6.8}, {14.4, 13}});
}

void draw_track(const Pen& pen) {
  pen.stroke(1.5);
  QPainterPath way(QPointF(3.4, 12.8));
  way.cubicTo(9, 13.4, 3.4, 8.2, 8, 8);
  way.cubicTo(12.8, 7.8, 7, 2.8, 12.6, 3.2);
  pen.painter.drawPath(way);
  pen.dot(3.2, 12.8, 1.7);
  pen.dot(12.8, 3.2, 1.7);
}

void draw_zone(const Pen& pen) {
  QPen dashed(pen.colour, 1.3, Qt::CustomDashLine, Qt::FlatCap, Qt::RoundJoin);
  dashed.setDashPattern({2, 1.6});
  pen.painter.setPen(dashed);
  pen.painter.setBrush(Qt::NoBrush);
  pen.painter.drawRoundedRect(QRectF(2.2, 2.2, 11.6, 11.6), 3, 3);
  pen.dot(6, 6.4, 1.2);
  pen.dot(10.2, 7.4, 1.2);
  pen.dot(7.2, 10.4, 1.2);
}

void draw_fence(const Pen& pen) {
  const QPolygonF corners{{2.6, 4.4}, {9.4, 2.4}, {13.6, 7.2}, {11.6, 13.4}, {4, 12.6}};
  pen.stroke(1.4);
  pen.painter.drawPolygon(corners);
  pen.stroke(1);
  pen.line(4, 10.4, 10.2, 4.2);
  pen.line(7, 12, 12.4, 6.6);
}

void draw_flag(const Pen& pen) {
  pen.stroke(1.5);
  pen.line(4, 2, 4, 14.4);
  pen.fill();
  pen.painter.drawPolygon(QPolygonF{{4, 2.2}, {13.4, 5}, {4, 8.4}});
}

void draw_sight(const Pen& pen) {
  pen.stroke(1.3);
  pen.poly({{13.8, 3}, {3.4, 8}, {13.8, 13}});
  pen.painter.drawArc(QRectF(8.4, 4.4, 7.2, 7.2), 60 * 16, -120 * 16);
  pen.dot(3.4, 8, 1.8);
}

void draw_region(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawRoundedRect(QRectF(2, 2.6, 12, 10.8), 2, 2);
  QPainterPath border(QPointF(9.4, 2.6));
  border.cubicTo(5.8, 6, 10.6, 9.4, 6.6, 13.4);
  pen.painter.drawPath(border);
}

void draw_shore(const Pen& pen) {
  pen.stroke(1.4);
  QPainterPath land(QPointF(2, 8.4));
  land.cubicTo(4.6, 2.6, 11.4, 2.6, 14, 8.4);
  pen.painter.drawPath(land);
  for (const double y : {8.4, 12.0}) {
    QPainterPath wave(QPointF(1.6, y));
    wave.cubicTo(4, y - 1.8, 5.6, y + 1.8, 8, y);
    wave.cubicTo(10.4, y - 1.8, 12, y + 1.8, 14.4, y);
    pen.painter.drawPath(wave);
  }
}

void draw_picture(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawRect(QRectF(2.2, 2.2, 11.6, 11.6));
  pen.fill();
  for (const auto& [x, y] : {std::pair{4.0, 4.0}, {9.3, 4.0}, {6.6, 6.7}, {4.0, 9.3}, {9.3, 9.3}})
    pen.painter.drawRect(QRectF(x, y, 2.7, 2.7));
}

}  // namespace

void draw_tool(const Pen& pen, Glyph glyph) {
  switch (glyph) {
    case Glyph::select:
      return draw_select(pen);
    case Glyph::pin:
      return draw_pin(pen);
    case Glyph::ban:
      return draw_ban(pen);
    case Glyph::brush:
      return draw_brush(pen);
    case Glyph::polygon:
      return draw_polygon(pen);
    case Glyph::lasso:
      return draw_lasso(pen);
    case Glyph::fill:
      return draw_fill(pen);
    case Glyph::erase:
      return draw_erase(pen);
    case Glyph::pick:
      return draw_pick(pen);
    case Glyph::terrain:
      return draw_terrain(pen);
    case Glyph::track:
      return draw_track(pen);
    case Glyph::zone:
      return draw_zone(pen);
    case Glyph::fence:
      return draw_fence(pen);
    case Glyph::flag:
      return draw_flag(pen);
    case Glyph::sight:
      return draw_sight(pen);
    case Glyph::region:
      return draw_region(pen);
    case Glyph::shore:
      return draw_shore(pen);
    case Glyph::picture:
      return draw_picture(pen);
    default:
      return;
  }
}

}  // namespace fw::glyph
