#include "app/gui/template/number/number_spin.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QWheelEvent>
#include <cmath>

#include "app/gui/template/look.h"

namespace fw {
namespace {

constexpr int kShownDigits = 6;
constexpr int kShownWholeDigits = 16;

}  // namespace

NumberSpin::NumberSpin(const NumberScale& scale, QWidget* parent) : QAbstractSpinBox(parent), scale_(scale) {
  setFocusPolicy(Qt::StrongFocus);
  setAlignment(Qt::AlignRight);
  setAccelerated(true);
  lineEdit()->setInputMethodHints(Qt::ImhFormattedNumbersOnly);
  connect(lineEdit(), &QLineEdit::textEdited, this, &NumberSpin::judge);
  connect(this, &QAbstractSpinBox::editingFinished, this, &NumberSpin::commit);
}

void NumberSpin::set_unit(const QString& unit) {
  if (unit.isEmpty()) return;
  unit_ = new QLabel(unit, lineEdit());
  unit_->setTextFormat(Qt::PlainText);
  unit_->setAttribute(Qt::WA_TransparentForMouseEvents);
  unit_->setFont(small_font(font()));
  unit_->setForegroundRole(QPalette::PlaceholderText);
  place_unit();
}

void NumberSpin::set_optional(const QString& placeholder) {
  optional_ = true;
  lineEdit()->setPlaceholderText(placeholder);
}

void NumberSpin::show_value(std::optional<double> value) {
  if (value == value_ && !shown_.isNull()) return;
  value_ = value;
  rewrite();
}

QString NumberSpin::text_of(std::optional<double> value) const {
  if (!value) return QLatin1String("");
  if (hasFocus()) return full_number(*value);
  return shown_number(*value, scale_.whole() ? kShownWholeDigits : kShownDigits);
}

void NumberSpin::rewrite() {
  shown_ = text_of(value_);
  lineEdit()->setText(shown_);
  if (refuses_) judge();
}

bool NumberSpin::reads(const QString& text, std::optional<double>& value) const {
  value = typed_number(text);
  if (!value) return optional_ && text.trimmed().isEmpty();
  if (scale_.whole() && *value != std::floor(*value)) return false;
  return *value >= scale_.min() && *value <= scale_.max();
}

void NumberSpin::judge() {
  std::optional<double> ignored;
  const bool good = text() == shown_ || reads(text(), ignored);
  refuses_ = !good;
  emit judged(good);
}

void NumberSpin::commit() {
  if (text() == shown_) return;
  std::optional<double> typed;
  if (!reads(text(), typed)) return judge();
  value_ = typed;
  rewrite();
  judge();
  emit edited(typed);
}

void NumberSpin::drop_typed() {
  if (text() == shown_) return;
  rewrite();
  judge();
}

void NumberSpin::stepBy(int steps) {
  commit();
  const double next = scale_.stepped(value_.value_or(scale_.clamp(0)), steps);
  if (value_ && next == *value_) return;
  value_ = next;
  refuses_ = false;
  rewrite();
  lineEdit()->selectAll();
  emit judged(true);
  emit edited(value_);
}

QAbstractSpinBox::StepEnabled NumberSpin::stepEnabled() const {
  StepEnabled enabled = StepNone;
  if (!value_ || *value_ < scale_.max()) enabled |= StepUpEnabled;
  if (!value_ || *value_ > scale_.min()) enabled |= StepDownEnabled;
  return enabled;
}

void NumberSpin::focusInEvent(QFocusEvent* event) {
  QAbstractSpinBox::focusInEvent(event);
  if (text() != shown_) return;
  rewrite();
  if (event->reason() != Qt::MouseFocusReason) lineEdit()->selectAll();
}

void NumberSpin::focusOutEvent(QFocusEvent* event) {
  QAbstractSpinBox::focusOutEvent(event);
  if (text() == shown_) rewrite();
}

bool NumberSpin::event(QEvent* event) {
  return gives_key_away(*event, text() != shown_) || QAbstractSpinBox::event(event);
}

void NumberSpin::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && text() != shown_) {
    drop_typed();
    lineEdit()->selectAll();
    return event->accept();
  }
  QAbstractSpinBox::keyPressEvent(event);
}

void NumberSpin::wheelEvent(QWheelEvent* event) {
  // Scrolling the page must not change a field under the pointer.
  if (hasFocus())
    QAbstractSpinBox::wheelEvent(event);
  else
    event->ignore();
}

void NumberSpin::resizeEvent(QResizeEvent* event) {
  QAbstractSpinBox::resizeEvent(event);
  place_unit();
}

void NumberSpin::changeEvent(QEvent* event) {
  QAbstractSpinBox::changeEvent(event);
  if (unit_ && event->type() == QEvent::FontChange) unit_->setFont(small_font(font()));
  if (unit_) place_unit();
}

void NumberSpin::place_unit() {
  if (!unit_) return;
  const QSize size = unit_->sizeHint();
  const QRect inside = lineEdit()->rect();
  unit_->setGeometry(inside.right() - size.width() - 1, 0, size.width(), inside.height());
  lineEdit()->setTextMargins(0, 0, size.width() + 2, 0);
}

QSize NumberSpin::sizeHint() const {
  QSize size = QAbstractSpinBox::sizeHint();
  size.setWidth(entry_width(*this));
  return size;
}

QSize NumberSpin::minimumSizeHint() const {
  return sizeHint();
}

}  // namespace fw
