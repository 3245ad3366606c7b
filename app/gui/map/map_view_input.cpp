// What the reader does with a map view.

#include <QApplication>
#include <QGestureEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>
#include <utility>

#include "app/gui/map/map_input.h"
#include "app/gui/map/map_overview.h"
#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"

namespace fw {
namespace {

constexpr double kWheelPerDoubling = 360;  ///< eighths of a degree; three notches
constexpr double kStep = 60, kFarStep = 300;

}  // namespace

MapPointer MapView::pointer_at(QPointF at, Qt::KeyboardModifiers keys) const {
  return {at, place_at(at), keys, false};
}

MapPointer MapView::cross() const {
  MapPointer pointer = pointer_at(QRectF(rect()).center(), {});
  pointer.by_keyboard = true;
  return pointer;
}

bool MapView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && taker() &&
      taker()->claims(static_cast<QKeyEvent*>(event)->key())) {
    event->accept();
    return true;
  }
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
      (selection_ || !ruler_->empty() || !highlight_.empty())) {
    event->accept();  // Escape clears marks first; the window's own Escape comes after
    return true;
  }
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const bool told = input_ && picture_ && input_->tell(pointer_at(help->pos(), {}), *help);
    return told || tell_point(help);
  }
  if ((event->type() == QEvent::NativeGesture || event->type() == QEvent::Gesture) && pinch(event))
    return true;
  return QWidget::event(event);
}

/// The name of the point under a resting cursor.
bool MapView::tell_point(const QHelpEvent* event) {
  const std::optional<size_t> at = point_at(event->pos());
  if (!at) {
    QToolTip::hideText();
    return true;
  }
  const PointSet& set = picture_->world->points;
  const Point& p = set.points[*at];
  QStringList lines;
  if (!p.name.empty()) lines << QString::fromStdString(p.name);
  if (!set.label_of(p).empty()) lines << QString::fromStdString(set.label_of(p));
  lines << QString::fromStdString(set.id_of(p));
  const QRect around(event->pos() - QPoint(6, 6), QSize(12, 12));
  const QString text =
      lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  QToolTip::showText(event->globalPos(), QStringLiteral("<qt>%1</qt>").arg(text), this, around);
  return true;
}

bool MapView::pinch(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() != Qt::ZoomNativeGesture) return false;
    zoom_by(1 + gesture->value(), gesture->position());
    return true;
  }
  auto* gestures = static_cast<QGestureEvent*>(event);
  auto* fingers = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture));
  if (fingers == nullptr) return false;
  const QPointF middle = mapFromGlobal(fingers->centerPoint());
  zoom_by(fingers->scaleFactor(), middle);
  gestures->accept(fingers);
  return true;
}

void MapView::wheelEvent(QWheelEvent* event) {
  zoom_by(std::exp2(event->angleDelta().y() / kWheelPerDoubling), event->position());
  event->accept();
}

void MapView::mousePressEvent(QMouseEvent* event) {
  const bool turns = tilt_ && (event->button() == Qt::RightButton ||
                               (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier));
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton && !turns)
    return event->ignore();
  turning_ = turns;
  pressed_ = event->button();
  pressed_at_ = dragged_at_ = event->position();
  dragging_ = event->button() == Qt::MiddleButton || space_;
  cross_ = false;
  taken_ = !dragging_ && taker() && taker()->press(pointer_at(event->position(), event->modifiers()));
  show_cursor();
}

void MapView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (taker() && (taken_ || pressed_ == Qt::NoButton)) taker()->move(pointer_at(at, event->modifiers()));
  if (pressed_ != Qt::NoButton && !taken_) {
    if (!dragging_ && (at - pressed_at_).manhattanLength() >= QApplication::startDragDistance())
      dragging_ = true;
    if (dragging_) {
      constexpr double kTurnPerPx = 0.35;  // degrees
      const QPointF by = at - dragged_at_;
      dragged_at_ = at;
      if (turning_) {
        turn_by(kTurnPerPx * by.x(), kTurnPerPx * by.y());
      } else {
        fitted_ = false;
        set_window(moved_on_screen(device(by)));
      }
      show_cursor();
    }
  }
  if (!picture_) return;
  const Vec2 place = place_at(at);
  emit hovered(place);
  if (tool_ != MapTool::inspect && !ruler_->empty() && !ruler_->done()) {
    ruler_->set_cursor(place);
    tell_measure();
  }
}

void MapView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != pressed_) return event->ignore();
  if (std::exchange(taken_, false)) {
    pressed_ = Qt::NoButton;
    if (taker()) taker()->release(pointer_at(event->position(), event->modifiers()));
    return show_cursor();
  }
  const bool was_click = !dragging_ && pressed_ == Qt::LeftButton;
  pressed_ = Qt::NoButton;
  dragging_ = false;
  show_cursor();
  if (was_click) click(event->position());
}

void MapView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  if (taker() && taker()->double_click(pointer_at(event->position(), event->modifiers()))) return;
  if (tool_ == MapTool::inspect || tool_ == MapTool::hand) return zoom_by(2, event->position());
  ruler_->finish();
  tell_measure();
}

void MapView::leaveEvent(QEvent*) {
  emit hovered(std::nullopt);
  if (taker()) taker()->leave();
  if (tool_ == MapTool::inspect || ruler_->done()) return;
  ruler_->set_cursor(std::nullopt);
  tell_measure();
}

/// At the keyboard's cross or the mouse.
void MapView::click(QPointF at) {
  if (!picture_ || tool_ == MapTool::hand) return;
  const Vec2 place = place_at(at);
  if (tool_ != MapTool::inspect) {
    if (ruler_->done()) ruler_->clear();
    ruler_->add(place);
    return tell_measure();
  }
  const MapPick pick{place, point_at(at)};
  select(pick);
  emit picked(pick);
}

bool MapView::key_moves(int key, bool far) {
  const double step = far ? kFarStep : kStep;
  QPointF by;
  switch (key) {
    case Qt::Key_Left:
      by = {step, 0};
      break;
    case Qt::Key_Right:
      by = {-step, 0};
      break;
    case Qt::Key_Up:
      by = {0, step};
      break;
    case Qt::Key_Down:
      by = {0, -step};
      break;
    default:
      return false;
  }
  fitted_ = false;
  set_window(moved_on_screen(device(by)));
  return true;
}

void MapView::keyPressEvent(QKeyEvent* event) {
  if (taker()) {
    MapPointer pointer = cross();
    pointer.keys = event->modifiers();
    pointer.by_keyboard = cross_;
    if (taker()->key(event->key(), pointer)) {
      cross_ = cross_ || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
      show_cursor();
      return update();
    }
  }
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Space) {
    space_ = true;
    return show_cursor();
  }
  const QPointF middle = QRectF(rect()).center();
  bool handled = true;
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom_in();
      break;
    case Qt::Key_Minus:
      zoom_out();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      click(middle);
      break;
    case Qt::Key_Backspace:
      ruler_->take_back();
      tell_measure();
      break;
    case Qt::Key_Escape:
      clear_measure();
      clear_highlight();
      select(std::nullopt);
      break;
    case Qt::Key_O:
      show_overview(!overview_wanted_);
      break;
    default:
      handled = tilt_key(event->key(), event->modifiers() & Qt::ShiftModifier) ||
                key_moves(event->key(), event->modifiers() & Qt::ShiftModifier);
  }
  if (!handled) return QWidget::keyPressEvent(event);
  cross_ = true;
  if (picture_) {
    emit hovered(place_at(middle));
    if (taker()) taker()->move(cross());
    if (tool_ != MapTool::inspect && !ruler_->empty()) {
      ruler_->set_cursor(place_at(middle));
      tell_measure();
    }
  }
  update();
}

void MapView::keyReleaseEvent(QKeyEvent* event) {
  if (taker() && !event->isAutoRepeat()) taker()->key_released(event->key());
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
  space_ = false;
  show_cursor();
}

void MapView::contextMenuEvent(QContextMenuEvent* event) {
  if (tilt_) return event->accept();  // the right button turns
  const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
  MapPointer pointer = keyboard ? cross() : pointer_at(event->pos(), event->modifiers());
  const QPoint at = keyboard ? mapToGlobal(rect().center()) : event->globalPos();
  if (taker() && taker()->menu(pointer, at)) return;
  bool shown = false;
  if (picture_) emit menu_asked(pointer.place_m, at, shown);
  if (!shown) QWidget::contextMenuEvent(event);
}

void MapView::focusOutEvent(QFocusEvent* event) {
  space_ = false;
  show_cursor();
  QWidget::focusOutEvent(event);
}

void MapView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
  QWidget::changeEvent(event);
}

void MapView::show_cursor() {
  if (dragging_)
    setCursor(Qt::ClosedHandCursor);
  else if (space_)
    setCursor(Qt::OpenHandCursor);
  else if (const auto cursor = taker() ? taker()->cursor() : std::nullopt)
    setCursor(*cursor);
  else if (tool_ == MapTool::distance || tool_ == MapTool::area)
    setCursor(Qt::CrossCursor);
  else
    unsetCursor();
}

}  // namespace fw
