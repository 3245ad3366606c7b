// What the keys do with the tools, and the menu of a place.

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/gestures.h"
#include "app/gui/hand/locks.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/icons/icons.h"
#include "app/gui/map/map_view.h"
#include "app/job/hand/freeze.h"

namespace fw {
namespace {

constexpr double kNudge_m = 1, kFarNudge_m = 10;
constexpr double kMostRadius_m = 100000;
constexpr int kEntryWidth = 190, kNoteWidth = 280, kMostNote = 500;

bool is_enter(int key) {
  return key == Qt::Key_Return || key == Qt::Key_Enter;
}

bool is_size_key(int key) {
  return key == Qt::Key_BracketLeft || key == Qt::Key_BracketRight || key == Qt::Key_BraceLeft ||
         key == Qt::Key_BraceRight;
}

std::optional<Vec2> direction_of(int key) {
  switch (key) {
    case Qt::Key_Left:
      return Vec2{-1, 0};
    case Qt::Key_Right:
      return Vec2{1, 0};
    case Qt::Key_Up:
      return Vec2{0, 1};
    case Qt::Key_Down:
      return Vec2{0, -1};
    default:
      return std::nullopt;
  }
}

/// Whether numbers can be typed while it goes on: places, or a radius.
bool takes_numbers(HandGesture gesture) {
  return gesture == HandGesture::outline || gesture == HandGesture::path || gesture == HandGesture::pair ||
         gesture == HandGesture::disc;
}

/// A place that far from another.
Vec2 beside(Vec2 place_m, double radius_m) {
  return place_m + Vec2{radius_m, 0};
}

}  // namespace

bool HandCanvas::claims(int key) const {
  if (key == Qt::Key_Escape) return busy_ || grip_ != Grip::none || !selection_.empty();
  return false;
}

bool HandCanvas::key(int key, const MapPointer& cross) {
  const Qt::KeyboardModifiers keys = cross.keys;
  if (is_enter(key)) return enter(cross);
  if (direction_of(key)) return arrow_key(key, keys);
  if (is_size_key(key)) {
    step_size(key, keys);
    return true;
  }
  if (keys & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  if (key == Qt::Key_Escape) {
    const bool used = claims(key);
    if (busy_ || grip_ != Grip::none)
      drop();
    else
      select({});
    return used;
  }
  if (key == Qt::Key_Backspace && busy_) {
    drawing_.path_m.pop_back();
    if (drawing_.path_m.empty()) drop();
    return true;
  }
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
    if (selection_.empty()) return false;
    remove_selected();
    return true;
  }
  const bool digit = key >= Qt::Key_0 && key <= Qt::Key_9;
  if (busy_ && takes_numbers(row_of(tool_).gesture) && (digit || key == Qt::Key_Minus)) {
    open_entry(digit ? QString::number(key - Qt::Key_0) : QStringLiteral("-"));
    return true;
  }
  if (!digit || key == Qt::Key_0) return false;
  choose_class(key - Qt::Key_0);
  return true;
}

void HandCanvas::key_released(int) {}

/// A click at the cross, which on empty ground begins a rectangle of the selection; the end of corners that
/// the mouse put; begin and end of a stroke.
bool HandCanvas::enter(const MapPointer& cross) {
  const HandGesture gesture = row_of(tool_).gesture;
  const bool corners = gesture == HandGesture::outline || gesture == HandGesture::path;
  if (tool_ == HandTool::select) {
    MapPointer pointer = cross;
    pointer.by_keyboard = true;
    if (grip_ == Grip::rectangle) {
      arrow_move(pointer);
      arrow_release(pointer);
      return true;
    }
    arrow_press(pointer);
    if (grip_ != Grip::rectangle) grip_ = Grip::none;  // the arrows move what is selected
    return true;
  }
  if (busy_ && corners && !by_keyboard_) {
    finish();
    return true;
  }
  MapPointer pointer = cross;
  pointer.by_keyboard = true;
  if (!busy_) {
    press(pointer);
    held_ = false;
    return true;
  }
  const Vec2 place = placed(pointer);
  if (corners && !(drawing_.path_m.back() == place)) {
    put_corner(place);
    return true;
  }
  finish();
  return true;
}

/// Arrows nudge what is selected; else the map moves.
bool HandCanvas::arrow_key(int key, Qt::KeyboardModifiers keys) {
  const bool free = !(keys & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (tool_ != HandTool::select || selection_.empty() || !free || grip_ != Grip::none) return false;
  nudge(*direction_of(key) * (keys & Qt::ShiftModifier ? kFarNudge_m : kNudge_m));
  return true;
}

void HandCanvas::step_size(int key, Qt::KeyboardModifiers keys) {
  const int by = key == Qt::Key_BracketRight || key == Qt::Key_BraceRight ? 1 : -1;
  HandOptions next = options_;
  const bool brace = key == Qt::Key_BraceLeft || key == Qt::Key_BraceRight;
  if (brace || (keys & Qt::ShiftModifier)) {
    if (tool_ == HandTool::terrain)
      next.falloff_m = std::max(1.0, stepped_feather_m(falloff_of(next), by));
    else
      next.feather_m = stepped_feather_m(next.feather_m, by);
  } else {
    next.radius_m = stepped_radius_m(next.radius_m, by);
  }
  set_options(next);
  if (busy_) sketch_drawing();
}

/// A field at the cursor for the next corner.
void HandCanvas::open_entry(const QString& text) {
  close_entry();
  const bool disc = row_of(tool_).gesture == HandGesture::disc;
  show_entry(text, disc ? tr("radius in metres") : tr("x y   or   length < angle"),
             disc ? tr("Radius in metres") : tr("Place of the next corner: x y, or length < angle"),
             kEntryWidth);
}

void HandCanvas::open_note(const std::string& id) {
  close_entry();
  const auto spot = find_hand_row(document_.tmpl().hand, id);
  if (!spot || spot->list != "notes") return;
  const QString text = QString::fromStdString(document_.tmpl().hand.notes[spot->row].note);
  show_entry(text, tr("Text of the note"), tr("Text of the note"), kNoteWidth);
  entry_->setMaxLength(kMostNote);
  note_id_ = id;
}

void HandCanvas::show_entry(const QString& text, const QString& hint, const QString& name, int width) {
  entry_ = new QLineEdit(text, &view_);
  entry_->setPlaceholderText(hint);
  entry_->setAccessibleName(name);
  entry_->setToolTip(name);
  entry_->resize(std::min(width, view_.width()), entry_->sizeHint().height());
  const QPointF at =
      pointer_ && !pointer_->by_keyboard && !by_keyboard_ ? pointer_->at : QRectF(view_.rect()).center();
  entry_->move(std::clamp(static_cast<int>(at.x()) + 16, 0, std::max(0, view_.width() - entry_->width())),
               std::clamp(static_cast<int>(at.y()) + 16, 0, std::max(0, view_.height() - entry_->height())));
  entry_->installEventFilter(this);
  entry_->show();
  entry_->setFocus();
  entry_->end(false);
}

/// The field's own Enter and Escape: a line edit would pass them on to the map.
bool HandCanvas::eventFilter(QObject* watched, QEvent* event) {
  if (watched != entry_) return QObject::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut && !note_id_.empty()) {
    const Qt::FocusReason why = static_cast<QFocusEvent*>(event)->reason();
    if (why != Qt::PopupFocusReason && why != Qt::ActiveWindowFocusReason)
      QMetaObject::invokeMethod(
          this,
          [this, left = QPointer<QLineEdit>(entry_)] {
            if (left && left == entry_) close_entry();  // a press opened no other meanwhile
          },
          Qt::QueuedConnection);
    return false;
  }
  const bool press = event->type() == QEvent::KeyPress;
  if (!press && event->type() != QEvent::ShortcutOverride) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (!is_enter(key) && key != Qt::Key_Escape) return false;
  event->accept();
  if (press && is_enter(key)) take_entry();
  if (press && key == Qt::Key_Escape) {
    note_id_.clear();  // its text stays as it was
    close_entry();
  }
  return true;
}

void HandCanvas::close_entry() {
  if (!entry_) return;
  QLineEdit* closed = std::exchange(entry_, nullptr);
  if (const std::string id = std::exchange(note_id_, {}); !id.empty()) set_note(id, closed->text());
  if (closed->hasFocus()) view_.setFocus();
  closed->hide();
  closed->deleteLater();
}

void HandCanvas::take_entry() {
  if (!note_id_.empty()) return close_entry();
  const HandGesture gesture = row_of(tool_).gesture;
  std::optional<Vec2> place;
  if (gesture == HandGesture::disc) {
    bool number = false;
    const double radius = entry_->text().toDouble(&number);
    if (number && radius >= 1 && radius <= kMostRadius_m) place = beside(drawing_.path_m.front(), radius);
  } else {
    place = typed_place(entry_->text().toStdString(), drawing_.path_m.back());
  }
  if (!place) {
    entry_->selectAll();
    return;
  }
  close_entry();
  if (gesture == HandGesture::pair || gesture == HandGesture::disc) {
    drawing_.path_m.resize(1);
    drawing_.path_m.push_back(*place);
    return finish();
  }
  put_corner(*place);
}

bool HandCanvas::menu(const MapPointer& pointer, const QPoint& on_screen) {
  if (busy_) {
    finish();
    return true;
  }
  bool outline = false;
  const HandSelection thing = under(pointer, outline);
  if (!thing.empty() && !selection_.has(thing)) select(thing);
  QMenu menu(&view_);
  fill_menu(menu, pointer);
  menu.exec(on_screen);
  return true;
}

void HandCanvas::fill_menu(QMenu& menu, const MapPointer& pointer) {
  const auto add = [&](const QString& text, Glyph glyph, bool enabled, const auto& does) {
    QAction* action = menu.addAction(glyph_icon(glyph), text);
    action->setEnabled(enabled);
    connect(action, &QAction::triggered, this, does);
  };
  const bool rows = !selection_.rows.empty(), points = !selection_.points.empty();
  const Vec2 place = rounded_to(pointer.place_m, rounding_step_m(view_.map_window().metres_per_px));
  add(tr("Pin %1 here").arg(class_label(document_.tmpl(), options_.pin_class)), Glyph::pin, true,
      [this, place] {
        PinRow pin;
        pin.cls = options_.pin_class;
        pin.category = options_.pin_category;
        pin.x_m = place.x;
        pin.y_m = place.y;
        const HandEntry entry{"pins", pin};
        edit(row_step(entry, document_.tmpl()), [&](Template& t) {
          return HandSelection{{add_hand_row(t, entry)}, {}};
        });
      });
  menu.addSeparator();
  if (const Region* region = region_at(pointer.place_m))
    add(tr("Keep region %1 as it is").arg(QString::fromStdString(region->name)), Glyph::lock,
        !world_edit_->busy(), [this, name = region->name] { keep_region(name); });
  if (const std::vector<std::string> outlines = selected_outlines(); !outlines.empty())
    add(tr("Keep what lies in the outline"), Glyph::lock, !world_edit_->busy(),
        [this, outlines] { keep_inside(outlines); });
  add(tr("Keep as it stands"), Glyph::lock, points, [this] { keep_selected(); });
  add(points && !rows ? tr("Ban") : tr("Delete"), Glyph::remove, rows || points,
      [this] { remove_selected(); });
  add(tr("Duplicate"), Glyph::copy, rows, [this] { duplicate_selected(); });
  add(tr("Switch off"), Glyph::eye, rows, [this] { switch_selected(false); });
  menu.addSeparator();
  add(tr("Select all of this class here"), Glyph::select, rows || points, [this] { select_all_of_class(); });
  add(tr("Zoom to the selection"), Glyph::fit, rows || points, [this] { zoom_to_selected(); });
}

const Region* HandCanvas::region_at(Vec2 place_m) const {
  if (!world() || place_m.x < 0 || place_m.y < 0 || place_m.x > world()->grid.width_m() ||
      place_m.y > world()->grid.height_m())
    return nullptr;
  const uint8_t code = world()->region[world()->grid.cell_at(place_m)];
  return code == 0 ? nullptr : &world()->regions[code - 1u];
}

/// The polygons of the selected rows.
std::vector<std::string> HandCanvas::selected_outlines() const {
  std::vector<std::string> outlines;
  for (const HandFigure& figure : *figures_)
    if (selection_.rows.contains(figure.id))
      for (const FigurePart& part : figure.parts)
        if (part.shape->kind == Shape::Kind::polygons) outlines.push_back(write_shape(*part.shape));
  return outlines;
}

void HandCanvas::keep_region(const std::string& name) {
  const LockTarget target{LockTarget::Kind::region, name, true, QString::fromStdString(name)};
  world_edit_->start(
      tr("Keep as it is: %1").arg(target.title),
      [target](const Template& tmpl, const World& made) {
        return with_locks(tmpl, &made, {target}, HandLock::kept);
      },
      picture_);
}

void HandCanvas::keep_inside(const std::vector<std::string>& outlines) {
  world_edit_->start(
      tr("Keep what lies in the outline"),
      [outlines](const Template& tmpl, const World& made) -> Result<Template> {
        Template out = tmpl;
        for (const std::string& outline : outlines) {
          FreezeRequest request;
          request.shape = outline;
          Result<Frozen> frozen = freeze(out, made, request);
          if (!frozen) return frozen.error();
          out = std::move(frozen.value().tmpl);
        }
        return out;
      },
      picture_);
}

}  // namespace fw
