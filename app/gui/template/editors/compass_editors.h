#pragma once

#include "app/gui/template/parameter_editor.h"

class QComboBox;

namespace fw {

class NumberSpin;

/// A word of the compass, or degrees clockwise from north.
class DirectionEditor : public ParameterEditor {
  Q_OBJECT

 public:
  DirectionEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  QComboBox* combo_ = nullptr;
  NumberSpin* spin_ = nullptr;  ///< shown while the value is in degrees
};

}  // namespace fw
