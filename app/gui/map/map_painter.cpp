#include <QMetaObject>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/gui/map/map_paint.h"
#include "render/map/scene/style.h"
#include "render/overlay/overlay_paint.h"

// From requests to images, on the painter's thread.
namespace fw {
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

/// Marks that may move, so faint that they do not pass for those of the new map.
constexpr double kDimmed = 0.5;

/// Marks of the last map where its ground now lies.
void lay_marks(QImage& image, const MapWindow& window, const QImage& marks, const MapWindow& of,
               double opacity) {
  if (marks.isNull()) return;
  const Vec2 corner = window.to_px({of.west_m, of.north_m}) * (1 / window.device_scale);
  const double scale = of.metres_per_px / window.metres_per_px / window.device_scale;
  QPainter p(&image);
  p.setRenderHint(QPainter::SmoothPixmapTransform, !(of == window));
  p.setOpacity(opacity);
  p.drawImage(QRectF(corner.x, corner.y, of.width_px * scale, of.height_px * scale), marks);
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

bool have_one_ground(const World& a, const World& b) {
  const Water &one = a.water_network, &other = b.water_network;
  if (a.draft || b.draft || one.empty() || one.reaches.size() != other.reaches.size() ||
      one.lakes.size() != other.lakes.size())
    return false;
  for (size_t k = 0; k < one.reaches.size(); ++k)
    if (!(one.reaches[k].vertices_m == other.reaches[k].vertices_m)) return false;
  for (size_t k = 0; k < one.lakes.size(); ++k)
    if (!(one.lakes[k].rings_m == other.lakes[k].rings_m)) return false;
  return true;
}

Result<QImage> marks_of(const MapPainting& full, const Progress& progress, MarksKept kept) {
  constexpr MapLayer kOfGround[] = {MapLayer::water, MapLayer::coast, MapLayer::coast_type,
                                    MapLayer::contours, MapLayer::depth};
  MapRequest quick{full.picture, full.look, full.window, MapDetail::quick, full.calm};
  const auto ground = paint_from_above(quick, progress);
  if (!ground) return ground.error();
  QImage marks = full.image.copy();
  if (kept == MarksKept::ground) {
    MapRequest bare = quick;
    bare.detail = MapDetail::full;
    for (ViewLayer& layer : bare.look.layers)
      layer.shown = layer.shown && (is_ground(layer.layer) || std::ranges::count(kOfGround, layer.layer) > 0);
    const auto drawn = paint_from_above(bare, progress);
    if (!drawn) return drawn.error();
    marks = drawn.value()->image.copy();
  }
  const QImage& plain = ground.value()->image;
  if (marks.size() != plain.size()) return Error{ErrorKind::internal, "two sizes of one window"};
  for (int y = 0; y < marks.height(); ++y) {
    auto* of = reinterpret_cast<QRgb*>(marks.scanLine(y));
    const auto* under = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
    for (int x = 0; x < marks.width(); ++x)
      if (of[x] == under[x]) of[x] = 0;
  }
  return marks;
}

void MapPainter::work() {
  ObliquePainter from_side;
  std::shared_ptr<const MapPainting> full;  // the marks are of
  QImage marks, of_ground;
  const auto find_marks = [&](const std::shared_ptr<const MapPainting>& of) {
    if (full == of) return;
    Progress progress;
    progress.cancel = &cancel_;
    full = of;
    Result<QImage> found = marks_of(*of, progress);
    marks = found ? std::move(found).value() : QImage();
    of_ground = QImage();
    if (of->picture->world->water_network.empty()) return;
    found = marks_of(*of, progress, MarksKept::ground);
    if (found) of_ground = std::move(found).value();
  };
  std::shared_ptr<const MapPainting> unmarked;  // the marks of which are not found yet
  for (;;) {
    MapRequest request;
    uint64_t number = 0;
    {
      constexpr std::chrono::milliseconds kRest{150};  // of a map that is not moved
      const auto called = [this] { return ends_ || waiting_; };
      std::unique_lock lock(mutex_);
      if (unmarked && !wake_.wait_for(lock, kRest, called)) {
        lock.unlock();
        find_marks(unmarked);  // beforehand: the first map of a drag comes at once
        lock.lock();
      }
      unmarked.reset();
      wake_.wait(lock, called);
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
    if (request.last && !request.oblique) {
      find_marks(request.last);
      lay_marks(made->image, request.window, marks, full->window, kDimmed);
      if (have_one_ground(*full->picture->world, *request.picture->world))
        lay_marks(made->image, request.window, of_ground, full->window, 1);
    }
    const bool whole = request.keeps_marks && !request.picture->coarse && !request.oblique;
    made->look = std::move(request.look);
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
    if (whole) unmarked = made;
  }
}

}  // namespace fw
