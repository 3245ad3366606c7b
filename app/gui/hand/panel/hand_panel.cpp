#include "app/gui/hand/panel/hand_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/panel/hand_tree.h"
#include "app/gui/hand/panel/properties.h"
#include "app/gui/hand/rows.h"
#include "app/gui/icons/buttons.h"

namespace fw {
namespace {

constexpr int kEyeWidth = 28, kConflictLines = 4;

/// Sorts by what is read; groups stay where they are.
class TreeFilter : public QSortFilterProxyModel {
 public:
  TreeFilter() {
    setRecursiveFilteringEnabled(true);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    setFilterRole(HandTree::kSearchRole);
    setFilterKeyColumn(HandTree::kWhat);
    setSortCaseSensitivity(Qt::CaseInsensitive);
  }

 protected:
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override {
    return a.parent().isValid() ? QSortFilterProxyModel::lessThan(a, b) : a.row() < b.row();
  }
};

/// Open or struck out, in the colour of the row's text.
class EyeDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, given, index);
    const bool on = index.data(HandTree::kOnRole).toBool(), chosen = given.state & QStyle::State_Selected;
    const QPalette::ColorRole role = chosen ? QPalette::HighlightedText
                                     : on   ? QPalette::Text
                                            : QPalette::PlaceholderText;
    glyph_icon(Glyph::eye, given.palette.color(QPalette::Normal, role))
        .paint(painter, given.rect, Qt::AlignCenter, QIcon::Normal, on ? QIcon::On : QIcon::Off);
  }
};

/// Selecting a group selects its rows.
void add_ids(const QModelIndex& index, std::set<std::string>& ids) {
  const QString id = index.data(HandTree::kIdRole).toString();
  if (!id.isEmpty()) ids.insert(id.toStdString());
  for (int k = 0; id.isEmpty() && k < index.model()->rowCount(index); ++k)
    add_ids(index.model()->index(k, 0, index), ids);
}

}  // namespace

HandPanel::HandPanel(HandCanvas& canvas, Document& document, QWidget* parent)
    : QWidget(parent),
      canvas_(canvas),
      document_(document),
      model_(std::make_unique<HandTree>(document)),
      filter_(std::make_unique<TreeFilter>()) {
  filter_->setSourceModel(model_.get());
  build_tree();
  auto* upper = new QWidget;
  auto* upper_column = new QVBoxLayout(upper);
  upper_column->setContentsMargins(0, 0, 0, 0);
  upper_column->setSpacing(0);
  upper_column->addWidget(build_bar());
  upper_column->addWidget(tree_, 1);
  empty_ =
      new QLabel(tr("Nothing is done by hand yet. Choose a tool beside the map: P pins, B paints, X bans."));
  empty_->setWordWrap(true);
  empty_->setMargin(12);
  empty_->setForegroundRole(QPalette::PlaceholderText);
  empty_->setAlignment(Qt::AlignTop);
  upper_column->addWidget(empty_, 1);
  upper_column->addWidget(build_conflicts());
  properties_ = new HandProperties(canvas, document);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(upper);
  split->addWidget(properties_);
  split->setChildrenCollapsible(false);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({460, 360});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(split);
  setFocusProxy(tree_);
  connect(&document, &Document::changed, this, &HandPanel::refresh);
  connect(&canvas, &HandCanvas::selection_changed, this, &HandPanel::show_selection);
  refresh();
}

HandPanel::~HandPanel() {
  delete tree_;  // before the models that it uses
}

QSize HandPanel::sizeHint() const {
  return {400, 760};
}

void HandPanel::build_tree() {
  tree_ = new QTreeView;
  tree_->setModel(filter_.get());
  tree_->setAccessibleName(tr("Rows of the hand"));
  tree_->setItemDelegateForColumn(HandTree::kEye, new EyeDelegate(tree_));
  tree_->setTreePosition(HandTree::kWhat);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
  tree_->setAllColumnsShowFocus(true);
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setDragDropMode(QAbstractItemView::InternalMove);
  tree_->setExpandsOnDoubleClick(false);
  tree_->setSortingEnabled(true);
  tree_->header()->setSortIndicatorClearable(true);
  tree_->header()->setSortIndicator(-1, Qt::AscendingOrder);
  filter_->sort(-1);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setMinimumSectionSize(kEyeWidth);
  tree_->header()->setSectionsMovable(false);
  tree_->header()->setSectionResizeMode(HandTree::kEye, QHeaderView::Fixed);
  tree_->header()->setSectionResizeMode(HandTree::kWhat, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(HandTree::kWhere, QHeaderView::ResizeToContents);
  tree_->header()->setSectionResizeMode(HandTree::kState, QHeaderView::ResizeToContents);
  tree_->header()->resizeSection(HandTree::kEye, kEyeWidth);
  tree_->header()->setResizeContentsPrecision(0);  // of the rows in sight
  connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HandPanel::take_selection);
  connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == HandTree::kEye) model_->toggle(filter_->mapToSource(index));
  });
  connect(tree_, &QTreeView::activated, &canvas_, &HandCanvas::zoom_to_selected);
  connect(tree_, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { closed_.insert(index.data(HandTree::kKeyRole).toString()); });
  connect(tree_, &QTreeView::expanded, this,
          [this](const QModelIndex& index) { closed_.erase(index.data(HandTree::kKeyRole).toString()); });
  connect(model_.get(), &QAbstractItemModel::modelReset, this, [this] {
    keep_open();
    show_selection();
  });
}

QAction* HandPanel::add_action(const QString& text, const char* keys, QToolButton* button,
                               const std::function<void()>& does) {
  auto* action = new QAction(text, this);
  action->setShortcut(QKeySequence(QLatin1String(keys)));
  action->setShortcutContext(Qt::WidgetShortcut);
  connect(action, &QAction::triggered, this, does);
  tree_->addAction(action);
  if (!button) return action;
  button->setToolTip(
      QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText)));
  connect(button, &QToolButton::clicked, action, &QAction::trigger);
  return action;
}

QWidget* HandPanel::build_bar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(6, 4, 6, 4);
  row->setSpacing(2);
  search_ = new QLineEdit;
  search_->setPlaceholderText(tr("Find rows"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    filter_->setFilterFixedString(text);
    tree_->setDragEnabled(text.isEmpty());
    keep_open();
  });
  row->addWidget(search_, 1);
  const auto button = [row](Glyph glyph, const QString& does) {
    QToolButton* made = flat_button(glyph, does);
    row->addWidget(made);
    return made;
  };
  add_action(tr("Zoom to the selection"), "Z", button(Glyph::fit, tr("Zoom to the selection")),
             [this] { canvas_.zoom_to_selected(); });
  add_action(tr("Put into a group"), "Ctrl+G", button(Glyph::folder, tr("Put into a group")),
             [this] { group_selected(); });
  add_action(tr("Duplicate"), "Shift+Ins", button(Glyph::copy, tr("Duplicate")),
             [this] { canvas_.duplicate_selected(); });
  add_action(tr("Delete"), "Del", button(Glyph::remove, tr("Delete")), [this] { canvas_.remove_selected(); });
  add_action(tr("Switch on or off"), "Space", nullptr, [this] {
    const auto& rows = canvas_.selection().rows;
    const Hand& hand = document_.tmpl().hand;
    const bool any_on = std::any_of(rows.begin(), rows.end(), [&](const std::string& id) {
      const auto spot = find_hand_row(hand, id);
      return spot && row_at(hand, *spot).on;
    });
    canvas_.switch_selected(!any_on);
  });
  tree_->setContextMenuPolicy(Qt::ActionsContextMenu);
  return bar;
}

QWidget* HandPanel::build_conflicts() {
  conflict_box_ = new QWidget;
  auto* column = new QVBoxLayout(conflict_box_);
  column->setContentsMargins(6, 4, 6, 4);
  column->setSpacing(4);
  conflict_list_ = new QListWidget;
  conflict_list_->setAccessibleName(tr("Conflicts of the hand"));
  // Lines of one height: there may be thousands, and the whole sentence of the chosen one stands below.
  conflict_list_->setUniformItemSizes(true);
  conflict_list_->setTextElideMode(Qt::ElideRight);
  conflict_list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  conflict_list_->setFixedHeight(kConflictLines * (fontMetrics().height() + 10));
  connect(conflict_list_, &QListWidget::currentRowChanged, this, &HandPanel::show_fixes);
  connect(conflict_list_, &QListWidget::itemActivated, this, [this] {
    const int at = conflict_list_->currentRow();
    if (at < 0) return;
    const std::vector<std::string>& rows = conflicts_[static_cast<size_t>(at)].rows;
    canvas_.select({{rows.begin(), rows.end()}, {}});
    canvas_.zoom_to_selected();
  });
  column->addWidget(conflict_list_);
  conflict_text_ = new QLabel;
  conflict_text_->setWordWrap(true);
  conflict_text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(conflict_text_);
  fixes_ = new QVBoxLayout;
  fixes_->setSpacing(2);
  column->addLayout(fixes_);
  conflict_box_->hide();  // there are none yet
  return conflict_box_;
}

void HandPanel::refresh() {
  model_->refresh();
  const bool any = model_->rows() > 0;
  tree_->setVisible(any);
  empty_->setVisible(!any);
  show_conflicts();
}

void HandPanel::show_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  picture_ = picture;
  model_->set_world(picture->world.get());
  properties_->show_picture(picture);
  show_conflicts();
}

/// Groups are open but those that the user folded, and all while a search narrows them.
void HandPanel::keep_open() {
  const std::set<QString> closed = closed_;
  for (int k = 0; k < filter_->rowCount(); ++k) {
    const QModelIndex node = filter_->index(k, 0);
    const bool open =
        !search_->text().isEmpty() || !closed.contains(node.data(HandTree::kKeyRole).toString());
    tree_->setExpanded(node, open);
    tree_->setFirstColumnSpanned(k, {}, false);
  }
  closed_ = closed;
}

/// The tree follows the map's selection, ...
void HandPanel::show_selection() {
  if (following_) return;
  following_ = true;
  QItemSelection rows;
  QModelIndex last;
  for (const std::string& id : canvas_.selection().rows) {
    const QModelIndex index = filter_->mapFromSource(model_->index_of(id));
    if (!index.isValid()) continue;
    rows.select(index.siblingAtColumn(0), index.siblingAtColumn(HandTree::kColumns - 1));
    last = index;
  }
  tree_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (last.isValid()) {
    tree_->selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
    tree_->scrollTo(last);
  }
  following_ = false;
}

/// ... and the map that of the tree.
void HandPanel::take_selection() {
  if (following_) return;
  following_ = true;
  HandSelection selection;
  for (const QModelIndex& index : tree_->selectionModel()->selectedRows(HandTree::kWhat))
    add_ids(index, selection.rows);
  canvas_.select(selection);
  following_ = false;
}

bool HandPanel::jump_to(const QString& path) {
  static const QRegularExpression kRow(QStringLiteral("^hand\\.([a-z]+)\\[(\\d+)\\]"));
  const QRegularExpressionMatch match = kRow.match(path);
  const std::string list = match.captured(1).toStdString();
  const size_t row = match.captured(2).toULongLong();
  if (!match.hasMatch() || row >= hand_size(document_.tmpl().hand, list)) return false;
  canvas_.select({{row_at(document_.tmpl().hand, {list, row}).id}, {}});
  return true;
}

void HandPanel::show_conflicts() {
  std::vector<HandConflict> conflicts =
      hand_conflicts(document_.tmpl(), document_.findings(), picture_ ? picture_->world.get() : nullptr);
  const bool same = std::equal(conflicts.begin(), conflicts.end(), conflicts_.begin(), conflicts_.end(),
                               [](const HandConflict& a, const HandConflict& b) {
                                 return a.severity == b.severity && a.text == b.text;
                               });
  conflicts_ = std::move(conflicts);
  if (same) return show_fixes();
  const int current = conflict_list_->currentRow();
  const QSignalBlocker quiet(conflict_list_);
  conflict_list_->clear();
  for (const HandConflict& conflict : conflicts_) {
    auto* item = new QListWidgetItem(glyph_icon(glyph_of(conflict.severity)), conflict.text, conflict_list_);
    item->setToolTip(conflict.text);
  }
  conflict_box_->setVisible(!conflicts_.empty());
  conflict_list_->setCurrentRow(std::clamp(current, 0, std::max(0, conflict_list_->count() - 1)));
  show_fixes();
}

void HandPanel::show_fixes() {
  while (QLayoutItem* item = fixes_->takeAt(0)) {
    if (QWidget* button = item->widget()) {
      button->hide();
      button->deleteLater();  // it may be the one that was pressed
    }
    delete item;
  }
  const int at = conflict_list_->currentRow();
  if (at < 0 || at >= static_cast<int>(conflicts_.size())) return;
  conflict_text_->setText(conflicts_[static_cast<size_t>(at)].text);
  const World* world = picture_ ? picture_->world.get() : nullptr;
  for (const HandFix& fix : fixes_of(conflicts_[static_cast<size_t>(at)], document_.tmpl(), world)) {
    auto* button = new QPushButton(fix.text);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, fix] {
      document_.end_gesture();
      document_.edit(fix.text, fix.apply);
    });
    fixes_->addWidget(button, 0, Qt::AlignLeft);
  }
}

void HandPanel::group_selected() {
  const std::set<std::string> rows = canvas_.selection().rows;
  if (rows.empty()) return;
  const auto spot = find_hand_row(document_.tmpl().hand, *rows.begin());
  bool taken = false;
  const QString name = QInputDialog::getText(
      this, tr("Group"), tr("Name of the group; none takes the rows out of theirs:"), QLineEdit::Normal,
      spot ? QString::fromStdString(row_at(document_.tmpl().hand, *spot).group) : QString(), &taken);
  if (!taken) return;
  document_.end_gesture();
  document_.edit(tr("Group: %1").arg(name.simplified()),
                 [&](Template& t) { group_hand_rows(t, rows, name.simplified().toStdString()); });
}

}  // namespace fw
