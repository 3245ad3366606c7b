#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "app/gui/search/search_choices.h"

class QLabel;
class QLineEdit;

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

/// One condition: the figure, a range over its usual values, both ends as numbers, the share that passes.
class ConditionRow : public QWidget {
  Q_OBJECT

 public:
  ConditionRow(const SearchFigure& figure, const FigureRange& range, QWidget* parent = nullptr);

  const FigureRange& range() const { return range_; }
  /// Usual values, ascending; `worlds`: out of how many.
  void show_usual(const std::vector<double>& ascending, size_t worlds);
  /// The present world's value; nothing: not known.
  void show_present(std::optional<double> value);
  RangeSlider& slider() { return *slider_; }

 signals:
  void edited(bool ends);  ///< `ends`: not within a drag
  void removed();

 private:
  QLineEdit* number_field(const QString& name, const QString& open);
  void take_typed(QLineEdit& field, std::optional<double>& end);
  void show_range();
  void show_share();

  SearchFigure figure_;
  FigureRange range_;
  std::vector<double> usual_;
  size_t worlds_ = 0;
  std::optional<double> present_;
  RangeSlider* slider_ = nullptr;
  QLineEdit* low_ = nullptr;
  QLineEdit* high_ = nullptr;
  QLabel* share_ = nullptr;
  QLabel* now_ = nullptr;
};

/// A figure's number for people: at most four digits, in the reader's language; a dash for none.
QString figure_text(std::optional<double> value, const std::string& unit = {});
/// A share in percent, "11 %"; a dash for NaN.
QString share_text(double share);

}  // namespace fw
