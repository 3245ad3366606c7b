#include "app/gui/template/number/scale_slider.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace fw {
namespace {

constexpr int kSteps = 500;
constexpr double kHandleRadius = 5.5;
constexpr int kMostWholeSteps = 200;

int steps_of(const NumberScale& scale) {
  const double span = scale.max() - scale.min();
  return scale.whole() && span <= kMostWholeSteps ? std::max(1, static_cast<int>(span)) : kSteps;
}

}  // namespace

ScaleSlider::ScaleSlider(const NumberScale& scale, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), scale_(scale) {
  setRange(0, steps_of(scale));
  setPageStep(std::max(1, maximum() / 10));
  setSingleStep(std::max(1, maximum() / 100));
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QSlider::valueChanged, this, [this](int position) {
    if (!showing_) emit moved(scale_.value(static_cast<double>(position) / maximum(), maximum()));
  });
  connect(this, &QSlider::sliderReleased, this, &ScaleSlider::released);
}

void ScaleSlider::show_value(double value) {
  if (isSliderDown()) return;  // while dragging, the handle follows the pointer
  showing_ = true;
  setValue(static_cast<int>(std::lround(scale_.position(value) * maximum())));
  showing_ = false;
}

int ScaleSlider::position_at(double x) const {
  const double along = (x - kHandleRadius) / std::max(1.0, width() - 2 * kHandleRadius);
  return static_cast<int>(std::lround(std::clamp(along, 0.0, 1.0) * maximum()));
}

void ScaleSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  setSliderPosition(position_at(event->position().x()));
}

void ScaleSlider::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) setSliderPosition(position_at(event->position().x()));
}

void ScaleSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && isSliderDown()) setSliderDown(false);
}

void ScaleSlider::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QSlider::wheelEvent(event);
  else
    event->ignore();
}

void ScaleSlider::focusOutEvent(QFocusEvent* event) {
  QSlider::focusOutEvent(event);
  emit released();
}

void ScaleSlider::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPalette& look = palette();
  const double middle = height() / 2.0;
  const double span = width() - 2 * kHandleRadius;
  const double x = kHandleRadius + span * sliderPosition() / maximum();
  QColor groove = look.color(QPalette::WindowText), done = look.color(QPalette::Highlight);
  groove.setAlphaF(0.18F);
  if (!isEnabled()) done = groove;
  painter.setPen(Qt::NoPen);
  painter.setBrush(groove);
  painter.drawRoundedRect(QRectF(kHandleRadius, middle - 1.5, span, 3), 1.5, 1.5);
  painter.setBrush(done);
  // The bar starts at 0 if the range has both signs.
  const double origin = scale_.min() < 0 && scale_.max() > 0 ? scale_.position(0) : 0;
  const double from = kHandleRadius + span * origin;
  painter.drawRoundedRect(QRectF(std::min(from, x), middle - 1.5, std::fabs(x - from), 3), 1.5, 1.5);
  if (hasFocus()) {
    QColor halo = done;
    halo.setAlphaF(0.35F);
    painter.setBrush(halo);
    painter.drawEllipse(QPointF(x, middle), kHandleRadius + 3, kHandleRadius + 3);
  }
  painter.setPen(QPen(isEnabled() ? done.darker(115) : groove, 1));
  painter.setBrush(isSliderDown() ? done : look.color(QPalette::Base));
  painter.drawEllipse(QPointF(x, middle), kHandleRadius - 0.5, kHandleRadius - 0.5);
}

QSize ScaleSlider::sizeHint() const {
  return {110, 20};
}

QSize ScaleSlider::minimumSizeHint() const {
  return {48, 20};
}

}  // namespace fw
