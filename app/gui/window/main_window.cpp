#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
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

#include "app/gui/map/compare_view.h"
#include "app/gui/map/inspect_panel.h"
#include "app/gui/map/map_area.h"
#include "app/gui/panels/audit_panel.h"
#include "app/gui/panels/history_panel.h"
#include "app/gui/panels/layers_panel.h"
#include "app/gui/panels/messages_panel.h"
#include "app/gui/panels/seeds_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/template_panel.h"
#include "app/gui/window/cell_readout.h"
#include "app/gui/window/recent_files.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

/// Grows when docks change so much that an older layout would be a bad start.
constexpr int kLayoutVersion = 1;
constexpr QSize kSize(1680, 1020);
/// Two maps side by side ask for more; a small screen must do.
constexpr int kLeastMap_px = 400;

/// The one template file among dropped or typed things; empty if it is anything else.
QString template_of(const QMimeData& mime) {
  const QList<QUrl> urls = mime.urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, const QString& recovery_folder, QWidget* parent)
    : QMainWindow(parent), settings_(settings) {
  session_ = std::make_unique<Session>(document_, recovery_folder, questions());
  const int stored = settings_.value(QStringLiteral("resolution")).toInt();
  const bool known =
      std::find(kPreviewResolutions.begin(), kPreviewResolutions.end(), stored) != kPreviewResolutions.end();
  preview_.set_resolution(known ? stored : 512);
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  make_map();
  docks_menu_ = new QMenu(tr("&Panels"), this);
  make_docks();
  make_actions();
  make_status_bar();
  connect_parts();
  // A screen that says it is tiny is a virtual one.
  resize(kSize.boundedTo(screen()->availableSize().expandedTo({1366, 768})));
  arrange_docks();
  first_layout_ = saveState(kLayoutVersion);
  restore_layout();
  show_title();
}

MainWindow::~MainWindow() = default;

void MainWindow::begin() {
  session_->offer_recovery();
  document_changed();
}

QDockWidget* MainWindow::add_dock(const QString& name, const QString& title, QWidget* part,
                                  Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(part);
  addDockWidget(area, dock);
  QAction* toggle = dock->toggleViewAction();
  toggle->setShortcut(QKeySequence(QStringLiteral("Alt+Shift+%1").arg(docks_menu_->actions().size() + 1)));
  docks_menu_->addAction(toggle);
  return dock;
}

void MainWindow::show_dock(QWidget* part) {
  QWidget* dock = part->parentWidget();
  dock->show();
  dock->raise();
}

void MainWindow::make_map() {
  map_ = new MapArea;
  compare_ = new CompareView;
  compare_->set_resolution(preview_.resolution());
  pages_ = new QStackedWidget;
  pages_->addWidget(map_);
  pages_->addWidget(compare_);
  pages_->setMinimumWidth(kLeastMap_px);
  setCentralWidget(pages_);
}

bool MainWindow::comparing() const {
  return pages_->currentWidget() == compare_;
}

void MainWindow::set_comparing(bool on) {
  if (on && preview_.picture()) compare_->set_picture(preview_.picture());
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
  statusBar()->showMessage(place.text);
}

void MainWindow::make_docks() {
  template_ = new TemplatePanel(document_);
  layers_ = new LayersPanel(document_);
  layers_->set_danger_patterns(settings_.value(QStringLiteral("danger_patterns")).toBool());
  add_dock(QStringLiteral("template"), tr("Template"), template_, Qt::LeftDockWidgetArea);
  QDockWidget* layers = add_dock(QStringLiteral("layers"), tr("Layers"), layers_, Qt::RightDockWidgetArea);
  QDockWidget* history = add_dock(QStringLiteral("history"), tr("History"), new HistoryPanel(document_),
                                  Qt::RightDockWidgetArea);
  seeds_ = new SeedsPanel(document_, settings_);
  tabifyDockWidget(layers, add_dock(QStringLiteral("seeds"), tr("Seeds"), seeds_, Qt::RightDockWidgetArea));
  tabifyDockWidget(layers, history);
  simulation_ = new SimulationPanel(map_->view());
  pages_->addWidget(&simulation_->pair());
  layers->raise();
  audit_ = new AuditPanel;
  messages_ = new MessagesPanel(document_);
  QDockWidget* audit = add_dock(QStringLiteral("audit"), tr("Audit"), audit_, Qt::RightDockWidgetArea);
  QDockWidget* messages =
      add_dock(QStringLiteral("messages"), messages_->title(), messages_, Qt::BottomDockWidgetArea);
  connect(messages_, &MessagesPanel::title_changed, messages, &QDockWidget::setWindowTitle);
  inspect_ = new InspectPanel;
  tabifyDockWidget(audit,
                   add_dock(QStringLiteral("inspect"), tr("Inspect"), inspect_, Qt::RightDockWidgetArea));
  tabifyDockWidget(
      audit, add_dock(QStringLiteral("simulation"), tr("Simulation"), simulation_, Qt::RightDockWidgetArea));
  audit->raise();
}

void MainWindow::arrange_docks() {
  const auto dock = [this](const char* name) { return findChild<QDockWidget*>(QLatin1String(name)); };
  resizeDocks({dock("template"), dock("layers")}, {400, 360}, Qt::Horizontal);
  resizeDocks({dock("layers"), dock("audit")}, {380, 570}, Qt::Vertical);
  resizeDocks({dock("messages")}, {120}, Qt::Vertical);
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
  for (QWidget* part :
       {static_cast<QWidget*>(stage_), static_cast<QWidget*>(bar_), static_cast<QWidget*>(cancel_)}) {
    statusBar()->addPermanentWidget(part);
    part->hide();
  }
  connect(cancel_, &QToolButton::clicked, &preview_, &Preview::cancel);
}

void MainWindow::connect_parts() {
  connect(&document_, &Document::changed, this, &MainWindow::document_changed);
  connect(&document_, &Document::changed, this, &MainWindow::show_title);
  connect(layers_, &LayersPanel::danger_patterns_changed, this, [this](bool on) {
    settings_.setValue(QStringLiteral("danger_patterns"), on);
    show_look();
  });
  connect(&document_, &Document::file_changed, this, &MainWindow::show_title);
  connect(session_.get(), &Session::warned, messages_, &MessagesPanel::report_failure);
  connect(session_.get(), &Session::file_used, this,
          [this](const QString& path) { add_recent(settings_, path); });
  connect(&preview_, &Preview::shown, map_, &MapArea::set_picture);
  connect(&preview_, &Preview::shown, this, [this](const std::shared_ptr<const Picture>& picture) {
    if (comparing()) compare_->set_picture(picture);
  });
  connect(&preview_, &Preview::shown, inspect_, &InspectPanel::set_picture);
  connect(inspect_, &InspectPanel::centre_wanted, &map_->view(), &MapView::centre_on);
  connect(map_, &MapArea::failed, messages_, &MessagesPanel::report_failure);
  connect(compare_, &CompareView::failed, messages_, &MessagesPanel::report_failure);
  connect(&preview_, &Preview::shown, simulation_, &SimulationPanel::set_picture);
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
  connect(&preview_, &Preview::shown, audit_, &AuditPanel::show_picture);
  connect(&preview_, &Preview::shown, messages_, &MessagesPanel::show_picture);
  connect(&preview_, &Preview::busy, audit_, &AuditPanel::set_updating);
  connect(&preview_, &Preview::failed, messages_, &MessagesPanel::report_failure);
  connect(&preview_, &Preview::busy, seeds_, &SeedsPanel::set_busy);
  connect(seeds_, &SeedsPanel::compare_requested, this, [this](const std::shared_ptr<const Template>& other) {
    set_comparing(true);
    compare_->compare_template(other);
  });
  connect(audit_, &AuditPanel::said, messages_, &MessagesPanel::report_note);
  connect(audit_, &AuditPanel::failed, messages_, &MessagesPanel::report_failure);
  connect(messages_, &MessagesPanel::jump, this, [this](const QString& path) {
    show_dock(template_);
    template_->jump_to(path);
  });
  PairView& pair = simulation_->pair();
  for (MapView* view : {&map_->view(), &compare_->left(), &pair.left(), &pair.right()}) {
    connect(view, &MapView::hovered, readout_, &CellReadout::set_place);
    connect(view, &MapView::picked, inspect_, &InspectPanel::show_pick);
  }
  // The other world of a comparison is not the one that the status bar and Inspect speak of.
  for (MapView* view : {&map_->view(), &compare_->left(), &compare_->right(), &pair.left(), &pair.right()}) {
    connect(view, &MapView::file_dropped, this, [this](const QString& path) { session_->open(path); });
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

void MainWindow::show_look() {
  MapLook look = map_look(document_.tmpl().view);
  look.danger_patterns = layers_->danger_patterns();
  map_->view().set_look(look);
  compare_->set_look(look);
}

void MainWindow::document_changed() {
  show_look();
  // Of a template that is not valid nothing is asked: the last good map stays, and is finished.
  if (document_.valid()) preview_.request(document_.snapshot());
}

void MainWindow::show_title() {
  setWindowFilePath(document_.path());
  setWindowTitle(tr("%1[*] \u2014 Fieldwright").arg(document_.title()));
  setWindowModified(document_.modified());
}

void MainWindow::restore_layout() {
  restoreGeometry(settings_.value(QStringLiteral("window/geometry")).toByteArray());
  const QByteArray state = settings_.value(QStringLiteral("window/layout")).toByteArray();
  if (!state.isEmpty() && !restoreState(state, kLayoutVersion)) reset_layout();
}

void MainWindow::reset_layout() {
  for (QDockWidget* dock : findChildren<QDockWidget*>()) dock->setFloating(false);
  restoreState(first_layout_, kLayoutVersion);
  arrange_docks();
}

QMessageBox::StandardButton MainWindow::ask(const QString& title, const QString& text,
                                            QMessageBox::StandardButtons buttons) {
  QMessageBox box(QMessageBox::Question, title, text, buttons, this);
  box.setTextFormat(Qt::PlainText);  // paths and names are data
  return static_cast<QMessageBox::StandardButton>(box.exec());
}

Questions MainWindow::questions() {
  const QString kinds = tr("Templates (*.json);;All files (*)");
  Questions questions;
  questions.unsaved = [this](const QString& title) {
    const auto answer = ask(tr("Unsaved changes"), tr("Save the changes to %1?").arg(title),
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    return answer == QMessageBox::Save      ? Questions::Unsaved::save
           : answer == QMessageBox::Discard ? Questions::Unsaved::discard
                                            : Questions::Unsaved::cancel;
  };
  questions.where_to_save = [this, kinds](const QString& suggested) {
    return QFileDialog::getSaveFileName(this, tr("Save template"), suggested, kinds);
  };
  questions.what_to_open = [this, kinds] {
    return QFileDialog::getOpenFileName(this, tr("Open template"), QFileInfo(document_.path()).path(), kinds);
  };
  questions.lose_changes = [this](const QString& title) {
    return ask(tr("Revert"), tr("Lose the changes to %1 and read its file again?").arg(title),
               QMessageBox::Yes | QMessageBox::Cancel) == QMessageBox::Yes;
  };
  questions.take_changed_file = [this](const QString& path) {
    return ask(tr("File changed"),
               tr("%1 was changed by another program. Read it again and lose the changes made here?")
                   .arg(path),
               QMessageBox::Yes | QMessageBox::No) == QMessageBox::Yes;
  };
  questions.take_recovered = [this](const Recovered& found) {
    const QString where = found.path.isEmpty() ? QString::fromStdString(found.tmpl.name) : found.path;
    return ask(tr("Recover work"),
               tr("A session ended without saving %1 (%2). Open what it left?\nThe file itself was not "
                  "touched.")
                   .arg(where, QLocale().toString(found.saved_at, QLocale::ShortFormat)),
               QMessageBox::Yes | QMessageBox::No) == QMessageBox::Yes;
  };
  questions.tell = [this](const QString& message) { ask(tr("Fieldwright"), message, QMessageBox::Ok); };
  return questions;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!session_->may_close()) return event->ignore();
  settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings_.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!template_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  session_->open(template_of(*event->mimeData()));
}

}  // namespace fw
