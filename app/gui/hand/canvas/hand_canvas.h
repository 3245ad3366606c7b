#pragma once

#include <QObject>
#include <QPointF>
#include <functional>
#include <memory>
#include <optional>

#include "app/gui/hand/canvas/drawing.h"
#include "app/gui/hand/canvas/figures.h"
#include "app/gui/hand/canvas/marks.h"
#include "app/gui/hand/canvas/selection.h"
#include "app/gui/hand/canvas/snap.h"
#include "app/gui/hand/tools.h"
#include "app/gui/map/map_input.h"
#include "app/gui/preview/picture.h"
#include "render/map/map_picture.h"

class QLineEdit;
class QMenu;
class QPainter;

namespace fw {

class Document;
struct MapPick;
class MapView;
class WorldEdit;

/// The designer's hand on a map: takes the pointer and the keys while one of its tools is chosen, draws marks
/// and gestures over the map, and turns each gesture into one edit of the document.
class HandCanvas : public QObject, public MapInput {
  Q_OBJECT

 public:
  HandCanvas(Document& document, MapView& view, QObject* parent = nullptr);
  ~HandCanvas() override;

  /// The tool in use; nothing while the map has one of its own.
  std::optional<HandTool> tool() const;
  void set_tool(HandTool tool);
  const HandOptions& options() const { return options_; }
  void set_options(const HandOptions& options);
  /// Where a row's class is chosen by its number: 1 is the first.
  void choose_class(int number);

  const HandSelection& selection() const { return selection_; }
  void select(const HandSelection& selection);
  const HandFigures& figures() const { return *figures_; }
  /// The world on show; null before the first, without points while only its layers are there.
  const World* world() const { return picture_ ? picture_->world.get() : nullptr; }
  const Drawing& drawing() const { return drawing_; }
  bool drawing_now() const { return busy_; }
  /// The look of the map while the tool is used: what is painted is seen.
  MapLook look_for_tool(MapLook look) const;
  bool settled() const { return marks_.settled(); }
  /// Edits that need the world on the plan's grid; one at a time.
  WorldEdit& world_edit() { return *world_edit_; }

 public slots:
  /// Connect to Preview::shown.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  void show_marks(bool on);

  // One step of the history each.
  void remove_selected();
  void duplicate_selected();
  void keep_selected();
  void switch_selected(bool on);
  void nudge(Vec2 by_m);

  void zoom_to_selected();
  void select_all_of_class();
  /// Says, once the next world is there, how much of this one stood.
  void compare_next();
  /// Ends the gesture that is going on without a trace.
  void drop();

 signals:
  void tool_changed();
  void options_changed();
  void selection_changed();
  /// A click of the arrow, on a thing or beside all.
  void clicked(const fw::MapPick& pick);
  /// One line about the tool; empty when there is none.
  void said(const QString& text);
  /// Something that happened, for the messages.
  void noted(const QString& text);
  /// A passing state of a gesture, to be shown soon.
  void sketched(const std::shared_ptr<const fw::Template>& tmpl);
  /// A gesture with passing states ended: the document's state should be shown again.
  void ended();

 protected:
  // MapInput
  bool press(const MapPointer& pointer) override;
  void move(const MapPointer& pointer) override;
  void release(const MapPointer& pointer) override;
  bool double_click(const MapPointer& pointer) override;
  bool menu(const MapPointer& pointer, const QPoint& on_screen) override;
  void leave() override;
  bool key(int key, const MapPointer& cross) override;
  void key_released(int key) override;
  bool claims(int key) const override;
  bool tell(const MapPointer& pointer, const QHelpEvent& event) override;
  std::optional<QCursor> cursor() const override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// What a drag of the arrow does.
  enum class Grip : uint8_t { none, held, moving, rectangle, lasso };

  // hand_canvas.cpp
  void refresh();
  void commit(HandChange change);
  void edit(const QString& what, const std::function<HandSelection(Template&)>& change,
            const QString& merge = {});
  void put_note(const HandChange& change);
  static QString moved_text(size_t count);
  void sketch(const std::function<void(Template&)>& change);
  void sketch_drawing();
  // hand_canvas_input.cpp
  void draw_press(const MapPointer& pointer);
  void draw_move(const MapPointer& pointer);
  void finish();
  void put_corner(Vec2 place_m);
  Vec2 placed(const MapPointer& pointer);
  bool snaps() const;
  void pick(const MapPointer& pointer);
  HandSelection under(const MapPointer& pointer, bool& on_outline) const;
  const std::vector<size_t>& shown_points();
  void arrow_press(const MapPointer& pointer);
  void arrow_move(const MapPointer& pointer);
  void arrow_release(const MapPointer& pointer);
  Vec2 moved_by(const MapPointer& pointer);
  // hand_canvas_keys.cpp
  bool enter(const MapPointer& cross);
  bool arrow_key(int key, Qt::KeyboardModifiers keys);
  void step_size(int key, Qt::KeyboardModifiers keys);
  void open_entry(const QString& text);
  void show_entry(const QString& text, const QString& hint, const QString& name, int width);
  /// A field at the cursor for the text of a note; what stands in it when it closes is the text.
  void open_note(const std::string& id);
  void set_note(const std::string& id, const QString& text);
  const HandFigure* note_at(const MapPointer& pointer) const;
  void open_again(const HandFigure& note);
  void close_entry();
  void take_entry();
  void fill_menu(QMenu& menu, const MapPointer& pointer);
  const Region* region_at(Vec2 place_m) const;
  std::vector<std::string> selected_outlines() const;
  void keep_region(const std::string& name);
  void keep_inside(const std::vector<std::string>& outlines);
  // hand_canvas_paint.cpp
  void paint(QPainter& p, const std::function<QPointF(Vec2)>& to_widget, const QRectF& in);
  /// Gives a map that is seen from the side the marks on its ground.
  void lay_marks();
  void paint_selection_marks(QPainter& p, const std::function<QPointF(Vec2)>& to_widget);
  void paint_gesture(QPainter& p, const std::function<QPointF(Vec2)>& to_widget);
  void paint_drawn(QPainter& p, const std::function<QPointF(Vec2)>& to_widget);
  void paint_corners(QPainter& p, const std::function<QPointF(Vec2)>& to_widget);
  void paint_brush(QPainter& p, QPointF at);
  void paint_strength(QPainter& p, QPointF at, double core_px, double outer_px, const QColor& colour) const;
  QString strength_text() const;
  QString with_snap(const QString& text) const;
  double px_per_m() const;

  Document& document_;
  MapView& view_;
  WorldEdit* world_edit_;
  std::shared_ptr<const Picture> picture_;
  HandTool tool_ = HandTool::select;
  HandOptions options_;
  bool marks_shown_ = true;

  std::shared_ptr<const Picture> compared_;  ///< with the next full one
  FigureMaker maker_;
  std::shared_ptr<const HandFigures> figures_;
  HandMarks marks_;
  SnapShapes shapes_;
  HandSelection selection_;

  Drawing drawing_;
  bool busy_ = false;         ///< a drawing is going on
  bool held_ = false;         ///< the left button, since a press that was taken
  bool by_keyboard_ = false;  ///< the keyboard's cross draws
  bool sketched_ = false;     ///< the map shows passing states
  std::optional<MapPointer> pointer_;
  std::optional<Snap> snap_;
  /// Points on show, and where they were asked for.
  struct {
    std::shared_ptr<const Picture> picture;
    MapWindow window;
    MapLook look;
    std::vector<size_t> points;
  } shown_;

  Grip grip_ = Grip::none;
  MapPointer gripped_;
  Vec2 grip_place_m_;  ///< of the thing under the pointer, which snaps
  Vec2 by_m_;          ///< how far the selection is moved now
  std::vector<Vec2> lasso_m_;
  QLineEdit* entry_ = nullptr;
  std::string note_id_;  ///< whose text `entry_` shows; "" while it shows numbers
};

}  // namespace fw
