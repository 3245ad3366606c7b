#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace fw {

/// A range chosen by two handles under a histogram. A handle at its end of the scale leaves that end open.
/// Arrow keys move the handle used last, Up and Down change to the other, Home and End open an end.
class RangeSlider : public QWidget {
  Q_OBJECT

 public:
  explicit RangeSlider(QWidget* parent = nullptr);

  /// The values of the histogram, ascending; the scale covers them, the range, and the tick.
  void set_values(std::vector<double> ascending);
  /// Scale where there are no values.
  void set_limits(double low, double high);
  /// The present world's value, drawn as a tick; nothing: none.
  void set_tick(std::optional<double> value);
  void set_range(std::optional<double> low, std::optional<double> high);
  std::optional<double> low() const { return ends_[0]; }
  std::optional<double> high() const { return ends_[1]; }
  /// Where a value stands, in the widget's coordinates.
  double x_of(double value) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// By the user; `ends` once a drag is over, or a key pressed.
  void edited(bool ends);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void rescale();
  double value_at(double x) const;
  double handle_x(int handle) const;
  void move_handle(int handle, double value);

  std::vector<double> values_;
  std::optional<double> ends_[2];
  std::optional<double> tick_;
  double limits_[2]{0, 1};  ///< without values
  double scale_[2]{0, 1};
  int handle_ = 0;  ///< used last
  bool dragging_ = false;
};

}  // namespace fw
