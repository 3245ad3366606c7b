#include "app/gui/template/editors/texts_editor.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>

#include "app/gui/template/editors/text_list.h"
#include "app/gui/template/look.h"

namespace fw {
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
