#include "app/gui/map/map_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"

namespace fw {
namespace {

constexpr double kPulse_ms = 500;
constexpr int kPulses = 3;

}  // namespace

HighlightFlash::HighlightFlash(std::function<void()> repaint) : repaint_(std::move(repaint)) {
  timer_.setInterval(30);
  QObject::connect(&timer_, &QTimer::timeout, this, [this] {
    if (static_cast<double>(since_.elapsed()) > kPulses * kPulse_ms) timer_.stop();
    repaint_();
  });
}

void HighlightFlash::start() {
  since_.start();
  timer_.start();
}

void HighlightFlash::stop() {
  timer_.stop();
}

double HighlightFlash::strength() const {
  if (!timer_.isActive()) return 1;
  const double at = static_cast<double>(since_.elapsed()) / kPulse_ms;
  return 0.5 - 0.5 * std::cos(at * 2 * 3.14159265358979) * 0.9;
}

namespace map_ink {
QColor accent(int alpha) {
  return QColor(0x14, 0x5D, 0xA0, alpha);
}
QColor alert(int alpha) {
  return QColor(0xC8, 0x1E, 0x5B, alpha);
}
QColor casing() {
  return QColor(255, 255, 255, 220);
}
QColor ink() {
  return QColor(0x2E, 0x3A, 0x40);
}
QColor card() {
  return QColor(0xFB, 0xF9, 0xF3, 232);
}
}  // namespace map_ink

namespace {

constexpr double kMargin = 14;
constexpr double kLeastCell = 2;  ///< a cell of a highlight is never too small to be seen

void cased_line(QPainter& p, const QPolygonF& line, const QColor& colour, double width) {
  p.setPen(QPen(map_ink::casing(), width + 2.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.drawPolyline(line);
  p.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.drawPolyline(line);
}

void card(QPainter& p, const QRectF& box) {
  p.setPen(QPen(QColor(0, 0, 0, 40), 1));
  p.setBrush(map_ink::card());
  p.drawRoundedRect(box, 4, 4);
}

/// The largest 1, 2 or 5 times a power of ten not above a length.
double round_down(double metres) {
  const double power = std::pow(10.0, std::floor(std::log10(metres)));
  const double first = metres / power;
  return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

/// Round lengths need no decimals.
QString round_length_text(double metres) {
  const QLocale locale;
  return metres < 1000
             ? QCoreApplication::translate("fw::MapView", "%1 m").arg(locale.toString(metres, 'g', 3))
             : QCoreApplication::translate("fw::MapView", "%1 km")
                   .arg(locale.toString(metres / 1000, 'g', 4));
}

QFont small_font(const QPainter& p) {
  QFont font = p.font();
  font.setPointSizeF(std::max(7.0, font.pointSizeF() * 0.88));
  return font;
}

}  // namespace

void paint_tag(QPainter& p, QPointF at, const QString& text) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  const QFontMetricsF metrics(p.font());
  QRectF box(0, 0, metrics.horizontalAdvance(text) + 14, metrics.height() + 8);
  box.moveBottomLeft(at);
  const QRectF in = QRectF(p.viewport()).adjusted(4, 4, -4, -4);
  if (box.right() > in.right()) box.moveRight(in.right());
  if (box.left() < in.left()) box.moveLeft(in.left());
  if (box.top() < in.top()) box.moveTop(in.top());
  if (box.bottom() > in.bottom()) box.moveBottom(in.bottom());
  card(p, box);
  p.setPen(map_ink::ink());
  p.drawText(box, Qt::AlignCenter, text);
  p.restore();
}

void paint_scale_bar(QPainter& p, const QRectF& in, double metres_per_unit) {
  constexpr double kHeight = 5, kLongest = 150;
  const double length_m = round_down(kLongest * metres_per_unit), width = length_m / metres_per_unit;
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  p.setFont(small_font(p));
  const QFontMetricsF metrics(p.font());
  const QString end = round_length_text(length_m);
  const double side = metrics.horizontalAdvance(end) / 2 + 8;
  const QRectF box(in.left() + kMargin, in.bottom() - kMargin - metrics.height() - kHeight - 12,
                   width + 2 * side, metrics.height() + kHeight + 12);
  card(p, box);
  const double x = box.left() + side, y = box.bottom() - 6 - kHeight;
  p.setPen(QPen(map_ink::ink(), 1));
  for (int i = 0; i < 4; ++i) {
    p.setBrush(i % 2 == 0 ? map_ink::ink() : QColor(Qt::white));
    p.drawRect(QRectF(x + width * i / 4, y, width / 4, kHeight));
  }
  const auto label = [&](double at, const QString& text) {
    const double w = metrics.horizontalAdvance(text) + 2;
    p.drawText(QRectF(at - w / 2, box.top() + 3, w, metrics.height()), Qt::AlignCenter, text);
  };
  label(x, QStringLiteral("0"));
  label(x + width, end);
  p.restore();
}

void paint_north_arrow(QPainter& p, const QRectF& in, double turned) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  const QRectF box(in.right() - kMargin - (turned == 0 ? 30 : 38), in.top() + kMargin + (turned == 0 ? 0 : 4),
                   30, 46);
  p.translate(box.center());
  p.rotate(turned);
  p.translate(-box.center());
  card(p, box);
  p.setFont(small_font(p));
  p.setPen(map_ink::ink());
  p.drawText(QRectF(box.left(), box.top() + 3, box.width(), 14), Qt::AlignCenter, QStringLiteral("N"));
  const double x = box.center().x(), top = box.top() + 18, bottom = box.bottom() - 6;
  const QPolygonF left{{x, top}, {x, bottom - 6}, {x - 7, bottom}};
  const QPolygonF right{{x, top}, {x + 7, bottom}, {x, bottom - 6}};
  p.setPen(QPen(map_ink::ink(), 1, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.setBrush(map_ink::ink());
  p.drawPolygon(left);
  p.setBrush(Qt::white);
  p.drawPolygon(right);
  p.restore();
}

void paint_cross(QPainter& p, QPointF at) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  for (const bool across : {true, false}) {
    const QPointF d = across ? QPointF(1, 0) : QPointF(0, 1);
    cased_line(p, QPolygonF{at - d * 12, at - d * 3}, map_ink::accent(), 1.6);
    cased_line(p, QPolygonF{at + d * 3, at + d * 12}, map_ink::accent(), 1.6);
  }
  p.restore();
}

void paint_foreign_cursor(QPainter& p, QPointF at) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(map_ink::casing(), 4));
  p.drawEllipse(at, 7, 7);
  p.setPen(QPen(map_ink::alert(), 1.8));
  p.drawEllipse(at, 7, 7);
  p.setPen(QPen(map_ink::alert(), 3, Qt::SolidLine, Qt::RoundCap));
  p.drawPoint(at);
  p.restore();
}

QImage cells_image(const std::vector<size_t>& cells, const GridSpec& grid, const MapWindow& window) {
  QImage image(window.width_px, window.height_px, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(window.device_scale);
  image.fill(Qt::transparent);
  const QRgb ink = map_ink::alert().rgba();
  const double half = 0.5 * std::max(kLeastCell * window.device_scale, grid.cell_m / window.metres_per_px);
  // Neighbours share an edge, whatever their side in pixels.
  const auto edge = [](double at, int most) {
    return static_cast<int>(std::lround(std::clamp(at, 0.0, static_cast<double>(most))));
  };
  for (const size_t cell : cells) {
    if (cell >= grid.cells()) continue;
    const Vec2 at = window.to_px(grid.centre(cell));
    const int left = edge(at.x - half, image.width()), right = edge(at.x + half, image.width());
    const int top = edge(at.y - half, image.height()), bottom = edge(at.y + half, image.height());
    for (int y = top; y < bottom && left < right; ++y)
      std::fill_n(reinterpret_cast<QRgb*>(image.scanLine(y)) + left, right - left, ink);
  }
  return image;
}

QImage veil_image(const MapHighlight& highlight, const GridSpec& grid, const MapWindow& window) {
  constexpr int kVeil = 205;
  constexpr double kRound = 15, kBeside = 9;  // of a symbol, and of a line with its casing
  QImage veil(window.width_px, window.height_px, QImage::Format_ARGB32_Premultiplied);
  veil.setDevicePixelRatio(window.device_scale);
  QColor colour = map_ink::casing();
  colour.setAlpha(kVeil);
  veil.fill(colour);
  QPainter p(&veil);
  p.setRenderHint(QPainter::Antialiasing);
  p.setCompositionMode(QPainter::CompositionMode_DestinationOut);
  if (!highlight.cells.empty()) p.drawImage(QPointF(0, 0), cells_image(highlight.cells, grid, window));
  const auto at = [&](Vec2 m) {
    const Vec2 px = window.to_px(m) * (1 / window.device_scale);
    return QPointF(px.x, px.y);
  };
  for (const Polyline& line : highlight.outlines) {
    QPolygonF path;
    for (const Vec2& v : line.points) path << at(v);
    if (line.closed && !path.isEmpty()) path << path.front();
    p.setPen(QPen(Qt::black, kBeside, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.drawPolyline(path);
  }
  p.setPen(Qt::NoPen);
  p.setBrush(Qt::black);
  for (const Vec2& v : highlight.points_m) p.drawEllipse(at(v), kRound, kRound);
  return veil;
}

void paint_highlight(QPainter& p, const MapHighlight& highlight, double strength, const QRectF& in,
                     const ToWidget& to_widget) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  const int alpha = static_cast<int>(60 + 195 * strength);
  p.setBrush(Qt::NoBrush);
  for (const Polyline& line : highlight.outlines) {
    QPolygonF path;
    for (const Vec2& v : line.points) path << to_widget(v);
    if (line.closed && !path.isEmpty()) path << path.front();
    cased_line(p, path, map_ink::alert(alpha), 2.6);
  }
  // Many points need smaller rings to stay apart.
  const double radius = (highlight.points_m.size() > 60 ? 7 : 10) + 5 * (1 - strength);
  const QRectF reach = in.adjusted(-20, -20, 20, 20);
  for (const Vec2& v : highlight.points_m) {
    const QPointF at = to_widget(v);
    if (!reach.contains(at)) continue;
    p.setPen(QPen(map_ink::casing(), 4.6));
    p.drawEllipse(at, radius, radius);
    p.setPen(QPen(map_ink::alert(alpha), 2.2));
    p.drawEllipse(at, radius, radius);
  }
  p.restore();
}

void paint_selection(QPainter& p, const MapPick& pick, const Picture& picture, double metres_per_unit,
                     const ToWidget& to_widget) {
  const World& world = *picture.world;
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  p.setBrush(Qt::NoBrush);
  if (pick.point && *pick.point < world.points.points.size()) {
    const QPointF at = to_widget(world.points.points[*pick.point].position_m);
    for (const auto& [colour, width] : {std::pair(map_ink::casing(), 5.0), {map_ink::accent(), 2.4}}) {
      p.setPen(QPen(colour, width));
      p.drawEllipse(at, 13, 13);
    }
  } else {
    const GridSpec& grid = world.grid;
    const double side = std::max(7.0, grid.cell_m / metres_per_unit);
    const QPointF at = to_widget(grid.centre(grid.cell_at(pick.place_m)));
    const QRectF cell(at.x() - side / 2, at.y() - side / 2, side, side);
    for (const auto& [colour, width] : {std::pair(map_ink::casing(), 4.0), {map_ink::accent(), 2.0}}) {
      p.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
      p.drawRect(cell);
    }
  }
  p.restore();
}

}  // namespace fw
