#pragma once

#include <array>

#include "app/gui/template/parameter_editor.h"

class QComboBox;

namespace fw {

class NumberSpin;
class PlacePad;

/// A place in the frame: a word of the compass, two numbers, or a point on a small map, which also shows the
/// places of the other rows.
class PlaceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  PlaceEditor(const Parameter& parameter, QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void build();
  void give(const ParameterValue& value);

  const Parameter& parameter_;
  std::array<double, 2> held_{0.5, 0.5};
  QColor colour_;
  PlacePad* pad_ = nullptr;
  QComboBox* combo_ = nullptr;
  std::array<NumberSpin*, 2> spins_{};
};

}  // namespace fw
