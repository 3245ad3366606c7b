#include "app/gui/template/list/list_details.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/editors/name_samples.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/look.h"
#include "app/gui/template/mix/mix_editor.h"

namespace fw {

ListDetails::ListDetails(Document& document, const ListPlace& list, QWidget* parent)
    : PagePart(parent), list_(list) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  std::vector<Place> fields;
  std::string mix;
  for (const Place& p : columns_of(*list.list, document.tmpl())) {
    if (!is_share(*p.parameter)) {
      fields.push_back({p.parameter, list.row(0, p.at.key)});
    } else if (group_of(p.parameter->path) != mix) {
      mix = group_of(p.parameter->path);
      mixes_.push_back(new MixEditor(document, mix, MixEditor::Extent::whole, this));
    }
  }
  // The row's own values first, then its groups, then its weights, each under a heading.
  const std::string own = list.list->path + "[]";
  const auto rank = [&own](const Place& p) {
    return is_weight(*p.parameter) ? 2 : group_of(p.parameter->path) != own ? 1 : 0;
  };
  std::stable_sort(fields.begin(), fields.end(),
                   [&rank](const Place& a, const Place& b) { return rank(a) < rank(b); });
  if (list.list->path == "names") {
    samples_ = new NameSamples(document, this);
    column->addWidget(samples_);
  }
  form_ = new FieldForm(document, fields, FieldForm::Headings::groups, this);
  column->addWidget(form_);
  for (MixEditor* editor : mixes_) inside_.push_back(editor);
  for (const ParameterList* inner : inner_lists(*list.list)) {
    inside_.push_back(make_heading(title_of_member(member_of(inner->path)), std::nullopt, this));
    inner_.push_back(new ListEditor(document, {inner}, ListEditor::Room::part, this));
    inside_.push_back(inner_.back());
  }
  if (!inside_.empty()) {
    several_ = make_note(this);
    column->addWidget(several_);
  }
  for (QWidget* part : inside_) column->addWidget(part);
  column->addStretch(1);
}

void ListDetails::set_rows(const std::vector<size_t>& rows) {
  std::vector<ParameterPlace> places;
  for (const size_t row : rows) places.push_back(list_.row(row));
  form_->set_rows(places);
  const bool one = rows.size() == 1;
  for (QWidget* part : inside_) part->setVisible(one);
  if (several_)
    show_note(*several_, one ? QString() : tr("Lists and mixes inside a row are edited one row at a time."),
              false);
  if (samples_) samples_->set_row(rows.front());
  for (MixEditor* editor : mixes_) editor->set_row(rows.front());
  for (ListEditor* editor : inner_) editor->set_outer(rows.front());
}

void ListDetails::set_outer(size_t outer) {
  list_.outer = outer;
}

void ListDetails::refresh() {
  form_->refresh();
  if (samples_) samples_->refresh();
  for (MixEditor* editor : mixes_) editor->refresh();
  for (ListEditor* editor : inner_) editor->refresh();
}

bool ListDetails::covers(const std::string& where) const {
  const auto has = [&](const PagePart* part) { return part->covers(where); };
  return form_->covers(where) || std::any_of(mixes_.begin(), mixes_.end(), has) ||
         std::any_of(inner_.begin(), inner_.end(), has);
}

QWidget* ListDetails::reveal(const std::string& path) {
  if (QWidget* entry = form_->reveal(path)) return entry;
  for (MixEditor* editor : mixes_)
    if (QWidget* entry = editor->reveal(path)) return entry;
  for (ListEditor* editor : inner_)
    if (QWidget* entry = editor->reveal(path)) return entry;
  return nullptr;
}

}  // namespace fw
