#include "app/gui/template/page/template_panel.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolButton>
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
  for (const ParameterList& list : parameter_lists())
    if (list.is_table()) rows += rows_shown(tmpl, list.path) + '\n';
  return rows;
}

constexpr int kRoomForList = 560;
constexpr int kListWidth = 148;
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
  show_page(std::min(1, static_cast<int>(specs_.size()) - 1));
}

TemplatePanel::~TemplatePanel() = default;

void TemplatePanel::build() {
  setMinimumWidth(kLeastWidth);
  titles_ = new QStandardItemModel(this);
  chooser_ = new QComboBox(this);
  chooser_->setModel(titles_);
  chooser_->setMaxVisibleItems(30);
  chooser_->setAccessibleName(tr("Page"));
  chooser_->setToolTip(tr("Page (Ctrl+Page Up, Ctrl+Page Down)"));
  chooser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  chooser_->setMinimumContentsLength(10);
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

  list_ = new QListView(this);
  list_->setModel(titles_);
  list_->setFixedWidth(kListWidth);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setSpacing(1);
  list_->setIconSize({14, 14});
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setAccessibleName(tr("Pages"));
  list_->hide();
  stack_ = new QStackedWidget(this);
  results_ = new SearchPage(document_, stack_);
  stack_->addWidget(results_);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 6, 0, 0);
  column->setSpacing(6);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 0, 8, 0);
  head->setSpacing(6);
  head->addWidget(chooser_, 1);
  head->addWidget(search_, 1);
  column->addLayout(head);
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(list_);
  body->addWidget(stack_, 1);
  column->addLayout(body, 1);

  connect(chooser_, &QComboBox::activated, this, &TemplatePanel::show_page);
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) { show_page(index.row()); });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& index) {
            if (list_->hasFocus() && index.isValid()) show_page(index.row());
          });
  connect(results_, &SearchPage::asked_for, this, &TemplatePanel::jump_to);
  add_page_keys();
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
  for (size_t i = 0; i < specs_.size(); ++i) {
    auto* item = new QStandardItem;
    item->setSizeHint({kListWidth - 8, fontMetrics().height() + 8});
    titles_->appendRow(item);
  }
  title_pages();
  mark_pages();
}

void TemplatePanel::title_pages() {
  for (size_t i = 0; i < specs_.size(); ++i) {
    const QString title = page_title(specs_[i].key, document_.tmpl());
    QStandardItem* item = titles_->item(static_cast<int>(i));
    if (item->text() != title) item->setText(title);
  }
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

void TemplatePanel::show_page(int index) {
  search_->clear();
  search_soon_->stop();  // clearing the text started this timer
  TemplatePage& shown = page(static_cast<size_t>(index));
  if (stack_->currentWidget() != &shown) shown.refresh();
  stack_->setCurrentWidget(&shown);
  chooser_->setCurrentIndex(index);
  list_->setCurrentIndex(titles_->index(index, 0));
}

void TemplatePanel::step_page(int by) {
  const int count = static_cast<int>(specs_.size());
  show_page((chooser_->currentIndex() + by + count) % count);
}

void TemplatePanel::search() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

void TemplatePanel::find(const QString& text) {
  if (text.trimmed().isEmpty()) return show_page(std::max(0, chooser_->currentIndex()));
  results_->find(text.trimmed());
  stack_->setCurrentWidget(results_);
}

bool TemplatePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != search_) return QWidget::eventFilter(watched, event);
  if (gives_key_away(*event, !search_->text().isEmpty())) return true;
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape && !search_->text().isEmpty()) {
    show_page(std::max(0, chooser_->currentIndex()));
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
    show_page(static_cast<int>(i));
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
    QStandardItem* item = titles_->item(static_cast<int>(i));
    const int marks = errors > 0 ? 2 : warnings > 0 ? 1 : 0;
    if (item->data().toInt() == marks && item->data().isValid()) continue;
    item->setData(marks);
    item->setIcon(marks == 0 ? QIcon() : glyph_icon(marks == 2 ? Glyph::error : Glyph::warning));
    item->setToolTip(marks == 0   ? QString()
                     : marks == 2 ? tr("This page has errors")
                                  : tr("This page has warnings"));
  }
}

void TemplatePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool roomy = width() >= kRoomForList;
  list_->setVisible(roomy);
  chooser_->setVisible(!roomy);
}

}  // namespace fw
