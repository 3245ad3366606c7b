#include "app/gui/map/ruler.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "app/gui/map/map_paint.h"
#include "app/gui/map/map_view.h"

namespace fw {

LineMeasure measure_line(const std::vector<Vec2>& vertices_m) {
  LineMeasure out;
  for (size_t i = 1; i < vertices_m.size(); ++i) {
    out.last_m = std::sqrt(squared_distance(vertices_m[i - 1], vertices_m[i]));
    out.total_m += out.last_m;
  }
  return out;
}

AreaMeasure measure_area(const std::vector<Vec2>& vertices_m) {
  AreaMeasure out;
  double twice = 0;
  for (size_t i = 0; i < vertices_m.size(); ++i) {
    // From the first vertex, so that far-off outlines lose no digits.
    const Vec2 a = vertices_m[i] - vertices_m[0], b = vertices_m[(i + 1) % vertices_m.size()] - vertices_m[0];
    twice += a.x * b.y - a.y * b.x;
    out.perimeter_m += std::sqrt(squared_distance(a, b));
  }
  out.area_m2 = std::abs(twice) / 2;
  return out;
}

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("fw::Ruler", text);
}

}  // namespace

QString length_text(double metres) {
  const QLocale locale;
  if (metres < 1000) return tr("%1 m").arg(locale.toString(metres, 'f', metres < 10 ? 1 : 0));
  return tr("%1 km").arg(locale.toString(metres / 1000, 'f', metres < 10000 ? 2 : 1));
}

QString area_text(double square_metres) {
  const QLocale locale;
  if (square_metres < 1e4) return tr("%1 m\u00b2").arg(locale.toString(square_metres, 'f', 0));
  return tr("%1 km\u00b2").arg(locale.toString(square_metres / 1e6, 'f', square_metres < 1e6 ? 3 : 2));
}

void Ruler::clear() {
  vertices_m_.clear();
  cursor_m_.reset();
  done_ = false;
}

std::vector<Vec2> Ruler::drawn() const {
  std::vector<Vec2> out = vertices_m_;
  if (!done_ && cursor_m_ && !out.empty()) out.push_back(*cursor_m_);
  return out;
}

QString Ruler::text(MapTool tool) const {
  const std::vector<Vec2> line = drawn();
  if (tool == MapTool::distance && line.size() > 1) {
    const LineMeasure m = measure_line(line);
    return tr("Distance %1, last leg %2").arg(length_text(m.total_m), length_text(m.last_m));
  }
  if (tool == MapTool::area && line.size() > 2) {
    const AreaMeasure m = measure_area(line);
    return tr("Area %1, outline %2").arg(area_text(m.area_m2), length_text(m.perimeter_m));
  }
  return {};
}

void Ruler::paint(QPainter& p, MapTool tool, const std::function<QPointF(Vec2)>& to_widget) const {
  const std::vector<Vec2> line = drawn();
  if (line.empty()) return;
  QPolygonF path;
  for (const Vec2& v : line) path << to_widget(v);
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  if (tool == MapTool::area && path.size() > 2) {
    p.setPen(Qt::NoPen);
    p.setBrush(map_ink::accent(60));
    p.drawPolygon(path);
    path << path.front();
  }
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(map_ink::casing(), 4.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.drawPolyline(path);
  p.setPen(QPen(map_ink::accent(), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.drawPolyline(path);
  p.setPen(QPen(map_ink::accent(), 1.5));
  p.setBrush(Qt::white);
  for (const Vec2& v : vertices_m_) p.drawEllipse(to_widget(v), 3.5, 3.5);
  const QString said = text(tool);
  if (!said.isEmpty()) paint_tag(p, to_widget(line.back()) + QPointF(14, -14), said);
  p.restore();
}

}  // namespace fw
