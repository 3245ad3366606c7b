#include "app/gui/template/number/number_editor.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"

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

namespace {

constexpr double kLeastForSlider =
    -1e6;  ///< a range from here on is that of coordinates: no slider finds a place

}  // namespace

NumberEditor::NumberEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), scale_(NumberScale::of(parameter)) {
  QHBoxLayout* row = row_layout(this);
  if (scale_.has_slider() && !parameter.optional &&
      !(parameter.unit == "m" && parameter.min <= kLeastForSlider))
    slider_ = new ScaleSlider(scale_, this);  // first in Tab order
  spin_ = new NumberSpin(scale_, this);
  spin_->set_unit(unit_sign(parameter));
  if (parameter.optional)
    spin_->set_optional(scale_.has_slider() ? tr("not stated") : tr("follows the seed"));
  if (slider_) {
    row->addWidget(slider_, 1);
    row->addWidget(spin_);
    spin_->setFixedWidth(spin_->sizeHint().width());
    connect(slider_, &ScaleSlider::moved, this, [this](double value) {
      spin_->show_value(value);
      emit edited(value);
    });
    connect(slider_, &ScaleSlider::released, this, &NumberEditor::released);
  } else {
    row->addWidget(spin_, 1);
  }
  connect(spin_, &NumberSpin::edited, this, [this](std::optional<double> value) {
    if (value && slider_) slider_->show_value(*value);
    emit edited(value ? ParameterValue(*value) : ParameterValue());
  });
  connect(spin_, &QAbstractSpinBox::editingFinished, this, &NumberEditor::released);
  connect(spin_, &NumberSpin::judged, this, &NumberEditor::judged);
}

void NumberEditor::show_value(const ParameterValue& value) {
  const double* number = std::get_if<double>(&value);
  spin_->show_value(number ? std::optional(*number) : std::nullopt);
  if (slider_ && number) slider_->show_value(*number);
}

void NumberEditor::drop_typed() {
  spin_->drop_typed();
}

QWidget* NumberEditor::entry() const {
  return spin_;
}

void NumberEditor::name_controls(const QString& name, const QString& help) {
  spin_->setAccessibleName(name);
  spin_->setAccessibleDescription(help);
  if (!slider_) return;
  slider_->setAccessibleName(tr("%1, slider").arg(name));
  slider_->setAccessibleDescription(help);
}

RangeEditor::RangeEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), whole_{parameter.min, parameter.max}, optional_(parameter.optional) {
  const NumberScale scale = NumberScale::of(parameter);
  // One below the other with a slider each where the numbers may span decades.
  auto* const rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  QHBoxLayout* row = nullptr;
  for (size_t end = 0; end < 2; ++end) {
    if (end == 0 || optional_) rows->addLayout(row = new QHBoxLayout);
    if (optional_ && scale.has_slider()) {
      sliders_[end] = new ScaleSlider(scale, this);
      row->addWidget(sliders_[end], 1);
      connect(sliders_[end], &ScaleSlider::moved, this, [this, end](double value) {
        spins_[end]->show_value(value);
        take(end, value);
      });
      connect(sliders_[end], &ScaleSlider::released, this, &RangeEditor::released);
    }
    spins_[end] = new NumberSpin(scale, this);
    spins_[end]->set_unit(unit_sign(parameter));
    if (optional_) spins_[end]->set_optional(tr("not stated"));
    row->addWidget(spins_[end], sliders_[end] == nullptr ? 1 : 0);
    if (sliders_[end] != nullptr) spins_[end]->setFixedWidth(spins_[end]->sizeHint().width());
    connect(spins_[end], &NumberSpin::edited, this, [this, end](std::optional<double> value) {
      if (value)
        take(end, *value);
      else if (optional_)
        leave_out();
    });
    connect(spins_[end], &QAbstractSpinBox::editingFinished, this, &RangeEditor::released);
    connect(spins_[end], &NumberSpin::judged, this,
            [this](bool) { emit judged(!spins_[0]->refuses() && !spins_[1]->refuses()); });
  }
  setFocusProxy(spins_[0]);
}

void RangeEditor::take(size_t end, double value) {
  if (!stated_) held_ = whole_;  // the other end leaves everything open
  stated_ = true;
  held_[end] = value;
  double& other = held_[1 - end];
  other = end == 0 ? std::max(other, value) : std::min(other, value);
  spins_[1 - end]->show_value(other);
  for (size_t k = 0; k < 2; ++k)
    if (sliders_[k] != nullptr) sliders_[k]->show_value(held_[k]);
  emit edited(held_);
}

void RangeEditor::leave_out() {
  show_value(std::monostate{});
  emit edited(ParameterValue());
}

void RangeEditor::show_value(const ParameterValue& value) {
  const auto* range = std::get_if<std::array<double, 2>>(&value);
  stated_ = range != nullptr;
  held_ = stated_ ? *range : whole_;
  for (size_t end = 0; end < 2; ++end) {
    spins_[end]->show_value(stated_ ? std::optional(held_[end]) : std::nullopt);
    if (sliders_[end] != nullptr) sliders_[end]->show_value(held_[end]);
  }
}

void RangeEditor::drop_typed() {
  for (NumberSpin* spin : spins_) spin->drop_typed();
}

QWidget* RangeEditor::entry() const {
  return spins_[0];
}

void RangeEditor::name_controls(const QString& name, const QString& help) {
  spins_[0]->setAccessibleName(tr("%1, low").arg(name));
  spins_[1]->setAccessibleName(tr("%1, high").arg(name));
  for (NumberSpin* spin : spins_) spin->setAccessibleDescription(help);
  for (size_t end = 0; end < 2; ++end) {
    if (sliders_[end] == nullptr) continue;
    sliders_[end]->setAccessibleName((end == 0 ? tr("%1, low, slider") : tr("%1, high, slider")).arg(name));
    sliders_[end]->setAccessibleDescription(help);
  }
}

}  // namespace fw
