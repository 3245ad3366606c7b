#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/icons/buttons.h"
#include "app/gui/seeds/seed_strip.h"
#include "app/gui/seeds/seeds_panel.h"

// Construction of the panel; its behaviour is in seeds_panel.cpp.
namespace fw {
namespace {

constexpr int kLongestSeed = 24;  // sixteen digits with separators

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SeedsPanel::SeedsPanel(Document& document, QSettings& settings, ThumbnailEffort effort, QWidget* parent)
    : QWidget(parent), document_(document), settings_(settings) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(build_seed_row());
  problem_ = new QLabel;
  problem_->setTextFormat(Qt::PlainText);
  problem_->setWordWrap(true);
  QPalette alarm = palette();
  alarm.setColor(QPalette::WindowText, signal_colour(alarm, Signal::error));
  problem_->setPalette(alarm);
  problem_->hide();
  column->addWidget(problem_);
  column->addWidget(build_streams());
  column->addSpacing(4);
  column->addWidget(build_strip(effort));
  column->addWidget(build_lists(), 1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  setFocusProxy(seed_);

  connect(&document, &Document::changed, this, &SeedsPanel::refresh);
  connect(&document, &Document::replaced, this, [this] {
    history_.clear();
    refresh();
  });
  refresh();
}

QWidget* SeedsPanel::build_seed_row() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  auto* previous = flat_button(Glyph::previous, tr("Previous seed"));
  auto* next = flat_button(Glyph::next, tr("Next seed"));
  auto* dice = flat_button(Glyph::dice, tr("Random seed"));
  auto* copies = flat_button(Glyph::copy, tr("Copy the seed"));
  auto* pastes = flat_button(Glyph::paste, tr("Paste a seed"));
  star_ = flat_button(Glyph::star, tr("Add this seed to the favourites"));
  star_->setCheckable(true);
  seed_ = new QLineEdit;
  seed_->setMaxLength(kLongestSeed);
  seed_->setAlignment(Qt::AlignHCenter);
  seed_->setAccessibleName(tr("Seed"));
  seed_->setToolTip(seed_range_text());
  for (QWidget* part : std::initializer_list<QWidget*>{previous, seed_, next, dice, copies, pastes, star_})
    row->addWidget(part, part == seed_ ? 1 : 0);
  connect(previous, &QToolButton::clicked, this, [this] { step(-1); });
  connect(next, &QToolButton::clicked, this, [this] { step(1); });
  connect(dice, &QToolButton::clicked, this, &SeedsPanel::take_random);
  connect(copies, &QToolButton::clicked, this, &SeedsPanel::copy);
  connect(pastes, &QToolButton::clicked, this, &SeedsPanel::paste);
  connect(star_, &QToolButton::clicked, this, [this](bool on) {
    if (on) return add_favourite();
    set_favourite(SeedChoice::of(document_.tmpl()), false);
  });
  connect(seed_, &QLineEdit::editingFinished, this, &SeedsPanel::type_seed);
  return bar;
}

QWidget* SeedsPanel::build_streams() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(6);
  grid->setVerticalSpacing(3);
  const struct {
    QString name, help;
  } streams[] = {{tr("Layout"), tr("Regions, owners and names")},
                 {tr("Noise"), tr("Every noise field: coast, height, danger, biomes")},
                 {tr("Placement"), tr("Positions of all points")}};
  for (int stream = 0; stream < kStreams; ++stream) {
    StreamRow& row = streams_[static_cast<size_t>(stream)];
    row.lock = flat_button(Glyph::lock,
                           tr("%1: keep its own seed while the seed changes").arg(streams[stream].name));
    row.lock->setCheckable(true);
    row.number = new QLineEdit;
    row.number->setMaxLength(kLongestSeed);
    row.number->setAccessibleName(tr("Seed of the stream %1").arg(streams[stream].name));
    row.number->setToolTip(streams[stream].help);
    auto* label = new QLabel(streams[stream].name);
    label->setToolTip(streams[stream].help);
    label->setBuddy(row.lock);
    grid->addWidget(row.lock, stream, 0);
    grid->addWidget(label, stream, 1);
    grid->addWidget(row.number, stream, 2);
    connect(row.lock, &QToolButton::toggled, this, [this, stream](bool on) { set_lock(stream, on); });
    connect(row.number, &QLineEdit::editingFinished, this, [this, stream] { type_stream(stream); });
  }
  grid->setColumnStretch(2, 1);
  return box;
}

QWidget* SeedsPanel::build_strip(ThumbnailEffort effort) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  auto* bar = new QHBoxLayout;
  bar->addWidget(heading(tr("Neighbours, then random ones")));
  bar->addStretch();
  auto* others = flat_button(Glyph::dice, tr("Other random seeds"));
  bar->addWidget(others);
  strip_ = new SeedStrip(document_, effort);
  column->addLayout(bar);
  column->addWidget(strip_);
  connect(others, &QToolButton::clicked, strip_, &SeedStrip::reroll);
  connect(strip_, &SeedStrip::chosen, this, &SeedsPanel::take);
  connect(strip_, &SeedStrip::menu_wanted, this, &SeedsPanel::show_menu);
  return box;
}

QWidget* SeedsPanel::build_lists() {
  visited_ = new QListWidget;
  visited_->setObjectName(QStringLiteral("visited"));
  visited_->setAccessibleName(tr("Seeds visited, newest first"));
  favourites_list_ = new QListWidget;
  favourites_list_->setAccessibleName(tr("Favourite seeds"));
  favourites_list_->setObjectName(QStringLiteral("favourites"));
  favourites_list_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  for (QListWidget* list : {visited_, favourites_list_}) {
    list->setFrameShape(QFrame::NoFrame);
    list->setMinimumHeight(110);
    list->setSpacing(1);
  }
  lists_ = new QTabWidget;
  lists_->setAccessibleName(tr("Visited and favourite seeds"));
  lists_->setDocumentMode(true);
  lists_->addTab(visited_, tr("Visited"));
  lists_->addTab(favourites_list_, tr("Favourites"));

  const auto go = [this](QListWidgetItem* item) {
    const auto row = static_cast<size_t>(visited_->row(item));
    if (row < history_.size()) take(SeedChoice(history_[row]));
  };
  connect(visited_, &QListWidget::itemActivated, this, go);
  connect(visited_, &QListWidget::itemClicked, this, go);
  connect(favourites_list_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
    const auto row = static_cast<size_t>(favourites_list_->row(item));
    if (row < favourites_.size()) take(SeedChoice(favourites_[row].choice));
  });
  connect(favourites_list_, &QListWidget::itemChanged, this, &SeedsPanel::rename_favourite);
  const struct {
    QString text;
    QKeySequence key;
    std::function<void()> run;
  } actions[] = {{tr("&Rename"), QKeySequence(Qt::Key_F2),
                  [this] {
                    if (QListWidgetItem* item = favourites_list_->currentItem())
                      favourites_list_->editItem(item);
                  }},
                 {tr("Re&move"), QKeySequence(QKeySequence::Delete), [this] { remove_favourite(); }}};
  for (const auto& each : actions) {
    auto* action = new QAction(each.text, favourites_list_);
    action->setShortcut(each.key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, each.run);
    favourites_list_->addAction(action);
  }
  favourites_list_->setContextMenuPolicy(Qt::ActionsContextMenu);
  return lists_;
}

}  // namespace fw
