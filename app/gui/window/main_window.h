#pragma once

#include <QMainWindow>
#include <QSettings>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/document/document.h"
#include "app/gui/preview/figure_meter.h"
#include "app/gui/preview/preview.h"
#include "app/gui/window/session.h"
#include "app/gui/window/theme.h"

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace fw {

/// Allowed resolutions of the preview, cells per side.
inline constexpr std::array<int, 4> kPreviewResolutions{256, 512, 1024, 2048};

class AuditPanel;
class ExportDialog;
class CellReadout;
class HandCanvas;
class HandOptionsBar;
class HandPanel;
class HandToolBar;
class LayersPanel;
class LegendPanel;
class MapArea;
class MapBadge;
class InspectPanel;
class CompareView;
class EditSummary;
struct AuditPlace;
class MessagesPanel;
class SearchPanel;
class SeedsPanel;
class SimulationPanel;
class TemplatePanel;

/// The main window: the map in the middle, docks around it. It connects the parts; its only own state is the
/// layout.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Side files of unsaved work are in `recovery_folder`, searches for seeds in the folder `searches` beside
  /// it.
  MainWindow(QSettings& settings, const QString& recovery_folder, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return document_; }
  Preview& preview() { return preview_; }
  Session& session() { return *session_; }
  MapArea& map() { return *map_; }
  HandCanvas& hand() { return *hand_; }

  /// Starts generation, and offers recovered work.
  void begin();
  /// Lets the user choose what a new document begins with.
  void choose_template();
  /// Restores the default layout.
  void reset_layout();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  /// Tab moves between the visible parts, never into a panel behind another one.
  bool focusNextPrevChild(bool next) override;

 private:
  // actions.cpp
  void make_actions();
  void make_file_menu();
  void make_edit_menu();
  void make_view_menu();
  void make_preset_entries(QMenu* menu);
  void make_hand_menu();
  void make_world_menu();
  void make_simulation_menu();
  void make_help_menu();
  void make_tool_bar();
  void fill_recent_menu();
  void open_export();
  void open_import(const QString& file);
  // main_window.cpp
  void make_map();
  void make_hand();
  void make_status_bar();
  void connect_parts();
  void connect_hand();
  // docks.cpp
  void connect_figures();
  void make_docks(const QString& searches);
  QDockWidget* add_dock(const QString& name, const QString& title, QWidget* part, Qt::DockWidgetArea area);
  /// Raises a dock.
  void show_dock(QWidget* part);
  /// Moves the focus to a dock's last focused widget; hides the dock if it already has the focus.
  void go_to(QDockWidget& dock);
  void go_to_map();
  void arrange_docks();
  void first_layout();
  void restore_layout();
  void keep_layout();
  // main_window.cpp
  void document_changed();
  PictureFiles files_of_document() const;
  /// The look of every map in the window: the template's view, with hatching if the user chose it.
  void show_look();
  void document_replaced();
  void show_played_template();
  void copy_simulate(const QStringList& arguments);
  /// The document has no world, and the last picture is of another document.
  void show_no_world();
  int errors() const;
  /// Why the map does not show the current template; empty if it does, or will.
  QString age_of_map() const;
  void show_age();
  void show_title();
  bool comparing() const;
  void set_comparing(bool on);
  void show_on_map(const AuditPlace& place);

  QSettings& settings_;
  Document document_;
  Preview preview_;
  FigureMeter meter_;
  std::unique_ptr<Session> session_;

  QMenu* recent_menu_ = nullptr;
  QAction* follow_ = nullptr;                             ///< the map shows what the template's page is about
  std::optional<std::vector<ViewLayer>> layers_at_turn_;  ///< of the view, as the user turned to the page
  QMenu* docks_menu_ = nullptr;
  QStackedWidget* pages_ = nullptr;  ///< one map, or two side by side
  MapArea* map_ = nullptr;
  QLabel* no_map_ = nullptr;  ///< shown instead of the map if the document has no world
  std::vector<MapBadge*> badges_;
  CompareView* compare_ = nullptr;
  HandCanvas* hand_ = nullptr;
  HandToolBar* hand_tools_ = nullptr;
  HandOptionsBar* hand_options_ = nullptr;
  HandPanel* hand_panel_ = nullptr;
  InspectPanel* inspect_ = nullptr;
  TemplatePanel* template_ = nullptr;
  SeedsPanel* seeds_ = nullptr;
  SearchPanel* search_ = nullptr;
  SimulationPanel* simulation_ = nullptr;
  LayersPanel* layers_ = nullptr;
  LegendPanel* legend_ = nullptr;
  AuditPanel* audit_ = nullptr;
  MessagesPanel* messages_ = nullptr;
  ExportDialog* export_ = nullptr;
  CellReadout* readout_ = nullptr;
  EditSummary* edit_ = nullptr;
  QLabel* stage_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QToolButton* cancel_ = nullptr;
  QByteArray first_layout_;
};

}  // namespace fw
