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
#include "render/overlay/overlay_paint.h"

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

namespace {

/// The pixels stay where they are: the image keeps them alive.
QImage to_image(MapImage&& pixels, double device_scale) {
  auto* held = new MapImage(std::move(pixels));
  QImage image(
      reinterpret_cast<uchar*>(held->argb.data()), held->width_px, held->height_px, 4 * held->width_px,
      QImage::Format_ARGB32_Premultiplied, [](void* owner) { delete static_cast<MapImage*>(owner); }, held);
  image.setDevicePixelRatio(device_scale);
  return image;
}

PixelTarget target_of(MapImage& pixels) {
  return {pixels.argb.data(), pixels.width_px, pixels.height_px, static_cast<size_t>(pixels.width_px)};
}

Result<std::shared_ptr<MapPainting>> paint_from_above(const MapRequest& request, const Progress& progress) {
  auto drawn = draw_map(*request.picture->atlas, request.look, request.window, request.detail, progress);
  if (!drawn) return drawn.error();
  if (request.calm) mute_map(*request.picture->atlas, request.window, target_of(drawn.value()));
  auto painting = std::make_shared<MapPainting>();
  painting->image = to_image(std::move(drawn).value(), request.window.device_scale);
  return painting;
}

/// Lays an overlay over the colours of a ground: the nearest of its pixels, premultiplied.
void lay_over(const MapOverlay& overlay, PaintedGround& ground) {
  const QImage image = overlay.image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
  const MapWindow& window = ground.window;
  for (int y = 0; y < window.height_px; ++y)
    for (int x = 0; x < window.width_px; ++x) {
      const Vec2 at = overlay.window.to_px(window.to_m({x + 0.5, y + 0.5}));
      if (!(at.x >= 0 && at.y >= 0 && at.x < image.width() && at.y < image.height())) continue;
      const QRgb ink =
          reinterpret_cast<const QRgb*>(image.constScanLine(static_cast<int>(at.y)))[static_cast<int>(at.x)];
      if (qAlpha(ink) == 0) continue;
      uint32_t& word =
          ground.argb[static_cast<size_t>(y) * static_cast<size_t>(window.width_px) + static_cast<size_t>(x)];
      const int rest = 255 - qAlpha(ink);
      word = qRgb(qRed(ink) + qRed(word) * rest / 255, qGreen(ink) + qGreen(word) * rest / 255,
                  qBlue(ink) + qBlue(word) * rest / 255);
    }
}

}  // namespace

Result<std::shared_ptr<const PaintedGround>> ObliquePainter::ground_for(const MapRequest& request,
                                                                        const Progress& progress) {
  const Atlas& atlas = *request.picture->atlas;
  const ObliqueMapView& view = *request.oblique;
  const bool moving = request.oblique_detail == ObliqueDetail::moving;
  const bool alike = ground_ && made_.picture == request.picture && made_.look == request.look &&
                     made_.calm == request.calm && made_.oblique->scenery == view.scenery;
  // The light of scenery turns with the camera: at rest it is made again.
  const bool lit =
      !view.scenery || moving ||
      (made_.oblique->sun == view.sun && made_.oblique->camera.azimuth_deg == view.camera.azimuth_deg &&
       made_.oblique->camera.exaggeration == view.camera.exaggeration);
  const bool finished = moving || made_.oblique_detail == ObliqueDetail::rest;
  if (alike && lit && finished && serves(ground_->window, atlas, view, request.oblique_detail))
    return ground_;
  auto painted =
      paint_map_ground(atlas, request.look, view, oblique_ground_window(atlas, view, request.oblique_detail),
                       request.oblique_detail, progress);
  if (!painted) return painted.error();
  PaintedGround& ground = painted.value();
  if (request.calm)
    mute_map(atlas, ground.window,
             {ground.argb.data(), ground.window.width_px, ground.window.height_px,
              static_cast<size_t>(ground.window.width_px)});
  ground_ = std::make_shared<const PaintedGround>(std::move(painted).value());
  made_ = request;
  made_.overlay = {};
  made_.marks = {};
  return ground_;
}

Result<std::shared_ptr<MapPainting>> ObliquePainter::paint(const MapRequest& request,
                                                           const Progress& progress) {
  auto ground = ground_for(request, progress);
  if (!ground) return ground.error();
  std::shared_ptr<const PaintedGround> shown = ground.value();
  if (!request.overlay.image.isNull() || request.marks) {
    auto covered = std::make_shared<PaintedGround>(*shown);
    lay_over(request.overlay, *covered);
    if (request.marks) lay_over({request.marks(shown->window), shown->window}, *covered);
    shown = covered;
  }
  auto map = draw_oblique_map(*request.picture->atlas, request.look, *request.oblique, *shown,
                              request.oblique_detail, progress);
  if (!map) return map.error();
  ObliqueImage& image = map.value().image;
  auto painting = std::make_shared<MapPainting>();
  painting->image =
      to_image({image.width_px, image.height_px, std::move(image.argb)}, request.oblique->device_scale);
  painting->sight = std::make_shared<const ObliqueSight>(
      ObliqueSight{*request.oblique, ground.value(), std::move(map).value()});
  return painting;
}

MapPainter::MapPainter(QObject* parent) : QObject(parent) {
  thread_ = std::thread([this] { work(); });
}

MapPainter::~MapPainter() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    cancel_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void MapPainter::request(MapRequest request) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_ = std::move(request);
    waiting_number_ = ++asked_;
  }
  wake_.notify_one();
}

void MapPainter::work() {
  ObliquePainter from_side;
  for (;;) {
    MapRequest request;
    uint64_t number = 0;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ends_ || waiting_; });
      if (ends_) return;
      request = std::move(*waiting_);
      waiting_.reset();
      number = waiting_number_;
    }
    Progress progress;
    progress.cancel = &cancel_;
    const auto drawn =
        request.oblique ? from_side.paint(request, progress) : paint_from_above(request, progress);
    if (!drawn) {
      QMetaObject::invokeMethod(
          this,
          [this, number, message = QString::fromStdString(drawn.error().message)] {
            handed_ = number;
            emit failed(message);
          },
          Qt::QueuedConnection);
      continue;
    }
    const std::shared_ptr<MapPainting>& made = drawn.value();
    made->window = request.window;
    made->picture = std::move(request.picture);
    made->detail = request.detail;
    made->calm = request.calm;
    QMetaObject::invokeMethod(
        this,
        [this, number, painting = std::shared_ptr<const MapPainting>(made)] {
          handed_ = number;
          emit painted(painting);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace fw
