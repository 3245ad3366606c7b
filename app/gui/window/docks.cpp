#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QScreen>
#include <QStackedWidget>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/hand/panel/hand_panel.h"
#include "app/gui/history/history_panel.h"
#include "app/gui/icons/whole_scroll.h"
#include "app/gui/layers/layers_panel.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/search/search_panel.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/window/main_window.h"

namespace fw {

// The docks with their panels, their layout, and keyboard focus.

namespace {

/// Increase when docks change so much that saved layouts no longer fit.
constexpr int kLayoutVersion = 3;
constexpr QSize kSize(1680, 1020);
/// What a desktop's title bar and borders take; the real ones are known only once the window is on show.
constexpr QSize kFrame(12, 48);

/// The greatest size of a window that with its frame does not reach beyond its screen.
QSize most_size(const QWidget& window) {
  return window.screen()->availableSize() - kFrame;
}

/// A dock behind another tab is placed outside the window.
bool is_behind(const QDockWidget& dock) {
  return !dock.isFloating() && (dock.geometry().right() < 0 || dock.geometry().bottom() < 0);
}

const QDockWidget* dock_around(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return dock;
  return nullptr;
}

/// Whether Tab may reach a widget.
bool takes_tab(const QWidget& widget) {
  if (!(widget.focusPolicy() & Qt::TabFocus) || widget.focusProxy()) return false;
  if (!widget.isVisible() || !widget.isEnabled()) return false;
  const QDockWidget* dock = dock_around(&widget);
  return !dock || !is_behind(*dock);
}

}  // namespace

QDockWidget* MainWindow::add_dock(const QString& name, const QString& title, QWidget* part,
                                  Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(new WholeScroll(part));
  addDockWidget(area, dock);
  QAction* go = docks_menu_->addAction(title);
  go->setObjectName(QStringLiteral("panel_") + name);
  const auto number = static_cast<char>(docks_menu_->actions().size());  // after nine come letters
  go->setShortcut(
      QKeySequence(QStringLiteral("Alt+Shift+%1")
                       .arg(QLatin1Char(static_cast<char>(number > 9 ? 'A' + number - 10 : '0' + number)))));
  go->setCheckable(true);
  const auto tick = [go, dock] { go->setChecked(dock->toggleViewAction()->isChecked()); };
  connect(dock->toggleViewAction(), &QAction::toggled, go, tick);
  connect(dock, &QDockWidget::windowTitleChanged, go, &QAction::setText);
  connect(go, &QAction::triggered, this, [this, dock, tick] {
    go_to(*dock);
    tick();
  });
  tick();
  return dock;
}

void MainWindow::make_docks(const QString& searches) {
  template_ = new TemplatePanel(document_);
  layers_ = new LayersPanel(document_);
  layers_->set_danger_patterns(settings_.value(QStringLiteral("danger_patterns")).toBool());
  QDockWidget* shape =
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
  audit_ = new AuditPanel(document_);
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
  hand_panel_ = new HandPanel(*hand_, document_);
  tabifyDockWidget(shape, add_dock(QStringLiteral("hand"), tr("Hand"), hand_panel_, Qt::LeftDockWidgetArea));
  search_ = new SearchPanel(document_, settings_, searches);
  tabifyDockWidget(shape,
                   add_dock(QStringLiteral("search"), tr("Find a seed"), search_, Qt::LeftDockWidgetArea));
  shape->raise();
}

void MainWindow::show_dock(QWidget* part) {
  while (part && !qobject_cast<QDockWidget*>(part)) part = part->parentWidget();
  QWidget* dock = part;
  dock->show();
  dock->raise();
}

void MainWindow::go_to(QDockWidget& dock) {
  if (dock.isAncestorOf(QApplication::focusWidget()) && !is_behind(dock)) {
    dock.close();
    return go_to_map();
  }
  QWidget* part = static_cast<WholeScroll*>(dock.widget())->widget();
  show_dock(part);
  dock.activateWindow();
  QWidget* last = part->focusWidget();
  if (last && last->isVisibleTo(part) && last->isEnabledTo(part))
    return last->setFocus(Qt::ShortcutFocusReason);
  if (part->focusProxy()) return part->setFocus(Qt::ShortcutFocusReason);
  for (QWidget* next = part->nextInFocusChain(); next != part; next = next->nextInFocusChain())
    if (part->isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus) && next->isVisibleTo(part) &&
        next->isEnabledTo(part))
      return next->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::go_to_map() {
  if (auto* view = pages_->currentWidget()->findChild<MapView*>()) view->setFocus(Qt::ShortcutFocusReason);
}

bool MainWindow::focusNextPrevChild(bool next) {
  QWidget* from = focusWidget() ? focusWidget() : this;
  const auto step = [next](QWidget* widget) {
    return next ? widget->nextInFocusChain() : widget->previousInFocusChain();
  };
  for (QWidget* widget = step(from); widget != from; widget = step(widget)) {
    if (widget->window() != this || !takes_tab(*widget)) continue;
    widget->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
  }
  return false;
}

void MainWindow::arrange_docks() {
  const auto dock = [this](const char* name) { return findChild<QDockWidget*>(QLatin1String(name)); };
  resizeDocks({dock("template"), dock("layers")}, {400, 360}, Qt::Horizontal);
  resizeDocks({dock("layers"), dock("audit")}, {380, 570}, Qt::Vertical);
  resizeDocks({dock("messages")}, {120}, Qt::Vertical);
}

void MainWindow::first_layout() {
  resize(kSize.boundedTo(most_size(*this)));
  arrange_docks();
  first_layout_ = saveState(kLayoutVersion);
  restore_layout();
}

void MainWindow::restore_layout() {
  restoreGeometry(settings_.value(QStringLiteral("window/geometry")).toByteArray());
  // The layout may have been saved on a larger screen.
  if (!isMaximized() && !isFullScreen()) resize(size().boundedTo(most_size(*this)));
  const QByteArray state = settings_.value(QStringLiteral("window/layout")).toByteArray();
  if (!state.isEmpty() && !restoreState(state, kLayoutVersion)) reset_layout();
}

void MainWindow::keep_layout() {
  settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings_.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
}

void MainWindow::reset_layout() {
  for (QDockWidget* dock : findChildren<QDockWidget*>()) dock->setFloating(false);
  restoreState(first_layout_, kLayoutVersion);
  arrange_docks();
}

// How the search for seeds and the key figures are connected with the other parts.

void MainWindow::connect_figures() {
  connect(&preview_, &Preview::shown, search_, &SearchPanel::show_picture);
  connect(&preview_, &Preview::busy, search_, &SearchPanel::set_busy);
  connect(search_, &SearchPanel::seed_taken, seeds_, &SeedsPanel::take);
  connect(search_, &SearchPanel::favourite_asked, seeds_, &SeedsPanel::set_favourite);
  connect(seeds_, &SeedsPanel::favourites_changed, search_, &SearchPanel::read_favourites_again);
  connect(search_, &SearchPanel::said, messages_, &MessagesPanel::report_note);
  connect(search_, &SearchPanel::figures_asked, &meter_, &FigureMeter::measure);
  connect(&meter_, &FigureMeter::measured, search_, &SearchPanel::show_figures);
  connect(audit_, &AuditPanel::figures_asked, &meter_, &FigureMeter::measure);
  connect(&meter_, &FigureMeter::measured, audit_, &AuditPanel::show_figures);
}

}  // namespace fw
