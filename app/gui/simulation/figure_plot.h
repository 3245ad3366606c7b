#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <map>
#include <vector>

namespace fw {

/// A live figure as a curve over simulated time, one line per method. Stores all values by time, so that
/// seeking back and forth adds no duplicates.
class FigurePlot : public QWidget {
  Q_OBJECT

 public:
  explicit FigurePlot(QWidget* parent = nullptr);

  /// The colour of a method's line, 0 or 1.
  static QColor colour(const QPalette& palette, size_t method);

  void set_title(const QString& title, const QString& unit);
  void set_methods(const QStringList& methods);
  /// Adds the values at a moment, one per method (NaN: none); the moment becomes "now".
  void add(double time_s, const std::vector<double>& values);
  /// Adds values of another moment; add() follows.
  void add_past(double time_s, const std::vector<double>& values);
  void clear();
  /// A band behind the curve from low to high, as what is asked of it; none where they are equal.
  void set_band(double low, double high);
  /// Hairlines every so many seconds, the first at `first_s`; none where it is 0.
  void set_marks(double first_s, double every_s);
  /// Shown as the one of several that the map shows too.
  void set_chosen(bool chosen);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    double end_s, top;
  };
  Range range() const;
  void say();

  QString title_, unit_;
  QStringList methods_;
  std::map<double, std::vector<double>> values_;  ///< by time
  double now_s_ = 0;
  double low_ = 0, high_ = 0;
  double first_mark_s_ = 0, marks_every_s_ = 0;
  bool chosen_ = false;
};

}  // namespace fw
