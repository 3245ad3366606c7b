#include "app/gui/template/editors/field_form.h"

#include <QLabel>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/parameter_field.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page_spec.h"

namespace fw {
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
/// table.
std::vector<Place> by_group(std::vector<Place> places) {
  std::vector<std::string> groups;
  const auto rank = [&](const Place& place) {
    return std::find(groups.begin(), groups.end(), group_of(place.parameter->path)) - groups.begin();
  };
  for (const Place& place : places)
    if (rank(place) == std::ssize(groups)) groups.push_back(group_of(place.parameter->path));
  std::stable_sort(places.begin(), places.end(),
                   [&](const Place& a, const Place& b) { return rank(a) < rank(b); });
  return places;
}

}  // namespace

FieldForm::FieldForm(Document& document, const std::vector<Place>& places, Headings headings, QWidget* parent)
    : PagePart(parent), document_(document) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  std::string group;
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
    group = own;
    auto* field = new ParameterField(document, place, this);
    column->addWidget(field);
    fields_.push_back(field);
  }
  for (const ParameterField* field : fields_)
    label_width_ = std::max(label_width_, field->wanted_label_width());
  show_group_notes();
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
  show_group_notes();
}

void FieldForm::show_group_notes() {
  for (const GroupNote& note : notes_) {
    QString text;
    bool error = false;
    for (const Finding& f : document_.findings()) {
      if (f.where != note.group) continue;
      error |= f.severity == Severity::error;
      text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(f.message);
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
    if (path_of(field->place(), document_.tmpl()) == path) return field->entry();
  for (ParameterField* field : fields_)
    if (path_of(field->place(), document_.tmpl()).starts_with(path + ".")) return field->entry();
  return nullptr;
}

}  // namespace fw
