#include "app/gui/template/list/list_editor.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/fresh_row.h"
#include "app/gui/template/list/list_details.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/list/list_question.h"
#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/look.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

constexpr int kRowsOfAPart = 4;

QToolButton* button_of(QAction* action, Glyph glyph, QWidget* parent) {
  auto* button = new QToolButton(parent);
  action->setIcon(glyph_icon(glyph));
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  button->setIconSize({14, 14});
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(action->text());
  return button;
}

/// All rows up to `size` in file order.
std::vector<size_t> file_order(size_t size) {
  std::vector<size_t> order(size);
  for (size_t i = 0; i < size; ++i) order[i] = i;
  return order;
}

}  // namespace

ListEditor::ListEditor(Document& document, const ListPlace& list, Room room, QWidget* parent)
    : PagePart(parent), document_(document), list_(list) {
  model_ = new ListModel(document, list, this);
  sorted_ = new QSortFilterProxyModel(this);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(ListModel::kSortRole);
  sorted_->setFilterKeyColumn(-1);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  sorted_->setDynamicSortFilter(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  add_actions();
  build_bar(column);
  build_table(column, room);
  connect(table_, &ListTable::rows_chosen, this, &ListEditor::show_row);
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    sorted_->setFilterFixedString(text);
    update_actions();
  });
  connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &ListEditor::update_actions);
  connect(model_, &ListModel::moved, this,
          [this](const QList<int>& rows) { select(std::vector<size_t>(rows.begin(), rows.end())); });
  for (QAction* action : {add_, duplicate_, remove_, up_, down_, copy_, paste_}) table_->addAction(action);
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  if (size() > 0) select({0});
  refresh();
}

QAction* ListEditor::add_action(const QString& text, const char* keys, const QString& tip) {
  auto* action = new QAction(text, this);
  action->setShortcut(QKeySequence(QString::fromLatin1(keys)));
  action->setShortcutContext(Qt::WidgetShortcut);
  const QString shown = action->shortcut().toString(QKeySequence::NativeText);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, shown));
  return action;
}

void ListEditor::add_actions() {
  copy_ = add_action(tr("Copy"), "Ctrl+C", tr("Copy the selected rows as text"));
  connect(copy_, &QAction::triggered, this, &ListEditor::copy);
  add_ = add_action(tr("Add"), "Ins", tr("Add a row"));
  duplicate_ = add_action(tr("Duplicate"), "Shift+Ins", tr("Duplicate the selected rows"));
  remove_ = add_action(tr("Remove"), "Del", tr("Remove the selected rows"));
  up_ = add_action(tr("Move Up"), "Alt+Up", tr("Move up"));
  down_ = add_action(tr("Move Down"), "Alt+Down", tr("Move down"));
  paste_ = add_action(tr("Paste"), "Ctrl+V", tr("Paste rows"));
  connect(add_, &QAction::triggered, this, [this] {
    add();
    edit_label();
  });
  connect(duplicate_, &QAction::triggered, this, &ListEditor::duplicate);
  connect(remove_, &QAction::triggered, this, &ListEditor::remove);
  connect(up_, &QAction::triggered, this, [this] { move(-1); });
  connect(down_, &QAction::triggered, this, [this] { move(1); });
  connect(paste_, &QAction::triggered, this, &ListEditor::paste);
}

void ListEditor::build_bar(QVBoxLayout* column) {
  auto* bar = new QHBoxLayout;
  bar->setSpacing(1);
  const QString title = list_title(*list_.list, document_.tmpl());
  filter_ = new QLineEdit(this);
  filter_->setPlaceholderText(tr("Filter %1").arg(lower_first(title)));
  filter_->setAccessibleName(filter_->placeholderText());
  filter_->setClearButtonEnabled(true);
  bar->addWidget(filter_, 1);
  if (list_.nested()) {
    filter_->hide();  // a handful of rows
    bar->addStretch(1);
  }
  bar->addSpacing(4);
  const std::pair<QAction*, Glyph> buttons[] = {{add_, Glyph::plus},
                                                {duplicate_, Glyph::copy},
                                                {remove_, Glyph::remove},
                                                {up_, Glyph::up},
                                                {down_, Glyph::down}};
  for (const auto& [action, glyph] : buttons) bar->addWidget(button_of(action, glyph, this));
  column->addLayout(bar);
}

void ListEditor::build_table(QVBoxLayout* column, Room room) {
  const bool page = room == Room::page;
  auto* upper = new QWidget(this);
  auto* upper_column = new QVBoxLayout(upper);
  upper_column->setContentsMargins(0, 0, 0, 0);
  upper_column->setSpacing(2);
  table_ = new ListTable(*model_, *sorted_, upper);
  table_->setAccessibleName(list_title(*list_.list, document_.tmpl()));
  table_->setAccessibleDescription(table_text(list_.list->help));
  upper_column->addWidget(table_, 1);
  note_ = new QLabel(upper);
  note_->setTextFormat(Qt::PlainText);
  note_->setFont(small_font(font()));
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->setWordWrap(true);
  upper_column->addWidget(note_);
  details_ = new ListDetails(document_, list_);
  if (!page) {
    table_->setFixedHeight(table_->height_for(kRowsOfAPart));
    column->addWidget(upper);
    column->addWidget(details_);
    details_->setParent(this);
    return;
  }
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(details_);
  auto* split = new QSplitter(Qt::Vertical, this);
  split->addWidget(upper);
  split->addWidget(scroll);
  split->setChildrenCollapsible(false);
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  column->addWidget(split, 1);
}

size_t ListEditor::size() const {
  return list_.size(document_.tmpl());
}

bool ListEditor::in_file_order() const {
  return sorted_->sortColumn() < 0 && filter_->text().isEmpty();
}

std::optional<size_t> ListEditor::current() const {
  const QModelIndex at = sorted_->mapToSource(table_->currentIndex());
  return at.isValid() ? std::optional(static_cast<size_t>(at.row())) : std::nullopt;
}

std::vector<size_t> ListEditor::selected() const {
  std::vector<size_t> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows())
    rows.push_back(static_cast<size_t>(sorted_->mapToSource(index).row()));
  std::sort(rows.begin(), rows.end());
  return rows;
}

void ListEditor::select(const std::vector<size_t>& rows) {
  QItemSelection selection;
  QModelIndex first;
  for (const size_t row : rows) {
    const QModelIndex index = sorted_->mapFromSource(model_->index(static_cast<int>(row), 0));
    if (!first.isValid()) first = index;
    selection.select(index, index);
  }
  const int column = table_->currentIndex().isValid() ? table_->currentIndex().column()
                                                      : table_->horizontalHeader()->logicalIndex(0);
  table_->selectionModel()->setCurrentIndex(first.siblingAtColumn(column), QItemSelectionModel::NoUpdate);
  table_->selectionModel()->select(selection,
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (first.isValid()) table_->scrollTo(first.siblingAtColumn(column));
}

/// The form edits the selected rows, of which it shows the current one.
void ListEditor::show_details() {
  const auto row = current();
  details_->setVisible(row && *row < size());
  if (!row || *row >= size()) return;
  std::vector<size_t> rows = selected();
  const auto at = std::find(rows.begin(), rows.end(), *row);
  if (at == rows.end())
    rows = {*row};
  else
    std::rotate(rows.begin(), at, at + 1);
  details_->set_rows(rows);
}

void ListEditor::show_row() {
  show_details();
  update_actions();
}

void ListEditor::update_actions() {
  const std::vector<size_t> rows = selected();
  copy_->setEnabled(!rows.empty());
  const bool some = !rows.empty();
  const bool room = list_.there(document_.tmpl()) && size() < list_.list->max_rows;
  add_->setEnabled(room);
  duplicate_->setEnabled(some && size() + rows.size() <= list_.list->max_rows);
  paste_->setEnabled(room);
  remove_->setEnabled(some && size() >= list_.list->min_rows + rows.size());
  up_->setEnabled(some && in_file_order() && rows.front() > 0);
  down_->setEnabled(some && in_file_order() && rows.back() + 1 < size());
  table_->setDragEnabled(in_file_order());
  note(rows_note(rows));
}

QString ListEditor::rows_note(const std::vector<size_t>& rows) const {
  if (size() == 0) return table_text(list_.list->help);
  if (sorted_->rowCount() < model_->rowCount())
    return tr("%1 of %2 rows").arg(sorted_->rowCount()).arg(model_->rowCount());
  if (rows.size() > 1) return tr("%1 of %2 rows selected").arg(rows.size()).arg(size());
  return size() == 1 ? tr("1 row") : tr("%1 rows").arg(size());
}

void ListEditor::note(const QString& text) {
  note_->setText(text);
}

void ListEditor::edit(const QString& what, const std::function<void(Template&)>& change,
                      const std::vector<size_t>& selection) {
  document_.end_gesture();
  document_.edit(what, change);
  refresh();  // refresh before selecting: the panel may not have received the change yet
  select(selection);
}

void ListEditor::arrange(const QString& what, const std::vector<size_t>& order,
                         const std::vector<size_t>& selection) {
  edit(
      what, [list = list_, order](Template& t) { arrange_rows(t, list, order); }, selection);
}

void ListEditor::add() {
  const std::vector<size_t> rows = selected();
  const size_t at = rows.empty() ? size() : rows.back() + 1;
  std::vector<size_t> order = file_order(size());
  // A band is like the one before it: as strong, and home to the same classes.
  const bool band = list_.list->path == "danger" && at > 0;
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), band ? at - 1 : kFreshRow);
  filter_->clear();
  edit(tr("Add to %1").arg(lower_first(list_title(*list_.list, document_.tmpl()))),
       [list = list_, order, at, band](Template& t) {
         arrange_rows(t, list, order);
         if (band) t.vocabulary.danger[at].label.clear();
         complete_row(t, list, at);
       },
       {at});
}

void ListEditor::edit_label() {
  const Parameter* label = find_column(*list_.list, "label");
  const int column = label ? model_->column_of({label, {}}) : -1;
  const auto row = current();
  if (column < 0 || !row || table_->isColumnHidden(column)) return;
  const QModelIndex at = sorted_->mapFromSource(model_->index(static_cast<int>(*row), column));
  table_->setFocus(Qt::OtherFocusReason);
  table_->selectionModel()->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
  table_->edit(at);
}

void ListEditor::duplicate() {
  const std::vector<size_t> rows = selected();
  if (rows.empty()) return;
  std::vector<size_t> order = file_order(size());
  const size_t at = rows.back() + 1;
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), rows.begin(), rows.end());
  std::vector<size_t> copies;
  for (size_t k = 0; k < rows.size(); ++k) copies.push_back(at + k);
  edit(
      tr("Duplicate %1").arg(model_->row_name(rows.front())),
      [list = list_, order, copies, rows](Template& t) {
        arrange_rows(t, list, order);
        for (size_t k = 0; k < copies.size(); ++k) complete_row(t, list, copies[k], rows[k]);
      },
      copies);
}

void ListEditor::remove() {
  const std::vector<size_t> rows = selected();
  if (rows.empty() || !remove_->isEnabled() || !may_remove_rows(*this, document_.tmpl(), list_, rows)) return;
  std::vector<size_t> order;
  for (size_t i = 0; i < size(); ++i)
    if (!std::binary_search(rows.begin(), rows.end(), i)) order.push_back(i);
  const std::vector<size_t> next =
      order.empty() ? std::vector<size_t>{} : std::vector<size_t>{std::min(rows.front(), order.size() - 1)};
  const QString what = rows.size() == 1 ? tr("Remove %1").arg(model_->row_name(rows.front()))
                                        : tr("Remove %1 rows").arg(rows.size());
  arrange(what, order, next);
}

void ListEditor::move(int by) {
  const std::vector<size_t> rows = selected();
  if (rows.empty() || !in_file_order()) return;
  if (by < 0 ? rows.front() == 0 : rows.back() + 1 == size()) return;
  const size_t before = by < 0 ? rows.front() - 1 : rows.back() + 2;
  const std::vector<size_t> order = moved_order(size(), rows, before);
  std::vector<size_t> now;
  for (const size_t row : rows)
    now.push_back(static_cast<size_t>(std::find(order.begin(), order.end(), row) - order.begin()));
  arrange(tr("Move %1").arg(model_->row_name(rows.front())), order, now);
}

void ListEditor::copy() const {
  QGuiApplication::clipboard()->setText(rows_to_text(document_.tmpl(), list_, selected()));
}

void ListEditor::paste() {
  TextRows read = rows_from_text(document_.tmpl(), list_, QGuiApplication::clipboard()->text());
  const size_t room = list_.list->max_rows - size();
  const size_t left_over = read.rows.size() > room ? read.rows.size() - room : 0;
  read.rows.resize(read.rows.size() - left_over);
  if (read.rows.empty()) return note(tr("The clipboard contains no rows of this table."));
  const std::vector<size_t> rows = selected();
  const size_t at = rows.empty() ? size() : rows.back() + 1;
  std::vector<size_t> order = file_order(size()), pasted;
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), read.rows.size(), kFreshRow);
  for (size_t k = 0; k < read.rows.size(); ++k) pasted.push_back(at + k);
  filter_->clear();
  edit(
      pasted.size() == 1 ? tr("Paste a row") : tr("Paste %1 rows").arg(pasted.size()),
      [&](Template& t) {
        arrange_rows(t, list_, order);
        for (size_t k = 0; k < pasted.size(); ++k) {
          set_row(t, list_, pasted[k], read.rows[k]);
          complete_row(t, list_, pasted[k]);
        }
      },
      pasted);
  if (read.unread_cells > 0 || left_over > 0)
    note(tr("Cells that could not be read keep their defaults: %1.").arg(read.unread_cells) +
         (left_over > 0 ? QLatin1Char(' ') + tr("The table is full.") : QString()));
}

void ListEditor::refresh() {
  model_->refresh();
  const auto row = current();
  if (!row && size() > 0 && table_->selectionModel()->selectedRows().isEmpty()) select({0});
  show_details();
  update_actions();
}

void ListEditor::set_outer(size_t outer) {
  list_.outer = outer;
  details_->set_outer(outer);
  model_->set_outer(outer);
  refresh();
}

bool ListEditor::covers(const std::string& where) const {
  return where.starts_with(list_.path() + "[") && find_place(document_.tmpl(), where);
}

QWidget* ListEditor::reveal(const std::string& path) {
  const std::string own = list_.path();
  if (path == own) return table_;
  if (!path.starts_with(own + "[")) return nullptr;
  const size_t row = std::strtoul(path.c_str() + own.size() + 1, nullptr, 10);
  if (row >= size()) return table_;
  filter_->clear();
  select({row});
  QWidget* entry = details_->reveal(path);
  const auto place = find_place(document_.tmpl(), path);
  const int column = place ? model_->column_of(*place) : -1;
  if (column >= 0 && !table_->isColumnHidden(column))
    table_->selectionModel()->setCurrentIndex(
        sorted_->mapFromSource(model_->index(static_cast<int>(row), column)), QItemSelectionModel::NoUpdate);
  return entry ? entry : table_;
}

}  // namespace fw
