#pragma once

#include <QImage>
#include <QObject>
#include <memory>

#include "app/gui/hand/canvas/figures.h"
#include "render/map/scene/map_window.h"

class QPainter;

namespace fw {

/// The marks of the rows over a map, painted on another thread. Until the newest image is there the last one
/// is drawn where its ground now lies.
class HandMarks : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  void set_figures(std::shared_ptr<const HandFigures> figures);
  /// Draws what is ready, in device-independent pixels, and asks for the window if it is another.
  void paint(QPainter& p, const MapWindow& window);
  /// Whether the newest figures and window are drawn.
  bool settled() const { return !busy_ && painted_ == figures_; }

 signals:
  void painted();

 private:
  void ask();

  std::shared_ptr<const HandFigures> figures_, painted_;
  MapWindow window_, painted_window_;
  QImage image_;
  bool busy_ = false;
};

}  // namespace fw
