#include "app/gui/template/look.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QWidget>

#include "app/gui/words/words.h"
#include "core/template/parameters/parameters.h"

namespace fw {
QFont small_font(const QFont& base) {
  QFont font = base;
  if (font.pointSizeF() > 0) font.setPointSizeF(font.pointSizeF() * 0.86);
  return font;
}

int entry_width(const QWidget& widget) {
  return QFontMetrics(widget.font()).horizontalAdvance(QStringLiteral("-0.000000 m")) + 22;
}

QHBoxLayout* row_layout(QWidget* widget) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  return row;
}

void fill_with(QWidget* widget, QWidget* control) {
  row_layout(widget)->addWidget(control);
  widget->setFocusProxy(control);
}

void dress_button(QAbstractButton& button, Glyph glyph, const QString& name, const QString& tip) {
  button.setIcon(glyph_icon(glyph));
  button.setIconSize({14, 14});
  button.setAccessibleName(name);
  button.setToolTip(tip.isEmpty() ? name : tip);
  if (auto* tool = qobject_cast<QToolButton*>(&button)) tool->setAutoRaise(true);
}

bool gives_key_away(QEvent& event, bool typing) {
  if (event.type() != QEvent::ShortcutOverride) return false;
  const auto& key = static_cast<const QKeyEvent&>(event);
  const bool takes_back = typing && key.key() == Qt::Key_Escape;
  const bool documents = !typing && (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo));
  event.setAccepted(takes_back);
  return takes_back || documents;
}

QString lower_first(const QString& title) {
  const bool abbreviation = title.size() > 1 && title[1].isUpper();
  return abbreviation || title.isEmpty() ? title : title[0].toLower() + title.mid(1);
}

QString unit_sign(const Parameter& p) {
  return p.unit == "deg" ? QString(QChar(0xB0)) : QString::fromStdString(p.unit);
}

QString word_shown(const std::string& word) {
  return word.empty() ? QCoreApplication::translate("fw::Parameter", "its own") : slug_words(word);
}

QColor readable_on(const QColor& fill) {
  return fill.lightnessF() > 0.5F ? QColor(0x22, 0x28, 0x2C) : QColor(0xFA, 0xFA, 0xFA);
}

}  // namespace fw
