#include "app/gui/map/map_overview.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <cmath>

#include "app/gui/map/map_paint.h"

namespace fw {

MapOverview::MapOverview(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Corner map"));
  setToolTip(tr("Drag the rectangle to move the map; O hides this corner map"));
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_OpaquePaintEvent);
  resize(168, 168);
  connect(&painter_, &MapPainter::painted, this, [this](const std::shared_ptr<const MapPainting>& painting) {
    painting_ = painting;
    update();
    emit repainted();
  });
}

void MapOverview::set_picture(const std::shared_ptr<const Picture>& picture, const MapLook& look) {
  if (picture == picture_ && look == look_) return;
  picture_ = picture;
  look_ = look;
  ask();
}

void MapOverview::ask() {
  if (!picture_ || width() < 2 || height() < 2) return;
  const double scale = devicePixelRatioF();
  // Twice the pixels it needs itself: it stands under the map while that is moved.
  const int side = static_cast<int>(std::lround(2 * std::min(width(), height()) * scale));
  painter_.request({picture_, look_, fit_window(picture_->atlas->frame_m(), side, side, 2 * scale, 0.01),
                    MapDetail::quick});
}

void MapOverview::resizeEvent(QResizeEvent*) {
  ask();
}

void MapOverview::set_map_window(const MapWindow& window) {
  map_ = window;
  update();
}

QRectF MapOverview::frame_of_map() const {
  if (!painting_) return {};
  const MapWindow& own = painting_->window;
  const double per_px = width() / static_cast<double>(own.width_px);
  const Vec2 nw = own.to_px({map_.west_m, map_.north_m}) * per_px;
  const double scale = map_.metres_per_px / own.metres_per_px * per_px;
  return {nw.x, nw.y, map_.width_px * scale, map_.height_px * scale};
}

void MapOverview::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::SmoothPixmapTransform);
  if (painting_)
    p.drawImage(rect(), painting_->image);
  else
    p.fillRect(rect(), palette().window());
  const QRectF frame = frame_of_map() & QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
  if (painting_ && !frame.isEmpty()) {
    QPainterPath outside;
    outside.addRect(rect());
    outside.addRect(frame);
    p.fillPath(outside, QColor(30, 40, 50, 70));
    p.setRenderHint(QPainter::Antialiasing);
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(map_ink::casing(), 3.4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    p.drawRect(frame);
    p.setPen(QPen(map_ink::accent(), 1.6, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    p.drawRect(frame);
  }
  p.setRenderHint(QPainter::Antialiasing, false);
  p.setPen(QColor(0, 0, 0, 110));
  p.setBrush(Qt::NoBrush);
  p.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MapOverview::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !painting_) return;
  const QRectF frame = frame_of_map();
  grip_ = frame.contains(event->position()) ? event->position() - frame.center() : QPointF();
  mouseMoveEvent(event);
}

void MapOverview::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || !painting_) return;
  const QPointF middle = event->position() - grip_;
  const double px = painting_->window.width_px / static_cast<double>(width());
  emit centre_wanted(painting_->window.to_m({middle.x() * px, middle.y() * px}));
}

void MapOverview::wheelEvent(QWheelEvent* event) {
  emit zoom_wanted(std::exp2(event->angleDelta().y() / 360.0));
  event->accept();
}

}  // namespace fw
