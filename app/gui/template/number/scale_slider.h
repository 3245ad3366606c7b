#pragma once

#include <QSlider>

#include "app/gui/template/number/number_scale.h"

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

}  // namespace fw
