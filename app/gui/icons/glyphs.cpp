#include "app/gui/icons/glyphs.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <cmath>
#include <numbers>

namespace fw {
namespace {

using glyph::Pen;

QPolygonF star(double cx, double cy, double outer, double inner) {
  QPolygonF points;
  for (int i = 0; i <= 10; ++i) {
    const double r = i % 2 == 0 ? outer : inner;
    const double a = -std::numbers::pi / 2 + i * std::numbers::pi / 5;
    points << QPointF(cx + r * std::cos(a), cy + r * std::sin(a));
  }
  return points;
}

void draw_eye(const Pen& pen, bool open) {
  QPainterPath lid;
  lid.moveTo(1.5, 8);
  lid.cubicTo(4, 3.2, 12, 3.2, 14.5, 8);
  lid.cubicTo(12, 12.8, 4, 12.8, 1.5, 8);
  pen.stroke(1.3);
  if (open) {
    pen.painter.drawPath(lid);
    pen.dot(8, 8, 2.2);
    return;
  }
  QPainterPath closed;
  closed.moveTo(1.8, 7);
  closed.cubicTo(4.5, 11.4, 11.5, 11.4, 14.2, 7);
  pen.painter.drawPath(closed);
  pen.line(4.2, 9.8, 3.2, 11.6);
  pen.line(8, 10.6, 8, 12.6);
  pen.line(11.8, 9.8, 12.8, 11.6);
}

void draw_lock(const Pen& pen, bool closed) {
  pen.stroke();
  QPainterPath shackle;
  const double right = closed ? 11 : 13.6;
  const double left = closed ? 5 : 7.6;
  shackle.moveTo(left, 7);
  shackle.lineTo(left, 5.2);
  shackle.arcTo(left, 2.2, right - left, 6, 180, -180);
  if (closed) shackle.lineTo(right, 7);
  pen.painter.drawPath(shackle);
  const QRectF body(3.2, 7.2, 9.6, 6.6);
  if (closed) pen.fill();
  pen.painter.drawRoundedRect(body, 1.4, 1.4);
}

void draw_arrow_back(const Pen& pen, bool mirrored) {
  if (mirrored) {
    pen.painter.translate(kGlyphGrid, 0);
    pen.painter.scale(-1, 1);
  }
  pen.stroke(1.5);
  QPainterPath path;
  path.moveTo(3, 6.5);
  path.lineTo(9.5, 6.5);
  path.cubicTo(14.5, 6.5, 14.5, 13, 9.5, 13);
  path.lineTo(6, 13);
  pen.painter.drawPath(path);
  pen.poly({{6, 3.2}, {2.7, 6.5}, {6, 9.8}});
}

void draw_chevron(const Pen& pen, bool mirrored) {
  pen.stroke(1.8);
  if (mirrored)
    pen.poly({{6, 3.5}, {10.5, 8}, {6, 12.5}});
  else
    pen.poly({{10, 3.5}, {5.5, 8}, {10, 12.5}});
}

void draw_updown(const Pen& pen, bool down) {
  pen.stroke(1.8);
  if (down)
    pen.poly({{3.5, 6}, {8, 10.5}, {12.5, 6}});
  else
    pen.poly({{3.5, 10}, {8, 5.5}, {12.5, 10}});
}

void draw_dice(const Pen& pen) {
  pen.stroke();
  pen.painter.drawRoundedRect(QRectF(2.5, 2.5, 11, 11), 2.4, 2.4);
  for (const auto& [x, y] : {std::pair{5.5, 5.5}, {10.5, 5.5}, {8.0, 8.0}, {5.5, 10.5}, {10.5, 10.5}})
    pen.dot(x, y, 1.05);
}

void draw_copy(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawRoundedRect(QRectF(5.5, 5.5, 8, 8.5), 1.3, 1.3);
  pen.poly({{10.5, 2.5}, {3.8, 2.5}, {2.5, 3.8}, {2.5, 10.8}});
}

void draw_paste(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawRoundedRect(QRectF(3, 3, 10, 11), 1.3, 1.3);
  pen.fill();
  pen.painter.drawRoundedRect(QRectF(5.5, 1.6, 5, 2.8), 0.9, 0.9);
  pen.stroke(1.2);
  pen.line(5.5, 8, 10.5, 8);
  pen.line(5.5, 11, 10.5, 11);
}

void draw_reset(const Pen& pen) {
  pen.stroke(1.5);
  pen.painter.drawArc(QRectF(3, 3, 10, 10), 60 * 16, 280 * 16);
  pen.poly({{6.6, 1.2}, {10.4, 3.7}, {6.9, 6.4}});
}

void draw_save(const Pen& pen) {
  pen.stroke(1.5);
  pen.line(8, 2.2, 8, 9.8);
  pen.poly({{4.8, 6.8}, {8, 10}, {11.2, 6.8}});
  pen.poly({{2.5, 10.5}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 10.5}});
}

void draw_folder(const Pen& pen) {
  pen.stroke(1.3);
  QPainterPath path;
  path.moveTo(1.8, 12.8);
  path.lineTo(1.8, 3.4);
  path.lineTo(6.2, 3.4);
  path.lineTo(7.8, 5.2);
  path.lineTo(14.2, 5.2);
  path.lineTo(14.2, 12.8);
  path.closeSubpath();
  pen.painter.drawPath(path);
}

void draw_filter(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawPolygon(QPolygonF{{2, 3}, {14, 3}, {9.5, 8.6}, {9.5, 13.2}, {6.5, 11.6}, {6.5, 8.6}});
}

void draw_find(const Pen& pen) {
  pen.stroke(1.5);
  pen.painter.drawEllipse(QPointF(7, 7), 4.4, 4.4);
  pen.line(10.3, 10.3, 13.8, 13.8);
}

void draw_solo(const Pen& pen, bool on) {
  pen.stroke(1.4);
  pen.painter.drawEllipse(QPointF(8, 8), 5.6, 5.6);
  if (on) pen.dot(8, 8, 3);
}

void draw_edit(const Pen& pen) {
  pen.stroke(1.3);
  pen.painter.drawPolygon(QPolygonF{{3, 13}, {3.6, 10.2}, {10.8, 3}, {13, 5.2}, {5.8, 12.4}});
  pen.line(9, 4.8, 11.2, 7);
}

void draw_disc(const Pen& pen) {
  pen.fill();
  pen.painter.drawEllipse(QPointF(8, 8), 6.6, 6.6);
  pen.cut();
}

void draw_passed(const Pen& pen) {
  draw_disc(pen);
  pen.stroke(1.9);
  pen.poly({{4.9, 8.2}, {7.1, 10.5}, {11.2, 5.8}});
}

void draw_error(const Pen& pen) {
  draw_disc(pen);
  pen.stroke(1.9);
  pen.line(5.6, 5.6, 10.4, 10.4);
  pen.line(10.4, 5.6, 5.6, 10.4);
}

void draw_info(const Pen& pen) {
  draw_disc(pen);
  pen.dot(8, 4.9, 1.1);
  pen.stroke(1.9);
  pen.line(8, 7.8, 8, 11.4);
}

void draw_warning(const Pen& pen) {
  pen.painter.setPen(QPen(pen.colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  pen.painter.setBrush(pen.colour);
  pen.painter.drawPolygon(QPolygonF{{8, 2.6}, {14.2, 13}, {1.8, 13}});
  pen.cut();
  pen.stroke(1.8);
  pen.line(8, 6, 8, 9.4);
  pen.dot(8, 12, 1.05);
}

void draw_cross(const Pen& pen) {
  pen.stroke(1.6);
  pen.line(4, 4, 12, 12);
  pen.line(12, 4, 4, 12);
}

void draw_plus(const Pen& pen) {
  pen.stroke(1.6);
  pen.line(8, 3, 8, 13);
  pen.line(3, 8, 13, 8);
}

void draw_star(const Pen& pen, bool on) {
  pen.stroke(1.2);
  if (on) pen.painter.setBrush(pen.colour);
  pen.painter.drawPolygon(star(8, 8.5, 6.4, 2.7));
}

void draw_play(const Pen& pen, bool playing) {
  pen.fill();
  if (playing) {
    pen.painter.drawRect(QRectF(4, 3, 3, 10));
    pen.painter.drawRect(QRectF(9, 3, 3, 10));
  } else {
    pen.painter.drawPolygon(QPolygonF({{4, 2.5}, {13.5, 8}, {4, 13.5}}));
  }
}

/// A triangle against a bar, to the right or to the left.
void draw_skip(const Pen& pen, bool forwards) {
  pen.fill();
  const auto x = [forwards](double v) { return forwards ? v : kGlyphGrid - v; };
  pen.painter.drawPolygon(QPolygonF({{x(3), 3}, {x(10.5), 8}, {x(3), 13}}));
  pen.painter.drawRect(QRectF(QPointF(x(11), 3), QPointF(x(13), 13)).normalized());
}

void draw_place(const Pen& pen) {
  QPainterPath pin(QPointF(8, 14.5));
  pin.cubicTo(2, 8, 3.2, 1.8, 8, 1.8);
  pin.cubicTo(12.8, 1.8, 14, 8, 8, 14.5);
  pen.stroke(1.3);
  pen.painter.drawPath(pin);
  pen.dot(8, 6.3, 1.7);
}

void draw_distance(const Pen& pen) {
  pen.stroke();
  pen.line(3.5, 12.5, 12.5, 3.5);
  pen.dot(3.5, 12.5, 2);
  pen.dot(12.5, 3.5, 2);
}

void draw_area(const Pen& pen) {
  const QPolygonF corners{{3.2, 5}, {10.5, 2.8}, {13, 11}, {5, 13}};
  pen.stroke(1.2);
  pen.painter.drawPolygon(corners);
  for (const QPointF& at : corners) pen.dot(at.x(), at.y(), 1.7);
}

void draw_fit(const Pen& pen) {
  pen.stroke();
  for (const double x : {2.5, 13.5})
    for (const double y : {2.5, 13.5}) {
      const double in_x = x < 8 ? x + 3.5 : x - 3.5, in_y = y < 8 ? y + 3.5 : y - 3.5;
      pen.poly({{in_x, y}, {x, y}, {x, in_y}});
    }
}

void draw_undock(const Pen& pen) {
  pen.stroke(1.6);
  pen.painter.drawRect(QRectF(2.5, 6, 7.5, 7.5));
  pen.poly({{6, 3.8}, {6, 2.5}, {13.5, 2.5}, {13.5, 10}, {12.2, 10}});
}

}  // namespace

void draw_glyph(QPainter& painter, Glyph glyph, const QColor& colour, bool on) {
  const Pen pen{painter, colour};
  switch (glyph) {
    case Glyph::eye:
      return draw_eye(pen, on);
    case Glyph::solo:
      return draw_solo(pen, on);
    case Glyph::lock:
      return draw_lock(pen, on);
    case Glyph::star:
      return draw_star(pen, on);
    case Glyph::previous:
      return draw_chevron(pen, false);
    case Glyph::next:
      return draw_chevron(pen, true);
    case Glyph::up:
      return draw_updown(pen, false);
    case Glyph::down:
      return draw_updown(pen, true);
    case Glyph::dice:
      return draw_dice(pen);
    case Glyph::copy:
      return draw_copy(pen);
    case Glyph::paste:
      return draw_paste(pen);
    case Glyph::undo:
      return draw_arrow_back(pen, false);
    case Glyph::redo:
      return draw_arrow_back(pen, true);
    case Glyph::reset:
      return draw_reset(pen);
    case Glyph::save:
      return draw_save(pen);
    case Glyph::folder:
      return draw_folder(pen);
    case Glyph::filter:
      return draw_filter(pen);
    case Glyph::find:
      return draw_find(pen);
    case Glyph::plus:
      return draw_plus(pen);
    case Glyph::remove:
      return draw_cross(pen);
    case Glyph::edit:
      return draw_edit(pen);
    case Glyph::play:
      return draw_play(pen, on);
    case Glyph::step:
      return draw_skip(pen, true);
    case Glyph::to_start:
      return draw_skip(pen, false);
    case Glyph::place:
      return draw_place(pen);
    case Glyph::distance:
      return draw_distance(pen);
    case Glyph::area:
      return draw_area(pen);
    case Glyph::fit:
      return draw_fit(pen);
    case Glyph::undock:
      return draw_undock(pen);
    case Glyph::passed:
      return draw_passed(pen);
    case Glyph::info:
      return draw_info(pen);
    case Glyph::warning:
      return draw_warning(pen);
    case Glyph::error:
      return draw_error(pen);
    case Glyph::clean:
      return pen.dot(8, 8, 3);
    default:
      return glyph::draw_tool(pen, glyph);
  }
}

}  // namespace fw
