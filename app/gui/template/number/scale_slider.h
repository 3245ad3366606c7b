#pragma once

#include <QSlider>

#include "app/gui/template/number/number_scale.h"

namespace fw {

/// A slim slider over a number scale. A click goes to where it points; the wheel turns it only while it has
/// the keyboard.
class ScaleSlider : public QSlider {
  Q_OBJECT

 public:
  explicit ScaleSlider(const NumberScale& scale, QWidget* parent = nullptr);

  /// The model's value; gives no signal.
  void show_value(double value);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void moved(double value);  ///< by the user, continuously
  void released();           ///< the drag or the series of key strokes is over

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
