#include "app/gui/template/list/list_table.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <algorithm>
#include <numeric>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/word_editors.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/place.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

/// The model's row and column of a cell of the view.
const ListModel* model_of(const QModelIndex& index) {
  const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
  return qobject_cast<const ListModel*>(proxy ? proxy->sourceModel() : index.model());
}

Place place_of(const QModelIndex& index) {
  const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(index.model());
  const ListModel* model = model_of(index);
  const QModelIndex at = proxy ? proxy->mapToSource(index) : index;
  return model ? model->place_at(static_cast<size_t>(at.row()),
                                 model->columns()[static_cast<size_t>(at.column())])
               : Place{};
}

ParameterValue value_of(const QModelIndex& index) {
  return index.data(ListModel::kValueRole).value<ParameterValue>();
}

}  // namespace

QWidget* ListDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
  const Place place = place_of(index);
  const Parameter* p = place.parameter;
  if (!p) return nullptr;
  QWidget* editor = nullptr;
  if (p->type == ParameterType::choice || p->type == ParameterType::reference) {
    QComboBox* combo = make_combo(parent);
    fill_combo(*combo, offers_of(*p, model_of(index)->document().tmpl(), place.at));
    if (p->optional) combo->insertItem(0, tr("not stated"));
    connect(combo, &QComboBox::activated, this, [this, combo] {
      auto* self = const_cast<ListDelegate*>(this);
      emit self->commitData(combo);
      emit self->closeEditor(combo);
    });
    editor = combo;
  } else if (p->type == ParameterType::integer || p->type == ParameterType::number) {
    auto* spin = new NumberSpin(NumberScale::of(*p), parent);
    if (p->optional) spin->set_optional(tr("not stated"));
    editor = spin;
  } else if (p->type == ParameterType::text || p->type == ParameterType::name ||
             p->type == ParameterType::slug) {
    editor = new QLineEdit(parent);
  }  // others are edited in the details
  if (!editor) return nullptr;
  editor->setAutoFillBackground(true);
  editor->setAccessibleName(title_of(*p));
  editor->setAccessibleDescription(table_text(p->help));
  return editor;
}

void ListDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const ParameterValue value = value_of(index);
  const double* number = std::get_if<double>(&value);
  const std::string* text = std::get_if<std::string>(&value);
  if (auto* spin = qobject_cast<NumberSpin*>(editor)) {
    spin->show_value(number ? std::optional(*number) : std::nullopt);
  } else if (auto* combo = qobject_cast<QComboBox*>(editor)) {
    combo->setCurrentIndex(text ? combo->findData(QString::fromStdString(*text)) : 0);
  } else if (auto* line = qobject_cast<QLineEdit*>(editor); line && text) {
    if (line->text() != QString::fromStdString(*text)) line->setText(QString::fromStdString(*text));
  }
}

void ListDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  ParameterValue value = value_of(index);
  if (auto* spin = qobject_cast<NumberSpin*>(editor)) {
    spin->commit();
    if (spin->refuses()) return;
    value = spin->value() ? ParameterValue(*spin->value()) : ParameterValue();
  } else if (auto* combo = qobject_cast<QComboBox*>(editor)) {
    if (combo->currentIndex() < 0) return;
    value = combo->currentData().isValid() ? ParameterValue(combo->currentData().toString().toStdString())
                                           : ParameterValue();
  } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
    value = line->text().toStdString();
  }
  if (value != value_of(index)) model->setData(index, QVariant::fromValue(value), Qt::EditRole);
}

void ListDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex&) const {
  // Wide enough to edit, even in a narrow column.
  QRect rect = option.rect;
  const int wanted = qobject_cast<QLineEdit*>(editor) ? 120 : editor->minimumSizeHint().width();
  rect.setWidth(std::max(rect.width(), wanted));
  rect.setHeight(std::max(rect.height(), editor->minimumSizeHint().height()));
  if (const QWidget* view = editor->parentWidget(); view && rect.right() > view->width())
    rect.moveRight(std::max(view->width() - 1, rect.width()));
  editor->setGeometry(rect);
}

void ListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const auto values = index.data(ListModel::kStripRole).value<QList<double>>();
  const auto colours = index.data(ListModel::kColoursRole).value<QList<QColor>>();
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (sum <= 0) return;
  const QRectF strip = QRectF(option.rect).adjusted(4, 5, -4, -5);
  double left = strip.left();
  for (qsizetype k = 0; k < values.size(); ++k) {
    const double width = strip.width() * values[k] / sum;
    painter->fillRect(QRectF(left, strip.top(), width, strip.height()), colours[k]);
    left += width;
  }
  QColor edge = option.palette.color(QPalette::WindowText);
  edge.setAlphaF(0.3F);
  painter->setPen(edge);
  painter->drawRect(strip);
}

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
