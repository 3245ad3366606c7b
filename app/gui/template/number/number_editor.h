#pragma once

#include <QSlider>

#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/parameter_editor.h"

namespace fw {

/// A slim slider over a number scale. A click jumps to its position; the wheel works only while the slider
/// has the focus.
class ScaleSlider : public QSlider {
  Q_OBJECT

 public:
  explicit ScaleSlider(const NumberScale& scale, QWidget* parent = nullptr);

  /// Sets the model's value without a signal.
  void show_value(double value);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void moved(double value);  ///< by the user, continuously
  void released();           ///< end of a drag or of a series of key presses

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  int position_at(double x) const;

  NumberScale scale_;
  bool showing_ = false;
};

class NumberSpin;

/// A number: a field, and a slider if the range allows one.
class NumberEditor : public ParameterEditor {
  Q_OBJECT

 public:
  NumberEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  NumberScale scale_;
  ScaleSlider* slider_ = nullptr;  ///< null for seeds and values that may be left out
  NumberSpin* spin_ = nullptr;
};

/// Two numbers, low <= high: moving one past the other moves both. A range that may be left out has a slider
/// for each end; clearing a number leaves it out.
class RangeEditor : public ParameterEditor {
  Q_OBJECT

 public:
  RangeEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void take(size_t end, double value);
  void leave_out();

  std::array<double, 2> whole_;  ///< from the least to the greatest number
  bool optional_;
  bool stated_ = true;
  std::array<double, 2> held_{};
  std::array<NumberSpin*, 2> spins_{};
  std::array<ScaleSlider*, 2> sliders_{};  ///< of a range that may be left out; else null
};

}  // namespace fw
