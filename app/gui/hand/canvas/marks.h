#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "app/gui/hand/canvas/figures.h"
#include "app/gui/map/map_paint.h"
#include "render/map/scene/map_window.h"

class QPainter;

namespace fw {

/// Which marks are painted: all, or those that lie flat on the ground (no pins, no bans, no notes).
enum class MarksOf : uint8_t { map, ground };
/// Marks of all figures on a transparent image of the window's pixels: outlines by list, hatched cores, a
/// ring and a dot on pins, a cross on bans, a flag with its text on notes; suspended rows grey. Rows that are
/// off are left out. Safe on any thread.
QImage paint_figures(const HandFigures& figures, const MapWindow& window, MarksOf what = MarksOf::map);

/// From metres to a widget, and how long a metre is there.
struct MapScale {
  ToWidget to_widget;
  double px_per_m = 1;
};

/// The marks that MarksOf::ground leaves out, where `is_seen` lets their places be seen.
void paint_standing(QPainter& p, const HandFigures& figures, const MapScale& scale,
                    const std::function<bool(Vec2 place_m)>& is_seen);
/// The outline of a selected figure, moved by `by_m`; corners of polygons and lines as handles.
void paint_selected(QPainter& p, const HandFigure& figure, Vec2 by_m, const MapScale& scale);
/// The ring round a selected point.
void paint_selected_point(QPainter& p, QPointF at);
/// A pin that is being set or moved.
void paint_pin(QPainter& p, QPointF at, const QColor& colour);
/// A flag whose pole stands there, and its text, cut short where it is long.
void paint_note(QPainter& p, QPointF at, const QString& text, const QColor& colour);
/// A cross in a circle.
void paint_ban(QPainter& p, QPointF at, double radius_px, const QColor& colour);

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
