#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>
#include <QUrl>

#include "app/gui/map/map_view.h"
#include "app/gui/window/cell_readout.h"
#include "app/gui/window/recent_files.h"

namespace fw {
namespace {

/// Grows when docks change so much that an older layout would be a bad start.
constexpr int kLayoutVersion = 1;

/// The one template file among dropped or typed things; empty if it is anything else.
QString template_of(const QMimeData& mime) {
  const QList<QUrl> urls = mime.urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, const QString& recovery_folder, QWidget* parent)
    : QMainWindow(parent), settings_(settings) {
  session_ = std::make_unique<Session>(document_, recovery_folder, questions());
  preview_.set_resolution(settings_.value(QStringLiteral("resolution"), 512).toInt());
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  make_map();
  make_actions();
  make_docks();
  make_status_bar();
  connect_parts();
  resize(1440, 900);
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
  toggle->setShortcut(QKeySequence(QStringLiteral("Ctrl+D, %1").arg(docks_menu_->actions().size() + 1)));
  docks_menu_->addAction(toggle);
  return dock;
}

void MainWindow::make_map() {
  map_ = new MapView;
  map_->setAccessibleName(tr("Map"));
  map_->set_look(map_look(document_.tmpl().view));
  setCentralWidget(map_);
}

void MainWindow::make_docks() {}

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
  connect(&document_, &Document::file_changed, this, &MainWindow::show_title);
  connect(session_.get(), &Session::file_used, this,
          [this](const QString& path) { add_recent(settings_, path); });
  connect(&preview_, &Preview::shown, map_, &MapView::set_picture);
  connect(&preview_, &Preview::shown, readout_, &CellReadout::set_picture);
  connect(map_, &MapView::hovered, readout_, &CellReadout::set_place);
  connect(map_, &MapView::measured, statusBar(),
          [this](const QString& text) { statusBar()->showMessage(text); });
  connect(map_, &MapView::file_dropped, this, [this](const QString& path) { session_->open(path); });
  connect(&preview_, &Preview::progressed, this, [this](const QString& stage, double fraction) {
    stage_->setText(stage);
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

void MainWindow::document_changed() {
  map_->set_look(map_look(document_.tmpl().view));
  if (document_.valid())
    preview_.request(document_.snapshot());
  else
    preview_.cancel();  // the last good map stays
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
}

Questions MainWindow::questions() {
  const QString kinds = tr("Templates (*.json);;All files (*)");
  Questions ask;
  ask.unsaved = [this](const QString& title) {
    const auto answer =
        QMessageBox::warning(this, tr("Unsaved changes"), tr("Save the changes to %1?").arg(title),
                             QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    return answer == QMessageBox::Save      ? Questions::Unsaved::save
           : answer == QMessageBox::Discard ? Questions::Unsaved::discard
                                            : Questions::Unsaved::cancel;
  };
  ask.where_to_save = [this, kinds](const QString& suggested) {
    return QFileDialog::getSaveFileName(this, tr("Save template"), suggested, kinds);
  };
  ask.what_to_open = [this, kinds] {
    return QFileDialog::getOpenFileName(this, tr("Open template"), QFileInfo(document_.path()).path(), kinds);
  };
  ask.take_changed_file = [this](const QString& path) {
    return QMessageBox::question(
               this, tr("File changed"),
               tr("%1 was changed by another program. Read it again and lose the changes made "
                  "here?")
                   .arg(path)) == QMessageBox::Yes;
  };
  ask.take_recovered = [this](const Recovered& found) {
    const QString where = found.path.isEmpty() ? QString::fromStdString(found.tmpl.name) : found.path;
    return QMessageBox::question(
               this, tr("Recover work"),
               tr("A session ended without saving %1 (%2). Open what it left?\nThe file itself "
                  "was not touched.")
                   .arg(where, QLocale().toString(found.saved_at, QLocale::ShortFormat))) == QMessageBox::Yes;
  };
  ask.tell = [this](const QString& message) { QMessageBox::warning(this, tr("Fieldwright"), message); };
  return ask;
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
