#include "app/gui/template/editors/field_form.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/edit_text.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/fresh_row.h"
#include "app/gui/template/idle.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/parameter_editor.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {

ParameterField::ParameterField(Document& document, const Place& place, QWidget* parent)
    : QWidget(parent), document_(document), place_(place) {
  build(make_editor(*place.parameter, this));
  add_menu();
  connect(editor_, &ParameterEditor::edited, this, &ParameterField::take);
  connect(editor_, &ParameterEditor::released, this, &ParameterField::end_gesture);
  connect(editor_, &ParameterEditor::row_wanted, this, &ParameterField::take_new_row);
  connect(editor_, &ParameterEditor::typing, this, [this](const QString& text) {
    show_message(plain_words(refusal_of(document_.tmpl(), place_, text.toStdString()), document_.tmpl()),
                 true);
  });
  connect(editor_, &ParameterEditor::judged, this, [this](bool good) {
    refused_ = !good;
    if (good) return show_findings();
    show_message(
        tr("Not accepted: expected %1.").arg(QString::fromStdString(expected_text(*place_.parameter))), true);
  });
  refresh();
}

void ParameterField::build(ParameterEditor* editor) {
  editor_ = editor;
  const Parameter& p = *place_.parameter;
  const QString title = title_of(place_, document_.tmpl()), help = table_text(p.help);
  if (const std::string measure = group_of(p.path) + ".measure"; measure != p.path)
    for (const Parameter& other : parameters())
      if (other.path == measure && other.omit_default) measure_ = &other;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 1, 0, 1);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  label_ = new FieldLabel(title, this);
  label_->setBuddy(editor_->entry());
  label_->set_swatch(place_colour(place_, document_.tmpl()));
  reset_ = new QToolButton(this);
  dress_button(*reset_, Glyph::reset, tr("Reset %1").arg(lower_first(title)), tr("Reset to default"));
  reset_->setFixedSize(18, 18);
  QSizePolicy kept = reset_->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(kept);
  connect(reset_, &QToolButton::clicked, this, &ParameterField::reset);
  row->addWidget(label_);
  row->addWidget(editor_, 1);
  row->addWidget(reset_);
  column->addLayout(row);
  message_ = make_note(this);
  column->addWidget(message_);
  setToolTip(QStringLiteral("<p>%1</p><p><i>%2</i><br>%3</p>")
                 .arg(help.toHtmlEscaped(), QString::fromStdString(expected_text(p)).toHtmlEscaped(),
                      QString::fromStdString(p.path).toHtmlEscaped()));
  setWhatsThis(help);
  editor_->name_controls(title, help);
}

void ParameterField::add_menu() {
  label_->setContextMenuPolicy(Qt::ActionsContextMenu);
  reset_action_ = new QAction(tr("Reset to Default"), label_);
  connect(reset_action_, &QAction::triggered, this, &ParameterField::reset);
  auto* copy = new QAction(tr("Copy Path"), label_);
  connect(copy, &QAction::triggered, this, [this] {
    QGuiApplication::clipboard()->setText(QString::fromStdString(path_of(place_, document_.tmpl())));
  });
  label_->addActions({reset_action_, copy});
}

void ParameterField::take(const ParameterValue& value) {
  const Place place = place_;
  if (is_row_id(*place.parameter))
    if (const std::string why = refusal_of(document_.tmpl(), place, value); !why.empty()) {
      refresh();
      return show_message(plain_words(why, document_.tmpl()), true);
    }
  if (!gesture_ || document_.snapshot() != reached_) gesture_ = document_.snapshot();
  set_everywhere(value, gesture_, QString::fromStdString(path_of(place, document_.tmpl())));
  reached_ = document_.snapshot();
}

/// Adds the row and names it, as one step.
void ParameterField::take_new_row(const QString& label) {
  end_gesture();
  document_.edit(tr("%1: new %2").arg(place_text(place_, document_.tmpl()), label),
                 [all = places(), label = label.toStdString()](Template& t) {
                   const std::string id = add_row_for(t, *all.front().parameter, label);
                   for (const Place& place : all)
                     if (!id.empty()) place.parameter->set(t, place.at, id);
                 });
}

void ParameterField::set_everywhere(const ParameterValue& value,
                                    const std::shared_ptr<const Template>& before, const QString& merge) {
  document_.edit(
      change_text(place_, also_.size()),
      [&settled = document_.settled(), all = places(), value, before](Template& t) {
        set_places(t, all, value, *before, &settled);
      },
      merge);
}

std::vector<Place> ParameterField::places() const {
  std::vector<Place> all{place_};
  all.insert(all.end(), also_.begin(), also_.end());
  return all;
}

void ParameterField::end_gesture() {
  gesture_.reset();
  document_.end_gesture();
}

void ParameterField::reset() {
  end_gesture();
  document_.edit(change_text(place_, also_.size()),
                 [this, all = places(), before = document_.snapshot()](Template& t) {
                   for (const Place& place : all)
                     if (const auto value = plain_value(place, *before)) set_place(t, place, *value, *before);
                 });
  editor_->entry()->setFocus();
}

void ParameterField::set_rows(const std::vector<ParameterPlace>& rows) {
  ParameterPlace first = rows.front();
  first.key = place_.at.key;
  if (!first.same(place_.at)) editor_->drop_typed();
  place_.at = first;
  also_.clear();
  for (size_t k = 1; k < rows.size(); ++k)
    also_.push_back({place_.parameter, {rows[k].row, rows[k].inner, place_.at.key}});
  refresh();
}

/// Whether the template holds the value: its row exists, and its group is stated. What names a row is its
/// own.
bool ParameterField::is_open() const {
  if (!is_there(place_, document_.tmpl())) return false;
  if (!also_.empty() && member_of(place_.parameter->path) == list_of(*place_.parameter)->key) return false;
  return !measure_ || !std::get<std::string>(measure_->get(document_.tmpl(), place_.at)).empty();
}

/// Whether the rows that are shown together hold different values.
bool ParameterField::differs() const {
  const Template& t = document_.tmpl();
  return std::any_of(also_.begin(), also_.end(), [&](const Place& other) {
    return is_there(other, t) && other.parameter->get(t, other.at) != place_.parameter->get(t, place_.at);
  });
}

/// What a reset gives: the base's value where the document has a base.
std::optional<ParameterValue> ParameterField::plain_value(const Place& place, const Template& tmpl) const {
  return inherited_value(place, tmpl, document_.base() ? &document_.base()->tmpl : nullptr);
}

void ParameterField::show_reset(const Template& tmpl) {
  if (!document_.base()) {
    reset_->setToolTip(tr("Reset to default"));
    return reset_action_->setText(tr("Reset to Default"));
  }
  const QString name = QString::fromStdString(document_.base()->name);
  const auto value = plain_value(place_, tmpl);
  reset_->setToolTip(value ? tr("As in %1: %2").arg(name, value_text(place_, *value, tmpl)) : QString());
  reset_action_->setText(tr("As in %1").arg(name));
}

void ParameterField::refresh() {
  const Template& t = document_.tmpl();
  setEnabled(is_open());
  if (!is_there(place_, t)) return;
  idle_ = idle_reason(place_, t);
  editor_->setEnabled(idle_.isEmpty());
  label_->setEnabled(idle_.isEmpty());
  const ParameterValue value = place_.parameter->get(t, place_.at);
  editor_->follow(document_, place_.at);
  editor_->show_value(value);
  const std::vector<Place> all = places();
  const bool changed = std::any_of(all.begin(), all.end(), [&](const Place& place) {
    if (!is_there(place, t)) return false;
    const auto plain = plain_value(place, t);
    return plain && *plain != place.parameter->get(t, place.at);
  });
  label_->set_changed(changed);
  label_->set_swatch(place_colour(place_, t));
  reset_->setVisible(changed);
  show_reset(t);
  show_findings();
}

void ParameterField::show_findings() {
  if (refused_) return;  // typed text has priority
  const Template& t = document_.tmpl();
  const std::vector<Place> all = document_.findings().empty() ? std::vector<Place>{} : places();
  for (const Place& place : all) {
    if (!is_there(place, t)) continue;
    const std::string path = path_of(place, t);
    for (const Finding& f : document_.findings())
      if (f.where == path) return show_message(plain_words(f.message, t), f.severity == Severity::error);
  }
  if (differs()) return show_message(tr("several values"), false);
  show_message(idle_, false);
  if (!idle_.isEmpty()) message_->setEnabled(false);  // grey: no warning
}

void ParameterField::show_message(const QString& text, bool error) {
  const bool marked = error && !text.isEmpty();
  if (marked != error_) update();
  error_ = marked;
  message_->setEnabled(true);
  show_note(*message_, text, error);
}

QWidget* ParameterField::entry() const {
  return editor_->entry();
}

int ParameterField::wanted_label_width() const {
  return label_->wanted_width();
}

void ParameterField::set_label_width(int width) {
  label_->setFixedWidth(width);
  // Layouts treat an ignored width as 0, even a fixed one.
  label_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ParameterField::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  if (!error_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor colour = signal_colour(palette(), Signal::error);
  painter.setPen(QPen(colour, 1.5));
  colour.setAlphaF(0.12F);
  painter.setBrush(colour);
  painter.drawRoundedRect(QRectF(editor_->geometry()).adjusted(-1.5, -0.5, 1.5, 0.5), 3, 3);
}

namespace {

constexpr double kLabelShare = 0.44;  // at most this share of the width, so that sliders have room

QString heading_of(const Place& place, FieldForm::Headings headings) {
  const std::string group = group_of(place.parameter->path);
  const QString own = title_of_member(member_of(group));
  if (headings != FieldForm::Headings::full) return own;
  const QString page = page_title(page_key(group.empty() ? place.parameter->path : group + ".x"));
  return group.find('.') == std::string::npos || page_key(group + ".x") == group ? page
                                                                                 : page + " \u203A " + own;
}

/// Groups without a heading if they come first: their page or table already has their name.
bool says_the_page(const std::string& group) {
  return group.empty() || group.ends_with("[]") || page_key(group + ".x") == group;
}

/// Each group at one place, where its first parameter stands: newer parameters of a group come later in the
/// table. What is rarely used comes last in its group.
std::vector<Place> by_group(std::vector<Place> places) {
  std::vector<std::string> groups;
  const auto rank = [&](const Place& place) {
    return std::find(groups.begin(), groups.end(), group_of(place.parameter->path)) - groups.begin();
  };
  for (const Place& place : places)
    if (rank(place) == std::ssize(groups)) groups.push_back(group_of(place.parameter->path));
  std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    return std::pair(rank(a), is_rare(*a.parameter)) < std::pair(rank(b), is_rare(*b.parameter));
  });
  return places;
}

}  // namespace

FieldForm::FieldForm(Document& document, const std::vector<Place>& places, Headings headings, QWidget* parent)
    : PagePart(parent), document_(document) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  std::string group;
  bool folded = false;
  for (const Place& place : by_group(places)) {
    const std::string own = group_of(place.parameter->path);
    const bool begins = fields_.empty() || own != group;
    const bool silent = headings == Headings::groups && fields_.empty() && says_the_page(own);
    if (begins && !silent) {
      column->addWidget(make_heading(heading_of(place, headings), std::nullopt, this));
    }
    if (begins && !own.empty() && own.find('[') == std::string::npos) {
      notes_.push_back({own, make_note(this)});
      column->addWidget(notes_.back().label);
    }
    const bool folds = headings == Headings::groups && is_rare(*place.parameter);
    if (folds && (begins || !folded)) begin_fold(title_of_member(member_of(own)));
    group = own;
    folded = folds;
    auto* field = new ParameterField(document, place, folds ? folds_.back().inside : this);
    (folds ? folds_.back().inside->layout() : column)->addWidget(field);
    if (folds) folds_.back().fields.push_back(field);
    fields_.push_back(field);
  }
  for (Fold& fold : folds_)
    fold.button->setText(tr("More of %1 (%2)").arg(fold.button->text()).arg(fold.fields.size()));
  for (const ParameterField* field : fields_)
    label_width_ = std::max(label_width_, field->wanted_label_width());
  show_group_notes();
}

void FieldForm::begin_fold(const QString& title) {
  Fold fold;
  fold.button = new QToolButton(this);
  fold.button->setText(title);
  fold.button->setCheckable(true);
  fold.button->setAutoRaise(true);
  fold.button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  fold.button->setArrowType(Qt::RightArrow);
  fold.button->setFocusPolicy(Qt::StrongFocus);
  fold.inside = new QWidget(this);
  auto* inside = new QVBoxLayout(fold.inside);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->setSpacing(1);
  fold.inside->hide();
  connect(fold.button, &QToolButton::toggled, this, [button = fold.button, widget = fold.inside](bool open) {
    widget->setVisible(open);
    button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  });
  layout()->addWidget(fold.button);
  layout()->addWidget(fold.inside);
  folds_.push_back(std::move(fold));
}

void FieldForm::unfold(const ParameterField* field) {
  for (const Fold& fold : folds_)
    if (std::find(fold.fields.begin(), fold.fields.end(), field) != fold.fields.end())
      fold.button->setChecked(true);
}

void FieldForm::resizeEvent(QResizeEvent* event) {
  PagePart::resizeEvent(event);
  const int width = std::min(label_width_, static_cast<int>(kLabelShare * event->size().width()));
  for (ParameterField* field : fields_) field->set_label_width(width);
}

void FieldForm::set_rows(const std::vector<ParameterPlace>& rows) {
  for (ParameterField* field : fields_) field->set_rows(rows);
}

void FieldForm::refresh() {
  for (ParameterField* field : fields_) field->refresh();
  // What is wrong does not stay behind a button.
  for (const Fold& fold : folds_)
    for (const ParameterField* field : fold.fields)
      if (field->is_wrong()) fold.button->setChecked(true);
  show_group_notes();
}

void FieldForm::show_group_notes() {
  for (const GroupNote& note : notes_) {
    QString text;
    bool error = false;
    for (const Finding& f : document_.findings()) {
      if (f.where != note.group) continue;
      error |= f.severity == Severity::error;
      text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + plain_words(f.message, document_.tmpl());
    }
    show_note(*note.label, text, error);
  }
}

bool FieldForm::covers(const std::string& where) const {
  for (const GroupNote& note : notes_)
    if (note.group == where) return true;
  return std::any_of(fields_.begin(), fields_.end(), [&](const ParameterField* field) {
    return path_of(field->place(), document_.tmpl()) == where;
  });
}

QWidget* FieldForm::reveal(const std::string& path) {
  for (ParameterField* field : fields_)
    if (path_of(field->place(), document_.tmpl()) == path) return unfold(field), field->entry();
  for (ParameterField* field : fields_)
    if (path_of(field->place(), document_.tmpl()).starts_with(path + "."))
      return unfold(field), field->entry();
  return nullptr;
}

}  // namespace fw
