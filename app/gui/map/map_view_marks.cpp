// What lies over the map: highlights, the selection, measures, the linked view's cursor.

#include <QCoreApplication>
#include <QPainter>
#include <QPointer>
#include <QThreadPool>

#include "app/gui/map/map_paint.h"
#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"

namespace fw {
namespace {

QString id_text(const PointSet& set, size_t point) {
  return point < set.points.size() ? QString::fromStdString(set.id_of(set.points[point])) : QString();
}

/// Where a region ends, at the shore as well.
Polylines region_outline(const Atlas& atlas, int code) {
  Raster<float> inside = atlas.ground->region.margin_of(static_cast<uint8_t>(code));
  for (size_t cell = 0; cell < inside.size(); ++cell)
    inside[cell] = std::min(inside[cell] * 100, atlas.ground->terrain.shore_m[cell]);
  return contour_lines(inside, 0, AtFrame::closed);
}

}  // namespace

void MapView::highlight(const MapHighlight& highlight) {
  highlight_ = highlight;
  highlight_cells_ = {};
  ++highlight_number_;
  if (!highlight_.regions.empty()) find_outlines();
  flash_->start();
  update();
}

void MapView::clear_highlight() {
  highlight_ = {};
  highlight_cells_ = {};
  ++highlight_number_;
  flash_->stop();
  update();
}

void MapView::find_outlines() {
  if (!picture_) return;
  const QPointer<MapView> self(this);
  QThreadPool::globalInstance()->start(
      [self, picture = picture_, regions = highlight_.regions, number = highlight_number_] {
        Polylines lines;
        for (const int code : regions) {
          Polylines own = region_outline(*picture->atlas, code);
          std::move(own.begin(), own.end(), std::back_inserter(lines));
        }
        QMetaObject::invokeMethod(
            qApp,
            [self, number, lines = std::move(lines)] {
              if (!self || self->highlight_number_ != number) return;
              self->highlight_.outlines.insert(self->highlight_.outlines.end(), lines.begin(), lines.end());
              self->update();
            },
            Qt::QueuedConnection);
      });
}

void MapView::select(const std::optional<MapPick>& pick) {
  selection_ = pick;
  selected_id_.clear();
  if (pick && pick->point && picture_) selected_id_ = id_text(picture_->world->points, *pick->point);
  update();
}

void MapView::find_selected() {
  if (!selection_ || selected_id_.isEmpty()) return;
  const PointSet& set = picture_->world->points;
  if (selection_->point && id_text(set, *selection_->point) == selected_id_) return;
  selection_->point.reset();
  for (size_t i = 0; i < set.points.size() && !selection_->point; ++i)
    if (id_text(set, i) == selected_id_) selection_->point = i;
}

/// The image is made once a highlight and window: a flash only changes its opacity.
void MapView::paint_highlight_cells(QPainter& p) {
  if (highlight_.cells.empty() && !highlight_.alone) return;
  if (highlight_cells_.isNull() || !(highlight_cells_window_ == window_)) {
    const GridSpec& grid = picture_->world->grid;
    highlight_cells_ = highlight_.alone ? veil_image(highlight_, grid, window_)
                                        : cells_image(highlight_.cells, grid, window_);
    highlight_cells_window_ = window_;
  }
  p.setOpacity(highlight_.alone ? 1 : (40 + 110 * flash_->strength()) / 255);
  p.drawImage(QPointF(0, 0), highlight_cells_);
  p.setOpacity(1);
}

void MapView::paint_marks(QPainter& p) {
  const double per_unit = window_.metres_per_px * window_.device_scale;
  const ToWidget to_widget = [this](Vec2 m) {
    if (tilt_) return tilted_to_widget(m);
    const Vec2 at = window_.to_px(m) * (1 / window_.device_scale);
    return QPointF(at.x, at.y);
  };
  if (decoration_) decoration_(p, to_widget, rect());
  if (!highlight_.empty()) {
    MapHighlight seen = highlight_;
    if (tilt_) {
      paint_tilted_cells(p, to_widget);
      std::erase_if(seen.points_m, [this](Vec2 place) { return !is_seen(place); });
    } else {
      paint_highlight_cells(p);
    }
    if (tilt_ || !seen.alone) paint_highlight(p, seen, flash_->strength(), rect(), to_widget);
  }
  if (selection_ && (!tilt_ || is_seen(selection_->place_m)))
    paint_selection(p, *selection_, *picture_, per_unit, to_widget);
  ruler_->paint(p, tool_, to_widget);
  if (foreign_) paint_foreign_cursor(p, to_widget(*foreign_));
}

}  // namespace fw
