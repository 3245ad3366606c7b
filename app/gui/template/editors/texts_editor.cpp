#include "app/gui/template/editors/texts_editor.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QStringList>

#include "app/gui/template/look.h"

namespace fw {
namespace {

constexpr QLatin1Char kQuote('"');

bool is_separator(QChar c) {
  return c == QLatin1Char(',') || c == QLatin1Char('\t') || c == QLatin1Char('\n');
}

QString quoted_if_needed(const QString& text) {
  const bool plain =
      !text.isEmpty() && text.trimmed() == text && !text.contains(kQuote) && !text.contains(QLatin1Char(','));
  return plain ? text : kQuote + QString(text).replace(kQuote, QStringLiteral("\"\"")) + kQuote;
}

}  // namespace

QString join_texts(const std::vector<std::string>& texts, const QString& separator) {
  QStringList parts;
  for (const std::string& text : texts) parts.push_back(quoted_if_needed(QString::fromStdString(text)));
  return parts.join(separator);
}

std::vector<std::string> split_texts(const QString& typed) {
  std::vector<std::string> texts;
  for (qsizetype at = 0; at < typed.size(); ++at) {
    while (at < typed.size() && typed[at].isSpace() && !is_separator(typed[at])) ++at;
    const bool quoted = at < typed.size() && typed[at] == kQuote;
    QString text;
    if (quoted)
      for (++at; at < typed.size(); ++at) {
        if (typed[at] == kQuote && (++at == typed.size() || typed[at] != kQuote)) break;
        text += typed[at];
      }
    QString rest;
    for (; at < typed.size() && !is_separator(typed[at]); ++at) rest += typed[at];
    text += rest.trimmed();
    if (quoted || !text.isEmpty()) texts.push_back(text.toStdString());
  }
  return texts;
}

namespace {

constexpr int kLines = 3;

}  // namespace

TextsEditor::TextsEditor(QWidget* parent) : ParameterEditor(parent) {
  edit_ = new QPlainTextEdit(this);
  edit_->setTabChangesFocus(true);
  edit_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  const int margins = edit_->height() - edit_->viewport()->height();
  edit_->setFixedHeight(kLines * edit_->fontMetrics().lineSpacing() +
                        2 * static_cast<int>(edit_->document()->documentMargin()) + std::max(margins, 0));
  edit_->installEventFilter(this);
  fill_with(this, edit_);
}

void TextsEditor::commit() {
  const QString typed = edit_->toPlainText();
  if (typed == shown_) return;
  shown_ = typed;
  emit edited(split_texts(typed));
  emit released();
}

bool TextsEditor::eventFilter(QObject* watched, QEvent* event) {
  const bool typed = edit_->toPlainText() != shown_;
  if (gives_key_away(*event, typed)) return true;
  if (event->type() == QEvent::FocusOut) commit();
  if (event->type() != QEvent::KeyPress) return ParameterEditor::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    commit();
    return true;
  }
  if (key != Qt::Key_Escape || !typed) return ParameterEditor::eventFilter(watched, event);
  edit_->setPlainText(shown_);
  edit_->selectAll();
  return true;
}

void TextsEditor::show_value(const ParameterValue& value) {
  const auto* texts = std::get_if<std::vector<std::string>>(&value);
  if (!texts || (!shown_.isNull() && *texts == split_texts(shown_))) return;
  shown_ = join_texts(*texts, QStringLiteral(", "));
  if (shown_.isNull()) shown_ = QLatin1String("");
  edit_->setPlainText(shown_);
}

QWidget* TextsEditor::entry() const {
  return edit_;
}

void TextsEditor::name_controls(const QString& name, const QString& help) {
  edit_->setAccessibleName(name);
  edit_->setAccessibleDescription(help);
}

}  // namespace fw
