#include "app/gui/map/map_painter.h"

#include <utility>

#include "render/overlay/overlay_paint.h"

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

}  // namespace

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
    auto drawn = draw_map(*request.picture->atlas, request.look, request.window, request.detail, progress);
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
    if (request.calm) mute_map(target_of(drawn.value()));
    auto painting = std::make_shared<MapPainting>();
    painting->image = to_image(std::move(drawn).value(), request.window.device_scale);
    painting->window = request.window;
    painting->picture = std::move(request.picture);
    painting->detail = request.detail;
    painting->calm = request.calm;
    QMetaObject::invokeMethod(
        this,
        [this, number, painting = std::shared_ptr<const MapPainting>(std::move(painting))] {
          handed_ = number;
          emit painted(painting);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace fw
