#include "app/gui/hand/canvas/marks.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/gui/hand/tools.h"

namespace fw {
namespace {

constexpr double kRing = 10, kDot = 2.6, kCross = 6;
constexpr double kPole = 20, kFlag = 14, kMostText = 260;
constexpr double kOutline = 1.6;
constexpr double kLeastWidth = 3;       ///< of strokes, however far away
constexpr int kTint = 34, kHatch = 90;  ///< alphas: names and symbols below are read
constexpr int kHatchPitch = 9;

QColor with_alpha(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

/// A shade that is seen on a map of light colours.
QColor ink_of(const QColor& colour) {
  return colour.lightnessF() > 0.45F ? colour.darker(static_cast<int>(100 + 110 * colour.lightnessF()))
                                     : colour;
}

QPen round_pen(const QBrush& brush, double width, Qt::PenStyle style = Qt::SolidLine) {
  return QPen(brush, width, style, Qt::RoundCap, Qt::RoundJoin);
}

/// Diagonal lines in one colour.
QBrush hatch_of(const QColor& colour, double device_scale) {
  const int side = static_cast<int>(std::lround(kHatchPitch * device_scale));
  QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
  tile.fill(Qt::transparent);
  QPainter p(&tile);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(QPen(colour, 1.1 * device_scale));
  for (const int shift : {-side, 0, side}) p.drawLine(shift, side, shift + side, 0);
  p.end();
  QBrush brush(tile);
  brush.setTransform(QTransform::fromScale(1 / device_scale, 1 / device_scale));
  return brush;
}

/// Corners of the smallest convex polygon round the places (Andrew 1979).
QPolygonF convex_hull(std::vector<QPointF> places) {
  std::sort(places.begin(), places.end(), [](const QPointF& a, const QPointF& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  QPolygonF hull;
  const auto side = [&](const QPointF& next) {
    const QPointF a = hull[hull.size() - 1] - hull[hull.size() - 2], b = next - hull[hull.size() - 1];
    return a.x() * b.y() - a.y() * b.x();
  };
  const auto add_chain = [&](auto from, auto to) {
    const qsizetype least = hull.size() + 1;
    for (; from != to; ++from) {
      while (hull.size() > least && side(*from) <= 0) hull.removeLast();
      hull << *from;
    }
    if (!hull.isEmpty()) hull.removeLast();  // the other chain begins with it
  };
  add_chain(places.begin(), places.end());
  add_chain(places.rbegin(), places.rend());
  return hull;
}

/// Draws figures on the image of a window.
class FigurePainter {
 public:
  FigurePainter(const HandFigures& figures, const MapWindow& window) : figures_(figures), window_(window) {}

  QImage paint(MarksOf what) {
    QImage image = empty_image();
    QPainter p(&image);
    p.setRenderHint(QPainter::Antialiasing);
    for (const std::string_view list : {"land", "faction", "danger", "biome", "areas", "rerolls", "regions",
                                        "terrain", "waters", "zones"}) {
      if (std::none_of(figures_.begin(), figures_.end(),
                       [&](const HandFigure& f) { return f.list == list && is_seen(f); }))
        continue;
      p.drawImage(QPointF(0, 0), layer_of(list));
    }
    using Form = HandFigure::Form;
    const PinsOfGroups crowds = pins_of_groups();
    if (what != MarksOf::ground)
      for (const auto& [group, pins] : crowds) draw_crowd(p, pins);
    for (const Form form : {Form::line, Form::view, Form::ban, Form::pin, Form::note})
      for (const HandFigure& figure : figures_) {
        if (figure.form != form || !is_seen(figure) || (what == MarksOf::ground && figure.stands())) continue;
        if (form == Form::pin && crowds.contains(figure.group)) continue;
        draw_mark(p, figure);
      }
    return image;
  }

 private:
  static constexpr size_t kCrowd = 8;  ///< pins
  /// Pins that are on, by groups of so many that a ring for each would hide the map.
  using PinsOfGroups = std::map<std::string_view, std::vector<const HandFigure*>>;
  PinsOfGroups pins_of_groups() const {
    PinsOfGroups groups;
    for (const HandFigure& figure : figures_)
      if (figure.form == HandFigure::Form::pin && figure.on && !figure.group.empty())
        groups[figure.group].push_back(&figure);
    std::erase_if(groups, [](const auto& group) { return group.second.size() < kCrowd; });
    return groups;
  }

  /// One outline round all of them, and a dot on each.
  void draw_crowd(QPainter& p, const std::vector<const HandFigure*>& pins) const {
    const QColor ink = pins.front()->parts.front().colour;
    std::vector<QPointF> places;
    for (const HandFigure* pin : pins) places.push_back(at(pin->parts.front().shape->parts.front().front()));
    QPainterPath hull;
    hull.addPolygon(convex_hull(places));
    hull.closeSubpath();
    const QPainterPath rim =
        QPainterPathStroker(round_pen(Qt::black, 2 * kRing)).createStroke(hull).united(hull).simplified();
    p.setBrush(with_alpha(ink, 16));
    p.setPen(round_pen(map_ink::casing(), 4));
    p.drawPath(rim);
    p.setPen(round_pen(ink, 1.8, Qt::DashLine));
    p.drawPath(rim);
    p.setPen(QPen(map_ink::casing(), 1.2));
    p.setBrush(ink);
    for (const QPointF& place : places) p.drawEllipse(place, kDot, kDot);
    p.setBrush(Qt::NoBrush);
  }

  QImage empty_image() const {
    QImage image(window_.width_px, window_.height_px, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(window_.device_scale);
    image.fill(Qt::transparent);
    return image;
  }

  double px(double metres) const { return metres / (window_.metres_per_px * window_.device_scale); }
  QPointF at(Vec2 m) const {
    const Vec2 v = window_.to_px(m) * (1 / window_.device_scale);
    return {v.x, v.y};
  }
  bool is_seen(const HandFigure& figure) const {
    const double margin = 16 * window_.metres_per_px * window_.device_scale;
    return figure.on && figure.high_m.x + margin > window_.west_m &&
           figure.low_m.x - margin < window_.west_m + window_.width_m() &&
           figure.low_m.y - margin < window_.north_m &&
           figure.high_m.y + margin > window_.north_m - window_.height_m();
  }

  QPainterPath path_of(const Shape& shape) const {
    QPainterPath path;
    path.setFillRule(Qt::OddEvenFill);
    for (const std::vector<Vec2>& part : shape.parts) {
      QPolygonF line;
      for (const Vec2& v : part) line << at(v);
      if (line.size() == 1) line << line.front() + QPointF(0.01, 0);  // a point is a short stroke
      path.addPolygon(line);
      if (shape.kind == Shape::Kind::polygons) path.closeSubpath();
    }
    return path;
  }

  /// The rows of a list in the order of painting: what a row covers hides the rows before it.
  QImage layer_of(std::string_view list) const {
    QImage image = empty_image();
    QPainter p(&image);
    p.setRenderHint(QPainter::Antialiasing);
    for (const HandFigure& figure : figures_)
      if (figure.list == list && figure.form == HandFigure::Form::place && is_seen(figure))
        for (const FigurePart& part : figure.parts) draw_place(p, figure, part);
    return image;
  }

  void draw_place(QPainter& p, const HandFigure& figure, const FigurePart& part) const {
    const QPainterPath path = path_of(*part.shape);
    const bool suspended = figure.state == HandState::suspended;
    const QColor ink = ink_of(part.colour);
    const QColor tint = figure.takes ? QColor(0, 0, 0, 0) : with_alpha(part.colour, kTint);
    const Qt::PenStyle style = suspended || figure.takes || !figure.hatched ? Qt::DashLine : Qt::SolidLine;
    const bool inside = part.shape->kind == Shape::Kind::polygons;
    if (figure.radius_m > 0 || !inside) {
      const double width = std::max(kLeastWidth, 2 * px(figure.radius_m));
      cover(p, path, inside, width + kOutline, suspended || figure.takes ? with_alpha(ink, 150) : ink);
      cover(p, path, inside, std::max(0.6, width - kOutline), tint);
      const double core = width - 2 * px(figure.core_m);
      if (figure.hatched && !suspended && core > 1) hatch(p, path, inside, core, ink);
      return;
    }
    p.setCompositionMode(QPainter::CompositionMode_Source);
    p.fillPath(path, tint);
    if (figure.hatched && !suspended) {
      hatch(p, path, true, 0, ink);
      if (const double rim = 2 * px(figure.core_m); rim > 0) {
        p.save();
        p.setClipPath(path);
        p.setCompositionMode(QPainter::CompositionMode_Source);
        p.strokePath(path, round_pen(tint, rim));
        p.restore();
      }
    }
    p.setCompositionMode(QPainter::CompositionMode_SourceOver);
    const bool cased = figure.list == "zones";  // it stands over all layers, painted or not
    if (cased) p.strokePath(path, round_pen(map_ink::casing(), 2.6 * kOutline));
    p.strokePath(path, round_pen(ink, cased ? 1.3 * kOutline : kOutline, style));
  }

  /// Everything within half the width of the path, instead of what was there.
  static void cover(QPainter& p, const QPainterPath& path, bool inside, double width, const QColor& colour) {
    p.setCompositionMode(QPainter::CompositionMode_Source);
    if (inside) p.fillPath(path, colour);
    p.strokePath(path, round_pen(colour, width));
    p.setCompositionMode(QPainter::CompositionMode_SourceOver);
  }

  void hatch(QPainter& p, const QPainterPath& path, bool inside, double width, const QColor& ink) const {
    const QBrush brush = hatch_of(with_alpha(ink, kHatch), window_.device_scale);
    p.setCompositionMode(QPainter::CompositionMode_SourceOver);
    if (inside) p.fillPath(path, brush);
    if (width > 0) p.strokePath(path, round_pen(brush, width));
  }

  void draw_mark(QPainter& p, const HandFigure& figure) const {
    using Form = HandFigure::Form;
    const FigurePart& part = figure.parts.front();
    const std::vector<Vec2>& line = part.shape->parts.front();
    if (figure.form == Form::pin) return paint_pin(p, at(line.front()), part.colour);
    if (figure.form == Form::ban) return paint_ban(p, at(line.front()), px(figure.radius_m), part.colour);
    if (figure.form == Form::note) return paint_note(p, at(line.front()), figure.text, part.colour);
    QPolygonF way;
    for (const Vec2& v : line) way << at(v);
    const bool suspended = figure.state == HandState::suspended;
    if (figure.form == Form::view) {
      p.setPen(QPen(with_alpha(part.colour, 40), 2 * px(figure.radius_m), Qt::SolidLine, Qt::FlatCap));
      p.drawPolyline(way);
    }
    p.setPen(round_pen(map_ink::casing(), 4.4));
    p.drawPolyline(way);
    p.setPen(round_pen(part.colour, 2.2, suspended ? Qt::DashLine : Qt::SolidLine));
    p.drawPolyline(way);
    draw_ends(p, figure, way, part.colour);
  }

  static void draw_ends(QPainter& p, const HandFigure& figure, const QPolygonF& way, const QColor& colour) {
    p.setPen(round_pen(colour, 1.8));
    for (const int end : {0, 1}) {
      const QPointF tip = end == 0 ? way.front() : way.back();
      if (figure.form == HandFigure::Form::view && end == 1) {
        const QPointF back = way[way.size() - 2] - tip;
        const double length = std::hypot(back.x(), back.y());
        if (length < 1) return;
        const QPointF along = back / length * 9, across(-along.y() * 0.5, along.x() * 0.5);
        p.drawPolyline(QPolygonF{tip + along + across, tip, tip + along - across});
        continue;
      }
      const bool filled = figure.form == HandFigure::Form::view || figure.linked[end];
      p.setBrush(filled ? colour : QColor(Qt::white));
      p.drawEllipse(tip, 4, 4);
    }
    p.setBrush(Qt::NoBrush);
  }

  const HandFigures& figures_;
  const MapWindow& window_;
};

}  // namespace

QImage paint_figures(const HandFigures& figures, const MapWindow& window, MarksOf what) {
  return FigurePainter(figures, window).paint(what);
}

void paint_standing(QPainter& p, const HandFigures& figures, const MapScale& scale,
                    const std::function<bool(Vec2)>& is_seen) {
  for (const HandFigure::Form form : {HandFigure::Form::ban, HandFigure::Form::pin, HandFigure::Form::note})
    for (const HandFigure& figure : figures) {
      if (figure.form != form || !figure.on) continue;
      const FigurePart& part = figure.parts.front();
      const Vec2 place = part.shape->parts.front().front();
      if (!is_seen(place)) continue;
      if (form == HandFigure::Form::pin)
        paint_pin(p, scale.to_widget(place), part.colour);
      else if (form == HandFigure::Form::note)
        paint_note(p, scale.to_widget(place), figure.text, part.colour);
      else
        paint_ban(p, scale.to_widget(place), 0, part.colour);
    }
}

void paint_pin(QPainter& p, QPointF at, const QColor& colour) {
  const QPointF dot = at + QPointF(kRing, -kRing) * 0.7071;
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(map_ink::casing(), 4.2));
  p.drawEllipse(at, kRing, kRing);
  p.setPen(QPen(colour, 2));
  p.drawEllipse(at, kRing, kRing);
  p.setPen(QPen(map_ink::casing(), 1.6));
  p.setBrush(colour);
  p.drawEllipse(dot, kDot + 0.8, kDot + 0.8);
  p.setBrush(Qt::NoBrush);
}

void paint_note(QPainter& p, QPointF at, const QString& text, const QColor& colour) {
  const QPointF top = at - QPointF(0, kPole);
  const QPolygonF flag{top, top + QPointF(kFlag, kFlag * 0.3), top + QPointF(0, kFlag * 0.62)};
  p.setBrush(Qt::NoBrush);
  for (const auto& [ink, width] : {std::pair(map_ink::casing(), 4.6), {colour, 1.8}}) {
    p.setPen(round_pen(ink, width));
    p.drawLine(at, top);
    p.drawPolygon(flag);
  }
  p.setBrush(colour);
  p.drawPolygon(flag);
  p.drawEllipse(at, 1.2, 1.2);
  p.setBrush(Qt::NoBrush);
  if (text.isEmpty()) return;
  const QFontMetricsF metrics(p.font());
  const QString shown = metrics.elidedText(text, Qt::ElideRight, kMostText);
  QRectF card(0, 0, metrics.horizontalAdvance(shown) + 10, metrics.height() + 4);
  card.moveTopLeft(top + QPointF(kFlag + 2, -4));
  p.setPen(Qt::NoPen);
  p.setBrush(map_ink::casing());
  p.drawRoundedRect(card, 4, 4);
  p.setBrush(Qt::NoBrush);
  p.setPen(map_ink::ink());
  p.drawText(card, Qt::AlignCenter, shown);
}

void paint_ban(QPainter& p, QPointF at, double radius_px, const QColor& colour) {
  if (radius_px > kCross) {
    p.setBrush(with_alpha(colour, 18));
    QPen dashed(with_alpha(colour, 190), 1.3, Qt::CustomDashLine);
    dashed.setDashPattern({4, 3});
    p.setPen(dashed);
    p.drawEllipse(at, radius_px, radius_px);
    p.setBrush(Qt::NoBrush);
  }
  for (const auto& [ink, width] : {std::pair(map_ink::casing(), 4.6), {colour, 2.2}}) {
    p.setPen(round_pen(ink, width));
    p.drawLine(at + QPointF(-kCross, -kCross), at + QPointF(kCross, kCross));
    p.drawLine(at + QPointF(-kCross, kCross), at + QPointF(kCross, -kCross));
  }
}

void paint_selected_point(QPainter& p, QPointF at) {
  p.setBrush(Qt::NoBrush);
  for (const auto& [ink, width] : {std::pair(map_ink::casing(), 5.0), {map_ink::accent(), 2.4}}) {
    p.setPen(QPen(ink, width));
    p.drawEllipse(at, kRing + 4, kRing + 4);
  }
}

void paint_selected(QPainter& p, const HandFigure& figure, Vec2 by_m, const MapScale& scale) {
  using Form = HandFigure::Form;
  const auto at = [&](Vec2 m) { return scale.to_widget(m + by_m); };
  p.setBrush(Qt::NoBrush);
  for (const FigurePart& part : figure.parts)
    for (const std::vector<Vec2>& line : part.shape->parts) {
      QPolygonF way;
      for (const Vec2& v : line) way << at(v);
      if (figure.stands()) {
        if (!(by_m == Vec2{}) && figure.form == Form::pin) paint_pin(p, way.front(), part.colour);
        if (!(by_m == Vec2{}) && figure.form == Form::ban)
          paint_ban(p, way.front(), figure.radius_m * scale.px_per_m, part.colour);
        paint_selected_point(p, way.front());
        if (figure.form == Form::note) paint_note(p, way.front(), figure.text, part.colour);
        continue;
      }
      const bool stroke = figure.form == Form::place && figure.radius_m > 0;
      if (part.shape->kind == Shape::Kind::polygons && !way.isEmpty()) way << way.front();
      if (way.size() == 1) way << way.front() + QPointF(0.01, 0);
      QPainterPath path;
      path.addPolygon(way);
      if (stroke) {
        QPainterPathStroker wide(round_pen(Qt::black, std::max(4.0, 2 * figure.radius_m * scale.px_per_m)));
        path = wide.createStroke(path).simplified();
      }
      for (const auto& [ink, width] : {std::pair(map_ink::casing(), 4.4), {map_ink::accent(), 2.2}})
        p.strokePath(path, round_pen(ink, width));
      if (stroke || line.size() > 200) continue;
      p.setPen(QPen(map_ink::accent(), 1.4));
      p.setBrush(Qt::white);
      for (const QPointF& corner : way) p.drawRect(QRectF(corner.x() - 3, corner.y() - 3, 6, 6));
      p.setBrush(Qt::NoBrush);
    }
}

void HandMarks::set_figures(std::shared_ptr<const HandFigures> figures) {
  figures_ = std::move(figures);
  ask();
}

void HandMarks::paint(QPainter& p, const MapWindow& window) {
  if (!(window == window_)) {
    window_ = window;
    ask();
  }
  if (image_.isNull()) return;
  const MapWindow& then = painted_window_;
  const Vec2 corner = window_.to_px({then.west_m, then.north_m}) * (1 / window_.device_scale);
  const double scale = then.metres_per_px / window_.metres_per_px / window_.device_scale;
  const QRectF place(corner.x, corner.y, then.width_px * scale, then.height_px * scale);
  p.setRenderHint(QPainter::SmoothPixmapTransform, !(then == window_));
  p.drawImage(place, image_);
}

void HandMarks::ask() {
  if (busy_ || !figures_ || window_.width_px < 1 || window_.height_px < 1) return;
  if (painted_ == figures_ && painted_window_ == window_) return;
  busy_ = true;
  const QPointer<HandMarks> self(this);
  QThreadPool::globalInstance()->start([self, figures = figures_, window = window_] {
    QImage image = figures->empty() ? QImage() : paint_figures(*figures, window);
    QMetaObject::invokeMethod(
        qApp,
        [self, figures, window, image = std::move(image)] {
          if (!self) return;
          self->image_ = image;
          self->painted_ = figures;
          self->painted_window_ = window;
          self->busy_ = false;
          self->ask();
          emit self->painted();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace fw
