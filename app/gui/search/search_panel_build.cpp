#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/icons/buttons.h"
#include "app/gui/search/search_panel.h"

// Construction of the panel; its behaviour is in search_panel.cpp.
namespace fw {
namespace {

constexpr int kRest_ms = 700;
/// Heights of the form and of the worlds found, in proportion: without worlds the form has the room.
const QList<int> kSizesEmpty{800, 100}, kSizesFound{510, 390};

QLabel* soft_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SearchPanel::SearchPanel(Document& document, QSettings& settings, const QString& searches,
                         SearchPanelEffort effort, QWidget* parent)
    : QWidget(parent),
      document_(document),
      settings_(settings),
      searches_(searches),
      usual_worlds_(effort.usual_worlds),
      runner_(effort.search) {
  form_ = new SearchForm;
  auto* scroll = new QScrollArea;
  scroll->setWidget(form_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  gallery_ = new PassGallery(effort.thumbnails);
  parts_ = new QSplitter(Qt::Vertical);
  parts_->addWidget(scroll);
  parts_->addWidget(build_results());
  parts_->setChildrenCollapsible(false);
  parts_->setSizes(kSizesEmpty);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_controls());  // above what grows and shrinks: its buttons stay where they are
  column->addWidget(parts_, 1);
  setFocusProxy(form_->findChild<QPushButton*>(QStringLiteral("add_condition")));
  rest_.setSingleShot(true);
  rest_.setInterval(kRest_ms);
  connect_parts();
  SearchChoices first;
  first.ranges = {{"fairness.resources", std::nullopt, 0.2}, {"travel.reach", 0.5, std::nullopt}};
  first.score = "fairness.resources";
  form_->show_usual(search_figures(document_.tmpl(), resolution()), nullptr);
  form_->set_choices(first);
  fill_orders();
  refresh();
}

QWidget* SearchPanel::build_controls() {
  auto* box = new QWidget;
  box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(8, 4, 8, 6);
  column->setSpacing(4);
  start_ = new QPushButton(glyph_icon(Glyph::play), tr("&Start"));
  start_->setObjectName(QStringLiteral("start_search"));
  pause_ = new QPushButton(tr("&Pause"));
  pause_->setObjectName(QStringLiteral("pause_search"));
  pause_->setCheckable(true);
  stop_ = new QPushButton(tr("S&top"));
  stop_->setObjectName(QStringLiteral("stop_search"));
  more_ = flat_button(Glyph::folder, tr("Folder and command of the search"));
  more_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(more_);
  const auto entry = [this, menu](const char* name, const QString& text, auto slot) {
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, slot);
  };
  entry("open_search", tr("&Open search folder…"), &SearchPanel::open_asking);
  entry("copy_search", tr("&Copy command line"), &SearchPanel::copy_command);
  more_->setMenu(menu);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(4);
  for (QPushButton* button : {start_, pause_, stop_}) buttons->addWidget(button, 1);
  buttons->addWidget(more_);
  bar_ = new QProgressBar;
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedHeight(8);
  bar_->setAccessibleName(tr("Seeds finished"));
  state_ = soft_label();
  state_->setObjectName(QStringLiteral("search_state"));
  state_->setWordWrap(true);
  state_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  column->addLayout(buttons);
  column->addWidget(bar_);
  column->addWidget(state_);
  return box;
}

QWidget* SearchPanel::build_results() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  age_ = new QLabel;
  age_->setObjectName(QStringLiteral("search_age"));
  age_->setTextFormat(Qt::PlainText);
  age_->setWordWrap(true);
  age_->setContentsMargins(8, 4, 8, 4);
  age_->hide();
  count_ = soft_label();
  order_ = new QComboBox;
  order_->setObjectName(QStringLiteral("order"));
  order_->setAccessibleName(tr("Order of the worlds"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 2, 8, 2);
  sort_ = new QPushButton(tr("Sorted"));
  sort_->setObjectName(QStringLiteral("sort"));
  sort_->setFlat(true);
  sort_->setEnabled(false);
  head->addWidget(count_, 1);
  head->addWidget(sort_);
  head->addWidget(order_);
  column->addWidget(age_);
  column->addLayout(head);
  column->addWidget(gallery_, 1);
  return box;
}

void SearchPanel::share_height() {
  if (parts_moved_ || gallery_->passes().passed() == 0) return;
  parts_moved_ = true;
  parts_->setSizes(kSizesFound);
}

void SearchPanel::connect_parts() {
  connect(start_, &QPushButton::clicked, this, &SearchPanel::start);
  connect(pause_, &QPushButton::clicked, this, &SearchPanel::pause);
  connect(stop_, &QPushButton::clicked, this, &SearchPanel::stop);
  connect(form_, &SearchForm::edited, this, [this] {
    fill_orders();
    refresh();
  });
  connect(&document_, &Document::changed, this, &SearchPanel::document_changed);
  connect(&rest_, &QTimer::timeout, this, &SearchPanel::look_again);
  connect(&usual_worlds_, &UsualWorlds::found, this,
          [this](const std::shared_ptr<const UsualFigures>& usual) {
            if (usual->key != usual_key(document_.tmpl(), resolution())) return;  // of an older template
            usual_ = usual;
            form_->show_usual(usual_->table, usual_);
          });
  connect(&runner_, &SearchRunner::told, this, &SearchPanel::show_state);
  connect(&runner_, &SearchRunner::found, this, [this](const std::vector<Pass>& passes) {
    gallery_->passes().add(passes);
    refresh();
  });
  connect(&runner_, &SearchRunner::gathered, this, &SearchPanel::show_all);
  connect(&runner_, &SearchRunner::said, this, &SearchPanel::said);
  connect(&runner_, &SearchRunner::ended, this, &SearchPanel::show_end);
  connect(gallery_, &PassGallery::taken, this, &SearchPanel::take);
  connect(gallery_, &PassGallery::favourite_asked, this,
          [this](uint64_t seed, bool on) { emit favourite_asked(choice_of(seed), on); });
  connect(gallery_, &PassGallery::compare_asked, this,
          [this](uint64_t seed) { emit compare_requested(found_template(seed)); });
  connect(parts_, &QSplitter::splitterMoved, this, [this] { parts_moved_ = true; });
  connect(&gallery_->passes(), &PassList::sorted_changed, this, [this](bool sorted) {
    sort_->setText(sorted ? tr("Sorted") : tr("Sort"));
    sort_->setToolTip(sorted ? QString() : tr("The newest worlds stand at the end until they are sorted in"));
    sort_->setEnabled(!sorted);
  });
  connect(sort_, &QPushButton::clicked, &gallery_->passes(), &PassList::sort);
  connect(order_, &QComboBox::activated, this, [this](int at) {
    gallery_->passes().set_order(orders_[static_cast<size_t>(at)]);
    gallery_->scrollToTop();
  });
}

}  // namespace fw
