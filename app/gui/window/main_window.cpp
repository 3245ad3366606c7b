#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QUrl>
#include <algorithm>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/export/export_choices.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/panel/hand_panel.h"
#include "app/gui/hand/panel/tool_bar.h"
#include "app/gui/layers/layers_panel.h"
#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/legend/legend_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/search/search_panel.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/template/page_look.h"
#include "app/gui/window/cell_readout.h"
#include "app/gui/window/edit_summary.h"
#include "app/gui/window/looks.h"
#include "app/gui/window/map_badge.h"
#include "app/gui/window/session.h"
#include "app/gui/words/words.h"
#include "core/base/file_name.h"

namespace fw {
namespace {

/// Two maps side by side prefer more space; a small screen must do.
constexpr int kLeastMapWidth_px = 260;
/// On smaller ones the legend begins folded.
constexpr int kWideScreen_px = 1500;
/// Messages hide the cursor read-out, so they expire.
constexpr int kMessage_ms = 8000;

/// The files of a drop event.
QStringList files_of(const QMimeData& mime) {
  QStringList files;
  for (const QUrl& url : mime.urls())
    if (url.isLocalFile()) files += url.toLocalFile();
  return files;
}

/// Whether a file is one of other programs, for the hand, and no template.
bool is_import(const QString& path) {
  const QStringList endings{QStringLiteral("tif"),     QStringLiteral("tiff"), QStringLiteral("png"),
                            QStringLiteral("r16"),     QStringLiteral("raw"),  QStringLiteral("gpkg"),
                            QStringLiteral("geojson"), QStringLiteral("csv")};
  return endings.contains(QFileInfo(path).suffix().toLower());
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, const QString& recovery_folder, QWidget* parent)
    : QMainWindow(parent), settings_(settings) {
  session_ = std::make_unique<Session>(document_, recovery_folder, questions_over(*this, document_));
  const int stored = settings_.value(QStringLiteral("resolution")).toInt();
  const bool known =
      std::find(kPreviewResolutions.begin(), kPreviewResolutions.end(), stored) != kPreviewResolutions.end();
  preview_.set_resolution(known ? stored : 512);
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  make_map();
  make_hand();
  docks_menu_ = new QMenu(tr("&Panels"), this);
  make_docks(QFileInfo(recovery_folder).dir().filePath(QStringLiteral("searches")));
  make_actions();
  make_status_bar();
  connect_parts();
  connect_figures();
  connect_hand();
  first_layout();
  show_title();
}

MainWindow::~MainWindow() {
  // Before the map and the document that they show.
  delete hand_panel_;
  delete hand_;
}

void MainWindow::begin() {
  session_->offer_recovery();
  document_changed();
}

void MainWindow::make_map() {
  map_ = new MapArea;
  compare_ = new CompareView;
  compare_->set_resolution(preview_.resolution());
  pages_ = new QStackedWidget;
  pages_->addWidget(map_);
  pages_->addWidget(compare_);
  no_map_ = new QLabel;
  no_map_->setAlignment(Qt::AlignCenter);
  no_map_->setWordWrap(true);
  no_map_->setTextFormat(Qt::PlainText);
  no_map_->setMargin(24);
  pages_->addWidget(no_map_);
  for (QWidget* map : {static_cast<QWidget*>(&map_->view()), static_cast<QWidget*>(&compare_->left())})
    badges_.push_back(new MapBadge(*map));
  pages_->setMinimumWidth(kLeastMapWidth_px);
  setCentralWidget(pages_);
}

void MainWindow::make_hand() {
  hand_ = new HandCanvas(document_, map_->view(), this);
  hand_tools_ = new HandToolBar(*hand_, *map_);
  hand_options_ = new HandOptionsBar(*hand_, document_);
  map_->add_tools(*hand_tools_);
  legend_ = new LegendPanel(map_->view());
  legend_->set_folded(
      settings_.value(QStringLiteral("legend_folded"), screen()->availableSize().width() < kWideScreen_px)
          .toBool());
  map_->add_side(*legend_);
  connect(legend_, &LegendPanel::folded_changed, this,
          [this](bool folded) { settings_.setValue(QStringLiteral("legend_folded"), folded); });
}

bool MainWindow::comparing() const {
  return pages_->currentWidget() == compare_;
}

void MainWindow::set_comparing(bool on) {
  if (!preview_.picture()) return show_no_world();
  if (on) compare_->set_picture(preview_.picture());
  pages_->setCurrentWidget(on ? static_cast<QWidget*>(compare_) : map_);
}

void MainWindow::show_on_map(const AuditPlace& place) {
  if (!preview_.picture()) return;
  set_comparing(false);
  const World& world = *preview_.picture()->world;
  const PlaceMarks marks = marks_of(place, world);
  map_->view().highlight({marks.points_m, marks.regions, {}, marks.cells});
  std::vector<Vec2> places = marks.points_m;
  for (const int region : marks.regions)
    places.push_back(world.regions[static_cast<size_t>(region) - 1].centre_m);
  if (!places.empty()) map_->view().show_places(places);
  statusBar()->showMessage(place.text, kMessage_ms);
}

void MainWindow::make_status_bar() {
  readout_ = new CellReadout;
  stage_ = new QLabel;
  stage_->setTextFormat(Qt::PlainText);
  bar_ = new QProgressBar;
  bar_->setRange(0, 100);
  bar_->setFixedWidth(140);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the generation"));
  cancel_ = new QToolButton;
  cancel_->setText(tr("Cancel"));
  cancel_->setAccessibleName(tr("Cancel the generation"));
  statusBar()->addWidget(readout_, 1);
  edit_ = new EditSummary;
  statusBar()->addPermanentWidget(edit_);
  edit_->hide();
  for (QWidget* part :
       {static_cast<QWidget*>(stage_), static_cast<QWidget*>(bar_), static_cast<QWidget*>(cancel_)}) {
    statusBar()->addPermanentWidget(part);
    part->hide();
  }
  connect(cancel_, &QToolButton::clicked, &preview_, &Preview::cancel);
}

void MainWindow::connect_parts() {
  connect(&document_, &Document::changed, this, &MainWindow::document_changed);
  connect(&document_, &Document::changed, this,
          [this] { map_->tilt_bar().set_start(document_.tmpl().view.oblique); });
  map_->tilt_bar().set_start(document_.tmpl().view.oblique);
  connect(&map_->tilt_bar(), &TiltBar::plate_wanted, this, [this](const ObliqueView& view) {
    document_.edit(tr("View of the landscape"), [&](Template& t) { t.view.oblique = view; });
  });
  connect(&document_, &Document::changed, this, &MainWindow::show_title);
  connect(&document_, &Document::replaced, this, &MainWindow::document_replaced);
  connect(&preview_, &Preview::shown, this, &MainWindow::show_age);
  connect(&preview_, &Preview::busy, this, &MainWindow::show_age);
  connect(&preview_, &Preview::failed, this, &MainWindow::show_age);
  connect(&preview_, &Preview::forgotten, this, &MainWindow::show_no_world);
  connect(layers_, &LayersPanel::danger_patterns_changed, this, [this](bool on) {
    settings_.setValue(QStringLiteral("danger_patterns"), on);
    show_look();
  });
  connect(&document_, &Document::file_changed, this, &MainWindow::show_title);
  connect(session_.get(), &Session::warned, messages_, &MessagesPanel::report_failure);
  connect(session_.get(), &Session::file_used, this,
          [this](const QString& path) { add_recent(settings_, path); });
  connect(&document_, &Document::looked, this, [this] {
    if (!document_.path().isEmpty()) keep_look(settings_, document_.path(), document_.tmpl().view.layers);
  });
  connect(&document_, &Document::saved, this, [this] { forget_look(settings_, document_.path()); });
  connect(&preview_, &Preview::shown, map_, &MapArea::set_picture);
  connect(&preview_, &Preview::shown, this, [this](const std::shared_ptr<const Picture>& picture) {
    if (comparing()) compare_->set_picture(picture);
  });
  connect(&preview_, &Preview::shown, inspect_, &InspectPanel::set_picture);
  connect(&preview_, &Preview::shown, template_,
          [this](const std::shared_ptr<const Picture>& picture) { template_->show_room(*picture->world); });
  template_->show_page_of(settings_.value(QStringLiteral("template_page")).toString());
  connect(template_, &TemplatePanel::turned_to, this, [this](const QString& page) {
    settings_.setValue(QStringLiteral("template_page"), page);
    layers_at_turn_ = document_.tmpl().view.layers;
    show_look();
  });
  connect(inspect_, &InspectPanel::centre_wanted, &map_->view(), &MapView::centre_on);
  connect(map_, &MapArea::failed, messages_, &MessagesPanel::report_failure);
  connect(compare_, &CompareView::failed, messages_, &MessagesPanel::report_failure);
  connect(&preview_, &Preview::shown, simulation_, &SimulationPanel::set_picture);
  connect(&preview_, &Preview::shown, this, &MainWindow::show_played_template);
  connect(simulation_, &SimulationPanel::command_wanted, this, &MainWindow::copy_simulate);
  connect(simulation_, &SimulationPanel::failed, messages_, &MessagesPanel::report_failure);
  connect(simulation_, &SimulationPanel::pair_wanted, this, [this](bool on) {
    if (on)
      pages_->setCurrentWidget(&simulation_->pair());
    else if (pages_->currentWidget() == &simulation_->pair())
      pages_->setCurrentWidget(map_);
  });
  connect(audit_, &AuditPanel::locate, this, &MainWindow::show_on_map);
  connect(messages_, &MessagesPanel::locate, this, [this](const Finding& finding) {
    if (preview_.picture()) show_on_map(place_of(finding, document_.tmpl(), *preview_.picture()->world));
  });
  connect(&preview_, &Preview::shown, readout_, &CellReadout::set_picture);
  connect(&preview_, &Preview::shown, edit_, &EditSummary::set_picture);
  connect(&preview_, &Preview::shown, audit_, &AuditPanel::show_picture);
  connect(&preview_, &Preview::shown, messages_, &MessagesPanel::show_picture);
  connect(&preview_, &Preview::busy, audit_, &AuditPanel::set_updating);
  connect(&preview_, &Preview::failed, messages_, &MessagesPanel::report_failure);
  connect(&preview_, &Preview::busy, seeds_, &SeedsPanel::set_busy);
  const auto compare = [this](const std::shared_ptr<const Template>& other) {
    set_comparing(true);
    compare_->compare_template(other, files_of_document());
  };
  connect(seeds_, &SeedsPanel::compare_requested, this, compare);
  connect(search_, &SearchPanel::compare_requested, this, compare);
  connect(edit_, &EditSummary::compare_requested, this, [this](const std::shared_ptr<const Picture>& before) {
    set_comparing(true);
    compare_->compare_template(before->tmpl, before->files);
  });
  connect(audit_, &AuditPanel::said, messages_, &MessagesPanel::report_note);
  connect(audit_, &AuditPanel::failed, messages_, &MessagesPanel::report_failure);
  connect(messages_, &MessagesPanel::jump, this, [this](const QString& path) {
    if (hand_panel_->jump_to(path)) return show_dock(hand_panel_);
    show_dock(template_);
    template_->jump_to(path);
  });
  PairView& pair = simulation_->pair();
  for (MapView* view : {&map_->view(), &compare_->left(), &pair.left(), &pair.right()}) {
    connect(view, &MapView::hovered, readout_, &CellReadout::set_place);
    connect(view, &MapView::picked, this, [this, view](const MapPick& pick) {
      if (view == &map_->view() && simulation_->takes_clicks()) return;
      inspect_->show_pick(pick);
      show_dock(inspect_);
    });
  }
  // The status bar and Inspect refer to the document's own world, not to the other world of a comparison.
  for (MapView* view : {&map_->view(), &compare_->left(), &compare_->right(), &pair.left(), &pair.right()}) {
    connect(view, &MapView::measured, this, [this](const QString& text) { statusBar()->showMessage(text); });
  }
  connect(&preview_, &Preview::progressed, this, [this](const QString& stage, double fraction) {
    stage_->setText(table_text(stage.toStdString()));
    bar_->setValue(static_cast<int>(100 * fraction));
  });
  connect(&preview_, &Preview::busy, this, [this](bool working) {
    bar_->setValue(0);
    stage_->clear();
    for (QWidget* part :
         {static_cast<QWidget*>(stage_), static_cast<QWidget*>(bar_), static_cast<QWidget*>(cancel_)})
      part->setVisible(working);
  });
}

void MainWindow::connect_hand() {
  connect(&preview_, &Preview::shown, hand_, &HandCanvas::set_picture);
  connect(&preview_, &Preview::shown, hand_panel_, &HandPanel::show_picture);
  connect(hand_, &HandCanvas::sketched, this, [this](const std::shared_ptr<const Template>& passing) {
    preview_.sketch(passing, files_of_document());
  });
  connect(hand_, &HandCanvas::ended, this, &MainWindow::document_changed);
  // The arrow selects: Inspect follows it if it is in sight, and stays where it is behind another panel.
  connect(hand_, &HandCanvas::clicked, this, [this](const MapPick& pick) {
    if (!inspect_->visibleRegion().isEmpty()) inspect_->show_pick(pick);
  });
  connect(hand_, &HandCanvas::said, this, [this](const QString& text) { statusBar()->showMessage(text); });
  connect(hand_, &HandCanvas::noted, messages_, &MessagesPanel::report_note);
  connect(hand_, &HandCanvas::noted, this,
          [this](const QString& text) { statusBar()->showMessage(text, kMessage_ms); });
  connect(hand_options_, &HandOptionsBar::chosen, &map_->view(), qOverload<>(&QWidget::setFocus));
  for (const auto changed : {&HandCanvas::tool_changed, &HandCanvas::options_changed})
    connect(hand_, changed, this, &MainWindow::show_look);
  connect(hand_, &HandCanvas::tool_changed, this, [this] {
    if (!hand_->tool()) return;
    set_comparing(false);
    map_->view().setFocus();
  });
}

PictureFiles MainWindow::files_of_document() const {
  return {document_.files().folder, document_.imports()};
}

void MainWindow::show_look() {
  MapLook look = map_look(document_.tmpl().view);
  look.danger_patterns = layers_->danger_patterns();
  // Until the user chooses layers.
  if (follow_->isChecked() && layers_at_turn_ == document_.tmpl().view.layers)
    look = look_for_page(std::move(look), template_->page_shown().toStdString());
  map_->view().set_look(hand_->look_for_tool(look));
  compare_->set_look(look);
}

void MainWindow::document_changed() {
  show_look();
  // An invalid template is not generated: the last good map stays and is completed.
  if (document_.valid()) preview_.request(document_.snapshot(), files_of_document(), document_.digest());
  show_played_template();
  show_age();
}

/// What is played of a template may change without its world.
void MainWindow::show_played_template() {
  if (document_.valid() && preview_.picture() && !preview_.world().empty() &&
      preview_.world() == world_key(document_.tmpl(), document_.digest()))
    simulation_->set_template(document_.snapshot());
}

void MainWindow::copy_simulate(const QStringList& arguments) {
  const Result<QStringList> world = world_arguments(document_.tmpl(), document_.path());
  if (!world) return messages_->report_note(QString::fromStdString(world.error().message));
  const QString line = shell_line(
      QStringList{QStringLiteral("simulate")} + world.value() + arguments +
      QStringList{QStringLiteral("-o"),
                  QString::fromStdString(portable_file_name(document_.title().toStdString() + "-years"))});
  QGuiApplication::clipboard()->setText(line);
  messages_->report_note(tr("Copied: %1").arg(line));
}

void MainWindow::document_replaced() {
  if (const auto layers = kept_look(settings_, document_.path()))
    document_.edit(tr("Layers"), [&](Template& t) { t.view.layers = *layers; });
  layers_at_turn_.reset();
  map_->map_actions().clear->trigger();
  inspect_->clear();
  simulation_->begin_anew();
  edit_->forget();
  statusBar()->clearMessage();
  if (!document_.valid()) preview_.forget();
}

void MainWindow::show_no_world() {
  simulation_->clear();
  audit_->clear();
  inspect_->clear();
  readout_->set_picture(nullptr);
  pages_->setCurrentWidget(no_map_);
  show_age();
}

int MainWindow::errors() const {
  return static_cast<int>(std::count_if(document_.findings().begin(), document_.findings().end(),
                                        [](const Finding& f) { return f.severity == Severity::error; }));
}

QString MainWindow::age_of_map() const {
  const std::shared_ptr<const Picture>& picture = preview_.picture();
  if (!picture) return {};
  if (errors() == 1) return tr("The template has an error: this is the last valid map.");
  if (errors() > 1)
    return tr("The template has %1 errors: this is the last valid map.").arg(QLocale().toString(errors()));
  if (preview_.cancelled())
    return picture->coarse
               ? tr("Cancelled: a preview without points and names. Press F5 to generate the map.")
               : tr("Cancelled: this is the last map. Press F5 to generate the one of this template.");
  if (picture->world->draft) return tr("A draft: heights and waters are decided on a coarse grid.");
  if (!preview_.settled() || preview_.sketching()) return {};
  if (picture->tmpl != document_.snapshot() &&
      preview_.world() != world_key(document_.tmpl(), document_.digest()))
    return tr("This map is of another template. Press F5 to generate the map of this one.");
  return picture->coarse ? tr("A preview without points and names. Press F5 to generate the full map.")
                         : QString();
}

void MainWindow::show_age() {
  const QString age = age_of_map();
  for (MapBadge* badge : badges_) badge->say(age);
  audit_->set_foreign(!document_.valid() || !age.isEmpty());
  findChild<QAction*>(QStringLiteral("export_audit"))->setEnabled(preview_.picture() && !audit_->greyed());
  no_map_->setText(document_.valid()
                       ? preview_.cancelled() ? tr("Cancelled. Press F5 to generate the map.")
                                              : tr("No map yet")
                       : tr("No map of %1: its template has errors. See Messages.").arg(document_.title()));
  if (preview_.picture() && pages_->currentWidget() == no_map_) pages_->setCurrentWidget(map_);
  if (export_) export_->set_map(preview_.picture(), map_->view().map_window());
}

void MainWindow::show_title() {
  setWindowFilePath(document_.path());
  setWindowTitle(tr("%1[*] \u2014 Fieldwright").arg(document_.title()));
  setWindowModified(document_.modified());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!session_->may_close()) return event->ignore();
  keep_layout();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!files_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = files_of(*event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  if (files.size() == 1 && is_import(files.front()))
    open_import(files.front());
  else if (files.size() == 1)
    session_->open(files.front());
  else
    messages_->report_failure(tr("%1 files were dropped; the designer opens one template at a time.")
                                  .arg(QLocale().toString(files.size())));
}

}  // namespace fw
