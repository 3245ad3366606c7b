// What the pointer does with the tools.

#include <QApplication>
#include <QCursor>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/gestures.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/map/map_view.h"

namespace fw {
namespace {

constexpr double kSnapReach_px = 10, kGrabReach_px = 12, kOutlineReach_px = 5;
constexpr double kLeastStep_px = 2;  ///< between two places of a stroke

bool is_far(const MapPointer& a, const MapPointer& b) {
  if (b.by_keyboard) return !(a.place_m == b.place_m);  // the ground moves under the cross
  return (a.at - b.at).manhattanLength() >= QApplication::startDragDistance();
}

std::vector<Vec2> rectangle(Vec2 a, Vec2 b) {
  return {a, {b.x, a.y}, b, {a.x, b.y}};
}

}  // namespace

double HandCanvas::px_per_m() const {
  const MapWindow& window = view_.map_window();
  return 1 / (window.metres_per_px * window.device_scale);
}

bool HandCanvas::snaps() const {
  const HandGesture gesture = row_of(tool_).gesture;
  return gesture != HandGesture::stroke && gesture != HandGesture::freehand && tool_ != HandTool::fill &&
         tool_ != HandTool::pick && tool_ != HandTool::select;
}

/// Where a gesture's next place is: with Shift on a ray from the last, else snapped unless Ctrl is held.
Vec2 HandCanvas::placed(const MapPointer& pointer) {
  snap_.reset();
  const double step = rounding_step_m(view_.map_window().metres_per_px);
  if ((pointer.keys & Qt::ShiftModifier) && !drawing_.path_m.empty()) {
    const HandGesture gesture = row_of(tool_).gesture;
    const bool from_first = gesture == HandGesture::disc || gesture == HandGesture::pair;
    const Vec2 from = from_first ? drawing_.path_m.front() : drawing_.path_m.back();
    return rounded_to(straightened(from, pointer.place_m), 0.001);
  }
  const bool free = pointer.keys & Qt::ControlModifier;
  if (!snaps() || free) return rounded_to(pointer.place_m, free ? 0.001 : step);
  std::vector<Vec2> points;
  if (world())
    for (const size_t k : shown_points()) points.push_back(world()->points.points[k].position_m);
  snap_ = snap_place(pointer.place_m, kSnapReach_px / px_per_m(), shapes_, points,
                     picture_ ? picture_->atlas.get() : nullptr);
  return snap_ ? snap_->place_m : rounded_to(pointer.place_m, step);
}

const std::vector<size_t>& HandCanvas::shown_points() {
  const bool known =
      shown_.picture == picture_ && shown_.window == view_.map_window() && shown_.look == view_.look();
  if (!known) shown_ = {picture_, view_.map_window(), view_.look(), view_.shown_points()};
  return shown_.points;
}

bool HandCanvas::press(const MapPointer& pointer) {
  pointer_ = pointer;
  held_ = true;
  close_entry();
  if (pointer.keys & Qt::AltModifier || tool_ == HandTool::pick) {
    pick(pointer);
    return true;
  }
  if (tool_ == HandTool::select)
    arrow_press(pointer);
  else
    draw_press(pointer);
  return true;
}

void HandCanvas::move(const MapPointer& pointer) {
  pointer_ = pointer;
  if (tool_ == HandTool::select)
    arrow_move(pointer);
  else
    draw_move(pointer);
  view_.show_cursor();
  view_.update();
}

void HandCanvas::release(const MapPointer& pointer) {
  held_ = false;
  if (tool_ == HandTool::select) return arrow_release(pointer);
  if (!busy_ || by_keyboard_) return;
  const HandGesture gesture = row_of(tool_).gesture;
  const bool corners = gesture == HandGesture::path || (gesture == HandGesture::outline && !drawing_.dragged);
  if (!corners) finish();
}

const HandFigure* HandCanvas::note_at(const MapPointer& pointer) const {
  const HandFigure* figure = figure_at(*figures_, pointer.place_m, kGrabReach_px / px_per_m());
  return figure && marks_shown_ && figure->form == HandFigure::Form::note ? figure : nullptr;
}

/// The text of a flag that stands: a step of its own.
void HandCanvas::open_again(const HandFigure& note) {
  const std::string id = note.id;
  close_entry();
  select({{id}, {}});
  document_.end_gesture();
  open_note(id);
}

bool HandCanvas::double_click(const MapPointer& pointer) {
  const HandFigure* note = note_at(pointer);
  if (note && (tool_ == HandTool::select || tool_ == HandTool::note)) {
    open_again(*note);
    return true;
  }
  if (tool_ == HandTool::select) {
    bool outline = false;
    const HandSelection thing = under(pointer, outline);
    if (thing.empty()) return false;
    select(thing);
    select_all_of_class();
    return true;
  }
  if (busy_) finish();
  return true;
}

void HandCanvas::leave() {
  if (busy_ || grip_ != Grip::none) return;
  pointer_.reset();
  snap_.reset();
  view_.update();
}

/// Puts the first place of a gesture, or one more corner.
void HandCanvas::draw_press(const MapPointer& pointer) {
  if (const HandFigure* note = tool_ == HandTool::note ? note_at(pointer) : nullptr) {
    return open_again(*note);
  }
  const Vec2 place = placed(pointer);
  const HandGesture gesture = row_of(tool_).gesture;
  if (busy_) {
    drawing_.keys = pointer.keys;
    return put_corner(place);
  }
  drawing_ = {{place}, place, false, pointer.keys};
  busy_ = true;
  by_keyboard_ = pointer.by_keyboard;
  if (gesture == HandGesture::stroke || gesture == HandGesture::freehand) drawing_.dragged = true;
  if (gesture == HandGesture::click) return finish();
  sketch_drawing();
  view_.update();
}

void HandCanvas::put_corner(Vec2 place_m) {
  if (drawing_.path_m.empty() || !(drawing_.path_m.back() == place_m)) drawing_.path_m.push_back(place_m);
  drawing_.cursor_m = place_m;
  view_.update();
}

void HandCanvas::draw_move(const MapPointer& pointer) {
  const Vec2 place = placed(pointer);
  if (!busy_ || pointer.by_keyboard != by_keyboard_) return;
  const HandGesture gesture = row_of(tool_).gesture;
  drawing_.cursor_m = place;
  if (gesture == HandGesture::disc || gesture == HandGesture::pair) {
    drawing_.path_m.resize(1);
    drawing_.path_m.push_back(place);
    return;
  }
  // An outline that is dragged from its first corner is drawn in one go.
  if (gesture == HandGesture::outline && drawing_.path_m.size() == 1 && held_ &&
      std::sqrt(squared_distance(place, drawing_.path_m.front())) * px_per_m() > 2 * kSnapReach_px)
    drawing_.dragged = true;
  if (!drawing_.dragged) return;
  const double gap_px = std::sqrt(squared_distance(place, drawing_.path_m.back())) * px_per_m();
  if (gap_px < kLeastStep_px) return;
  const bool ray = (pointer.keys & Qt::ShiftModifier) && gesture == HandGesture::stroke;
  if (ray)
    drawing_.path_m = {drawing_.path_m.front(), straightened(drawing_.path_m.front(), pointer.place_m)};
  else
    drawing_.path_m.push_back(place);
  sketch_drawing();
}

/// The gesture becomes an edit, if it is one.
void HandCanvas::finish() {
  const Drawing drawn = std::exchange(drawing_, {});
  busy_ = by_keyboard_ = false;
  close_entry();
  snap_.reset();
  const bool shown = std::exchange(sketched_, false);
  const auto before = document_.snapshot();
  const std::shared_ptr<const World> now = picture_ ? picture_->world : nullptr;
  if (auto change = change_of(tool_, options_, drawn, document_.tmpl(), now)) commit(std::move(*change));
  if (shown && document_.snapshot() == before) emit ended();
  view_.update();
}

void HandCanvas::pick(const MapPointer& pointer) {
  if (!world()) return;
  if (const auto picked =
          picked_options(options_, document_.tmpl(), *world(), pointer.place_m, view_.point_at(pointer.at)))
    set_options(*picked);
}

/// What lies under the pointer; whether the pointer is on it, and not just inside its outline.
HandSelection HandCanvas::under(const MapPointer& pointer, bool& on_outline) const {
  const double metre = 1 / px_per_m();
  const HandFigure* figure = figure_at(*figures_, pointer.place_m, kGrabReach_px * metre);
  on_outline = true;
  if (figure && figure->stands() && (marks_shown_ || figure->form != HandFigure::Form::note))
    return {{figure->id}, {}};
  if (const auto point = view_.point_at(pointer.at); point && world())
    return selection_of_point(*world(), *point);
  if (!figure || !marks_shown_) return {};
  on_outline = figure->form != HandFigure::Form::place ||
               std::fabs(inside_figure_m(*figure, pointer.place_m)) < kOutlineReach_px * metre;
  return {{figure->id}, {}};
}

void HandCanvas::arrow_press(const MapPointer& pointer) {
  gripped_ = pointer;
  by_m_ = {};
  bool on_outline = false;
  const HandSelection thing = under(pointer, on_outline);
  const bool more = pointer.keys & Qt::ShiftModifier;
  const bool selected = selection_.has(thing);
  // A press on what is selected holds on to all of it; one inside an outline draws a rectangle.
  if (more || !selected) {
    HandSelection next = more ? selection_ : thing;
    if (more) next.toggle(thing);
    select(next);
  }
  grip_ = thing.empty() || (!on_outline && !selected) ? Grip::rectangle : Grip::held;
  if (grip_ == Grip::rectangle && (pointer.keys & Qt::ControlModifier)) grip_ = Grip::lasso;
  lasso_m_ = {pointer.place_m};
  grip_place_m_ = pointer.place_m;
  const auto extent = extent_of(selection_, *figures_, world());
  if (selection_.size() == 1 && extent) grip_place_m_ = (extent->first + extent->second) * 0.5;
}

Vec2 HandCanvas::moved_by(const MapPointer& pointer) {
  snap_.reset();
  Vec2 to = grip_place_m_ + pointer.place_m - gripped_.place_m;
  if (pointer.keys & Qt::ShiftModifier) to = straightened(grip_place_m_, to);
  if (pointer.keys & Qt::ControlModifier) return rounded_to(to - grip_place_m_, 0.001);
  SnapShapes others;  // a thing does not snap to itself
  if (selection_.size() == 1) others = snap_shapes(document_.tmpl().hand);
  for (size_t k = 0; k < others.pins_m.size(); ++k)
    if (selection_.rows.contains(others.pin_ids[k])) others.pins_m[k] = {-1e12, -1e12};
  if (selection_.size() == 1 && !(pointer.keys & Qt::ShiftModifier))
    snap_ =
        snap_place(to, kSnapReach_px / px_per_m(), others, {}, picture_ ? picture_->atlas.get() : nullptr);
  if (snap_) return snap_->place_m - grip_place_m_;
  const double step = rounding_step_m(view_.map_window().metres_per_px);
  return selection_.size() == 1 ? rounded_to(to, step) - grip_place_m_ : rounded_to(to - grip_place_m_, step);
}

void HandCanvas::arrow_move(const MapPointer& pointer) {
  if (grip_ == Grip::none || pointer.by_keyboard != gripped_.by_keyboard) return;
  if (grip_ == Grip::lasso) {
    lasso_m_.push_back(pointer.place_m);
    return;
  }
  if (grip_ == Grip::rectangle) {
    lasso_m_ = rectangle(gripped_.place_m, pointer.place_m);
    return;
  }
  if (grip_ == Grip::held && !selection_.empty() && is_far(gripped_, pointer)) grip_ = Grip::moving;
  if (grip_ != Grip::moving) return;
  by_m_ = moved_by(pointer);
  const bool layers = std::any_of(figures_->begin(), figures_->end(), [this](const HandFigure& figure) {
    return changes_layers(figure.list) && selection_.rows.contains(figure.id);
  });
  if (layers) sketch([this](Template& t) { move_hand_rows(t, selection_.rows, by_m_); });
}

void HandCanvas::arrow_release(const MapPointer& pointer) {
  const Grip grip = std::exchange(grip_, Grip::none);
  const Vec2 by = std::exchange(by_m_, {});
  const bool shown = std::exchange(sketched_, false);
  snap_.reset();
  if (grip != Grip::none && !is_far(gripped_, pointer))
    emit clicked({gripped_.place_m, view_.point_at(gripped_.at)});
  if ((grip == Grip::rectangle || grip == Grip::lasso) && is_far(gripped_, pointer)) {
    HandSelection found = selection_within(lasso_m_, *figures_, world(), shown_points());
    if (pointer.keys & Qt::ShiftModifier) {
      found.rows.insert(selection_.rows.begin(), selection_.rows.end());
      found.points.insert(selection_.points.begin(), selection_.points.end());
    }
    select(found);
  }
  if (grip == Grip::moving && !(by == Vec2{}))
    edit(moved_text(selection_.size()),
         [&](Template& t) { return move_selected(t, world(), selection_, by); });
  else if (shown)
    emit ended();
  lasso_m_.clear();
  view_.update();
}

std::optional<QCursor> HandCanvas::cursor() const {
  if (tool_ != HandTool::select) return QCursor(Qt::CrossCursor);
  if (grip_ == Grip::moving) return QCursor(Qt::SizeAllCursor);
  return QCursor(Qt::ArrowCursor);
}

bool HandCanvas::tell(const MapPointer& pointer, const QHelpEvent& event) {
  const HandFigure* figure = figure_at(*figures_, pointer.place_m, kGrabReach_px / px_per_m());
  if (!figure || !marks_shown_) return false;
  const std::optional<HandEntry> entry = hand_entry(document_.tmpl().hand, figure->id);
  if (!entry) return false;
  QStringList lines{
      QStringLiteral("%1: %2").arg(hand_word(figure->list), row_what(*entry, document_.tmpl()))};
  if (figure->state != HandState::held || !figure->reason.isEmpty())
    lines << (figure->reason.isEmpty()
                  ? state_word(figure->state)
                  : QStringLiteral("%1: %2").arg(state_word(figure->state), figure->reason));
  if (const auto point = world() ? point_of_pin(*world(), figure->id) : std::nullopt)
    if (const std::string& name = world()->points.points[*point].name; !name.empty())
      lines << QString::fromStdString(name);
  const std::string& note =
      std::visit([](const HandRow& row) -> const std::string& { return row.note; }, entry->row);
  if (!note.empty()) lines << QString::fromStdString(note);
  lines << QString::fromStdString(figure->id);
  const QString text =
      lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  const QRect around(event.pos() - QPoint(6, 6), QSize(12, 12));
  QToolTip::showText(event.globalPos(), QStringLiteral("<qt>%1</qt>").arg(text), &view_, around);
  return true;
}

}  // namespace fw
