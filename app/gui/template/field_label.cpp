#include "app/gui/template/field_label.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPainter>

#include "app/gui/template/look.h"

namespace fw {
namespace {

constexpr int kDotWidth = 9;
constexpr int kSwatchWidth = 15;

}  // namespace

FieldLabel::FieldLabel(const QString& title, QWidget* parent) : QLabel(title, parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void FieldLabel::set_swatch(std::optional<QColor> colour) {
  if (colour == swatch_) return;
  swatch_ = colour;
  update();
}

void FieldLabel::set_changed(bool changed) {
  if (changed == changed_) return;
  changed_ = changed;
  update();
}

int FieldLabel::lead() const {
  return kDotWidth + (swatch_ ? kSwatchWidth : 0);
}

int FieldLabel::wanted_width() const {
  return lead() + fontMetrics().horizontalAdvance(text()) + 2;
}

QSize FieldLabel::sizeHint() const {
  return {wanted_width(), fontMetrics().height() + 4};
}

QSize FieldLabel::minimumSizeHint() const {
  return {lead() + fontMetrics().averageCharWidth() * 4, sizeHint().height()};
}

void FieldLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double middle = height() / 2.0;
  if (changed_) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawEllipse(QPointF(3, middle), 2.5, 2.5);
  }
  if (swatch_) {
    QColor edge = palette().color(QPalette::WindowText);
    edge.setAlphaF(0.35F);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(*swatch_);
    painter.drawRoundedRect(QRectF(kDotWidth + 0.5, middle - 4.5, 9, 9), 2, 2);
  }
  painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
  const QRect room = rect().adjusted(lead(), 0, 0, 0);
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
}

QWidget* make_heading(const QString& title, const std::optional<QColor>& swatch, QWidget* parent) {
  auto* heading = new QWidget(parent);
  auto* row = new QHBoxLayout(heading);
  row->setContentsMargins(0, 10, 0, 2);
  row->setSpacing(8);
  auto* label = new FieldLabel(title, heading);
  QFont font = small_font(label->font());
  font.setBold(true);
  label->setFont(font);
  label->set_swatch(swatch);
  label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  row->addWidget(label);
  auto* line = new QFrame(heading);
  line->setFrameShape(QFrame::HLine);
  line->setForegroundRole(QPalette::Mid);
  line->setFrameShadow(QFrame::Plain);
  row->addWidget(line, 1);
  return heading;
}

QLabel* make_note(QWidget* parent) {
  auto* note = new QLabel(parent);
  note->setTextFormat(Qt::PlainText);
  note->setWordWrap(true);
  note->setFont(small_font(note->font()));
  note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  note->setContentsMargins(9, 1, 22, 3);
  note->hide();
  return note;
}

void show_note(QLabel& label, const QString& text, bool error) {
  label.setVisible(!text.isEmpty());
  if (text == label.text()) return;
  label.setText(text);
  label.setAccessibleName(text);
  QPalette look = label.palette();
  look.setColor(QPalette::WindowText, signal_colour(look, error ? Signal::error : Signal::warning));
  look.setColor(QPalette::Disabled, QPalette::WindowText,
                QApplication::palette().color(QPalette::Disabled, QPalette::WindowText));
  label.setPalette(look);
}

}  // namespace fw
