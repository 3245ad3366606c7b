#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <functional>

#include "app/gui/map/map_highlight.h"
#include "render/map/scene/map_window.h"

class QPainter;

namespace fw {

struct MapPick;
struct Picture;

/// Ink over the map. The map is light in either theme, and so is what lies on it.
namespace map_ink {
QColor accent(int alpha = 255);  ///< what the reader does: measures, selection
QColor alert(int alpha = 255);   ///< what the program points at
QColor casing();                 ///< light line under a line
QColor ink();
QColor card();  ///< ground of tags and furniture
}  // namespace map_ink

using ToWidget = std::function<QPointF(Vec2)>;

/// A text on a small card; its lower left corner is at `at`, moved so that it stays inside the clip.
void paint_tag(QPainter& p, QPointF at, const QString& text);
/// Alternating bar in the lower left corner of a rectangle.
void paint_scale_bar(QPainter& p, const QRectF& in, double metres_per_unit);
void paint_north_arrow(QPainter& p, const QRectF& in);
/// A cross in the middle: where Enter looks.
void paint_cross(QPainter& p, QPointF at);
/// The other view's cursor.
void paint_foreign_cursor(QPainter& p, QPointF at);
/// The cells of a highlight in the window's pixels, opaque; the rest transparent. Cells outside the grid are
/// left out.
QImage cells_image(const std::vector<size_t>& cells, const GridSpec& grid, const MapWindow& window);
/// Outlines and points of a highlight; `strength` in [0, 1].
void paint_highlight(QPainter& p, const MapHighlight& highlight, double strength, const QRectF& in,
                     const ToWidget& to_widget);
/// A ring round a point, or the cell of a place.
void paint_selection(QPainter& p, const MapPick& pick, const Picture& picture, double metres_per_unit,
                     const ToWidget& to_widget);

}  // namespace fw
