#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "app/gui/template/parameter_editor.h"
#include "core/base/geometry.h"

class QComboBox;

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

class NumberSpin;

/// A place in the frame: a word of the compass, two numbers, or a point on a small map, which also shows the
/// places of the other rows.
class PlaceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  PlaceEditor(const Parameter& parameter, QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void build();
  void give(const ParameterValue& value);

  const Parameter& parameter_;
  std::array<double, 2> held_{0.5, 0.5};
  QColor colour_;
  PlacePad* pad_ = nullptr;
  QComboBox* combo_ = nullptr;
  std::array<NumberSpin*, 2> spins_{};
};

/// A word of the compass, or degrees clockwise from north.
class DirectionEditor : public ParameterEditor {
  Q_OBJECT

 public:
  DirectionEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  void drop_typed() override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  QComboBox* combo_ = nullptr;
  NumberSpin* spin_ = nullptr;  ///< shown while the value is in degrees
};

}  // namespace fw
