// What the hand draws over the map.

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/canvas/marks.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"
#include "app/gui/template/row_look.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

QPen round_pen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine) {
  return QPen(colour, width, style, Qt::RoundCap, Qt::RoundJoin);
}

void cased(QPainter& p, const QPolygonF& line, const QColor& colour, double width) {
  p.setPen(round_pen(map_ink::casing(), width + 2.6));
  p.drawPolyline(line);
  p.setPen(round_pen(colour, width));
  p.drawPolyline(line);
}

/// The colour of what the tool makes.
QColor colour_of(HandTool tool, const HandOptions& options, const Template& tmpl) {
  const std::string list = options.list_of(tool);
  if (tool == HandTool::erase) return QColor(0x45, 0x4B, 0x50);
  if (!is_painted(list)) return map_ink::accent();
  const std::vector<std::string> ids = table_ids(tmpl, table_of(list));
  const auto at = std::find(ids.begin(), ids.end(), options.cls.at(list));
  if (at == ids.end()) return QColor(0x45, 0x4B, 0x50);
  return row_colour(tmpl, table_of(list), static_cast<size_t>(at - ids.begin())).value_or(map_ink::accent());
}

}  // namespace

void HandCanvas::paint(QPainter& p, const std::function<QPointF(Vec2)>& to_widget, const QRectF&) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  if (marks_shown_ && view_.tilt())
    paint_standing(p, *figures_, {to_widget, px_per_m()},
                   [this](Vec2 place) { return view_.is_seen(place); });
  else if (marks_shown_)
    marks_.paint(p, view_.map_window());
  if (tool()) {
    paint_selection_marks(p, to_widget);
    paint_gesture(p, to_widget);
  }
  p.restore();
}

void HandCanvas::lay_marks() {
  if (!marks_shown_ || figures_->empty()) return view_.set_ground_marks({});
  view_.set_ground_marks([figures = figures_](const MapWindow& window) {
    return paint_figures(*figures, window, MarksOf::ground);
  });
}

void HandCanvas::paint_selection_marks(QPainter& p, const std::function<QPointF(Vec2)>& to_widget) {
  const MapScale scale{to_widget, px_per_m()};
  for (const HandFigure& figure : *figures_)
    if (selection_.rows.contains(figure.id)) paint_selected(p, figure, by_m_, scale);
  for (const size_t k : points_of(selection_, world())) {
    const Vec2 place = world()->points.points[k].position_m;
    if (!(by_m_ == Vec2{})) {
      p.setPen(round_pen(map_ink::accent(140), 1.4, Qt::DashLine));
      p.drawLine(to_widget(place), to_widget(place + by_m_));
      paint_pin(p, to_widget(place + by_m_), map_ink::accent());
    }
    paint_selected_point(p, to_widget(place + by_m_));
  }
  if (lasso_m_.size() < 2) return;
  QPolygonF outline;
  for (const Vec2& v : lasso_m_) outline << to_widget(v);
  p.setPen(round_pen(map_ink::accent(), 1.4, Qt::DashLine));
  p.setBrush(map_ink::accent(28));
  p.drawPolygon(outline);
  p.setBrush(Qt::NoBrush);
}

void HandCanvas::paint_gesture(QPainter& p, const std::function<QPointF(Vec2)>& to_widget) {
  const bool arrow = tool_ == HandTool::select || tool_ == HandTool::pick;
  if (busy_ && !arrow) paint_drawn(p, to_widget);
  if (pointer_ && row_of(tool_).gesture == HandGesture::stroke) paint_brush(p, pointer_->at);
  if (!snap_) return;
  const QPointF at = to_widget(snap_->place_m);
  p.setPen(QPen(map_ink::casing(), 4));
  p.drawRect(QRectF(at.x() - 6, at.y() - 6, 12, 12));
  p.setPen(QPen(map_ink::alert(), 1.8));
  p.drawRect(QRectF(at.x() - 6, at.y() - 6, 12, 12));
  const bool tagged = busy_ && !arrow && row_of(tool_).gesture != HandGesture::click;
  if (!tagged) paint_tag(p, at + QPointF(14, -14), snap_word(snap_->to));
}

void HandCanvas::paint_drawn(QPainter& p, const std::function<QPointF(Vec2)>& to_widget) {
  const HandGesture gesture = row_of(tool_).gesture;
  QColor tint = colour_of(tool_, options_, document_.tmpl());
  tint.setAlpha(gesture == HandGesture::stroke ? 120 : 90);
  QPolygonF way;
  for (const Vec2& v : drawing_.dragged ? drawing_.path_m : drawing_.with_cursor()) way << to_widget(v);
  if (gesture == HandGesture::stroke) {
    if (way.size() == 1) way << way.front() + QPointF(0.01, 0);
    QPainterPath path;
    path.addPolygon(way);
    const double width = std::max(3.0, 2 * options_.radius_m * px_per_m());
    if (options_.list_of(tool_) != "terrain" || tool_ == HandTool::erase)
      return p.strokePath(path, round_pen(tint, width));
    // The relief is seen under its stroke.
    const QPainterPath rim = QPainterPathStroker(round_pen(tint, width)).createStroke(path).simplified();
    for (const auto& [ink, wide] : {std::pair(map_ink::casing(), 3.0), {map_ink::accent(), 1.4}})
      p.strokePath(rim, round_pen(ink, wide));
    return;
  }
  if (gesture == HandGesture::disc) {
    const double radius = std::sqrt(squared_distance(drawing_.path_m.front(), drawing_.path_m.back()));
    paint_ban(p, way.front(), radius * px_per_m(), QColor(0xC6, 0x28, 0x28));
    if (radius >= 1) paint_tag(p, way.back() + QPointF(14, -14), with_snap(length_text(radius)));
    return;
  }
  const bool closed = gesture == HandGesture::outline || gesture == HandGesture::freehand;
  if (closed && way.size() > 2) {
    p.setPen(Qt::NoPen);
    p.setBrush(tint);
    p.drawPolygon(way);
    p.setBrush(Qt::NoBrush);
  }
  cased(p, way, map_ink::accent(), 2);
  if (!drawing_.dragged) paint_corners(p, to_widget);
}

/// The corners that were put, and how long the next edge is.
void HandCanvas::paint_corners(QPainter& p, const std::function<QPointF(Vec2)>& to_widget) {
  p.setPen(QPen(map_ink::accent(), 1.5));
  p.setBrush(Qt::white);
  for (const Vec2& v : drawing_.path_m) p.drawEllipse(to_widget(v), 3.5, 3.5);
  p.setBrush(Qt::NoBrush);
  const std::vector<Vec2> all = drawing_.with_cursor();
  if (all.size() < 2) return;
  const double last = std::sqrt(squared_distance(all.back(), all[all.size() - 2]));
  paint_tag(p, to_widget(all.back()) + QPointF(14, -14), with_snap(length_text(last)));
}

/// A tag's text, and what the place snaps to.
QString HandCanvas::with_snap(const QString& text) const {
  return snap_ ? QStringLiteral("%1 \u00b7 %2").arg(text, snap_word(snap_->to)) : text;
}

/// The brush's rim; how far it reaches and how strongly; where the hard core of its stroke ends.
void HandCanvas::paint_brush(QPainter& p, QPointF at) {
  const std::string list = options_.list_of(tool_);
  const bool ground = list == "terrain" && tool_ != HandTool::erase;
  const bool paints = is_painted(list) && tool_ != HandTool::erase;
  const bool hard = is_painted(list) && options_.force == PaintForce::hard;
  const QColor colour = colour_of(tool_, options_, document_.tmpl()).darker(140);
  const double radius = options_.radius_m * px_per_m();
  const double outer = ground ? radius + falloff_of(options_) * px_per_m() : radius;
  const double core =
      ground ? radius : radius - std::min(options_.feather_m, options_.radius_m / 2) * px_per_m();
  if (ground || paints) paint_strength(p, at, core, outer, colour);
  p.setPen(QPen(map_ink::casing(), 3));
  p.drawEllipse(at, radius, radius);
  p.setPen(QPen(colour, 1.4));
  p.drawEllipse(at, radius, radius);
  p.setPen(round_pen(colour, 1, Qt::DotLine));
  if (ground && outer - radius > 2) p.drawEllipse(at, outer, outer);
  if (hard && core >= 2 && radius - core >= 2) p.drawEllipse(at, core, core);
  if (const QString strength = strength_text(); !strength.isEmpty())
    paint_tag(p, at + QPointF(radius * 0.7071 + 6, -radius * 0.7071 - 6), strength);
}

/// Full inside the core, fading to the outer rim; the stronger, the denser.
void HandCanvas::paint_strength(QPainter& p, QPointF at, double core_px, double outer_px,
                                const QColor& colour) const {
  constexpr double kDensest = 90, kStrong_m = 100, kStrong_sd = 3;
  const bool ground = options_.list_of(tool_) == "terrain";
  const double part = ground                               ? std::fabs(options_.amount_m) / kStrong_m
                      : options_.force == PaintForce::bias ? std::fabs(options_.strength_sd) / kStrong_sd
                                                           : 1;
  const bool moves = !ground || takes_amount(options_.terrain);
  QColor full = colour, none = colour;
  full.setAlpha(static_cast<int>(kDensest * (moves ? std::clamp(part, 0.1, 1.0) : 0.4)));
  none.setAlpha(0);
  QRadialGradient fade(at, std::max(1.0, outer_px));
  fade.setColorAt(std::clamp(core_px / std::max(1.0, outer_px), 0.0, 0.999), full);
  fade.setColorAt(1, none);
  p.setPen(Qt::NoPen);
  p.setBrush(fade);
  p.drawEllipse(at, outer_px, outer_px);
  p.setBrush(Qt::NoBrush);
}

/// "+40 m", "to 20 m", "1.5 sd"; empty where the tool has none.
QString HandCanvas::strength_text() const {
  const std::string list = options_.list_of(tool_);
  const QLocale locale;
  if (tool_ == HandTool::erase) return {};
  if (list == "terrain") {
    if (options_.terrain == TerrainDo::level) return tr("to %1 m").arg(locale.toString(options_.level_m));
    if (!takes_amount(options_.terrain)) return {};
    const bool down = options_.terrain == TerrainDo::lower || options_.terrain == TerrainDo::valley;
    const double by = down ? -options_.amount_m : options_.amount_m;
    return (by > 0 ? QStringLiteral("+") : QString()) + tr("%1 m").arg(locale.toString(by));
  }
  return is_painted(list) && options_.force == PaintForce::bias
             ? tr("%1 sd").arg(locale.toString(options_.strength_sd))
             : QString();
}

}  // namespace fw
