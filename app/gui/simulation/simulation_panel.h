#pragma once

#include <QPointer>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "app/gui/preview/picture.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/simulation_player.h"
#include "core/simulation/simulation_program.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTimer;
class QToolButton;
class QTreeView;
class QVBoxLayout;

namespace fw {

class DaySlider;
class FigurePlot;
class MapView;
class SettingModel;

/// The Simulation dock: choice of coordinator, method and parameters, and playback controls. Layers are shown
/// on the main map, or for two methods on a pair of maps side by side. A changed parameter or another world
/// restarts at tick 0. A SimulationPlayer simulates and paints.
class SimulationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SimulationPanel(MapView& map, QWidget* parent = nullptr);
  ~SimulationPanel() override;

  /// The two maps for two methods; the receiver of pair_wanted() shows them.
  PairView& pair() { return *pair_; }
  SimulationPlayer& player() { return player_; }
  bool running() const { return running_; }
  bool playing() const { return playing_; }
  /// Whether a click on the main map is a stimulus of the run.
  bool takes_clicks() const;
  /// The newest shown frame; null before the first.
  const std::shared_ptr<const PlayerFrame>& frame() const { return frame_; }

 public slots:
  /// Connect to Preview::shown. Coarse pictures are ignored.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// No world is shown.
  void clear();
  /// Shows a simulation, paused at tick 0; if off, no overlay is on the map.
  void set_running(bool on);
  void set_playing(bool on);
  void step_once();
  void go_to_start();
  /// Copies what is on show as a program over the library.
  void copy_program(ProgramLanguage language);

 signals:
  void pair_wanted(bool on);
  /// An error for the Messages panel.
  void failed(const QString& message);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  // simulation_panel_build.cpp
  void build();
  QWidget* build_choice();
  QWidget* build_transport();
  QWidget* build_plots();
  QWidget* build_settings();
  void connect_parts();
  // simulation_panel.cpp
  Coordinator coordinator() const;
  QStringList methods() const;
  double speed() const;
  void fill_methods();
  void fill_classes();
  void show_line_colours();
  SimulationRequest request() const;
  void restart();
  void restart_soon();
  void send_windows();
  void send_look();
  void take_opened(const PlayerOpened& opened);
  void take_frame(const std::shared_ptr<const PlayerFrame>& frame);
  void show_findings(const PlayerOpened& opened);
  void show_figures(const PlayerFrame& frame);
  void show_clock(const OverlayClock& clock, const std::optional<Date>& date);
  void show_state();
  void show_failure(const QString& message);
  void tell(const QString& message);
  void clear_maps();

  MapView& map_;
  QPointer<PairView> pair_;  ///< the window that shows it may delete it first
  SimulationPlayer player_;
  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const PlayerFrame> frame_;
  bool running_ = false;
  bool playing_ = false;
  bool scrubbing_ = false;
  bool paired_ = false;   ///< the running simulation has two methods
  bool refused_ = false;  ///< the requested simulation could not start
  double dt_s_ = 1;

  QPushButton* show_ = nullptr;
  QComboBox* coordinator_ = nullptr;
  QComboBox* method_ = nullptr;
  QComboBox* beside_ = nullptr;
  QSpinBox* agents_ = nullptr;
  QComboBox* classes_ = nullptr;
  QLabel* agents_label_ = nullptr;
  QLabel* classes_label_ = nullptr;
  QToolButton* start_ = nullptr;
  QToolButton* play_ = nullptr;
  QToolButton* step_ = nullptr;
  QComboBox* speed_ = nullptr;
  DaySlider* scrub_ = nullptr;
  QLabel* clock_ = nullptr;
  QLabel* problem_ = nullptr;
  QLabel* findings_ = nullptr;
  QCheckBox* trails_ = nullptr;
  QCheckBox* field_ = nullptr;
  QCheckBox* sites_ = nullptr;
  QVBoxLayout* plot_rows_ = nullptr;
  std::vector<FigurePlot*> plots_;
  SettingModel* settings_ = nullptr;
  QTreeView* setting_view_ = nullptr;
  QLineEdit* setting_filter_ = nullptr;
  QPushButton* reset_ = nullptr;
  std::array<QPushButton*, 2> copy_{};  ///< by ProgramLanguage
  QTimer* later_ = nullptr;             ///< delays a restart until typing ends
};

}  // namespace fw
