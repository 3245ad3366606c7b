#include "app/gui/simulation/simulation_panel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QIcon>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/map/map_view.h"
#include "app/gui/simulation/day_slider.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/python_package.h"
#include "app/gui/simulation/setting_model.h"
#include "app/gui/simulation/simulation_words.h"
#include "app/gui/words/plain_words.h"
#include "app/gui/words/words.h"
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

/// What a simulation reads of a template besides its world.
std::string played_part(const Template& tmpl) {
  std::vector<std::string> paths = calendar_paths(tmpl);
  paths.insert(paths.end(), {"tactics.", "hand.zones", "play."});
  return template_part(tmpl, paths);
}

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

double SimulationPanel::speed() const {
  return speed_->currentData().toDouble();
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
  const bool agents = row.population == Population::agents;
  for (QWidget* part : {static_cast<QWidget*>(agents_), static_cast<QWidget*>(agents_label_)})
    part->setVisible(agents);
  for (QWidget* part : {static_cast<QWidget*>(classes_), static_cast<QWidget*>(classes_label_)})
    part->setVisible(row.population == Population::classes);
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
  classes_->clear();
  classes_->addItem(tr("all"), QString());
  for (const Category category : kPointCategories) {
    const std::string_view slug = kCategorySlugs[static_cast<size_t>(category)];
    const CategoryLabels labels = picture_ ? picture_->tmpl->vocabulary.categories : CategoryLabels{};
    classes_->addItem(tr("all: %1").arg(category_label(labels, category)),
                      QString::fromUtf8(slug.data(), static_cast<qsizetype>(slug.size())));
    if (!picture_) continue;
    for (const PointClass& one : picture_->tmpl->classes(category))
      if (one.quota > 0) classes_->addItem(words(one.label.empty() ? one.slug : one.label), words(one.slug));
  }
  classes_->setCurrentIndex(std::max(0, classes_->findData(kept)));
}

void SimulationPanel::set_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  const bool other = !picture_ || picture_->world != picture->world ||
                     played_part(*picture_->tmpl) != played_part(*picture->tmpl);
  picture_ = picture;
  if (other) fill_classes();
  show_state();
  if (running_ && other) restart();
}

void SimulationPanel::clear() {
  set_running(false);
  picture_.reset();
  fill_classes();
  show_state();
}

void SimulationPanel::set_running(bool on) {
  if (on == running_) return;
  running_ = on;
  const QSignalBlocker quiet(show_);
  show_->setChecked(on);
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
  player_.step();
}

void SimulationPanel::go_to_start() {
  if (running_) player_.seek(0);
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
  if (const QString cls = classes_->currentData().toString(); !cls.isEmpty())
    simulation.classes = {cls.toStdString()};
  return simulation;
}

void SimulationPanel::copy_program(ProgramLanguage language) {
  if (!picture_) return;
  SimulationRequest simulation = request();
  simulation.method = methods().front().toStdString();
  const auto program = simulation_program(language, simulation, *picture_->tmpl, *picture_->world);
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
  request.simulation = this->request();
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
  OverlayLook look = look_at_speed(speed(), devicePixelRatioF());
  look.trails = trails_->isChecked();
  look.field = field_->isChecked();
  look.candidates = sites_->isChecked();
  look.event_s = std::clamp(look.event_s, kLeastEvent_s, kEvent_s);  // speeds range from 1 to 600 here
  player_.set_look(look);
}

void SimulationPanel::take_opened(const PlayerOpened& opened) {
  dt_s_ = opened.dt_s;
  const Calendar& calendar = picture_->tmpl->calendar;
  scrub_->set_calendar(has_calendar(*picture_->tmpl) ? std::optional(calendar) : std::nullopt, dt_s_);
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
  frame_ = frame;
  MapView* views[] = {paired_ ? &pair_->left() : &map_, &pair_->right()};
  for (size_t i = 0; i < std::min<size_t>(frame->panels.size(), 2); ++i) {
    const PlayerFrame::Panel& panel = frame->panels[i];
    views[i]->set_overlay(panel.layer, panel.window, panel.legend);
    views[i]->set_calm(true);
  }
  show_figures(*frame);
  show_clock(frame->clock, frame->date);
}

void SimulationPanel::show_figures(const PlayerFrame& frame) {
  const std::vector<OverlayFigure>& first = frame.panels.front().figures;
  const size_t wanted = std::min(first.size(), kMostPlots);
  while (plots_.size() < wanted) {
    plots_.push_back(new FigurePlot);
    plots_.back()->set_methods(methods());
    plot_rows_->addWidget(plots_.back());
  }
  for (size_t k = 0; k < plots_.size(); ++k) {
    plots_[k]->setVisible(k < wanted);
    if (k >= wanted) continue;
    std::vector<double> values;
    for (const PlayerFrame::Panel& panel : frame.panels) values.push_back(panel.figures[k].value);
    plots_[k]->set_title(table_text(first[k].label), figure_unit(first[k]));
    plots_[k]->add(frame.clock.time_s, values);
  }
}

void SimulationPanel::show_clock(const OverlayClock& clock, const std::optional<Date>& date) {
  QString text = clock_text(clock.time_s);
  if (date) text = QString::fromStdString(date_text(*date)) + QStringLiteral("  ") + text;
  if (clock.cycle_s > 0)
    text += QStringLiteral("  ") + tr("cycle %1 %").arg(static_cast<int>(100 * clock.cycle_share));
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
