#include "app/gui/template/field_form.h"

#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/parameter_field.h"

namespace fw {
namespace {

constexpr int kWidestLabel = 126;

QString heading_of(const Place& place, FieldForm::Headings headings) {
  const std::string group = group_of(place.parameter->path);
  const QString own = title_of_member(member_of(group));
  if (headings != FieldForm::Headings::full) return own;
  const QString page = page_title(page_key(place.parameter->path));
  return group.find('.') == std::string::npos || page_key(group + ".x") == group ? page
                                                                                 : page + " \u203A " + own;
}

}  // namespace

FieldForm::FieldForm(Document& document, const std::vector<Place>& places, Headings headings, QWidget* parent)
    : PagePart(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  std::string group;
  for (const Place& place : places) {
    const std::string own = group_of(place.parameter->path);
    const bool begins = fields_.empty() || own != group;
    const bool silent = headings == Headings::none || (headings == Headings::groups && fields_.empty());
    if (begins && !silent) {
      const auto swatch = class_colour(document.tmpl(), group_of(own), member_of(own));
      column->addWidget(make_heading(heading_of(place, headings), swatch, this));
    }
    group = own;
    auto* field = new ParameterField(document, place, this);
    column->addWidget(field);
    fields_.push_back(field);
  }
  int width = 0;
  for (const ParameterField* field : fields_) width = std::max(width, field->wanted_label_width());
  for (ParameterField* field : fields_) field->set_label_width(std::min(width, kWidestLabel));
}

void FieldForm::set_row(size_t row) {
  for (ParameterField* field : fields_) field->set_row(row);
}

void FieldForm::refresh() {
  for (ParameterField* field : fields_) field->refresh();
}

bool FieldForm::covers(const std::string& where) const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [&](const ParameterField* field) { return path_of(field->place()) == where; });
}

QWidget* FieldForm::reveal(const std::string& path) {
  for (ParameterField* field : fields_)
    if (path_of(field->place()) == path) return field->entry();
  for (ParameterField* field : fields_)
    if (path_of(field->place()).starts_with(path + ".")) return field->entry();
  return nullptr;
}

}  // namespace fw
