#include "app/gui/simulation/simulation_panel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QPixmap>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/gui/map/map_view.h"
#include "app/gui/simulation/day_slider.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/python_package.h"
#include "app/gui/simulation/setting_model.h"
#include "app/gui/simulation/simulation_words.h"
#include "app/gui/simulation/turnover_bars.h"
#include "app/gui/words/plain_words.h"
#include "app/gui/words/words.h"
#include "app/job/simulate/event_text.h"
#include "core/ecology/run.h"
#include "core/model/calendar.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// History of overlays in simulated seconds, independent of the speed, which may change during playback.
constexpr double kTrail_s = 150, kLeastEvent_s = 10, kEvent_s = 120;
/// Number of figures plotted per coordinator; the film's figures.csv has all.
constexpr size_t kMostPlots = 4;

QString clock_text(double time_s) {
  const auto seconds = static_cast<qint64>(time_s + 1e-6);
  const QChar zero(QLatin1Char('0'));
  return QStringLiteral("%1:%2:%3")
      .arg(seconds / 3600, 2, 10, zero)
      .arg(seconds / 60 % 60, 2, 10, zero)
      .arg(seconds % 60, 2, 10, zero);
}

/// What the map's menu gives: so many times the players, for so many days.
constexpr double kManyTimes = 5;
constexpr int kManyDays = 3;

QString words(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

SimulationPanel::SimulationPanel(MapView& map, QWidget* parent)
    : QWidget(parent), map_(map), pair_(new PairView) {
  build();
  connect_parts();
  fill_methods();
  fill_classes();
  fill_speeds();
  show_state();
}

SimulationPanel::~SimulationPanel() {
  if (pair_ && pair_->parent() == nullptr) delete pair_;  // not yet added to a window
}

Coordinator SimulationPanel::coordinator() const {
  return static_cast<Coordinator>(coordinator_->currentIndex());
}

QStringList SimulationPanel::methods() const {
  QStringList names{method_->currentData().toString()};
  if (beside_->currentIndex() > 0) names << beside_->currentData().toString();
  return names;
}

bool SimulationPanel::plays_days() const {
  return row_of(coordinator()).days;
}

const Template& SimulationPanel::tmpl() const {
  return newer_ ? *newer_ : *picture_->tmpl;
}

/// What a simulation reads of a template besides its world.
std::string SimulationPanel::played_part(const Template& tmpl) const {
  std::vector<std::string> paths = calendar_paths(tmpl);
  paths.insert(paths.end(), {"tactics.", "hand.zones", "play."});
  if (plays_days()) paths = ecology_paths();
  return template_part(tmpl, paths);
}

double SimulationPanel::speed() const {
  const double day_s = plays_days() && picture_ ? tmpl().calendar.day_s : 1;
  return speed_->currentData().toDouble() * day_s;
}

void SimulationPanel::fill_methods() {
  method_->clear();
  beside_->clear();
  beside_->addItem(tr("nothing"));
  for (const std::string& name : simulation_methods(coordinator())) {
    for (QComboBox* box : {method_, beside_}) {
      box->addItem(method_title(name), words(name));
      box->setItemData(box->count() - 1, method_help(coordinator(), name), Qt::ToolTipRole);
    }
  }
  show_line_colours();
  const CoordinatorRow& row = row_of(coordinator());
  const bool world = row.population == Population::world;
  form_->setRowVisible(agents_, row.population == Population::agents);
  form_->setRowVisible(classes_, row.population == Population::classes || world);
  for (QWidget* part : {method_, beside_}) form_->setRowVisible(part, !world);
  form_->setRowVisible(copies_, !world);
  form_->setRowVisible(copy_command_, world);
  classes_label_->setText(world ? tr("&Class on the map") : tr("&Classes"));
  classes_->setToolTip(world ? tr("The class whose numbers and places the map shows")
                             : tr("Which classes spawn"));
  show_events();
  trails_->setEnabled(row.trails);
  field_->setEnabled(row.field);
  sites_->setEnabled(row.sites);
}

/// Each method shows the colour of its line in the plots.
void SimulationPanel::show_line_colours() {
  if (method_ == nullptr) return;  // not built yet
  QPixmap swatch(12, 12);
  const auto mark = [&](QComboBox* box, size_t method, int first) {
    swatch.fill(FigurePlot::colour(palette(), method));
    for (int i = first; i < box->count(); ++i) box->setItemIcon(i, QIcon(swatch));
  };
  mark(method_, 0, 0);
  mark(beside_, 1, 1);
}

void SimulationPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) show_line_colours();
}

void SimulationPanel::fill_classes() {
  const QString kept = classes_->currentData().toString();
  const bool world = plays_days();
  const auto word = [](std::string_view slug) {
    return QString::fromUtf8(slug.data(), static_cast<qsizetype>(slug.size()));
  };
  // Of a world over time those that it has a place for; before its first frame all that are asked for.
  const auto lives = [&](Category category, const std::string& slug) {
    return !frame_ || std::ranges::any_of(frame_->panels.front().classes, [&](const EcologyClass& one) {
      return one.category == category && one.slug == slug;
    });
  };
  classes_->clear();
  if (!world) classes_->addItem(tr("all"), QString());
  int largest = 0, quota = 0;
  static constexpr std::array kOverTime{Category::wildlife, Category::resource};
  const std::span<const Category> categories =
      world ? std::span<const Category>(kOverTime) : std::span<const Category>(kPointCategories);
  for (const Category category : categories) {
    if (world && !picture_) continue;
    const std::string_view slug = kCategorySlugs[static_cast<size_t>(category)];
    const CategoryLabels labels = picture_ ? picture_->tmpl->vocabulary.categories : CategoryLabels{};
    if (!world) classes_->addItem(tr("all: %1").arg(category_label(labels, category)), word(slug));
    if (!picture_) continue;
    for (const PointClass& one : picture_->tmpl->classes(category)) {
      if (one.quota <= 0 || (world && !lives(category, one.slug))) continue;
      if (world && category == Category::wildlife && one.quota > quota)
        largest = classes_->count(), quota = one.quota;
      const std::string name = world ? std::string(slug) + "." + one.slug : one.slug;
      classes_->addItem(words(one.label.empty() ? one.slug : one.label), words(name));
    }
  }
  const int at = classes_->findData(kept);
  classes_->setCurrentIndex(at >= 0 ? at : world ? largest : 0);
}

void SimulationPanel::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  const bool other =
      !picture_ || picture_->world != picture->world || played_part(tmpl()) != played_part(*picture->tmpl);
  picture_ = picture;
  newer_.reset();
  show_events();
  if (other) frame_.reset(), fill_classes();
  show_state();
  if (running_ && other) restart();
}

void SimulationPanel::set_template(const std::shared_ptr<const Template>& tmpl) {
  if (!picture_) return;
  const bool other = running_ && played_part(this->tmpl()) != played_part(*tmpl);
  const bool recoloured = running_ && this->tmpl().view.palette != tmpl->view.palette;
  newer_ = tmpl;
  if (other) restart_soon();
  if (recoloured) send_look();
}

void SimulationPanel::begin_anew() {
  const bool other = resume_tick_ != 0 || !events_.empty();
  resume_tick_ = 0;
  events_.clear();
  show_events();
  if (running_ && plays_days() && other) restart_soon();
}

void SimulationPanel::clear() {
  set_running(false);
  picture_.reset();
  newer_.reset();
  events_.clear();
  show_events();
  fill_classes();
  show_state();
}

void SimulationPanel::set_running(bool on) {
  if (on == running_) return;
  running_ = on;
  const QSignalBlocker quiet(show_);
  show_->setChecked(on);
  resume_tick_ = 0;
  if (on) return restart();
  refused_ = false;
  findings_->hide();
  set_playing(false);
  player_.close();
  clear_maps();
  show_state();
}

void SimulationPanel::set_playing(bool on) {
  if (on && !running_) set_running(true);
  playing_ = on && running_;
  const QSignalBlocker quiet(play_);
  play_->setChecked(playing_);
  player_.set_playing(playing_);
  show_state();
}

void SimulationPanel::step_once() {
  if (!running_) set_running(true);
  set_playing(false);
  player_.step(plays_days() ? kPartsADay : 1);
}

void SimulationPanel::go_to_start() {
  if (running_) go_to(0);
}

void SimulationPanel::go_to(int64_t tick) {
  resume_tick_ = tick;
  player_.seek(tick);
}

void SimulationPanel::restart_soon() {
  later_->start();
}

SimulationRequest SimulationPanel::request() const {
  SimulationRequest simulation;
  simulation.coordinator = coordinator();
  simulation.agents = static_cast<size_t>(agents_->value());
  simulation.settings = settings_->settings();
  simulation.trail_s = kTrail_s;
  simulation.event_s = kEvent_s;
  if (plays_days()) {
    // Regions of another world may be fewer.
    for (const RunEvent& event : events_)
      if (event.region.empty() || std::stoul(event.region) <= picture_->world->regions.size())
        simulation.events.push_back(event);
  } else if (const QString cls = classes_->currentData().toString(); !cls.isEmpty()) {
    simulation.classes = {cls.toStdString()};
  }
  return simulation;
}

void SimulationPanel::copy_program(ProgramLanguage language) {
  if (!picture_) return;
  SimulationRequest simulation = request();
  simulation.method = methods().front().toStdString();
  const auto program = simulation_program(language, simulation, tmpl(), *picture_->world);
  if (!program) return tell(QString::fromStdString(program.error().message));
  const QString text = QString::fromStdString(program.value());
  QGuiApplication::clipboard()->setText(
      language == ProgramLanguage::python
          ? with_package(text, python_package_folder(QCoreApplication::applicationDirPath()))
          : text);
}

void SimulationPanel::restart() {
  later_->stop();
  if (!running_ || !picture_) return show_state();
  problem_->hide();
  findings_->hide();
  refused_ = false;
  PlayerRequest request;
  request.picture = picture_;
  request.tmpl = newer_;
  request.simulation = this->request();
  if (plays_days()) request.tick = resume_tick_;
  plotted_run_ = -1;
  for (const QString& name : methods()) request.methods.push_back(name.toStdString());
  const bool pair = request.methods.size() == 2;
  if (pair != paired_) clear_maps();
  paired_ = pair;
  frame_.reset();
  for (FigurePlot* plot : plots_) plot->set_methods(methods());
  if (pair) {
    pair_->set_titles(method_->currentText(), beside_->currentText());
    pair_->set_picture(picture_);
    pair_->set_look(map_.look());
    if (map_.fitted())
      pair_->left().fit();
    else
      pair_->left().follow(map_.map_window());
  }
  emit pair_wanted(pair);
  player_.open(std::move(request));
  if (plays_days()) {
    player_.show_class(classes_->currentData().toString().toStdString());
    clock_->setText(tr("getting ready …"));
  }
  player_.set_speed(speed());
  player_.set_playing(playing_);
  send_windows();
  send_look();
  show_state();
}

void SimulationPanel::send_windows() {
  if (!running_) return;
  if (paired_)
    player_.set_windows({pair_->left().map_window(), pair_->right().map_window()});
  else
    player_.set_windows({map_.overlay_window()});
}

void SimulationPanel::send_look() {
  OverlayLook look = look_at_speed(plays_days() ? 1 : speed(), devicePixelRatioF());
  look.trails = trails_->isChecked();
  look.field = field_->isChecked();
  look.candidates = sites_->isChecked();
  look.event_s = std::clamp(look.event_s, kLeastEvent_s, kEvent_s);  // speeds range from 1 to 600 here
  player_.set_look(look, map_.look().palette);
}

void SimulationPanel::take_opened(const PlayerOpened& opened) {
  dt_s_ = opened.dt_s;
  const Calendar& calendar = tmpl().calendar;
  const bool dates = has_calendar(tmpl()) || plays_days();
  scrub_->set_calendar(dates ? std::optional(calendar) : std::nullopt, dt_s_);
  settings_->set_rows(opened.parameters);
  show_findings(opened);
}

bool SimulationPanel::takes_clicks() const {
  return running_ && !paired_ && coordinator() == Coordinator::mood;
}

void SimulationPanel::show_findings(const PlayerOpened& opened) {
  // Paths of the method's parameters, longest first: none is cut by the beginning of it.
  std::vector<const ValueRule*> rules;
  for (const SimulationParameter& parameter : opened.parameters) rules.push_back(&parameter.rule);
  std::ranges::sort(rules, std::greater<>(), [](const ValueRule* rule) { return rule->path.size(); });
  QStringList lines;
  for (const Finding& finding : opened.findings) {
    const QString where = path_in_words(finding.where, *picture_->tmpl);
    QString message = plain_words(finding.message, *picture_->tmpl);
    for (const ValueRule* rule : rules)
      message.replace(QLatin1String(rule->path.data(), static_cast<qsizetype>(rule->path.size())),
                      setting_title(*rule));
    lines << (where.isEmpty() ? message : where + QStringLiteral(": ") + message);
  }
  findings_->setText(lines.join(QLatin1Char('\n')));
  findings_->setVisible(!lines.isEmpty());
}

void SimulationPanel::take_frame(const std::shared_ptr<const PlayerFrame>& frame) {
  if (!running_) return;
  const bool first = frame_ == nullptr;
  frame_ = frame;
  MapView* views[] = {paired_ ? &pair_->left() : &map_, &pair_->right()};
  for (size_t i = 0; i < std::min<size_t>(frame->panels.size(), 2); ++i) {
    const PlayerFrame::Panel& panel = frame->panels[i];
    views[i]->set_overlay(panel.layer, panel.window, panel.legend);
    views[i]->set_calm(true);
  }
  if (plays_days()) {
    resume_tick_ = frame->bound_for;
    if (first) {
      const QString before = classes_->currentData().toString();
      fill_classes();
      const QString shown = classes_->currentData().toString();
      if (shown != before) player_.show_class(shown.toStdString());
    }
    show_classes(*frame);
  } else {
    show_figures(*frame);
  }
  show_clock(frame->clock, frame->date);
}

void SimulationPanel::show_figures(const PlayerFrame& frame) {
  const std::vector<OverlayFigure>& first = frame.panels.front().figures;
  const size_t wanted = std::min(first.size(), kMostPlots);
  turnover_->hide();
  need_plots(wanted);
  for (size_t k = 0; k < plots_.size(); ++k) {
    plots_[k]->setVisible(k < wanted);
    if (k >= wanted) continue;
    std::vector<double> values;
    for (const PlayerFrame::Panel& panel : frame.panels) values.push_back(panel.figures[k].value);
    plots_[k]->set_title(table_text(first[k].label), figure_unit(first[k]));
    plots_[k]->set_band(0, 0);
    plots_[k]->set_marks(0, 0);
    plots_[k]->set_chosen(false);
    plots_[k]->add(frame.clock.time_s, values);
  }
}

void SimulationPanel::need_plots(size_t count) {
  while (plots_.size() < count) {
    plots_.push_back(new FigurePlot);
    plots_.back()->set_methods(methods());
    plot_rows_->addWidget(plots_.back());
  }
}

/// A plot for every class of the shown one's category: its number over its target, day by day.
void SimulationPanel::show_classes(const PlayerFrame& frame) {
  const PlayerFrame::Panel& panel = frame.panels.front();
  const QString chosen = classes_->currentData().toString();
  const Category category =
      chosen.startsWith(QStringLiteral("resource.")) ? Category::resource : Category::wildlife;
  std::vector<size_t> shown;
  for (size_t c = 0; c < panel.classes.size(); ++c)
    if (panel.classes[c].category == category) shown.push_back(c);
  need_plots(shown.size());
  const size_t days = panel.days && !panel.days->number.empty() ? panel.days->number.front().size() : 0;
  const int64_t run = panel.days ? panel.days->run : -1;
  if (run != plotted_run_ || category != plotted_ || days < plotted_days_) {
    for (FigurePlot* plot : plots_) plot->clear();
    plotted_days_ = 0;
  }
  plotted_run_ = run, plotted_ = category;
  const Calendar& calendar = tmpl().calendar;
  for (size_t k = 0; k < plots_.size(); ++k) {
    plots_[k]->setVisible(k < shown.size());
    if (k >= shown.size()) continue;
    const EcologyClass& one = panel.classes[shown[k]];
    plots_[k]->set_title(words(one.label), {});
    plots_[k]->setToolTip(
        one.swing > 0 ? tr("Stock over quota; the band is the swing that is asked; lines are years")
        : category == Category::wildlife ? tr("Stock over quota; lines are years")
                                         : tr("Nodes that stand over those asked for at the date; lines are "
                                              "years"));
    plots_[k]->set_band(one.swing > 0 ? 1 - one.swing : 0, one.swing > 0 ? 1 + one.swing : 0);
    plots_[k]->set_marks(time_at(calendar, 0), calendar.day_s * calendar.year_d);
    plots_[k]->set_chosen(chosen.section(QLatin1Char('.'), 1) == words(one.slug));
    for (size_t day = plotted_days_; day < days; ++day) {
      const double target = panel.days->target[shown[k]][day];
      const double ratio = target > 0 ? panel.days->number[shown[k]][day] / target : std::nan("");
      plots_[k]->add_past(static_cast<double>(day + 1) * calendar.day_s, {ratio});
    }
    plots_[k]->add(frame.clock.time_s, {one.target > 0 ? one.number / one.target : std::nan("")});
  }
  plotted_days_ = days;
  show_turnover(panel, shown, frame.clock.tick / kPartsADay);
}

/// What the class on show won and lost in the days before `day`, under its plot.
void SimulationPanel::show_turnover(const PlayerFrame::Panel& panel, const std::vector<size_t>& plotted,
                                    int64_t day) {
  const QString chosen = classes_->currentData().toString();
  const auto at = std::ranges::find_if(plotted, [&](size_t c) {
    return panel.classes[c].category == Category::wildlife &&
           chosen == QStringLiteral("wildlife.") + words(panel.classes[c].slug);
  });
  const bool known = at != plotted.end() && panel.days && !panel.days->turnover.empty();
  turnover_->setVisible(known);
  if (!known) return;
  const std::span<const EcologyTurnover> days = panel.days->turnover[*at];
  turnover_->set_days(days.first(std::min(days.size(), static_cast<size_t>(day))));
  FigurePlot* const plot = plots_[static_cast<size_t>(at - plotted.begin())];
  if (plot_rows_->indexOf(turnover_) == plot_rows_->indexOf(plot) + 1) return;
  plot_rows_->removeWidget(turnover_);
  plot_rows_->insertWidget(plot_rows_->indexOf(plot) + 1, turnover_);
}

void SimulationPanel::add_event(const RunEvent& event) {
  events_.push_back(event);
  show_events();
  player_.add_event(event);
}

void SimulationPanel::take_back_event() {
  if (events_.empty()) return;
  events_.pop_back();
  show_events();
  restart();
}

void SimulationPanel::show_events() {
  QStringList lines;
  for (const RunEvent& event : events_) {
    const QString day = tr("day %1").arg(event.day);
    if (event.kind == HappeningKind::wipe) {
      const size_t region = event.region.empty() ? 0 : std::stoul(event.region);
      const bool known = picture_ && region >= 1 && region <= picture_->world->regions.size();
      const QString where =
          known ? words(picture_->world->regions[region - 1].name) : tr("region %1").arg(region);
      lines << (event.classes.empty() ? tr("%1: %2 wiped").arg(day, where)
                                      : tr("%1: %2 wiped of %3").arg(day, where, words(event.classes)));
    } else if (event.kind == HappeningKind::load) {
      lines << tr("%1: %2 times the players for %3 days").arg(day).arg(event.times).arg(event.days);
    } else {
      lines << tr("%1: players leave").arg(day);
    }
  }
  events_text_->setText(lines.join(QLatin1Char('\n')));
  form_->setRowVisible(events_row_, plays_days() && !lines.isEmpty());
}

void SimulationPanel::fill_menu(QMenu& menu, Vec2 place_m) {
  if (!running_ || !plays_days() || !picture_ || !frame_ || refused_) return;
  const World& world = *picture_->world;
  const bool inside = place_m.x >= 0 && place_m.y >= 0 && place_m.x < world.grid.width_m() &&
                      place_m.y < world.grid.height_m();
  const int region = inside ? world.region[world.grid.cell_at(place_m)] : 0;
  RunEvent event;
  event.day = frame_->clock.tick / kPartsADay;
  const auto add = [&](const QString& text, const RunEvent& what) {
    connect(menu.addAction(text), &QAction::triggered, this, [this, what] { add_event(what); });
  };
  if (region > 0) {
    const QString name = words(world.regions[static_cast<size_t>(region - 1)].name);
    event.region = std::to_string(region);
    add(tr("Wipe %1 here").arg(name), event);
    RunEvent one = event;
    one.classes = classes_->currentData().toString().section(QLatin1Char('.'), 1).toStdString();
    add(tr("Wipe %1 in %2").arg(classes_->currentText(), name), one);
    menu.addSeparator();
    event.region.clear();
  }
  event.kind = HappeningKind::stop;
  add(tr("Players leave"), event);
  event.kind = HappeningKind::load, event.times = kManyTimes, event.days = kManyDays;
  add(tr("Five times the players for %1 days").arg(kManyDays), event);
  if (tmpl().ecology.players <= 0)
    for (QAction* action : menu.actions().last(2)) action->setEnabled(false);
  menu.addSeparator();
  QAction* back = menu.addAction(tr("Take back the last event"));
  back->setEnabled(!events_.empty());
  connect(back, &QAction::triggered, this, &SimulationPanel::take_back_event);
  QAction* copy = menu.addAction(tr("Copy as command"));
  connect(copy, &QAction::triggered, this, [this] { emit command_wanted(simulate_arguments()); });
}

void SimulationPanel::show_map_menu(Vec2 place_m, QPoint on_screen, bool& shown) {
  if (paired_) return;
  QMenu menu(&map_);
  fill_menu(menu, place_m);
  if (menu.isEmpty()) return;
  shown = true;
  menu.exec(on_screen);
}

QStringList SimulationPanel::simulate_arguments() const {
  int64_t days = (resume_tick_ + kPartsADay - 1) / kPartsADay;
  for (const RunEvent& event : events_) days = std::max(days, event.day + 1);
  QStringList arguments{QStringLiteral("--days"), QString::number(std::max<int64_t>(1, days))};
  for (const std::string& setting : settings_->settings())
    if (const Result<Setting> parts = split_setting(setting); parts && parts.value().path == "ecology.load")
      arguments << QStringLiteral("--load") << words(parts.value().value);
  for (const RunEvent& event : events_) arguments << QStringLiteral("--event") << words(event_text(event));
  return arguments;
}

void SimulationPanel::show_clock(const OverlayClock& clock, const std::optional<Date>& date) {
  QString text = clock_text(clock.time_s);
  if (date) text = QString::fromStdString(date_text(*date)) + QStringLiteral("  ") + text;
  if (clock.cycle_s > 0)
    text += QStringLiteral("  ") + tr("cycle %1 %").arg(static_cast<int>(100 * clock.cycle_share));
  if (plays_days() && date) {  // events count the run's days
    text = QString::fromStdString(date_text(*date));
    if (tmpl().calendar.start_d >= 1)
      text += QStringLiteral("  ") + tr("(run: day %1)").arg(clock.tick / kPartsADay);
  }
  clock_->setText(text);
  if (clock.tick >= scrub_->maximum()) scrub_->setMaximum(static_cast<int>(2 * clock.tick));
  if (scrubbing_) return;
  const QSignalBlocker quiet(scrub_);
  scrub_->setValue(static_cast<int>(clock.tick));
}

void SimulationPanel::show_state() {
  const bool world = picture_ != nullptr && !refused_;
  show_->setEnabled(picture_ != nullptr);
  for (QPushButton* copy : copy_) copy->setEnabled(world);
  for (QWidget* part : {static_cast<QWidget*>(play_), static_cast<QWidget*>(step_)}) part->setEnabled(world);
  for (QWidget* part : {static_cast<QWidget*>(start_), static_cast<QWidget*>(scrub_)})
    part->setEnabled(running_ && !refused_);
  play_->setAccessibleName(playing_ ? tr("Pause") : tr("Play"));
  if (!running_) clock_->setText(QString());
}

/// Clears maps, clock and plots, which show another simulation.
void SimulationPanel::show_failure(const QString& message) {
  refused_ = true;
  set_playing(false);
  clear_maps();
  frame_.reset();
  clock_->clear();
  for (FigurePlot* plot : plots_) plot->hide();
  turnover_->hide();
  tell(message);
}

void SimulationPanel::tell(const QString& message) {
  problem_->setText(message);
  problem_->show();
  emit failed(message);
}

void SimulationPanel::clear_maps() {
  for (MapView* view : {&map_, &pair_->left(), &pair_->right()}) {
    view->clear_overlay();
    view->set_calm(false);
  }
  if (!running_) emit pair_wanted(false);
}

}  // namespace fw
