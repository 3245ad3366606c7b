#include <QAction>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/list/kind_list.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/list/list_model.h"

// Operations of tables with fixed rows.
namespace fw {

void ListEditor::add_kind_actions() {
  add_ = add_action(tr("Add"), "Ins", tr("Restore the selected kinds"));
  remove_ = add_action(tr("Remove"), "Del", tr("Remove the selected kinds: a quota of 0"));
  reset_ = add_action(tr("Reset"), "Ctrl+Backspace", tr("Reset the selected rows to their defaults"));
  connect(add_, &QAction::triggered, this, &ListEditor::add);
  connect(remove_, &QAction::triggered, this, &ListEditor::remove);
  connect(reset_, &QAction::triggered, this, &ListEditor::reset);
}

void ListEditor::update_kind_actions(const std::vector<size_t>& rows) {
  const Template& t = document_.tmpl();
  const auto away = [&t](size_t row) { return kind_quota(t, row) == 0; };
  add_->setEnabled(std::any_of(rows.begin(), rows.end(), away));
  remove_->setEnabled(!std::all_of(rows.begin(), rows.end(), away));
  reset_->setEnabled(!rows.empty());
  note(rows_note(rows) + QLatin1Char('\n') +
       tr("The format fixes these kinds and their order: they cannot be duplicated or moved. Removing sets a "
          "quota "
          "of "
          "0, adding brings it back."));
}

void ListEditor::change_kinds(const QString& what, const std::function<void(Template&, size_t)>& change) {
  const std::vector<size_t> rows = selected();
  if (rows.empty()) return;
  const QString whom = rows.size() == 1 ? model_->row_name(rows.front()) : tr("%1 rows").arg(rows.size());
  edit(
      what.arg(whom),
      [&rows, &change](Template& t) {
        for (const size_t row : rows) change(t, row);
      },
      rows);
}

void ListEditor::restore() {
  change_kinds(tr("Add %1"), [](Template& t, size_t row) {
    if (kind_quota(t, row) == 0) restore_kind(t, row);
  });
}

void ListEditor::take_away() {
  change_kinds(tr("Remove %1"), remove_kind);
}

void ListEditor::reset() {
  change_kinds(tr("Reset %1"), [](Template& t, size_t row) {
    for (const Parameter* p : columns_of(kind_list()))
      if (p->set) p->set(t, row, *reset_value({p, row}, t));
  });
}

}  // namespace fw
