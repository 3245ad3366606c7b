#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <vector>

#include "core/model/template/mix_shares.h"

namespace fw {

/// One part of a mix with its title and colour.
struct MixPart {
  QString name;
  QColor colour;
};

/// A stacked bar whose parts always sum to 1. Borders are dragged with the mouse; Tab goes from border to
/// border, the arrow keys move one (1 %, with Shift 0.1 %), Page Up and Page Down by 10 %.
class MixBar : public QWidget {
  Q_OBJECT

 public:
  MixBar(std::vector<MixPart> parts, QWidget* parent = nullptr);

  /// Sets the model's shares without a signal. They need not sum to 1: a gap or excess is shown.
  void show_shares(const Shares& shares);
  void set_locks(const Locks& locks);
  /// Other parts; all shares 0, nothing locked.
  void set_parts(std::vector<MixPart> parts);
  const Shares& shares() const { return shares_; }
  int border() const { return border_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void moved(const fw::Shares& shares);  ///< by the user, continuously
  void released();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  bool event(QEvent* event) override;

 private:
  QRectF bar() const;
  double x_of(size_t border) const;
  int border_at(double x) const;
  int part_at(double x) const;
  void choose_border(double x);
  void move_by(double delta, double grain);
  void select(int border);
  void describe();
  void paint_parts(QPainter& painter) const;
  void paint_borders(QPainter& painter) const;

  std::vector<MixPart> parts_;
  Shares shares_;
  Locks locks_;
  int border_ = 0;    ///< focused border
  int hovered_ = -1;  ///< border under the mouse
  bool dragging_ = false;
  bool undecided_ = false;  ///< several borders are under the pointer: the first move decides
  double pressed_x_ = 0;
  double grabbed_ = 0;  ///< distance from the border to the grab position, px
};

}  // namespace fw
