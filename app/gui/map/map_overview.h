#pragma once

#include <QWidget>
#include <memory>

#include "app/gui/map/map_paint.h"

namespace fw {

/// The whole frame in small, with the rectangle that the map shows; click or drag to move it. Its picture
/// also stands under the map where nothing finer is painted yet.
class MapOverview : public QWidget {
  Q_OBJECT

 public:
  explicit MapOverview(QWidget* parent = nullptr);

  void set_picture(const std::shared_ptr<const Picture>& picture, const MapLook& look);
  /// What the map shows.
  void set_map_window(const MapWindow& window);
  const MapPainting* painting() const { return painting_.get(); }
  bool settled() const { return painter_.settled(); }
  /// Where the map's rectangle lies in this widget.
  QRectF frame_of_map() const;

 signals:
  /// The middle of the map should be here.
  void centre_wanted(fw::Vec2 place_m);
  /// A wheel over the overview zooms the map about its middle.
  void zoom_wanted(double factor);
  void repainted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void ask();

  std::shared_ptr<const Picture> picture_;
  MapLook look_;
  MapWindow map_;
  MapPainter painter_;
  std::shared_ptr<const MapPainting> painting_;
  QPointF grip_;  ///< from the rectangle's middle to where it was taken
};

}  // namespace fw
