#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

namespace fw {

/// Content that is shown whole where there is room, and scrolls up and down where there is not: all of it is
/// reached on any screen.
class WholeScroll : public QScrollArea {
 public:
  explicit WholeScroll(QWidget* content) {
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setFocusProxy(content);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  }
  QSize sizeHint() const override { return widget()->sizeHint(); }
  QSize minimumSizeHint() const override {
    constexpr int kLeastHeight_px = 72;
    const QSize least = widget()->minimumSizeHint();
    return {least.width() + verticalScrollBar()->sizeHint().width(),
            std::min(least.height(), kLeastHeight_px)};
  }

 protected:
  /// What lies round it follows content that grows or shrinks.
  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool taken = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return taken;
  }
};

}  // namespace fw
