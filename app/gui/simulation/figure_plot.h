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
  void clear();

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
};

}  // namespace fw
