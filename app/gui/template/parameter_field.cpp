#include "app/gui/template/parameter_field.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "app/gui/document/document.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/parameter_editor.h"
#include "app/gui/words/words.h"

namespace fw {

void set_place(Template& tmpl, const Place& place, const ParameterValue& value) {
  if (member_of(place.parameter->path) == "class") {
    const auto label = find_place(group_of(place.parameter->path) + ".label");
    const Place at{label ? label->parameter : nullptr, place.row};
    if (label && reset_value(at, tmpl) == label->parameter->get(tmpl, place.row))
      label->parameter->set(tmpl, place.row, std::string());
  }
  place.parameter->set(tmpl, place.row, value);
}

ParameterField::ParameterField(Document& document, const Place& place, QWidget* parent)
    : QWidget(parent), document_(document), place_(place) {
  build(make_editor(*place.parameter, this));
  add_menu();
  connect(editor_, &ParameterEditor::edited, this, &ParameterField::take);
  connect(editor_, &ParameterEditor::released, &document_, &Document::end_gesture);
  connect(editor_, &ParameterEditor::typing, this, [this](const QString& text) {
    const Findings findings = findings_if(document_.tmpl(), place_, text.toStdString());
    show_message(findings.empty() ? QString() : QString::fromStdString(findings.front().message), true);
  });
  connect(editor_, &ParameterEditor::judged, this, [this](bool good) {
    refused_ = !good;
    if (good) return show_findings();
    show_message(tr("Not taken: expected %1.").arg(QString::fromStdString(expected_text(*place_.parameter))),
                 true);
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
  document_.edit(
      tr("Change %1").arg(lower_first(label_->text())),
      [place, value](Template& t) { set_place(t, place, value); }, QString::fromStdString(path_of(place)));
}

void ParameterField::reset() {
  const auto value = reset_value(place_, document_.tmpl());
  if (!value) return;
  const Place place = place_;
  document_.end_gesture();
  document_.edit(tr("Reset %1").arg(lower_first(label_->text())),
                 [place, value](Template& t) { place.parameter->set(t, place.row, *value); });
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
  if (refused_) return;  // what is being typed comes first
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
  // A layout takes an ignored width for 0, even a fixed one.
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
