#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "app/gui/search/search_choices.h"

class QLabel;
class QLineEdit;

namespace fw {

class RangeSlider;

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
