#include "app/gui/template/editors/compass_editors.h"

#include <QComboBox>
#include <QHBoxLayout>

#include "app/gui/template/editors/word_editors.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"
#include "core/base/number_text.h"

namespace fw {
DirectionEditor::DirectionEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  QHBoxLayout* row = row_layout(this);
  combo_ = make_combo(this);
  fill_combo(*combo_, offers_of(parameter, Template{}, {}));
  combo_->addItem(tr("degrees"));
  spin_ = new NumberSpin(NumberScale::linear(parameter.min, parameter.max), this);
  spin_->set_unit(QString(QChar(0xB0)));
  row->addWidget(combo_, 1);
  row->addWidget(spin_);
  setFocusProxy(combo_);
  connect(combo_, &QComboBox::activated, this, [this](int index) {
    const QVariant word = combo_->itemData(index);
    emit edited(word.isValid() ? word.toString().toStdString() : number_text(spin_->value().value_or(0)));
    emit released();
  });
  connect(spin_, &NumberSpin::edited, this, [this](std::optional<double> degrees) {
    if (degrees) emit edited(number_text(*degrees));
  });
  connect(spin_, &QAbstractSpinBox::editingFinished, this, &DirectionEditor::released);
  connect(spin_, &NumberSpin::judged, this, &DirectionEditor::judged);
}

void DirectionEditor::show_value(const ParameterValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  const QString word = text ? QString::fromStdString(*text) : QString();
  const int at = combo_->findData(word);
  const auto degrees = at < 0 ? QLocale::c().toDouble(word) : 0.0;
  combo_->setCurrentIndex(at < 0 ? combo_->count() - 1 : at);
  spin_->setVisible(at < 0);
  if (at < 0) spin_->show_value(degrees);
}

void DirectionEditor::drop_typed() {
  spin_->drop_typed();
}

QWidget* DirectionEditor::entry() const {
  return combo_;
}

void DirectionEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  combo_->setAccessibleDescription(help);
  spin_->setAccessibleName(tr("%1, degrees clockwise from north").arg(name));
}

}  // namespace fw
