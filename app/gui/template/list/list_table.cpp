#include "app/gui/template/list/list_table.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <algorithm>

#include "app/gui/template/list/list_delegate.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/look.h"
#include "app/gui/template/place.h"

namespace fw {
namespace {

constexpr int kWidestColumn = 150;
constexpr int kStripWidth = 76;

/// Position of a column in the table: the most used first; the slug last, since it nearly repeats the label.
int rank_of(const Parameter* p) {
  const std::string member = p ? member_of(p->path) : std::string();
  if (member == "label") return 0;
  if (member == "quota" || member == "share" || member == "count") return 1;
  if (member == "spacing_m") return 2;
  return member == "class" || member == "id" ? 4 : 3;
}

/// Cells that say little in a table: single weights, members of groups, what is edited in the details.
bool hidden_at_first(const ParameterList& list, const Parameter& p) {
  const bool grouped = p.path.find('.', list.path.size() + 3) != std::string::npos;
  return grouped || p.type == ParameterType::colour || p.type == ParameterType::numbers ||
         p.type == ParameterType::place || member_of(p.path).starts_with("name_");
}

}  // namespace

ListTable::ListTable(ListModel& model, QSortFilterProxyModel& sorted, QWidget* parent)
    : QTableView(parent), model_(model) {
  setModel(&sorted);
  setItemDelegate(new ListDelegate(this));
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                  QAbstractItemView::AnyKeyPressed);
  setAlternatingRowColors(true);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setDragDropMode(QAbstractItemView::InternalMove);
  setDragDropOverwriteMode(false);
  setDefaultDropAction(Qt::MoveAction);
  setFont(small_font(font()));
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
  verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 7);
  verticalHeader()->hide();
  QHeaderView* header = horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionsMovable(true);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSortIndicatorClearable(true);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QWidget::customContextMenuRequested, this, &ListTable::offer_columns);
  sorted.sort(-1);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  setSortingEnabled(true);
  for (int c = 0; c < model.columnCount(); ++c) {
    const Parameter* p = model.columns()[static_cast<size_t>(c)].place.parameter;
    setColumnHidden(c, p && hidden_at_first(*model.list().list, *p));
  }
  order_columns();
  fit_columns();
}

void ListTable::order_columns() {
  std::vector<const Parameter*> columns;
  for (const ListModel::Column& column : model_.columns()) columns.push_back(column.place.parameter);
  const bool labelled = std::any_of(columns.begin(), columns.end(),
                                    [](const Parameter* p) { return p && member_of(p->path) == "label"; });
  if (!labelled) return;
  int at = 0;
  for (int rank = 0; rank <= 4; ++rank)
    for (size_t c = 0; c < columns.size(); ++c)
      if (rank_of(columns[c]) == rank)
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(static_cast<int>(c)), at++);
}

void ListTable::fit_columns() {
  for (int c = 0; c < model_.columnCount(); ++c) {
    const bool strip = !model_.columns()[static_cast<size_t>(c)].place.parameter;
    const int wanted = std::max(sizeHintForColumn(c), horizontalHeader()->sectionSizeHint(c)) + 4;
    setColumnWidth(c, strip ? kStripWidth : std::min(wanted, kWidestColumn));
  }
}

int ListTable::height_for(int rows) const {
  return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() +
         2 * frameWidth() + horizontalScrollBar()->sizeHint().height();
}

void ListTable::offer_columns(const QPoint& at) {
  QMenu menu(this);
  for (int c = 0; c < model_.columnCount(); ++c) {
    const Parameter* p = model_.columns()[static_cast<size_t>(c)].place.parameter;
    const QString title = model_.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    const bool member = p && p->path.find('.', model_.list().list->path.size() + 3) != std::string::npos;
    QAction* action = menu.addAction(
        member ? title_of_member(member_of(group_of(p->path))) + QStringLiteral(" \u203A ") + title : title);
    action->setCheckable(true);
    action->setChecked(!isColumnHidden(c));
    connect(action, &QAction::toggled, this, [this, c](bool shown) { setColumnHidden(c, !shown); });
  }
  menu.exec(horizontalHeader()->mapToGlobal(at));
}

void ListTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTableView::selectionChanged(selected, deselected);
  emit rows_chosen();
}

void ListTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  emit rows_chosen();
}

}  // namespace fw
