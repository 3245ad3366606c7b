#include "app/gui/template/page/template_panel.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page/template_page.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/row_look.h"
#include "core/model/world/world.h"

namespace fw {
namespace {

/// Everything that forms keyed by rows of tables depend on.
std::string all_rows(const Template& tmpl) {
  std::string rows = tmpl.view.palette.value_or(std::string());
  const auto& all = parameters();
  for (const ParameterList& list : parameter_lists())
    if (std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.keys == list.path; }))
      rows += rows_shown(tmpl, list.path) + '\n';
  return rows;
}

constexpr int kRoomForList = 560;
const QString kMore = QStringLiteral("  \u25BE");  // the button opens something
constexpr int kTreeWidth = 160;
constexpr int kPageRole = Qt::UserRole + 2;  ///< of the trees: the page's place
constexpr int kSearchDelay_ms = 150;
constexpr int kLeastWidth = 340;  // name, slider, field and reset button of the widest form in one row

}  // namespace

TemplatePanel::TemplatePanel(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
  specs_ = page_specs();
  pages_.assign(specs_.size(), nullptr);
  build();
  fill_list();
  known_ = document_.findings();
  rows_ = all_rows(document_.tmpl());
  connect(&document_, &Document::changed, this, &TemplatePanel::refresh);
  connect(&document_, &Document::replaced, this, &TemplatePanel::forget);
  connect(&document_, &Document::changed, this, &TemplatePanel::show_base);
  show_page(std::min<size_t>(1, specs_.size() - 1));
}

TemplatePanel::~TemplatePanel() = default;

void TemplatePanel::build() {
  setMinimumWidth(kLeastWidth);
  titles_ = new QStandardItemModel(this);
  name_ = new QToolButton(this);
  name_->setCheckable(true);
  name_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  name_->setIconSize({14, 14});
  name_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  name_->setFocusPolicy(Qt::StrongFocus);
  name_->setAccessibleName(tr("Page"));
  name_->setToolTip(tr("All pages (Ctrl+Page Up, Ctrl+Page Down: the one before and after)"));
  connect(name_, &QToolButton::toggled, this, &TemplatePanel::show_contents);
  search_ = new QLineEdit(this);
  search_->setPlaceholderText(tr("Find a parameter"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  search_soon_ = new QTimer(this);
  search_soon_->setSingleShot(true);
  search_soon_->setInterval(kSearchDelay_ms);
  connect(search_, &QLineEdit::textChanged, search_soon_, qOverload<>(&QTimer::start));
  connect(search_soon_, &QTimer::timeout, this, [this] { find(search_->text()); });

  side_ = make_tree(this);
  side_->setFixedWidth(kTreeWidth);
  side_->hide();
  stack_ = new QStackedWidget(this);
  results_ = new SearchPage(document_, stack_);
  stack_->addWidget(results_);
  contents_ = make_tree(stack_);
  stack_->addWidget(contents_);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 6, 0, 0);
  column->setSpacing(6);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 0, 8, 0);
  head->setSpacing(6);
  head->addWidget(name_, 1);
  head->addWidget(search_, 1);
  column->addLayout(head);
  base_ = new QLabel(this);
  base_->setWordWrap(true);
  base_->setContentsMargins(8, 0, 8, 0);
  column->addWidget(base_);
  show_base();
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(side_);
  body->addWidget(stack_, 1);
  column->addLayout(body, 1);

  connect(results_, &SearchPage::asked_for, this, &TemplatePanel::jump_to);
  add_page_keys();
}

void TemplatePanel::show_base() {
  base_->setVisible(document_.base().has_value());
  if (document_.base())
    base_->setText(tr("Over %1: a dot marks what this template states itself.")
                       .arg(QString::fromStdString(document_.base()->name)));
}

QTreeView* TemplatePanel::make_tree(QWidget* parent) {
  auto* tree = new QTreeView(parent);
  tree->setModel(titles_);
  tree->setHeaderHidden(true);
  tree->setRootIsDecorated(false);
  tree->setIndentation(12);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setIconSize({14, 14});
  tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree->setAccessibleName(tr("Pages"));
  const auto turn = [this](const QModelIndex& index) {
    if (const QVariant page = index.data(kPageRole); page.isValid()) show_page(page.value<size_t>());
  };
  connect(tree, &QTreeView::clicked, this, turn);
  connect(tree, &QTreeView::activated, this, turn);
  return tree;
}

void TemplatePanel::show_contents(bool on) {
  if (on) {
    contents_->setCurrentIndex(items_[shown_]->index());
    stack_->setCurrentWidget(contents_);
    contents_->setFocus(Qt::OtherFocusReason);
  } else if (stack_->currentWidget() == contents_) {
    show_page(shown_);
  }
}

QString TemplatePanel::page_shown() const {
  return QString::fromStdString(specs_[shown_].key);
}

bool TemplatePanel::show_page_of(const QString& key) {
  for (size_t i = 0; i < specs_.size(); ++i)
    if (specs_[i].key == key.toStdString()) return show_page(i), true;
  return false;
}

void TemplatePanel::add_page_keys() {
  for (const int by : {-1, 1}) {
    auto* step = new QAction(by < 0 ? tr("Previous Page") : tr("Next Page"), this);
    step->setShortcut(QKeySequence(by < 0 ? QStringLiteral("Ctrl+PgUp") : QStringLiteral("Ctrl+PgDown")));
    step->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(step, &QAction::triggered, this, [this, by] { step_page(by); });
    addAction(step);
  }
}

void TemplatePanel::fill_list() {
  const QStringList groups = page_groups();
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (i == 0 || specs_[i].group != specs_[i - 1].group) {
      auto* heading = new QStandardItem(groups[static_cast<qsizetype>(specs_[i].group)]);
      heading->setFlags(Qt::ItemIsEnabled);
      QFont font = small_font(this->font());
      font.setBold(true);
      heading->setFont(font);
      titles_->appendRow(heading);
    }
    auto* item = new QStandardItem;
    item->setData(QVariant::fromValue(i), kPageRole);
    titles_->item(titles_->rowCount() - 1)->appendRow(item);
    items_.push_back(item);
  }
  side_->expandAll();
  contents_->expandAll();
  title_pages();
  mark_pages();
}

void TemplatePanel::title_pages() {
  for (size_t i = 0; i < specs_.size(); ++i) {
    const QString title = page_title(specs_[i].key, document_.tmpl());
    if (items_[i]->text() != title) items_[i]->setText(title);
  }
  name_->setText(items_[shown_]->text() + kMore);
}

/// Pages of values keyed by rows (weights, shares) are made again once rows have come, gone or changed their
/// looks; tables of rows follow by themselves.
void TemplatePanel::follow_rows() {
  std::string rows = all_rows(document_.tmpl());
  if (rows == rows_) return;
  rows_ = std::move(rows);
  for (size_t i = 0; i < pages_.size(); ++i) {
    const auto keyed = [](const ParameterList* list) {
      const auto& all = parameters();
      return std::any_of(all.begin(), all.end(),
                         [list](const Parameter& p) { return list_of(p) == list && !p.keys.empty(); });
    };
    if (!pages_[i] || std::none_of(specs_[i].lists.begin(), specs_[i].lists.end(), keyed)) continue;
    const bool shown = stack_->currentWidget() == pages_[i];
    stack_->removeWidget(pages_[i]);
    pages_[i]->deleteLater();
    pages_[i] = nullptr;
    if (shown) stack_->setCurrentWidget(&page(i));
  }
}

TemplatePage& TemplatePanel::page(size_t index) {
  if (!pages_[index]) {
    pages_[index] = new TemplatePage(document_, specs_[index], stack_);
    pages_[index]->show_room(room_);
    stack_->addWidget(pages_[index]);
  }
  return *pages_[index];
}

void TemplatePanel::show_page(size_t index) {
  search_->clear();
  search_soon_->stop();  // clearing the text started this timer
  TemplatePage& shown = page(index);
  if (stack_->currentWidget() != &shown) shown.refresh();
  stack_->setCurrentWidget(&shown);
  const bool turned = index != shown_;
  shown_ = index;
  name_->setChecked(false);
  name_->setText(items_[index]->text() + kMore);
  name_->setIcon(items_[index]->icon());
  side_->setCurrentIndex(items_[index]->index());
  if (turned) emit turned_to(page_shown());
}

void TemplatePanel::step_page(int by) {
  const int count = static_cast<int>(specs_.size());
  show_page(static_cast<size_t>((static_cast<int>(shown_) + by + count) % count));
}

void TemplatePanel::search() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

void TemplatePanel::find(const QString& text) {
  if (text.trimmed().isEmpty()) return show_page(shown_);
  results_->find(text.trimmed());
  stack_->setCurrentWidget(results_);
  name_->setChecked(false);
}

bool TemplatePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != search_) return QWidget::eventFilter(watched, event);
  if (gives_key_away(*event, !search_->text().isEmpty())) return true;
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape && !search_->text().isEmpty()) {
    show_page(shown_);
    return true;
  }
  if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Down) return false;
  search_soon_->stop();
  find(search_->text());
  QWidget* first = stack_->currentWidget() == results_ ? results_->first_entry() : nullptr;
  if (first) first->setFocus(Qt::OtherFocusReason);
  return first != nullptr;
}

bool TemplatePanel::jump_to(const QString& path) {
  const auto place = find_place(document_.tmpl(), path.toStdString());
  const std::string wanted = place ? path_of(*place, document_.tmpl()) : path.toStdString();
  const std::string key = page_key(wanted);
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].key != key) continue;
    show_page(i);
    return page(i).reveal(wanted);
  }
  return false;
}

void TemplatePanel::show_room(const World& world) {
  const auto ground =
      static_cast<double>(std::ranges::count_if(world.region.cells, [](uint8_t r) { return r != 0; }));
  room_.clear();
  for (const BiomeRoom& room : world.biome_room)
    room_[world.vocabulary.biomes[room.biome].id] = static_cast<double>(room.room) / std::max(ground, 1.0);
  for (TemplatePage* page : pages_)
    if (page) page->show_room(room_);
}

void TemplatePanel::refresh() {
  follow_rows();
  title_pages();
  if (auto* shown = qobject_cast<TemplatePage*>(stack_->currentWidget())) {
    shown->look_elsewhere(known_);
    shown->refresh();
  } else {
    results_->refresh();
  }
  known_ = document_.findings();
  mark_pages();
}

void TemplatePanel::forget() {
  for (TemplatePage* page : pages_)
    if (page) page->forget();
  if (auto* shown = qobject_cast<TemplatePage*>(stack_->currentWidget())) shown->refresh();
  mark_pages();
}

void TemplatePanel::mark_pages() {
  for (size_t i = 0; i < specs_.size(); ++i) {
    int errors = 0, warnings = 0;
    for (const Finding& f : document_.findings())
      if (page_key(f.where) == specs_[i].key) ++(f.severity == Severity::error ? errors : warnings);
    errors += pages_[i] && pages_[i]->broke_another();
    QStandardItem* item = items_[i];
    const int marks = errors > 0 ? 2 : warnings > 0 ? 1 : 0;
    if (item->data().toInt() == marks && item->data().isValid()) continue;
    item->setData(marks);
    item->setIcon(marks == 0 ? QIcon() : glyph_icon(marks == 2 ? Glyph::error : Glyph::warning));
    item->setToolTip(marks == 0   ? QString()
                     : marks == 2 ? tr("This page has errors")
                                  : tr("This page has warnings"));
  }
  name_->setIcon(items_[shown_]->icon());
}

void TemplatePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool roomy = width() >= kRoomForList;
  side_->setVisible(roomy);
  name_->setVisible(!roomy);
  if (roomy && stack_->currentWidget() == contents_) show_page(shown_);
}

}  // namespace fw
