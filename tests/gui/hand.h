#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>

#include "tests/gui/patience.h"

// A hand on the mouse, for tests of widgets.
namespace fw {

inline void send_mouse(QWidget& widget, QEvent::Type type, QPointF at) {
  const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
  const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
  QMouseEvent event(type, at, widget.mapToGlobal(at), button, held, Qt::NoModifier);
  QApplication::sendEvent(&widget, &event);
}

/// Presses at the first point, moves through the rest, releases at the last.
inline void drag(QWidget& widget, const QList<QPointF>& way) {
  send_mouse(widget, QEvent::MouseButtonPress, way.front());
  for (const QPointF& at : way.mid(1)) send_mouse(widget, QEvent::MouseMove, at);
  send_mouse(widget, QEvent::MouseButtonRelease, way.back());
}

/// Drags what lies at one point of a view and drops it at another. From the move that starts it until the
/// release the platform runs a loop of its own: the hand goes on from within.
inline void drag_and_drop(QWidget& view, QPointF from, QPointF to) {
  constexpr int kSteps = 4;
  int step = 0;
  QTimer hand;
  QObject::connect(&hand, &QTimer::timeout, [&] {
    ++step;
    if (step <= kSteps) return send_mouse(view, QEvent::MouseMove, from + (to - from) * step / kSteps);
    hand.stop();
    send_mouse(view, QEvent::MouseButtonRelease, to);
  });
  send_mouse(view, QEvent::MouseButtonPress, from);
  hand.start(1);
  const QPointF start(0, to.y() > from.y() ? 1 : -1);
  send_mouse(view, QEvent::MouseMove, from + start * (QApplication::startDragDistance() + 2));
  if (!QTest::qWaitFor([&] { return !hand.isActive(); }, kPatience_ms)) qFatal("the drag does not end");
}

}  // namespace fw
