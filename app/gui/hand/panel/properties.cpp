#include "app/gui/hand/panel/properties.h"

#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/panel/locks_view.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/mix/mix_editor.h"
#include "app/gui/template/page/template_page.h"
#include "app/gui/template/place.h"

namespace fw {
namespace {

constexpr uint32_t kRandomSeeds = 1000000000;
constexpr int kRest_ms = 250;  ///< after the last change of a value

QWidget* padded(QWidget* content) {
  auto* outer = new QWidget;
  auto* column = new QVBoxLayout(outer);
  column->setContentsMargins(8, 4, 8, 8);
  column->addWidget(content);
  column->addStretch(1);
  return outer;
}

/// The columns that a form of rows shows: what is drawn is changed on the map.
std::vector<Place> form_places(const ParameterList& list, const Template& tmpl, bool cells) {
  std::vector<Place> places;
  const std::vector<PinOffer> offers = pin_offers(tmpl);
  const bool twice = std::any_of(offers.begin(), offers.end(),
                                 [](const PinOffer& offer) { return !offer.category.empty(); });
  for (const Place& column : columns_of(list, tmpl)) {
    const std::string name = member_of(column.parameter->path);
    if (name == "category" && !twice) continue;  // no two classes share an id
    const bool drawn = name == "id" || name == "source" || name == "cells" || name == "top" ||
                       name == "left" || name == "shape" || (name == "key" && !cells) ||
                       (name == "radius_m" && cells);
    if (!drawn && !is_share(*column.parameter)) places.push_back(column);
  }
  return places;
}

bool has_cells(const HandEntry& entry) {
  return std::visit(
      [](const auto& row) {
        if constexpr (requires { row.place; }) return !row.place.runs.cells.empty();
        return false;
      },
      entry.row);
}

}  // namespace

HandProperties::HandProperties(HandCanvas& canvas, Document& document, QWidget* parent)
    : QWidget(parent), canvas_(canvas), document_(document) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  title_ = new QLabel;
  title_->setTextFormat(Qt::PlainText);
  title_->setContentsMargins(8, 6, 8, 4);
  QFont strong = title_->font();
  strong.setBold(true);
  title_->setFont(strong);
  column->addWidget(title_);
  pages_ = new QStackedWidget;
  column->addWidget(pages_, 1);
  rows_page_ = new QWidget;
  rows_column_ = new QVBoxLayout(rows_page_);
  rows_column_->setContentsMargins(8, 0, 8, 8);
  mixed_ = new QLabel(tr("Rows of several lists are selected: choose rows of one to edit them together."));
  mixed_->setWordWrap(true);
  mixed_->setForegroundRole(QPalette::PlaceholderText);
  rows_column_->addWidget(mixed_);
  rows_column_->addStretch(1);
  pages_->addWidget(make_scroll(build_hand_page(), pages_));
  pages_->addWidget(make_scroll(rows_page_, pages_));
  pages_->addWidget(make_scroll(build_points_page(), pages_));
  point_form_rests_.setSingleShot(true);
  connect(&point_form_rests_, &QTimer::timeout, this, &HandProperties::take_point_form);
  connect(&canvas, &HandCanvas::selection_changed, this, &HandProperties::refresh);
  connect(&document, &Document::changed, this, &HandProperties::refresh);
  refresh();
}

HandProperties::~HandProperties() {
  delete point_form_;  // before the document that it shows
}

QWidget* HandProperties::build_hand_page() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  const Template& t = document_.tmpl();
  hand_form_ = new FieldForm(document_, {*find_place(t, "hand.mix"), *find_place(t, "hand.belt_m")},
                             FieldForm::Headings::groups, page);
  column->addWidget(hand_form_);
  column->addWidget(make_heading(tr("Locks"), std::nullopt, page));
  auto* note = new QLabel(
      tr("What may not change with the seed: by its dice, or cell by cell and point by point."), page);
  note->setWordWrap(true);
  note->setFont(small_font(font()));
  note->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(note);
  auto* roll = new QPushButton(glyph_icon(Glyph::dice), tr("Roll the rest"), page);
  roll->setToolTip(tr("Another seed for everything that is not locked"));
  connect(roll, &QPushButton::clicked, this, &HandProperties::roll_rest);
  column->addWidget(roll, 0, Qt::AlignLeft);
  locks_ = new LocksView(document_, canvas_.world_edit(), page);
  column->addWidget(locks_);
  return padded(page);
}

QWidget* HandProperties::build_points_page() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  points_ = new QLabel(page);
  points_->setTextFormat(Qt::PlainText);
  points_->setWordWrap(true);
  column->addWidget(points_);
  auto* note =
      new QLabel(tr("Generated. Dragging, editing or keeping makes a pin of it, Delete a ban."), page);
  note->setWordWrap(true);
  note->setFont(small_font(font()));
  note->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(note);
  keep_ = new QPushButton(glyph_icon(Glyph::lock), tr("Keep as it stands"), page);
  connect(keep_, &QPushButton::clicked, &canvas_, &HandCanvas::keep_selected);
  column->addWidget(keep_, 0, Qt::AlignLeft);
  points_column_ = column;
  return padded(page);
}

void HandProperties::refresh() {
  const HandSelection& selection = canvas_.selection();
  if (!selection.rows.empty()) return show_rows();
  if (!selection.points.empty()) return show_points();
  title_->setText(tr("The whole hand"));
  pages_->setCurrentIndex(0);
  hand_form_->refresh();
  locks_->refresh();
}

void HandProperties::show_picture(const std::shared_ptr<const Picture>& picture) {
  locks_->show_picture(picture);
  if (!canvas_.selection().points.empty()) refresh();
}

/// A form for the rows of one list, made once for each.
void HandProperties::build_form(const std::string& list) {
  if (list == form_of_) return;
  form_of_ = list;
  delete form_;
  form_ = nullptr;
  for (MixEditor* mix : mixes_) delete mix;
  mixes_.clear();
  if (list.empty()) return;
  const bool cells = list.ends_with(' ');
  const ParameterList* rows = find_list("hand." + list.substr(0, list.size() - (cells ? 1 : 0)));
  form_ = new FieldForm(document_, form_places(*rows, document_.tmpl(), cells), FieldForm::Headings::groups,
                        rows_page_);
  rows_column_->insertWidget(1, form_);
  std::string group;
  for (const Place& column : columns_of(*rows, document_.tmpl())) {
    if (!is_share(*column.parameter) || group_of(column.parameter->path) == group) continue;
    group = group_of(column.parameter->path);
    mixes_.push_back(new MixEditor(document_, group, MixEditor::Extent::whole, rows_page_));
    rows_column_->insertWidget(rows_column_->count() - 1, mixes_.back());
  }
}

void HandProperties::show_rows() {
  const Hand& hand = document_.tmpl().hand;
  std::vector<ParameterPlace> rows;
  std::string list;
  bool mixed = false, cells = false;
  QString what;
  for (const std::string& id : canvas_.selection().rows) {
    const auto spot = find_hand_row(hand, id);
    if (!spot) continue;
    mixed = mixed || (!list.empty() && list != spot->list);
    list = spot->list;
    rows.push_back(spot->row);
    const HandEntry entry = entry_at(hand, *spot);
    cells = cells || has_cells(entry);
    what = QStringLiteral("%1: %2  %3")
               .arg(hand_word(list), row_what(entry, document_.tmpl()), QString::fromStdString(id));
  }
  if (rows.empty()) return;
  title_->setText(rows.size() == 1 ? what
                  : mixed          ? tr("%1 rows").arg(rows.size())
                                   : QStringLiteral("%1: %2").arg(hand_title(list)).arg(rows.size()));
  pages_->setCurrentIndex(1);
  build_form(mixed ? std::string() : list + (cells ? " " : ""));
  mixed_->setVisible(mixed);
  if (mixed) return;
  form_->set_rows(rows);
  form_->refresh();
  for (MixEditor* mix : mixes_) {
    mix->setVisible(rows.size() == 1);
    mix->set_row(rows.front());
    mix->refresh();
  }
}

void HandProperties::show_points() {
  pages_->setCurrentIndex(2);
  const World* world = canvas_.world();
  const std::vector<size_t> points = points_of(canvas_.selection(), world);
  // A coarse world has no points: what is on show stays until the full one is there.
  if (points.empty() && point_form_ && sketched_ == canvas_.selection()) return;
  if (points.size() == 1) {
    const Point& p = world->points.points[points.front()];
    title_->setText(class_label(document_.tmpl(), world->points.class_of(p).slug));
    points_->setText(
        QStringList{QString::fromStdString(p.name), QString::fromStdString(world->points.id_of(p))}
            .join(QLatin1Char('\n'))
            .trimmed());
  } else {
    title_->setText(tr("%1 points").arg(canvas_.selection().points.size()));
    points_->clear();
  }
  show_point_form(points);
}

/// A form over pins that the document has not: only a change makes them.
void HandProperties::show_point_form(const std::vector<size_t>& points) {
  std::vector<Vec2> at_m;
  for (const size_t k : points) at_m.push_back(canvas_.world()->points.points[k].position_m);
  if (point_form_ && sketched_ == canvas_.selection() && sketched_at_m_ == at_m) return;
  delete std::exchange(point_form_, nullptr);
  point_form_rests_.stop();
  sketched_ = canvas_.selection();
  sketched_at_m_ = std::move(at_m);
  if (points.empty()) return;
  Template pins = document_.tmpl();
  pins.hand = {};
  std::vector<ParameterPlace> rows;
  for (const size_t k : points) {
    rows.push_back(pins.hand.pins.size());
    add_hand_row(pins, {"pins", pin_of_point(pins, *canvas_.world(), k)});
  }
  sketch_ = std::make_unique<Document>();
  sketch_->start(pins);
  point_form_ = new FieldForm(*sketch_, form_places(*find_list("hand.pins"), pins, false),
                              FieldForm::Headings::groups, this);
  point_form_->set_rows(rows);
  point_form_->refresh();
  points_column_->addWidget(point_form_);
  connect(sketch_.get(), &Document::changed, point_form_, &FieldForm::refresh);
  connect(&sketch_->history(), &QUndoStack::indexChanged, point_form_,
          [this] { point_form_rests_.start(kRest_ms); });
}

/// What was changed in the form of points becomes pins, as one step.
void HandProperties::take_point_form() {
  if (!point_form_ || !(sketched_ == canvas_.selection())) return;
  const Template pins = sketch_->tmpl();
  if (pins.hand.pins.empty()) return;
  const HandEntry first{"pins", pins.hand.pins[0]};
  const QString what = pins.hand.pins.size() == 1 ? row_step(first, document_.tmpl())
                                                  : tr("Pin %1 points").arg(pins.hand.pins.size());
  std::set<std::string> ids;
  document_.end_gesture();
  document_.edit(what, [&](Template& t) {
    for (PinRow pin : pins.hand.pins) {
      pin.id.clear();
      ids.insert(add_hand_row(t, {"pins", std::move(pin)}));
    }
  });
  canvas_.select({ids, {}});
}

void HandProperties::roll_rest() {
  const uint64_t seed = QRandomGenerator::global()->bounded(kRandomSeeds);
  canvas_.compare_next();
  document_.end_gesture();
  document_.edit(tr("Roll the rest: seed %1").arg(seed), [seed](Template& t) { fw::roll_rest(t, seed); });
}

}  // namespace fw
