#pragma once

#include <QLabel>

namespace fw {

/// A line at the top of a map that says why it is not up to date. Ignores clicks.
class MapBadge : public QLabel {
  Q_OBJECT

 public:
  explicit MapBadge(QWidget& map);
  /// "" hides the line.
  void say(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* map, QEvent* event) override;

 private:
  void place();
};

}  // namespace fw
