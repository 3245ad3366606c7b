#pragma once

#include <QMainWindow>
#include <QMessageBox>
#include <QSettings>
#include <array>
#include <memory>

#include "app/gui/document/document.h"
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

/// Cells per side that the preview may have.
inline constexpr std::array<int, 4> kPreviewResolutions{256, 512, 1024, 2048};

class AuditPanel;
class ExportDialog;
class CellReadout;
class LayersPanel;
class MapArea;
class InspectPanel;
class CompareView;
struct AuditPlace;
class MessagesPanel;
class SeedsPanel;
class SimulationPanel;
class TemplatePanel;

/// The designer's window: the map in the middle, docks around it. It wires the parts together and holds no
/// state of its own beyond layout.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Side files of unsaved work stand in `recovery_folder`.
  MainWindow(QSettings& settings, const QString& recovery_folder, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return document_; }
  Preview& preview() { return preview_; }
  Session& session() { return *session_; }
  MapArea& map() { return *map_; }

  /// Generates, and offers what a crash left behind.
  void begin();
  /// Puts every panel where a new user finds it.
  void reset_layout();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  // actions.cpp
  void make_actions();
  void make_file_menu();
  void make_edit_menu();
  void make_view_menu();
  void make_preset_entries(QMenu* menu);
  void make_world_menu();
  void make_simulation_menu();
  void make_help_menu();
  void make_tool_bar();
  void fill_recent_menu();
  void open_export();
  // main_window.cpp
  void make_map();
  void make_docks();
  void arrange_docks();
  void make_status_bar();
  void connect_parts();
  QDockWidget* add_dock(const QString& name, const QString& title, QWidget* part, Qt::DockWidgetArea area);
  /// Brings the dock of a part to the front.
  void show_dock(QWidget* part);
  Questions questions();
  QMessageBox::StandardButton ask(const QString& title, const QString& text,
                                  QMessageBox::StandardButtons buttons);
  void document_changed();
  /// What every map of the window shows: the template's view, hatched if the reader wants it.
  void show_look();
  void show_title();
  bool comparing() const;
  void set_comparing(bool on);
  void show_on_map(const AuditPlace& place);
  void restore_layout();

  QSettings& settings_;
  Document document_;
  Preview preview_;
  std::unique_ptr<Session> session_;

  QMenu* recent_menu_ = nullptr;
  QMenu* docks_menu_ = nullptr;
  QStackedWidget* pages_ = nullptr;  ///< the map alone, or two side by side
  MapArea* map_ = nullptr;
  CompareView* compare_ = nullptr;
  InspectPanel* inspect_ = nullptr;
  TemplatePanel* template_ = nullptr;
  SeedsPanel* seeds_ = nullptr;
  SimulationPanel* simulation_ = nullptr;
  LayersPanel* layers_ = nullptr;
  AuditPanel* audit_ = nullptr;
  MessagesPanel* messages_ = nullptr;
  ExportDialog* export_ = nullptr;
  CellReadout* readout_ = nullptr;
  QLabel* stage_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QToolButton* cancel_ = nullptr;
  QByteArray first_layout_;
};

}  // namespace fw
