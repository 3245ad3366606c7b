#include "app/gui/search/condition_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/icons/buttons.h"
#include "app/gui/search/search_choices.h"
#include "app/gui/words/words.h"
#include "core/measure/kpi/kpi.h"

namespace fw {
namespace {

constexpr int kBins = 32;
constexpr int kBars_px = 30;    // height of the histogram
constexpr int kTick_px = 6;     // above it: the head of the tick
constexpr double kGrip_px = 7;  // radius of a handle
constexpr double kSteps = 100;  // arrow keys from end to end
constexpr double kMargin = 0.04;

}  // namespace

RangeSlider::RangeSlider(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RangeSlider::sizeHint() const {
  return {260, minimumSizeHint().height()};
}

QSize RangeSlider::minimumSizeHint() const {
  return {120, static_cast<int>(kTick_px + kBars_px + 2 * kGrip_px + 2)};
}

void RangeSlider::set_values(std::vector<double> ascending) {
  values_ = std::move(ascending);
  rescale();
}

void RangeSlider::set_limits(double low, double high) {
  limits_[0] = low, limits_[1] = high;
  rescale();
}

void RangeSlider::set_tick(std::optional<double> value) {
  tick_ = value;
  rescale();
}

void RangeSlider::set_range(std::optional<double> low, std::optional<double> high) {
  ends_[0] = low, ends_[1] = high;
  rescale();
}

void RangeSlider::rescale() {
  if (!dragging_) {  // the scale stands still under the pointer
    double low = values_.empty() ? limits_[0] : values_.front();
    double high = values_.empty() ? limits_[1] : values_.back();
    for (const std::optional<double>& value : {ends_[0], ends_[1], tick_})
      if (value && std::isfinite(*value)) low = std::min(low, *value), high = std::max(high, *value);
    const double margin = high > low ? kMargin * (high - low) : 0.5;
    scale_[0] = low - margin, scale_[1] = high + margin;
  }
  update();
}

double RangeSlider::x_of(double value) const {
  const double share = (value - scale_[0]) / (scale_[1] - scale_[0]);
  return kGrip_px + 1 + std::clamp(share, 0.0, 1.0) * (width() - 2 * kGrip_px - 2);
}

double RangeSlider::value_at(double x) const {
  const double share = (x - kGrip_px - 1) / std::max(1.0, width() - 2 * kGrip_px - 2);
  return scale_[0] + std::clamp(share, 0.0, 1.0) * (scale_[1] - scale_[0]);
}

double RangeSlider::handle_x(int handle) const {
  return x_of(ends_[handle].value_or(scale_[handle]));
}

void RangeSlider::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPalette& colours = palette();
  const QColor accent =
      colours.color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Highlight);
  const double base = kTick_px + kBars_px;
  const double from = handle_x(0), to = handle_x(1);

  std::vector<int> bins(kBins);
  const double span = scale_[1] - scale_[0];
  for (const double value : values_)
    ++bins[static_cast<size_t>(std::clamp((value - scale_[0]) / span * kBins, 0.0, kBins - 1.0))];
  const int most = std::max(1, *std::max_element(bins.begin(), bins.end()));
  const double left = x_of(scale_[0]), step = (x_of(scale_[1]) - left) / kBins;
  const auto draw_bars = [&](const QColor& colour) {
    for (int k = 0; k < kBins; ++k) {
      const double height = kBars_px * std::sqrt(static_cast<double>(bins[static_cast<size_t>(k)]) / most);
      painter.fillRect(QRectF(left + k * step + 0.5, base - height, std::max(1.0, step - 1), height), colour);
    }
  };
  QColor outside = colours.color(QPalette::Mid);
  draw_bars(outside);
  painter.save();
  painter.setClipRect(QRectF(from, 0, std::max(0.0, to - from), base));
  draw_bars(accent);
  painter.restore();

  painter.setPen(QPen(outside, 2, Qt::SolidLine, Qt::RoundCap));
  const double rail = base + kGrip_px;
  painter.drawLine(QPointF(left, rail), QPointF(x_of(scale_[1]), rail));
  painter.setPen(QPen(accent, 3, Qt::SolidLine, Qt::RoundCap));
  if (to > from) painter.drawLine(QPointF(from, rail), QPointF(to, rail));

  if (tick_ && std::isfinite(*tick_)) {
    const double x = x_of(*tick_);
    const QColor ink = colours.color(QPalette::Text);
    QPainterPath head;
    head.moveTo(x - 4, 0);
    head.lineTo(x + 4, 0);
    head.lineTo(x, kTick_px);
    head.closeSubpath();
    painter.fillPath(head, ink);
    painter.setPen(QPen(ink, 1.2));
    painter.drawLine(QPointF(x, kTick_px - 1), QPointF(x, base));
  }
  for (int handle = 0; handle < 2; ++handle) {
    const bool used = hasFocus() && handle == handle_;
    painter.setBrush(ends_[handle] ? accent : colours.color(QPalette::Base));
    painter.setPen(QPen(used ? colours.color(QPalette::Text) : accent, used ? 2 : 1.4));
    painter.drawEllipse(QPointF(handle_x(handle), rail), kGrip_px - 1.5, kGrip_px - 1.5);
  }
}

void RangeSlider::move_handle(int handle, double value) {
  handle_ = handle;
  const bool is_high = handle == 1;
  const double other = ends_[1 - handle].value_or(scale_[1 - handle]);
  value = is_high ? std::max(value, other) : std::min(value, other);
  const double reach = (scale_[1] - scale_[0]) / kSteps / 2;
  const bool opens = is_high ? value >= scale_[1] - reach : value <= scale_[0] + reach;
  if (opens)
    ends_[handle].reset();
  else
    ends_[handle] = shown_value(value);
}

void RangeSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const double x = event->position().x(), low = handle_x(0), high = handle_x(1);
  // Between two handles on one place the side of the pointer decides.
  const bool is_low = std::abs(low - high) < 1 ? x < low : std::abs(x - low) < std::abs(x - high);
  handle_ = is_low ? 0 : 1;
  dragging_ = true;
  mouseMoveEvent(event);
}

void RangeSlider::mouseMoveEvent(QMouseEvent* event) {
  if (!dragging_) return;
  move_handle(handle_, value_at(event->position().x()));
  update();
  emit edited(false);
}

void RangeSlider::mouseReleaseEvent(QMouseEvent*) {
  if (!dragging_) return;
  dragging_ = false;
  rescale();
  emit edited(true);
}

void RangeSlider::keyPressEvent(QKeyEvent* event) {
  const double step = (scale_[1] - scale_[0]) / kSteps;
  const double now = ends_[handle_].value_or(scale_[handle_]);
  switch (event->key()) {
    case Qt::Key_Left:
      move_handle(handle_, now - step);
      break;
    case Qt::Key_Right:
      move_handle(handle_, now + step);
      break;
    case Qt::Key_Home:
      ends_[0].reset(), handle_ = 0;
      break;
    case Qt::Key_End:
      ends_[1].reset(), handle_ = 1;
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      handle_ = 1 - handle_;
      return update();
    default:
      return QWidget::keyPressEvent(event);
  }
  update();
  emit edited(true);
}

void RangeSlider::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void RangeSlider::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

namespace {

constexpr int kFigureDigits = 4;

QLabel* small_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

QString figure_text(std::optional<double> value, const std::string& unit) {
  if (!value || std::isnan(*value)) return QStringLiteral("\u2013");
  const QString number = QLocale().toString(*value, 'g', kFigureDigits);
  return unit.empty() ? number : QStringLiteral("%1\u00a0%2").arg(number, table_text(unit));
}

QString share_text(double share) {
  if (std::isnan(share)) return QStringLiteral("\u2013");
  const double percent = 100 * share;
  return QStringLiteral("%1\u00a0%")
      .arg(QLocale().toString(percent, 'f', percent > 0 && percent < 10 ? 1 : 0));
}

ConditionRow::ConditionRow(const SearchFigure& figure, const FigureRange& range, QWidget* parent)
    : QWidget(parent), figure_(figure), range_(range) {
  const QString name = QString::fromStdString(figure.name);
  setToolTip(QStringLiteral("<p>%1</p>").arg(table_text(figure.help).toHtmlEscaped()));
  auto* title = new QLabel(name);
  title->setTextFormat(Qt::PlainText);
  share_ = small_label();
  share_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* remove = flat_button(Glyph::remove, tr("Remove the condition on %1").arg(name));
  remove->setObjectName(QStringLiteral("remove_condition"));
  auto* head = new QHBoxLayout;
  head->addWidget(title, 1);
  head->addWidget(share_);
  head->addWidget(remove);
  slider_ = new RangeSlider;
  slider_->setAccessibleName(tr("Range of %1").arg(name));
  if (const Kpi* kpi = find_kpi(figure.name); kpi != nullptr && std::isfinite(kpi->high))
    slider_->set_limits(kpi->low, kpi->high);
  low_ = number_field(tr("Least %1").arg(name), tr("any"));
  low_->setObjectName(QStringLiteral("low"));
  high_ = number_field(tr("Greatest %1").arg(name), tr("any"));
  high_->setObjectName(QStringLiteral("high"));
  now_ = small_label();
  now_->setAlignment(Qt::AlignCenter);
  auto* foot = new QHBoxLayout;
  foot->addWidget(low_, 2);
  foot->addWidget(now_, 3);
  foot->addWidget(high_, 2);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 2, 0, 6);
  column->setSpacing(2);
  column->addLayout(head);
  column->addWidget(slider_);
  column->addLayout(foot);
  connect(remove, &QToolButton::clicked, this, &ConditionRow::removed);
  connect(slider_, &RangeSlider::edited, this, [this](bool ends) {
    range_.low = slider_->low();
    range_.high = slider_->high();
    show_range();
    emit edited(ends);
  });
  connect(low_, &QLineEdit::editingFinished, this, [this] { take_typed(*low_, range_.low); });
  connect(high_, &QLineEdit::editingFinished, this, [this] { take_typed(*high_, range_.high); });
  slider_->set_range(range_.low, range_.high);
  show_range();
  show_present({});
}

QLineEdit* ConditionRow::number_field(const QString& name, const QString& open) {
  auto* field = new QLineEdit;
  field->setAlignment(Qt::AlignHCenter);
  field->setAccessibleName(name);
  field->setToolTip(name);
  field->setPlaceholderText(open);
  field->setMinimumWidth(56);
  return field;
}

void ConditionRow::take_typed(QLineEdit& field, std::optional<double>& end) {
  const QString text = field.text().trimmed();
  std::optional<double> typed;
  bool read = text.isEmpty();
  if (!read) {
    double value = QLocale().toDouble(text, &read);
    if (!read) value = QLocale::c().toDouble(text, &read);
    read = read && std::isfinite(value);
    if (read) typed = value;
  }
  // What shows a rounded end and is typed unchanged is the end itself.
  const bool same =
      read && typed.has_value() == end.has_value() && (!typed || figure_text(typed) == figure_text(end));
  if (read && !same) end = typed;
  show_range();
  slider_->set_range(range_.low, range_.high);
  if (read && !same) emit edited(true);
}

void ConditionRow::show_usual(const std::vector<double>& ascending, size_t worlds) {
  usual_ = ascending;
  worlds_ = worlds;
  slider_->set_values(ascending);
  show_share();
}

void ConditionRow::show_present(std::optional<double> value) {
  present_ = value;
  slider_->set_tick(value);
  now_->setText(value ? tr("now %1").arg(figure_text(value, figure_.unit)) : QString());
}

void ConditionRow::show_range() {
  low_->setText(range_.low ? figure_text(range_.low) : QString());
  high_->setText(range_.high ? figure_text(range_.high) : QString());
  show_share();
}

void ConditionRow::show_share() {
  if (worlds_ == 0) return share_->setText(tr("usual values not known yet"));
  // Worlds in which the figure is not defined do not pass.
  const double share = usual_.empty() ? 0
                                      : share_within(range_, usual_) * static_cast<double>(usual_.size()) /
                                            static_cast<double>(worlds_);
  share_->setText(tr("%1 of usual worlds").arg(share_text(share)));
}

}  // namespace fw
