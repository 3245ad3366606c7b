#include "app/gui/template/editors/place_pad.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/model/template/towards.h"

namespace fw {
namespace {

constexpr int kSide = 76;
constexpr double kMargin = 6, kRadius = 4.5, kSnap = 5;
constexpr double kKeyStep = 0.05;

double rounded(double share) {
  return std::clamp(std::round(share * 100) / 100, 0.0, 1.0);
}

}  // namespace

PlacePad::PlacePad(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFixedSize(sizeHint());
  setCursor(Qt::CrossCursor);
}

void PlacePad::show_frame(double width_over_height, std::vector<Mark> others) {
  aspect_ = width_over_height;
  others_ = std::move(others);
  update();
}

void PlacePad::show_place(std::optional<Vec2> at, const QColor& colour) {
  at_ = at;
  colour_ = colour;
  update();
}

QSize PlacePad::sizeHint() const {
  return {kSide, kSide};
}

QRectF PlacePad::frame() const {
  const double longer = kSide - 2 * kMargin;
  const QSizeF size(longer * std::min(1.0, aspect_), longer / std::max(1.0, aspect_));
  return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

QPointF PlacePad::px(Vec2 at) const {
  const QRectF box = frame();
  return {box.left() + at.x * box.width(), box.bottom() - at.y * box.height()};
}

void PlacePad::move_to(Vec2 at) {
  at = {rounded(at.x), rounded(at.y)};
  if (at_ && at_->x == at.x && at_->y == at.y) return;
  at_ = at;
  update();
  emit moved(at);
}

void PlacePad::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  mouseMoveEvent(event);
}

void PlacePad::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QRectF box = frame();
  const QPointF pointer = event->position();
  for (const FramePlace& place : kFramePlaces)
    if (QLineF(px(place.at), pointer).length() < kSnap) return move_to(place.at);
  move_to({(pointer.x() - box.left()) / box.width(), (box.bottom() - pointer.y()) / box.height()});
}

void PlacePad::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit released();
}

void PlacePad::keyPressEvent(QKeyEvent* event) {
  const Vec2 at = at_.value_or(Vec2{0.5, 0.5});
  switch (event->key()) {
    case Qt::Key_Left:
      return move_to({at.x - kKeyStep, at.y});
    case Qt::Key_Right:
      return move_to({at.x + kKeyStep, at.y});
    case Qt::Key_Up:
      return move_to({at.x, at.y + kKeyStep});
    case Qt::Key_Down:
      return move_to({at.x, at.y - kKeyStep});
    default:
      return QWidget::keyPressEvent(event);
  }
}

void PlacePad::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
  emit released();
}

void PlacePad::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor line = palette().color(QPalette::WindowText);
  line.setAlphaF(0.35F);
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : line, hasFocus() ? 2 : 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRect(frame());
  painter.setPen(Qt::NoPen);
  painter.setBrush(line);
  for (const FramePlace& place : kFramePlaces) painter.drawEllipse(px(place.at), 1.2, 1.2);
  for (const Mark& other : others_) {
    painter.setBrush(other.colour);
    painter.drawEllipse(px(other.at), kRadius - 2, kRadius - 2);
  }
  if (!at_) return;
  painter.setPen(QPen(palette().color(QPalette::WindowText), 1.5));
  painter.setBrush(colour_);
  painter.drawEllipse(px(*at_), kRadius, kRadius);
}

}  // namespace fw
