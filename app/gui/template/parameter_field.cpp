#include "app/gui/template/parameter_field.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "app/gui/document/document.h"
#include "app/gui/template/edit_text.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/parameter_editor.h"
#include "app/gui/words/words.h"

namespace fw {

namespace {

/// Values that the template reader derives from others if a file omits them.
std::vector<Place> derived_from(const Place& place) {
  const std::string& path = place.parameter->path;
  std::vector<Place> derived;
  const auto add = [&](const std::string& of) {
    if (const auto found = find_place(of)) derived.push_back({found->parameter, place.row});
  };
  if (member_of(path) == "class") add(group_of(path) + ".label");
  if (path == "regions.controllable") add("landmarks.settlement"), add("landmarks.fort");
  return derived;
}

}  // namespace

void set_place(Template& tmpl, const Place& place, const ParameterValue& value, const Template& before) {
  std::vector<Place> following = derived_from(place);
  std::erase_if(following, [&](const Place& p) {
    return reset_value(p, before) != p.parameter->get(before, place.row);
  });
  place.parameter->set(tmpl, place.row, value);
  for (const Place& p : following) p.parameter->set(tmpl, p.row, *reset_value(p, tmpl));
}

ParameterField::ParameterField(Document& document, const Place& place, QWidget* parent)
    : QWidget(parent), document_(document), place_(place) {
  build(make_editor(*place.parameter, this));
  add_menu();
  connect(editor_, &ParameterEditor::edited, this, &ParameterField::take);
  connect(editor_, &ParameterEditor::released, this, &ParameterField::end_gesture);
  connect(editor_, &ParameterEditor::typing, this, [this](const QString& text) {
    const Findings findings = findings_if(document_.tmpl(), place_, text.toStdString());
    show_message(findings.empty() ? QString() : QString::fromStdString(findings.front().message), true);
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
  const QString title = title_of(p), help = table_text(p.help);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 1, 0, 1);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  label_ = new FieldLabel(title, this);
  label_->setBuddy(editor_->entry());
  label_->set_swatch(class_colour(document_.tmpl(), group_of(p.path), member_of(p.path)));
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
  auto* reset = new QAction(tr("Reset to Default"), label_);
  connect(reset, &QAction::triggered, this, &ParameterField::reset);
  auto* copy = new QAction(tr("Copy Path"), label_);
  connect(copy, &QAction::triggered, this,
          [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(path_of(place_))); });
  label_->addActions({reset, copy});
}

void ParameterField::take(const ParameterValue& value) {
  const Place place = place_;
  if (!gesture_ || document_.snapshot() != reached_) gesture_ = document_.snapshot();
  document_.edit(
      change_text(place),
      [place, value, before = gesture_](Template& t) { set_place(t, place, value, *before); },
      QString::fromStdString(path_of(place)));
  reached_ = document_.snapshot();
}

void ParameterField::end_gesture() {
  gesture_.reset();
  document_.end_gesture();
}

void ParameterField::reset() {
  const auto value = reset_value(place_, document_.tmpl());
  if (!value) return;
  const Place place = place_;
  end_gesture();
  document_.edit(change_text(place), [place, value](Template& t) { set_place(t, place, *value, t); });
  editor_->entry()->setFocus();
}

void ParameterField::set_row(size_t row) {
  if (row != place_.row) editor_->drop_typed();
  place_.row = row;
  refresh();
}

void ParameterField::refresh() {
  const Template& t = document_.tmpl();
  const ParameterList* list = list_of(*place_.parameter);
  const bool there = !list || place_.row < list->size(t);
  setEnabled(there);
  if (!there) return;
  const ParameterValue value = place_.parameter->get(t, place_.row);
  editor_->show_value(value);
  const auto plain = reset_value(place_, t);
  const bool changed = plain && *plain != value;
  label_->set_changed(changed);
  reset_->setVisible(changed);
  show_findings();
}

void ParameterField::show_findings() {
  if (refused_) return;  // typed text has priority
  const std::string path = path_of(place_);
  for (const Finding& f : document_.findings())
    if (f.where == path)
      return show_message(QString::fromStdString(f.message), f.severity == Severity::error);
  show_message({}, false);
}

void ParameterField::show_message(const QString& text, bool error) {
  const bool marked = error && !text.isEmpty();
  if (marked != error_) update();
  error_ = marked;
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

}  // namespace fw
