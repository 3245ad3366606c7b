#include "app/gui/template/word_editors.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

#include "app/gui/template/look.h"
#include "app/gui/template/number/number_editor.h"

namespace fw {
namespace {

class CalmCombo : public QComboBox {
 public:
  explicit CalmCombo(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
  }

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus())
      QComboBox::wheelEvent(event);
    else
      event->ignore();
  }
};

void fill(QWidget* widget, QWidget* control) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(control);
  widget->setFocusProxy(control);
}

}  // namespace

QComboBox* make_combo(const Parameter& parameter, QWidget* parent) {
  auto* combo = new CalmCombo(parent);
  for (const std::string_view word : parameter.choices)
    combo->addItem(word_shown(std::string(word)),
                   QString::fromUtf8(word.data(), static_cast<int>(word.size())));
  return combo;
}

ChoiceEditor::ChoiceEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  combo_ = make_combo(parameter, this);
  if (is_optional(parameter)) combo_->insertItem(0, tr("not stated"));
  fill(this, combo_);
  connect(combo_, &QComboBox::activated, this, [this](int index) {
    const QVariant word = combo_->itemData(index);
    emit edited(word.isValid() ? ParameterValue(word.toString().toStdString()) : ParameterValue());
    emit released();
  });
}

void ChoiceEditor::show_value(const ParameterValue& value) {
  const std::string* word = std::get_if<std::string>(&value);
  combo_->setCurrentIndex(word ? combo_->findData(QString::fromStdString(*word)) : 0);
}

QWidget* ChoiceEditor::entry() const {
  return combo_;
}

void ChoiceEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  combo_->setAccessibleDescription(help);
}

TextEditor::TextEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  optional_ = !parameter.required && parameter.type == ParameterType::slug;
  line_ = new QLineEdit(this);
  line_->installEventFilter(this);
  fill(this, line_);
  connect(line_, &QLineEdit::textEdited, this, &TextEditor::typing);
  connect(line_, &QLineEdit::editingFinished, this, &TextEditor::commit);
}

void TextEditor::commit() {
  if (line_->text() == shown_) return;
  shown_ = line_->text();
  const bool unstated = optional_ && shown_.isEmpty();
  emit edited(unstated ? ParameterValue() : ParameterValue(shown_.toStdString()));
  emit released();
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
  const bool typed = line_->text() != shown_;
  if (gives_key_away(*event, typed)) return true;
  const bool takes_back =
      typed && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (!takes_back) return ParameterEditor::eventFilter(watched, event);
  line_->setText(shown_);
  line_->selectAll();
  emit typing(shown_);
  return true;
}

void TextEditor::show_value(const ParameterValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  const QString shown = text ? QString::fromStdString(*text) : QLatin1String("");
  if (shown == shown_ && !shown_.isNull()) return;
  shown_ = shown;
  line_->setText(shown);
  if (!line_->hasFocus()) line_->setCursorPosition(0);
}

QWidget* TextEditor::entry() const {
  return line_;
}

void TextEditor::name_controls(const QString& name, const QString& help) {
  line_->setAccessibleName(name);
  line_->setAccessibleDescription(help);
}

ParameterEditor* make_editor(const Parameter& parameter, QWidget* parent) {
  switch (parameter.type) {
    case ParameterType::integer:
    case ParameterType::number:
      return new NumberEditor(parameter, parent);
    case ParameterType::range:
      return new RangeEditor(parameter, parent);
    case ParameterType::choice:
      return new ChoiceEditor(parameter, parent);
    case ParameterType::text:
    case ParameterType::name:
    case ParameterType::slug:
      break;
  }
  return new TextEditor(parameter, parent);
}

}  // namespace fw
