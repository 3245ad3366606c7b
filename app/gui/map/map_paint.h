#pragma once

#include <QColor>
#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QTimer>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/gui/preview/picture.h"
#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "render/map/map_picture.h"
#include "render/map/oblique_map.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/outline.h"

class QPainter;

namespace fw {

/// What the map draws attention to, in metres; plain data.
struct MapHighlight {
  std::vector<Vec2> points_m;
  std::vector<int> regions;   ///< codes; their outlines are found by the view's worker
  Polylines outlines;         ///< any lines
  std::vector<size_t> cells;  ///< of the picture's raster
  bool alone = false;         ///< all else is dimmed, and this is shown as it is
  bool empty() const { return points_m.empty() && regions.empty() && outlines.empty() && cells.empty(); }
};

/// Three pulses in a second and a half, then steady.
class HighlightFlash : public QObject {
 public:
  explicit HighlightFlash(std::function<void()> repaint);
  void start();
  void stop();
  /// How strong the highlight is now, [0, 1].
  double strength() const;

 private:
  std::function<void()> repaint_;
  QTimer timer_;
  QElapsedTimer since_;
};

struct MapPainting;
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
void paint_north_arrow(QPainter& p, const QRectF& in, double turned = 0);
/// A cross in the middle: where Enter looks.
void paint_cross(QPainter& p, QPointF at);
/// The other view's cursor.
void paint_foreign_cursor(QPainter& p, QPointF at);
/// The cells of a highlight in the window's pixels, opaque; the rest transparent. Cells outside the grid are
/// left out.
QImage cells_image(const std::vector<size_t>& cells, const GridSpec& grid, const MapWindow& window);
/// What dims all but a highlight, in the window's pixels: clear over its cells, points and outlines.
QImage veil_image(const MapHighlight& highlight, const GridSpec& grid, const MapWindow& window);
/// Outlines and points of a highlight; `strength` in [0, 1].
void paint_highlight(QPainter& p, const MapHighlight& highlight, double strength, const QRectF& in,
                     const ToWidget& to_widget);
/// A ring round a point, or the cell of a place.
void paint_selection(QPainter& p, const MapPick& pick, const Picture& picture, double metres_per_unit,
                     const ToWidget& to_widget);

/// An image that lies on the map: premultiplied, the pixels of its window.
struct MapOverlay {
  QImage image;
  MapWindow window;
};

/// Paints what lies on the ground, for a window's pixels; called on other threads.
using GroundMarks = std::function<QImage(const MapWindow& window)>;

/// What a map painter is asked for.
struct MapRequest {
  std::shared_ptr<const Picture> picture;
  MapLook look;
  MapWindow window;
  MapDetail detail = MapDetail::full;
  bool calm = false;  ///< muted as beneath a film's overlay; the look is drawn as it stands
  std::optional<ObliqueMapView> oblique = {};  ///< seen from the side; the window is not looked at then
  ObliqueDetail oblique_detail = ObliqueDetail::rest;
  // Of a picture from the side alone:
  MapOverlay overlay = {};  ///< lies on the ground
  GroundMarks marks = {};   ///< lie on it too; may be none
  // Of one from above alone:
  /// The last map in full, whose names, symbols, waters and lines stay over a coarse picture: dimmed where
  /// they may move.
  std::shared_ptr<const MapPainting> last = {};
  bool keeps_marks = false;  ///< this one may be `last` soon
};

/// What a picture from the side shows at its pixels.
struct ObliqueSight {
  ObliqueMapView view;
  std::shared_ptr<const PaintedGround> ground;
  ObliqueMap map;  ///< without its colours
};

/// A painted window of a map. `image` has the window's pixels and its device scale as device pixel ratio.
struct MapPainting {
  QImage image;
  MapWindow window;
  std::shared_ptr<const Picture> picture;
  MapDetail detail = MapDetail::full;
  bool calm = false;
  MapLook look{};
  std::shared_ptr<const ObliqueSight> sight = {};  ///< of a picture from the side
};

/// Paints maps from the side. A ground that was painted serves as long as only the camera moves.
class ObliquePainter {
 public:
  /// Fails as draw_oblique_map() does.
  Result<std::shared_ptr<MapPainting>> paint(const MapRequest& request, const Progress& progress);

 private:
  Result<std::shared_ptr<const PaintedGround>> ground_for(const MapRequest& request,
                                                          const Progress& progress);

  MapRequest made_;  ///< what the ground was painted for
  std::shared_ptr<const PaintedGround> ground_;
};

/// Which marks: all, or those of the ground, which stand as long as the ground does: waters, shores,
/// contours.
enum class MarksKept : uint8_t { all, ground };
/// What the full map has over its quick one, on a transparent image: symbols, letters, lines, waters.
Result<QImage> marks_of(const MapPainting& full, const Progress& progress = {},
                        MarksKept kept = MarksKept::all);
/// Whether two worlds have one ground: the same rivers and lakes, decided in full. False where there are
/// none.
bool have_one_ground(const World& a, const World& b);

/// Paints maps on a thread of its own. What is being painted is finished (a map takes tens of milliseconds,
/// and a view that never rests must still be repainted); of the requests that wait meanwhile only the newest
/// counts.
class MapPainter : public QObject {
  Q_OBJECT

 public:
  explicit MapPainter(QObject* parent = nullptr);
  ~MapPainter() override;

  void request(MapRequest request);
  /// Whether everything asked for has been painted and handed out.
  bool settled() const { return asked_ == handed_; }

 signals:
  void painted(const std::shared_ptr<const fw::MapPainting>& painting);
  void failed(const QString& message);

 private:
  void work();

  uint64_t asked_ = 0;   ///< requests so far; the window's thread alone
  uint64_t handed_ = 0;  ///< the newest that came back

  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<MapRequest> waiting_;
  uint64_t waiting_number_ = 0;
  bool ends_ = false;
  std::atomic<bool> cancel_{false};

  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace fw
