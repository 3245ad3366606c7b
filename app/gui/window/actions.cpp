#include <QActionGroup>
#include <QApplication>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolBar>
#include <QWhatsThis>
#include <algorithm>
#include <array>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/export_page.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/panel/import_dialog.h"
#include "app/gui/hand/panel/tool_bar.h"
#include "app/gui/icons/icons.h"
#include "app/gui/layers/layers_panel.h"
#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/legend/legend_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/start/chooser.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/window/help.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/session.h"

// The window's menus. Every action's text and key is defined here, in menu order.
namespace fw {
namespace {

/// A menu entry with its key; the object name is for tests.
template <typename Owner, typename Slot>
QAction* entry(QMenu* menu, const char* name, const QString& text, const QKeySequence& key, Owner* owner,
               Slot slot) {
  QAction* action = menu->addAction(text);
  action->setObjectName(QString::fromLatin1(name));
  action->setShortcut(key);
  QObject::connect(action, &QAction::triggered, owner, slot);
  return action;
}

QKeySequence keys(const char* text) {
  return QKeySequence(QString::fromLatin1(text));
}

}  // namespace

void MainWindow::make_actions() {
  make_file_menu();
  make_edit_menu();
  make_view_menu();
  make_hand_menu();
  make_world_menu();
  make_simulation_menu();
  make_help_menu();
  make_tool_bar();
}

void MainWindow::make_tool_bar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setIconSize({18, 18});
  const std::array<std::pair<const char*, Glyph>, 7> named{{{"open", Glyph::folder},
                                                            {"save", Glyph::save},
                                                            {"undo", Glyph::undo},
                                                            {"redo", Glyph::redo},
                                                            {"previous_seed", Glyph::previous},
                                                            {"next_seed", Glyph::next},
                                                            {"random_seed", Glyph::dice}}};
  for (const auto& [name, glyph] : named) {
    auto* action = findChild<QAction*>(QLatin1String(name));
    action->setIcon(glyph_icon(glyph));
    bar->addAction(action);
  }
  bar->addSeparator();
  const MapActions& map = map_->map_actions();
  bar->addActions({map.find, map.fit, map.inspect, map.distance, map.area});
  bar->addSeparator();
  bar->addActions(
      {findChild<QAction*>(QStringLiteral("compare")), findChild<QAction*>(QStringLiteral("export"))});
  hand_options_->setObjectName(QStringLiteral("hand_options"));
  hand_options_->setWindowTitle(tr("Options of the tool"));
  addToolBar(hand_options_);
  docks_menu_->addSeparator();
  entry(docks_menu_, "panel_map", tr("The &map"), keys("Alt+Shift+0"), this, [this] { go_to_map(); });
  docks_menu_->addAction(bar->toggleViewAction());
}

void MainWindow::make_file_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  entry(menu, "new_chosen", tr("&New…"), QKeySequence::New, this, [this] { choose_template(); });
  entry(menu, "open", tr("&Open…"), QKeySequence::Open, this, [this] { session_->open_asking(); });
  recent_menu_ = menu->addMenu(tr("Open &recent"));
  connect(recent_menu_, &QMenu::aboutToShow, this, &MainWindow::fill_recent_menu);
  entry(menu, "revert", tr("Re&vert to the file"), keys("Ctrl+Alt+R"), this, [this] { session_->revert(); });
  menu->addSeparator();
  entry(menu, "save", tr("&Save"), QKeySequence::Save, this, [this] { session_->save(); });
  entry(menu, "save_as", tr("Save &as…"), keys("Ctrl+Shift+S"), this, [this] { session_->save_as(); });
  menu->addSeparator();
  entry(menu, "import", tr("&Import into the hand…"), keys("Ctrl+I"), this, [this] { open_import({}); });
  entry(menu, "export", tr("&Export…"), keys("Ctrl+E"), this, [this] { open_export(); });
  entry(menu, "export_audit", tr("Export the a&udit…"), keys("Ctrl+Shift+E"), this,
        [this] { audit_->export_as(AuditPanel::Format::html); });
  menu->addSeparator();
  entry(menu, "quit", tr("&Quit"), keys("Ctrl+Q"), this, &QWidget::close);
}

void MainWindow::choose_template() {
  auto* chooser = new TemplateChooser(this);
  chooser->setAttribute(Qt::WA_DeleteOnClose);
  connect(chooser, &TemplateChooser::chosen, this, [this](const Template& tmpl) { session_->start(tmpl); });
  chooser->open();
}

void MainWindow::open_import(const QString& file) {
  auto* dialog = new ImportDialog(document_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowModality(Qt::WindowModal);
  if (!file.isEmpty()) dialog->set_file(file);
  connect(dialog, &ImportDialog::imported, this,
          [this](const std::vector<std::string>& rows, const QStringList& notes) {
            for (const QString& note : notes) messages_->report_note(note);
            hand_->select({{rows.begin(), rows.end()}, {}});
          });
  dialog->open();
}

void MainWindow::open_export() {
  if (!export_) {
    export_ = new ExportDialog(document_, this);
    connect(export_, &ExportDialog::said, messages_, &MessagesPanel::report_note);
    connect(export_, &ExportDialog::failed, messages_, &MessagesPanel::report_failure);
    connect(layers_, &LayersPanel::danger_patterns_changed, export_, &ExportDialog::set_danger_patterns);
    export_->set_danger_patterns(layers_->danger_patterns());
    for (ExportPage* page : export_->findChildren<ExportPage*>())
      connect(page, &ExportPage::ended, &document_, [this](bool written) {
        if (written) document_.settle();
      });
  }
  export_->set_map(preview_.picture(), map_->view().map_window());
  export_->show();
  export_->raise();
  export_->activateWindow();
}

void MainWindow::fill_recent_menu() {
  recent_menu_->clear();
  const std::vector<RecentFile> files = recent_files(settings_);
  int number = 0;
  for (const RecentFile& file : files) {
    const QFileInfo info(file.path);
    QString text = info.fileName() + QStringLiteral("  \u2014  ") + info.path();
    if (!info.exists()) text += tr("  (missing)");
    text.replace('&', QStringLiteral("&&"));
    QAction* action = recent_menu_->addAction(QStringLiteral("&%1  %2").arg(++number).arg(text));
    action->setEnabled(info.exists());
    connect(action, &QAction::triggered, this, [this, path = file.path] { session_->open(path); });
  }
  recent_menu_->addSeparator();
  const QString path = document_.path();
  const bool pinned = std::any_of(files.begin(), files.end(),
                                  [&](const RecentFile& f) { return f.pinned && f.path == path; });
  QAction* pin = recent_menu_->addAction(pinned ? tr("&Unpin this file") : tr("&Pin this file"));
  pin->setEnabled(!path.isEmpty());
  connect(pin, &QAction::triggered, this, [this, path, pinned] { set_pinned(settings_, path, !pinned); });
  QAction* clear = recent_menu_->addAction(tr("&Clear all but pinned"));
  connect(clear, &QAction::triggered, this, [this] { clear_recent(settings_); });
}

void MainWindow::make_edit_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = document_.history().createUndoAction(this, tr("&Undo"));
  undo->setObjectName(QStringLiteral("undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = document_.history().createRedoAction(this, tr("&Redo"));
  redo->setObjectName(QStringLiteral("redo"));
  redo->setShortcuts({keys("Ctrl+Shift+Z"), keys("Ctrl+Y")});
  menu->addActions({undo, redo});
  menu->addSeparator();
  const MapActions& map = map_->map_actions();
  menu->addActions({map.find, map.find_next, map.find_previous});
  entry(menu, "find_parameter", tr("Find a &parameter"), keys("Ctrl+Shift+F"), this, [this] {
    show_dock(template_);
    template_->search();
  });
  menu->addSeparator();
  menu->addActions({map.inspect, map.distance, map.area, map.clear});
}

void MainWindow::make_view_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  const MapActions& map = map_->map_actions();
  menu->addActions({map.zoom_in, map.zoom_out, map.fit, map.actual, map.overview, map.tilt});
  menu->addSeparator();
  make_preset_entries(menu);
  QAction* legend = entry(menu, "legend", tr("Le&gend"), keys("Ctrl+Shift+G"), legend_,
                          [this] { legend_->set_folded(!legend_->folded()); });
  legend->setCheckable(true);
  legend->setChecked(!legend_->folded());
  connect(legend_, &LegendPanel::folded_changed, legend,
          [legend](bool folded) { legend->setChecked(!folded); });
  follow_ =
      entry(menu, "follow_page", tr("Show what the template's page is about"), keys("Alt+0"), this, [this] {
        settings_.setValue(QStringLiteral("follow_page"), follow_->isChecked());
        show_look();
      });
  follow_->setCheckable(true);
  follow_->setChecked(settings_.value(QStringLiteral("follow_page"), true).toBool());
  menu->addSeparator();
  menu->addMenu(docks_menu_);
  entry(menu, "reset_layout", tr("&Reset layout"), keys("Ctrl+Shift+0"), this, [this] { reset_layout(); });
  entry(menu, "full_screen", tr("F&ull screen"), QKeySequence(Qt::Key_F11), this,
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  menu->addSeparator();
  QMenu* themes = menu->addMenu(tr("&Theme"));
  auto* group = new QActionGroup(this);
  const std::array<QString, 3> words{tr("&As the desktop"), tr("&Light"), tr("&Dark")};
  const Theme now = theme_of(settings_.value(QStringLiteral("theme")).toString());
  for (const Theme theme : {Theme::system, Theme::light, Theme::dark}) {
    const auto index = static_cast<size_t>(theme);
    QAction* action = entry(themes, "theme", words[index],
                            QKeySequence(QStringLiteral("Ctrl+T, %1").arg(index + 1)), this, [this, theme] {
                              settings_.setValue(QStringLiteral("theme"), theme_word(theme));
                              apply_theme(*qApp, theme);
                            });
    action->setCheckable(true);
    action->setChecked(theme == now);
    group->addAction(action);
  }
}

void MainWindow::make_preset_entries(QMenu* menu) {
  const std::array<QString, kViewSlugs.size()> words{tr("O&verview"),
                                                     tr("Resources and &biomes"),
                                                     tr("&Enemies and danger"),
                                                     tr("&Landmarks and factions"),
                                                     tr("Everything, for a &close look"),
                                                     tr("Fa&irness, travel times"),
                                                     tr("Relie&f"),
                                                     tr("Lan&dscape")};
  for (size_t i = 0; i < words.size(); ++i)
    entry(menu, "preset", words[i], QKeySequence(QStringLiteral("Alt+%1").arg(i + 1)), layers_,
          [this, i] { layers_->apply_preset(static_cast<int>(i)); });
}

void MainWindow::make_hand_menu() {
  QMenu* menu = menuBar()->addMenu(tr("Ha&nd"));
  for (QAction* tool : hand_tools_->tool_actions()) menu->addAction(tool);
  menu->addSeparator();
  entry(menu, "hand_keep", tr("&Keep as it stands"), keys("Ctrl+H"), hand_, &HandCanvas::keep_selected);
  entry(menu, "hand_duplicate", tr("D&uplicate"), keys("Ctrl+D"), hand_, &HandCanvas::duplicate_selected);
  entry(menu, "hand_delete", tr("&Delete, or ban"), keys("Ctrl+Del"), hand_, &HandCanvas::remove_selected);
  entry(menu, "hand_off", tr("Switch o&ff"), keys("Ctrl+Shift+H"), hand_,
        [this] { hand_->switch_selected(false); });
  menu->addSeparator();
  entry(menu, "hand_all", tr("Select all of this &class here"), keys("Ctrl+Alt+A"), hand_,
        &HandCanvas::select_all_of_class);
  entry(menu, "hand_zoom", tr("&Zoom to the selection"), keys("Ctrl+2"), hand_,
        &HandCanvas::zoom_to_selected);
  QAction* marks = entry(menu, "hand_marks", tr("Show ma&rks"), keys("Ctrl+Shift+M"), hand_, [this] {
    hand_->show_marks(findChild<QAction*>(QStringLiteral("hand_marks"))->isChecked());
  });
  marks->setCheckable(true);
  marks->setChecked(true);
  marks->setToolTip(tr("Marks of the hand, over everything"));
  layers_->add_marks(*marks);
}

void MainWindow::make_world_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&World"));
  entry(menu, "next_seed", tr("&Next seed"), keys("Ctrl+]"), this, [this] { seeds_->step(1); });
  entry(menu, "previous_seed", tr("&Previous seed"), keys("Ctrl+["), this, [this] { seeds_->step(-1); });
  entry(menu, "random_seed", tr("&Random seed"), keys("Ctrl+R"), this, [this] { seeds_->take_random(); });
  entry(menu, "copy_seed", tr("C&opy the seed"), keys("Ctrl+Shift+C"), this, [this] { seeds_->copy(); });
  entry(menu, "paste_seed", tr("Pa&ste a seed"), keys("Ctrl+Shift+V"), this, [this] { seeds_->paste(); });
  entry(menu, "favourite", tr("Add to &favourites"), keys("Ctrl+B"), this,
        [this] { seeds_->add_favourite(); });
  menu->addSeparator();
  QAction* compare = entry(menu, "compare", tr("Com&pare"), keys("Ctrl+K"), this, [this] {
    set_comparing(!comparing());
    findChild<QAction*>(QStringLiteral("compare"))->setChecked(comparing());
  });
  compare->setCheckable(true);
  entry(menu, "compare_file", tr("Compare with a &file…"), keys("Ctrl+Shift+K"), this, [this] {
    set_comparing(true);
    compare_->choose_file();
  });
  connect(pages_, &QStackedWidget::currentChanged, compare,
          [this, compare] { compare->setChecked(comparing()); });
  menu->addSeparator();
  QMenu* sizes = menu->addMenu(tr("&Preview resolution"));
  auto* group = new QActionGroup(this);
  int number = 0;
  for (const int cells : kPreviewResolutions) {
    QAction* action = entry(sizes, "resolution", tr("%1 cells along the longer side").arg(cells),
                            QKeySequence(QStringLiteral("Ctrl+P, %1").arg(++number)), this, [this, cells] {
                              settings_.setValue(QStringLiteral("resolution"), cells);
                              preview_.set_resolution(cells);
                              compare_->set_resolution(cells);
                            });
    action->setCheckable(true);
    action->setChecked(cells == preview_.resolution());
    group->addAction(action);
  }
  entry(menu, "generate", tr("&Generate again"), QKeySequence(Qt::Key_F5), this,
        [this] { document_changed(); });
  QAction* cancel = entry(menu, "cancel", tr("&Cancel generation"), QKeySequence(Qt::Key_Escape), this,
                          [this] { preview_.cancel(); });
  cancel->setEnabled(false);
  connect(&preview_, &Preview::busy, cancel, &QAction::setEnabled);
}

void MainWindow::make_simulation_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Simulation"));
  entry(menu, "simulation", tr("&Show on the map"), keys("Ctrl+L"), this, [this] {
    show_dock(simulation_);
    simulation_->set_running(!simulation_->running());
  });
  entry(menu, "play", tr("&Play or pause"), keys("Ctrl+Space"), this, [this] {
    show_dock(simulation_);
    if (!simulation_->running()) simulation_->set_running(true);
    simulation_->set_playing(!simulation_->playing());
  });
  entry(menu, "step", tr("One s&tep"), keys("Ctrl+."), simulation_, &SimulationPanel::step_once);
  entry(menu, "to_start", tr("To the &beginning"), keys("Ctrl+,"), simulation_,
        &SimulationPanel::go_to_start);
}

void MainWindow::make_help_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  entry(menu, "tutorial", tr("&Your first territory"), QKeySequence::HelpContents, this,
        [this] { show_tutorial(this); });
  entry(menu, "keys", tr("&Keys"), keys("Ctrl+F1"), this, [this] { show_keys(this, *menuBar()); });
  entry(menu, "whats_this", tr("&What is this?"), keys("Shift+F1"), this,
        [] { QWhatsThis::enterWhatsThisMode(); });
  menu->addSeparator();
  entry(menu, "about", tr("&About Fieldwright"), keys("Ctrl+Alt+F1"), this, [this] { show_about(this); });
}

}  // namespace fw
