#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// A small map of the frame with a place that can be dragged, or moved by the arrow keys. Near a side, a
/// corner or the middle it snaps. Places are shares of the frame from the south-west corner.
class PlacePad : public QWidget {
  Q_OBJECT

 public:
  explicit PlacePad(QWidget* parent);

  /// Another row's place, in its colour.
  struct Mark {
    Vec2 at;
    QColor colour;
  };
  void show_frame(double width_over_height, std::vector<Mark> others);
  void show_place(std::optional<Vec2> at, const QColor& colour);

  QSize sizeHint() const override;

 signals:
  void moved(fw::Vec2 at);  ///< by the user
  void released();          ///< end of a drag

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF frame() const;
  QPointF px(Vec2 at) const;
  void move_to(Vec2 at);

  double aspect_ = 1;
  std::vector<Mark> others_;
  std::optional<Vec2> at_;
  QColor colour_;
};

}  // namespace fw
