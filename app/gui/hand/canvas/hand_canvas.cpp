#include "app/gui/hand/canvas/hand_canvas.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/hand/locks.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/map/map_view.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

const QString kNudge = QStringLiteral("hand/nudge"), kNote = QStringLiteral("hand/note");
constexpr Vec2 kCopyShift_m{30, -30};

/// The words for one, or for several with their number.
QString counted(const QString& one, const QString& several, size_t count) {
  return count == 1 ? one : several.arg(count);
}

}  // namespace

HandCanvas::HandCanvas(Document& document, MapView& view, QObject* parent)
    : QObject(parent),
      document_(document),
      view_(view),
      world_edit_(new WorldEdit(document, this)),
      options_(first_options(document.tmpl())),
      figures_(std::make_shared<HandFigures>()) {
  view_.set_input(this);
  view_.set_decoration([this](QPainter& p, const std::function<QPointF(Vec2)>& to_widget, const QRectF& in) {
    paint(p, to_widget, in);
  });
  connect(&marks_, &HandMarks::painted, &view_, qOverload<>(&QWidget::update));
  connect(&document_, &Document::changed, this, &HandCanvas::refresh);
  connect(&document_, &Document::replaced, this, [this] {
    note_id_.clear();  // its row is gone
    drop();
    select({});
    options_ = first_options(document_.tmpl());
    emit options_changed();
  });
  connect(world_edit_, &WorldEdit::failed, this, &HandCanvas::noted);
  connect(&view_, &MapView::tool_changed, this, [this](MapTool tool) {
    if (tool != MapTool::hand) drop();
    emit tool_changed();
    emit said(tool == MapTool::hand ? tool_help(tool_) : QString());
  });
  refresh();
}

HandCanvas::~HandCanvas() {
  view_.set_input(nullptr);
  view_.set_decoration({});
  view_.set_ground_marks({});
}

std::optional<HandTool> HandCanvas::tool() const {
  return view_.tool() == MapTool::hand ? std::optional(tool_) : std::nullopt;
}

void HandCanvas::set_tool(HandTool tool) {
  if (this->tool() == tool) return;
  drop();
  snap_.reset();
  tool_ = tool;
  if (view_.tool() != MapTool::hand) return view_.set_tool(MapTool::hand);  // tells of it
  view_.show_cursor();
  view_.update();
  emit tool_changed();
  emit said(tool_help(tool_));
}

void HandCanvas::set_options(const HandOptions& options) {
  HandOptions next = fitting_options(options, document_.tmpl());
  if (next == options_) return;
  options_ = std::move(next);
  view_.update();
  emit options_changed();
}

void HandCanvas::choose_class(int number) {
  HandOptions next = options_;
  const auto at = static_cast<size_t>(number - 1);
  if (tool_ == HandTool::pin) {
    const std::vector<PinOffer> offers = pin_offers(document_.tmpl());
    if (at >= offers.size()) return;
    next.pin_class = offers[at].id;
    next.pin_category = offers[at].category;
  } else {
    const std::string list = next.list_of(tool_);
    const std::vector<std::string> ids = table_ids(document_.tmpl(), table_of(list));
    if (!is_painted(list) || at >= ids.size()) return;
    next.cls[list] = ids[at];
  }
  set_options(next);
}

void HandCanvas::set_picture(const std::shared_ptr<const Picture>& picture) {
  picture_ = picture;
  refresh();
  if (!compared_ || picture->coarse) return;
  const auto before = std::exchange(compared_, nullptr);
  emit noted(kept_text(kept_of(*before->world, *picture->world)));
}

void HandCanvas::compare_next() {
  if (picture_ && !picture_->coarse) compared_ = picture_;
}

MapLook HandCanvas::look_for_tool(MapLook look) const {
  constexpr std::pair<std::string_view, MapLayer> kFills[] = {
      {"biome", MapLayer::biome}, {"danger", MapLayer::danger}, {"faction", MapLayer::faction}};
  const std::string list = options_.list_of(tool_);
  if (!tool() || tool_ == HandTool::select || !is_painted(list)) return look;
  const bool paints = row_of(tool_).gesture != HandGesture::click || tool_ == HandTool::fill;
  if (!paints) return look;
  look = with_every_layer(std::move(look));
  for (ViewLayer& layer : look.layers)
    for (const auto& [of, fill] : kFills)
      if (layer.layer == fill) {
        layer.opacity = of != list || layer.shown ? layer.opacity : 1;
        layer.shown = of == list;
      }
  return look;
}

void HandCanvas::show_marks(bool on) {
  marks_shown_ = on;
  lay_marks();
}

/// Figures, snapping and selection follow the document and the world.
void HandCanvas::refresh() {
  const Template& t = document_.tmpl();
  const std::shared_ptr<const HandFigures> before = figures_;
  figures_ = maker_.make(t, world());
  marks_.set_figures(figures_);
  if (figures_ != before) lay_marks();
  shapes_ = snap_shapes(t.hand);
  select(still_there(selection_, t, world()));
  set_options(options_);
  view_.update();
}

void HandCanvas::select(const HandSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  document_.end_gesture();
  view_.update();
  emit selection_changed();
}

void HandCanvas::edit(const QString& what, const std::function<HandSelection(Template&)>& change,
                      const QString& merge) {
  HandSelection after = selection_;
  if (merge.isEmpty()) document_.end_gesture();
  document_.edit(
      what, [&](Template& t) { after = change(t); }, merge);
  after = still_there(std::move(after), document_.tmpl(), world());
  if (after == selection_) return;
  selection_ = std::move(after);
  view_.update();
  emit selection_changed();
}

/// The flag and its text are one step.
void HandCanvas::put_note(const HandChange& change) {
  document_.end_gesture();
  edit(
      change.text,
      [&](Template& t) {
        return HandSelection{change.apply(t), {}};
      },
      kNote);
  if (!selection_.rows.empty()) open_note(*selection_.rows.begin());
}

void HandCanvas::set_note(const std::string& id, const QString& text) {
  const auto spot = find_hand_row(document_.tmpl().hand, id);
  if (!spot || spot->list != "notes") return;
  const std::string said = text.simplified().toStdString();
  NoteRow named = document_.tmpl().hand.notes[spot->row];
  if (named.note == said) return;
  named.note = said;
  edit(
      row_step({"notes", named}, document_.tmpl()),
      [&](Template& t) {
        t.hand.notes.edit(spot->row).note = said;
        return selection_;
      },
      kNote);
}

void HandCanvas::commit(HandChange change) {
  if (tool_ == HandTool::note) return put_note(change);
  edit(change.text, [&](Template& t) {
    std::set<std::string> made = change.apply(t);
    // What is drawn stays under the brush; what stands alone is shown in the properties.
    const bool alone = tool_ == HandTool::pin || tool_ == HandTool::ban || tool_ == HandTool::view;
    return alone || row_of(tool_).gesture != HandGesture::stroke ? HandSelection{std::move(made), {}}
                                                                 : HandSelection{};
  });
}

void HandCanvas::sketch(const std::function<void(Template&)>& change) {
  if (!document_.valid()) return;
  auto passing = std::make_shared<Template>(document_.tmpl());
  change(*passing);
  sketched_ = true;
  emit sketched(passing);
}

void HandCanvas::sketch_drawing() {
  if (!changes_layers(options_.list_of(tool_))) return;
  Drawing passing = drawing_;
  if (row_of(tool_).gesture == HandGesture::outline && !passing.dragged) return;
  if (const auto change = change_of(tool_, options_, passing, document_.tmpl(), nullptr))
    sketch([&](Template& t) { change->apply(t); });
}

void HandCanvas::drop() {
  close_entry();
  busy_ = by_keyboard_ = false;
  drawing_ = {};
  grip_ = Grip::none;
  by_m_ = {};
  lasso_m_.clear();
  view_.update();
  if (std::exchange(sketched_, false)) emit ended();
}

QString HandCanvas::moved_text(size_t count) {
  return counted(tr("Move by hand"), tr("Move %1 by hand"), count);
}

void HandCanvas::remove_selected() {
  if (selection_.empty()) return;
  const HandSelection gone = selection_;
  const QString what = gone.points.empty() ? counted(tr("Delete a row"), tr("Delete %1 rows"), gone.size())
                       : gone.rows.empty() ? counted(tr("Ban a point"), tr("Ban %1 points"), gone.size())
                                           : tr("Take away %1 rows and points").arg(gone.size());
  edit(what, [&](Template& t) { return fw::remove_selected(t, world(), gone); });
}

void HandCanvas::duplicate_selected() {
  if (selection_.rows.empty()) return;
  edit(counted(tr("Duplicate a row"), tr("Duplicate %1 rows"), selection_.rows.size()), [&](Template& t) {
    return HandSelection{duplicate_hand_rows(t, selection_.rows, kCopyShift_m), {}};
  });
}

void HandCanvas::keep_selected() {
  if (selection_.points.empty()) return;
  edit(counted(tr("Keep a point"), tr("Keep %1 points"), selection_.points.size()),
       [&](Template& t) { return fw::keep_selected(t, world(), selection_); });
}

void HandCanvas::switch_selected(bool on) {
  const size_t count = selection_.rows.size();
  if (count == 0) return;
  edit(on ? counted(tr("Switch a row on"), tr("Switch %1 rows on"), count)
          : counted(tr("Switch a row off"), tr("Switch %1 rows off"), count),
       [&](Template& t) {
         switch_hand_rows(t, selection_.rows, on);
         return selection_;
       });
}

void HandCanvas::nudge(Vec2 by_m) {
  if (selection_.empty()) return;
  edit(
      moved_text(selection_.size()), [&](Template& t) { return move_selected(t, world(), selection_, by_m); },
      kNudge);
}

void HandCanvas::zoom_to_selected() {
  if (const auto extent = extent_of(selection_, *figures_, world()))
    view_.show_places({extent->first, extent->second}, 600);
}

void HandCanvas::select_all_of_class() {
  const MapWindow& window = view_.map_window();
  select(all_of_class(selection_, document_.tmpl(), *figures_, world(),
                      {window.west_m, window.north_m - window.height_m()},
                      {window.west_m + window.width_m(), window.north_m}));
}

}  // namespace fw
