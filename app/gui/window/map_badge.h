#pragma once

#include <QLabel>

namespace fw {

/// A line at the top of a map that says why the map is not the one asked for. It takes no clicks.
class MapBadge : public QLabel {
  Q_OBJECT

 public:
  explicit MapBadge(QWidget& map);
  /// "": nothing is wrong.
  void say(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* map, QEvent* event) override;

 private:
  void place();
};

}  // namespace fw
