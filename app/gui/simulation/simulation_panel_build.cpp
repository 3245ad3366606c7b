#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "app/gui/icons/icons.h"
#include "app/gui/map/map_view.h"
#include "app/gui/simulation/day_slider.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/setting_delegate.h"
#include "app/gui/simulation/setting_model.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/simulation/turnover_bars.h"
#include "app/gui/words/words.h"
#include "core/ecology/blocks.h"

// Construction of the panel; its behaviour is in simulation_panel.cpp.
namespace fw {
namespace {

constexpr int kDefaultAgents = 5000, kMostAgents = 100000;
/// Simulated seconds a second, and days a second of what plays days.
constexpr std::array<double, 10> kSpeeds{1, 2, 5, 10, 15, 30, 60, 120, 300, 600};
constexpr std::array<double, 10> kDaySpeeds{0.04, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30};
/// At first the scrubber goes this far.
constexpr int kFirstTicks = 1800, kFirstDays = 720, kPageDays = 10;

QToolButton* tool(Glyph glyph, const QString& name, const QString& help) {
  auto* button = new QToolButton;
  button->setIcon(glyph_icon(glyph));
  button->setAccessibleName(name);
  button->setToolTip(help);
  return button;
}

}  // namespace

void SimulationPanel::build() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(8);
  column->addWidget(build_choice());
  column->addWidget(build_transport());
  problem_ = new QLabel;
  findings_ = new QLabel;
  findings_->setAccessibleName(tr("Findings"));
  for (QLabel* text : {problem_, findings_}) {
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->hide();
    column->addWidget(text);
  }
  column->addWidget(build_plots());
  column->addWidget(build_settings(), 1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  later_ = new QTimer(this);
  later_->setSingleShot(true);
  later_->setInterval(250);
}

QWidget* SimulationPanel::build_choice() {
  coordinator_ = new QComboBox;
  for (const CoordinatorRow& row : kCoordinators) coordinator_->addItem(table_text(row.title));
  coordinator_->setToolTip(tr("What is simulated on the land. Agents with moods notice clicks on the map."));
  method_ = new QComboBox;
  method_->setToolTip(tr("The method of coordination; the recommended one is first"));
  beside_ = new QComboBox;
  beside_->setToolTip(tr("A second method on the same world, on a map of its own"));
  agents_ = new QSpinBox;
  agents_->setRange(1, kMostAgents);
  agents_->setValue(kDefaultAgents);
  agents_->setSingleStep(1000);
  agents_->setGroupSeparatorShown(true);
  agents_->setKeyboardTracking(false);
  agents_->setToolTip(tr("How many agents live on the land"));
  classes_ = new QComboBox;
  classes_->setToolTip(tr("Which classes spawn"));
  show_ = new QPushButton(tr("Show on the &map"));
  show_->setCheckable(true);
  show_->setToolTip(tr("Shows or hides the simulation on the map"));
  copies_ = new QHBoxLayout;
  copies_->setSpacing(4);
  const std::pair<QString, QString> languages[] = {
      {tr("Cop&y as C"), tr("Copies a program in C that makes what is on show with the library")},
      {tr("Copy as &Python"), tr("Copies a program in Python that makes what is on show with the library")}};
  for (size_t i = 0; i < copy_.size(); ++i) {
    copy_[i] = new QPushButton(languages[i].first);
    copy_[i]->setToolTip(languages[i].second);
    copies_->addWidget(copy_[i], 1);
  }
  auto* part = new QWidget;
  auto* form = new QFormLayout(part);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto add = [&](const QString& words, QWidget* field) {
    auto* label = new QLabel(words);
    label->setBuddy(field);
    field->setAccessibleName(QString(words).remove(QLatin1Char('&')));
    form->addRow(label, field);
    return label;
  };
  add(tr("&Overlay"), coordinator_);
  add(tr("Me&thod"), method_);
  add(tr("Seco&nd method"), beside_);
  agents_label_ = add(tr("A&gents"), agents_);
  classes_label_ = add(tr("&Classes"), classes_);
  form->addRow(show_);
  form->addRow(copies_);
  copy_command_ = new QPushButton(tr("Copy as comman&d"));
  copy_command_->setToolTip(tr("Copies the line of fieldwright simulate that makes this run and its files"));
  form->addRow(copy_command_);
  events_row_ = new QWidget;
  auto* events = new QHBoxLayout(events_row_);
  events->setContentsMargins(0, 0, 0, 0);
  events_text_ = new QLabel;
  events_text_->setTextFormat(Qt::PlainText);
  events_text_->setWordWrap(true);
  events_text_->setAccessibleName(tr("Events of this run"));
  take_back_ = new QPushButton(tr("Take &back"));
  take_back_->setToolTip(tr("Takes back the last event; the run is made again without it"));
  events->addWidget(events_text_, 1);
  events->addWidget(take_back_, 0, Qt::AlignTop);
  form->addRow(events_row_);
  form_ = form;
  return part;
}

QWidget* SimulationPanel::build_transport() {
  start_ = tool(Glyph::to_start, tr("To the start"), tr("Back to tick 0"));
  play_ = tool(Glyph::play, tr("Play"), tr("Plays and pauses"));
  play_->setCheckable(true);
  step_ = tool(Glyph::step, tr("Step"), tr("One tick forward, of the ecology a day"));
  speed_ = new QComboBox;
  speed_->setAccessibleName(tr("Speed"));
  clock_ = new QLabel;
  clock_->setTextFormat(Qt::PlainText);
  clock_->setAccessibleName(tr("Clock"));
  clock_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  scrub_ = new DaySlider;
  scrub_->setAccessibleName(tr("Time"));
  scrub_->setToolTip(tr("Drag to move to any moment"));
  const std::pair<QToolButton*, const char*> keys[] = {{start_, "Shift+F8"}, {play_, "F8"}, {step_, "F9"}};
  for (const auto& [button, key] : keys) {
    button->setShortcut(QKeySequence(QString::fromLatin1(key)));
    button->setToolTip(button->toolTip() + QStringLiteral(" (%1)").arg(QString::fromLatin1(key)));
  }
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  for (QWidget* one : {static_cast<QWidget*>(start_), static_cast<QWidget*>(play_),
                       static_cast<QWidget*>(step_), static_cast<QWidget*>(speed_)})
    row->addWidget(one);
  row->addWidget(clock_, 1);
  trails_ = new QCheckBox(tr("T&rails"));
  field_ = new QCheckBox(tr("&Field"));
  sites_ = new QCheckBox(tr("&Sites"));
  auto* looks = new QHBoxLayout;
  for (QCheckBox* box : {trails_, field_, sites_}) {
    box->setChecked(true);
    looks->addWidget(box);
  }
  trails_->setToolTip(tr("Recent paths of the agents"));
  field_->setToolTip(tr("The phase map or the open band under the agents"));
  sites_->setToolTip(tr("Sites planned in this cycle"));
  looks->addStretch(1);
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  rows->addLayout(row);
  rows->addWidget(scrub_);
  rows->addLayout(looks);
  return part;
}

QWidget* SimulationPanel::build_plots() {
  auto* part = new QWidget;
  plot_rows_ = new QVBoxLayout(part);
  plot_rows_->setContentsMargins(0, 0, 0, 0);
  plot_rows_->setSpacing(6);
  turnover_ = new TurnoverBars;
  turnover_->hide();
  plot_rows_->addWidget(turnover_);
  return part;
}

QWidget* SimulationPanel::build_settings() {
  settings_ = new SettingModel(this);
  auto* filter = new QSortFilterProxyModel(this);
  filter->setSourceModel(settings_);
  filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
  filter->setFilterKeyColumn(SettingModel::path_column);
  filter->setFilterRole(SettingModel::find_role);
  setting_view_ = new QTreeView;
  setting_view_->setModel(filter);
  setting_view_->setItemDelegateForColumn(SettingModel::value_column, new SettingDelegate(setting_view_));
  setting_view_->setRootIsDecorated(false);
  setting_view_->setAlternatingRowColors(true);
  setting_view_->setUniformRowHeights(true);
  setting_view_->setEditTriggers(QAbstractItemView::AllEditTriggers);
  setting_view_->setMinimumHeight(150);
  setting_view_->header()->setSectionResizeMode(SettingModel::path_column, QHeaderView::Stretch);
  setting_view_->header()->setSectionResizeMode(SettingModel::value_column, QHeaderView::ResizeToContents);
  setting_view_->header()->setStretchLastSection(false);
  setting_view_->setAccessibleName(tr("Parameters of the method"));
  setting_filter_ = new QLineEdit;
  setting_filter_->setPlaceholderText(tr("Find a parameter"));
  setting_filter_->setClearButtonEnabled(true);
  setting_filter_->setAccessibleName(tr("Find a parameter"));
  reset_ = new QPushButton(tr("R&eset"));
  reset_->setToolTip(tr("Reset the selected parameter, or all if none is selected"));
  auto* row = new QHBoxLayout;
  row->addWidget(setting_filter_, 1);
  row->addWidget(reset_);
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  rows->addLayout(row);
  rows->addWidget(setting_view_, 1);
  connect(setting_filter_, &QLineEdit::textChanged, filter, &QSortFilterProxyModel::setFilterFixedString);
  connect(reset_, &QPushButton::clicked, this, [this, filter] {
    const QModelIndexList chosen = setting_view_->selectionModel()->selectedRows();
    if (chosen.isEmpty()) return settings_->clear_changes();
    for (const QModelIndex& index : chosen) settings_->reset(filter->mapToSource(index).row());
    setting_view_->clearSelection();
  });
  return part;
}

void SimulationPanel::fill_speeds() {
  const CoordinatorRow& row = row_of(coordinator());
  const QSignalBlocker quiet(speed_);
  speed_->clear();
  for (const double speed : row.days ? kDaySpeeds : kSpeeds) {
    speed_->addItem(row.days ? tr("%1 d/s").arg(QLocale().toString(speed)) : tr("%1 ×").arg(speed), speed);
    if (speed == row.speed) speed_->setCurrentIndex(speed_->count() - 1);
  }
  speed_->setToolTip(row.days ? tr("Days of the calendar per second") : tr("Simulated seconds per second"));
  const QSignalBlocker still(scrub_);
  scrub_->setValue(0);
  scrub_->setRange(0, row.days ? kFirstDays * kPartsADay : kFirstTicks);
  scrub_->setPageStep(row.days ? kPageDays * kPartsADay : 60);
  scrub_->setSingleStep(row.days ? kPartsADay : 1);
}

void SimulationPanel::connect_parts() {
  connect(coordinator_, &QComboBox::currentIndexChanged, this, [this] {
    settings_->set_rows({});
    frame_.reset();
    resume_tick_ = 0;
    fill_methods();
    fill_classes();
    fill_speeds();
    restart();
  });
  for (QComboBox* box : {method_, beside_})
    connect(box, &QComboBox::activated, this, &SimulationPanel::restart);
  connect(classes_, &QComboBox::activated, this, [this] {
    if (!plays_days()) return restart();
    player_.show_class(classes_->currentData().toString().toStdString());
  });
  for (QComboBox* box : {method_, beside_})  // files and the command line use the method's slug
    connect(box, &QComboBox::currentIndexChanged, box, [box, help = box->toolTip()] {
      const QString slug = box->currentData().toString();
      box->setToolTip(slug.isEmpty() ? help : help + QStringLiteral("\n") + slug);
    });
  connect(agents_, &QSpinBox::valueChanged, this, &SimulationPanel::restart_soon);
  connect(settings_, &SettingModel::settings_changed, this, &SimulationPanel::restart_soon);
  connect(settings_, &SettingModel::refused, this, &SimulationPanel::tell);
  connect(later_, &QTimer::timeout, this, &SimulationPanel::restart);
  for (size_t i = 0; i < copy_.size(); ++i)
    connect(copy_[i], &QPushButton::clicked, this,
            [this, i] { copy_program(static_cast<ProgramLanguage>(i)); });
  connect(copy_command_, &QPushButton::clicked, this, [this] { emit command_wanted(simulate_arguments()); });
  connect(take_back_, &QPushButton::clicked, this, &SimulationPanel::take_back_event);
  connect(&map_, &MapView::menu_asked, this, &SimulationPanel::show_map_menu);
  connect(show_, &QPushButton::toggled, this, &SimulationPanel::set_running);
  connect(play_, &QToolButton::toggled, this, &SimulationPanel::set_playing);
  connect(step_, &QToolButton::clicked, this, &SimulationPanel::step_once);
  connect(start_, &QToolButton::clicked, this, &SimulationPanel::go_to_start);
  connect(&map_, &MapView::picked, this, [this](const MapPick& pick) {
    if (takes_clicks()) player_.add_stimulus(pick.place_m);
  });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] {
    player_.set_speed(speed());
    send_look();
  });
  connect(scrub_, &QSlider::sliderPressed, this, [this] { scrubbing_ = true; });
  connect(scrub_, &QSlider::sliderReleased, this, [this] { scrubbing_ = false; });
  connect(scrub_, &QSlider::actionTriggered, this, [this] {
    if (running_) go_to(scrub_->sliderPosition());
  });
  for (QCheckBox* box : {trails_, field_, sites_})
    connect(box, &QCheckBox::toggled, this, &SimulationPanel::send_look);
  for (MapView* view : {&map_, &pair_->left(), &pair_->right()})
    connect(view, &MapView::window_changed, this, &SimulationPanel::send_windows);
  connect(&map_, &MapView::look_changed, pair_, [this](const MapLook& look) {
    if (paired_) pair_->set_look(look);
  });
  connect(&player_, &SimulationPlayer::opened, this,
          [this](const std::shared_ptr<const PlayerOpened>& opened) { take_opened(*opened); });
  connect(&player_, &SimulationPlayer::framed, this, &SimulationPanel::take_frame);
  connect(&player_, &SimulationPlayer::failed, this, &SimulationPanel::show_failure);
  connect(&player_, &SimulationPlayer::refused, this, [this](const RunEvent& event, const QString& message) {
    if (const auto last = std::ranges::find(events_.rbegin(), events_.rend(), event); last != events_.rend())
      events_.erase(std::next(last).base());
    show_events();
    tell(message);
  });
  connect(pair_, &PairView::failed, this, &SimulationPanel::failed);
}

}  // namespace fw
