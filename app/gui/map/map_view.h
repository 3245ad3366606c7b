#pragma once

#include <QImage>
#include <QPointF>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/map/map_paint.h"
#include "core/base/geometry.h"
#include "render/map/map_picture.h"

class QHelpEvent;

namespace fw {

class MapInput;
class MapOverview;
struct MapPointer;
class Ruler;

/// What a click on the map means: a place, and the point whose symbol was hit.
struct MapPick {
  Vec2 place_m;
  std::optional<size_t> point;  ///< index into World::points.points

  friend bool operator==(const MapPick&, const MapPick&) = default;
};

/// How a map is seen from the side.
struct MapTilt {
  ObliqueView view;          ///< what the template's `view.oblique` holds
  double sun_azimuth = 300;  ///< degrees clockwise from where the eye looks

  friend bool operator==(const MapTilt&, const MapTilt&) = default;
};

/// Draws over a map in device-independent pixels; `to_widget` brings metres there.
using MapDecoration =
    std::function<void(QPainter& painter, const std::function<QPointF(Vec2)>& to_widget, const QRectF& in)>;

/// What the left button does where it does not drag: look at a place, put the next vertex of a measure, or
/// what the map's input says.
enum class MapTool { inspect, distance, area, hand };

/// The map of a picture: zoom at the cursor (wheel, pinch, + and -), move (drag with the left or middle
/// button or with Space held, arrows), click to look. A worker paints; until its picture is there the old one
/// is shown moved and scaled. Nothing here computes on a raster.
///
/// Seen from the side (set_tilt()) it is a landscape: the left button moves it, the right one, or Shift with
/// the left one, turns and tilts it; Shift and arrows turn it, Page Up and Down tilt it, Home puts it back.
/// Hand and measures stay on the map: choosing one ends it.
///
/// By keyboard: arrows move (Shift: far), + and - zoom, Enter is a click at the cross in the middle,
/// Backspace takes back a vertex, Escape ends a measure or clears highlights.
class MapView : public QWidget {
  Q_OBJECT

 public:
  explicit MapView(QWidget* parent = nullptr);
  ~MapView() override;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  const std::shared_ptr<const Picture>& picture() const { return picture_; }
  const MapLook& look() const { return look_; }
  /// Whether the view shows the whole frame and goes on doing so when its size changes.
  bool fitted() const { return fitted_; }
  const QImage& legend() const { return legend_; }
  /// What the widget shows now, in device pixels.
  const MapWindow& map_window() const { return window_; }
  MapTool tool() const { return tool_; }
  /// What takes pointer and keys with MapTool::hand; null for none. It must outlive the view or be taken out.
  void set_input(MapInput* input) { input_ = input; }
  /// The cross in the middle, as the keyboard's pointer.
  MapPointer cross() const;
  /// Shows the cursor that the tool has now.
  void show_cursor();
  const Ruler& ruler() const { return *ruler_; }
  const std::optional<MapPick>& selection() const { return selection_; }
  const MapHighlight& highlighted() const { return highlight_; }
  const std::optional<Vec2>& foreign_cursor() const { return foreign_; }
  MapOverview& overview() { return *overview_; }
  /// The picture that the screen shows; null before the first.
  std::shared_ptr<const Picture> painted_picture() const { return painting_ ? painting_->picture : nullptr; }
  /// Whether the picture on the screen is the one last asked for.
  bool settled() const;
  /// Metres per pixel that count as 100 %: one cell of the raster on one device pixel.
  double actual_metres_per_px() const;

  /// From where the map is seen; nothing from above.
  const std::optional<MapTilt>& tilt() const { return tilt_; }
  /// Of a tilted map: whether nothing stands before a place, as far as its picture is there.
  bool is_seen(Vec2 place_m) const;
  /// The camera of now; only of a tilted map.
  ObliqueMapView oblique_view() const;
  /// The window that an overlay should fill.
  MapWindow overlay_window() const;

  /// The point under a place of the widget (device-independent pixels), of those the look shows.
  std::optional<size_t> point_at(QPointF at) const;
  /// All points that have a symbol here now.
  std::vector<size_t> shown_points() const;
  Vec2 place_at(QPointF at) const;

 public slots:
  /// Another world, or the same one finer. The view stays where it is, unless the frame's size changes.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  void set_look(const fw::MapLook& look);
  void set_tool(fw::MapTool tool);

  /// Sees the map from the side, or from above again.
  void set_tilt(const std::optional<fw::MapTilt>& tilt);

  void fit();
  void zoom_to_actual();
  void zoom_in();
  void zoom_out();
  /// Scales about a place of the widget.
  void zoom_by(double factor, QPointF at);
  /// Shows what another view shows: its middle and its metres per device-independent pixel.
  void follow(const fw::MapWindow& window);
  void centre_on(fw::Vec2 place_m);
  /// Brings places into view, no closer than `least_m` across.
  void show_places(const std::vector<fw::Vec2>& places_m, double least_m = 1500);

  /// An image over the map: premultiplied, the pixels of `window`; it is moved with the map until the next.
  /// `legend`, if any, stands in the upper left corner.
  void set_overlay(const QImage& image, const fw::MapWindow& window, const QImage& legend = {});
  void clear_overlay();
  /// Shows the map as a film does under its overlay: dark, without symbols and letters.
  void set_calm(bool calm);

  /// Something else to draw over the map, under highlights; called on every repaint with the widget's
  /// rectangle.
  void set_decoration(fw::MapDecoration paint);
  /// What lies on the ground where the map is seen from the side; nothing for none.
  void set_ground_marks(fw::GroundMarks paint);

  /// Flashes, then keeps, until the next or clear_highlight().
  void highlight(const fw::MapHighlight& highlight);
  void clear_highlight();
  void select(const std::optional<fw::MapPick>& pick);
  /// A second cursor, from a linked view.
  void set_foreign_cursor(std::optional<fw::Vec2> place_m);
  void clear_measure();
  /// The overview is there where it is wanted and the view does not show the whole frame anyway.
  void show_overview(bool wanted);

 signals:
  /// The place under the cursor; nothing when it leaves.
  void hovered(std::optional<fw::Vec2> place_m);
  void picked(const fw::MapPick& pick);
  /// The right button or the menu key, where neither the tool nor a tilted map takes it. `shown`: set it
  /// where a menu was there; else the event goes on to the parent. For direct connections.
  void menu_asked(fw::Vec2 place_m, QPoint on_screen, bool& shown);
  void window_changed(const fw::MapWindow& window);
  void look_changed(const fw::MapLook& look);
  void tool_changed(fw::MapTool tool);
  /// One line about the measure in the reader's language; empty when there is none.
  void measured(const QString& text);
  /// A new picture is on the screen.
  void repainted();
  /// The picture asked for could not be painted; the old one stays.
  void failed(const QString& message);
  void overview_shown(bool shown);
  void tilt_changed(const std::optional<fw::MapTilt>& tilt);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void set_window(MapWindow window);
  void match_size();
  void find_outlines();
  void find_selected();
  void ask();
  /// The last full painting, where its marks may stay over the picture.
  std::shared_ptr<const MapPainting> last_full() const;
  void take(const std::shared_ptr<const MapPainting>& painting);
  void place_overview();
  // map_view_tilt.cpp
  /// What lies on the ground is another.
  void ask_ground();
  /// Of a tilted map: a coarse picture now, the full one when it has rested.
  void ask_moving();
  void ask_oblique(ObliqueDetail detail);
  const ObliqueSight* sight() const;  ///< of the picture on the screen; null from above
  double ground_height(Vec2 place_m) const;
  Vec2 tilted_place_at(QPointF at) const;
  std::optional<size_t> tilted_point_at(QPointF at) const;
  QPointF tilted_to_widget(Vec2 place_m) const;
  MapWindow tilted_fit() const;
  MapWindow tilted_zoom(double metres_per_px, QPointF at) const;
  MapWindow moved_on_screen(QPointF by_px) const;
  void turn_by(double azimuth, double elevation);
  bool tilt_key(int key, bool shift);
  void paint_tilted(QPainter& p) const;
  void paint_tilted_cells(QPainter& p, const ToWidget& to_widget);
  MapInput* taker() const { return tool_ == MapTool::hand && picture_ ? input_ : nullptr; }
  MapPointer pointer_at(QPointF at, Qt::KeyboardModifiers keys) const;
  bool shows_whole_frame() const;
  void click(QPointF at);
  bool key_moves(int key, bool far);
  bool pinch(QEvent* event);
  bool tell_point(const QHelpEvent* event);
  void tell_measure();
  QPointF device(QPointF logical) const;
  QRectF on_widget(const MapWindow& window) const;
  /// What is asked for, without what is not to be shown now.
  MapLook look_on_map() const;
  void paint_map(QPainter& p) const;
  void paint_legend(QPainter& p) const;
  void paint_marks(QPainter& p);
  void paint_highlight_cells(QPainter& p);

  std::shared_ptr<const Picture> picture_;
  MapLook look_;
  MapWindow window_;
  std::optional<MapTilt> tilt_;
  double drawn_per_asked_ = 1;  ///< exaggeration as drawn over the one asked for, of the picture's relief
  QTimer rest_;                 ///< of a tilted map: when it runs out the full picture is asked for
  bool turning_ = false;        ///< the drag turns instead of moving
  bool fitted_ = true;          ///< follows the widget's size until the reader moves or zooms
  MapPainter painter_;
  std::shared_ptr<const MapPainting> painting_;
  std::shared_ptr<const MapPainting> full_;  ///< the last one of a full picture, from above
  MapOverview* overview_;
  bool overview_wanted_ = true;

  QImage overlay_;
  MapWindow overlay_window_;
  QImage legend_;
  bool calm_ = false;
  MapDecoration decoration_;
  GroundMarks ground_marks_;

  MapTool tool_ = MapTool::inspect;
  std::unique_ptr<Ruler> ruler_;
  std::optional<MapPick> selection_;
  QString selected_id_;  ///< of the selected point, which keeps its id from world to world
  MapHighlight highlight_;
  uint64_t highlight_number_ = 0;
  QImage highlight_cells_;  ///< its cells; null until they are painted
  MapWindow highlight_cells_window_;
  std::unique_ptr<HighlightFlash> flash_;
  std::optional<Vec2> foreign_;

  QPointF pressed_at_, dragged_at_;
  Qt::MouseButton pressed_ = Qt::NoButton;
  MapInput* input_ = nullptr;
  bool taken_ = false;  ///< the press that is held is the input's
  bool dragging_ = false, space_ = false;
  bool cross_ = false;  ///< the keyboard was used last: Enter means the middle
};

}  // namespace fw

Q_DECLARE_METATYPE(fw::MapPick)
