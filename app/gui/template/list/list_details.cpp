#include "app/gui/template/list/list_details.h"

#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/field_form.h"
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
  form_ = new FieldForm(document, fields, FieldForm::Headings::groups, this);
  column->addWidget(form_);
  for (MixEditor* editor : mixes_) column->addWidget(editor);
  for (const ParameterList* inner : inner_lists(*list.list)) {
    column->addWidget(make_heading(title_of_member(member_of(inner->path)), std::nullopt, this));
    inner_.push_back(new ListEditor(document, {inner}, ListEditor::Room::part, this));
    column->addWidget(inner_.back());
  }
  column->addStretch(1);
}

void ListDetails::set_row(size_t row) {
  form_->set_row(list_.row(row));
  for (MixEditor* editor : mixes_) editor->set_row(row);
  for (ListEditor* editor : inner_) editor->set_outer(row);
}

void ListDetails::set_outer(size_t outer) {
  list_.outer = outer;
}

void ListDetails::refresh() {
  form_->refresh();
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
