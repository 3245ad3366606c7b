#include "app/gui/template/list/list_details.h"

#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/template/field_form.h"
#include "app/gui/template/mix/mix_editor.h"
#include "app/gui/template/place.h"

namespace fw {

ListDetails::ListDetails(Document& document, const ParameterList& list, QWidget* parent) : PagePart(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  std::vector<Place> fields;
  std::string mix;
  for (const Parameter* p : columns_of(list)) {
    if (!p->set) continue;  // read-only
    if (!is_share(*p)) {
      fields.push_back({p, 0});
    } else if (group_of(p->path) != mix) {
      mix = group_of(p->path);
      mixes_.push_back(new MixEditor(document, mix, this));
    }
  }
  // Weights come below the single values, under headings of their own.
  std::stable_sort(fields.begin(), fields.end(), [](const Place& a, const Place& b) {
    return is_weight(*a.parameter) < is_weight(*b.parameter);
  });
  forms_.push_back(new FieldForm(document, fields, FieldForm::Headings::groups, this));
  for (FieldForm* form : forms_) column->addWidget(form);
  for (MixEditor* editor : mixes_) column->addWidget(editor);
  column->addStretch(1);
}

void ListDetails::set_row(size_t row) {
  for (FieldForm* form : forms_) form->set_row(row);
  for (MixEditor* editor : mixes_) editor->set_row(row);
}

void ListDetails::refresh() {
  for (FieldForm* form : forms_) form->refresh();
  for (MixEditor* editor : mixes_) editor->refresh();
}

bool ListDetails::covers(const std::string& where) const {
  const auto has = [&](const PagePart* part) { return part->covers(where); };
  return std::any_of(forms_.begin(), forms_.end(), has) || std::any_of(mixes_.begin(), mixes_.end(), has);
}

QWidget* ListDetails::reveal(const std::string& path) {
  for (FieldForm* form : forms_)
    if (QWidget* entry = form->reveal(path)) return entry;
  for (MixEditor* editor : mixes_)
    if (QWidget* entry = editor->reveal(path)) return entry;
  return nullptr;
}

}  // namespace fw
