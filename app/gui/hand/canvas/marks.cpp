#include "app/gui/hand/canvas/marks.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPointer>
#include <QThreadPool>
#include <utility>

#include "app/gui/hand/canvas/figure_paint.h"

namespace fw {

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
