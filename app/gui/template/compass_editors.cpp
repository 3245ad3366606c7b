#include "app/gui/template/compass_editors.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>

#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/word_editors.h"
#include "core/model/number_text.h"

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

PlaceEditor::PlaceEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  QHBoxLayout* row = row_layout(this);
  stated_ = new QCheckBox(this);
  stated_->setVisible(parameter.optional);
  row->addWidget(stated_);
  for (size_t k = 0; k < 2; ++k) {
    spins_[k] = new NumberSpin(NumberScale::of(parameter), this);
    spins_[k]->set_unit(k == 0 ? tr("east") : tr("north"));
    row->addWidget(spins_[k], 1);
    connect(spins_[k], &NumberSpin::edited, this, [this, k](std::optional<double> value) {
      if (!value) return;
      held_[k] = *value;
      emit edited(held_);
    });
    connect(spins_[k], &QAbstractSpinBox::editingFinished, this, &PlaceEditor::released);
    connect(spins_[k], &NumberSpin::judged, this,
            [this](bool) { emit judged(!spins_[0]->refuses() && !spins_[1]->refuses()); });
  }
  setFocusProxy(parameter.optional ? static_cast<QWidget*>(stated_) : spins_[0]);
  connect(stated_, &QCheckBox::clicked, this, [this](bool on) {
    emit edited(on ? ParameterValue(held_) : ParameterValue());
    emit released();
  });
}

void PlaceEditor::show_value(const ParameterValue& value) {
  const auto* at = std::get_if<std::array<double, 2>>(&value);
  if (at) held_ = *at;
  stated_->setChecked(at);
  for (size_t k = 0; k < 2; ++k) {
    spins_[k]->setEnabled(at);
    spins_[k]->show_value(held_[k]);
  }
}

void PlaceEditor::drop_typed() {
  for (NumberSpin* spin : spins_) spin->drop_typed();
}

QWidget* PlaceEditor::entry() const {
  return focusProxy();
}

void PlaceEditor::name_controls(const QString& name, const QString& help) {
  stated_->setAccessibleName(tr("%1 stated").arg(name));
  stated_->setToolTip(stated_->accessibleName());
  spins_[0]->setAccessibleName(tr("%1, share of the way east").arg(name));
  spins_[1]->setAccessibleName(tr("%1, share of the way north").arg(name));
  for (NumberSpin* spin : spins_) spin->setAccessibleDescription(help);
}

}  // namespace fw
