#pragma once

#include <QApplication>
#include <QMouseEvent>

#include "tests/gui/wait_limit.h"

// Mouse input for tests of widgets. Drag and drop from item views is not possible: the offscreen platform
// ends every QDrag at once.
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

}  // namespace fw
