#pragma once

#include <QPointer>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "app/gui/preview/picture.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/simulation_player.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QSpinBox;
class QTimer;
class QToolButton;
class QTreeView;
class QVBoxLayout;

namespace fw {

class FigurePlot;
class MapView;
class SettingModel;

/// The Simulation dock: what is played with which method and numbers, and how it goes. Layers go to the main
/// map, or with two methods to a pair of maps that stand beside each other. A changed number or another world
/// starts again at tick 0. It simulates and paints nothing itself: a SimulationPlayer does.
class SimulationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SimulationPanel(MapView& map, QWidget* parent = nullptr);
  ~SimulationPanel() override;

  /// The two maps for two methods; shown by whoever hears pair_wanted().
  PairView& pair() { return *pair_; }
  SimulationPlayer& player() { return player_; }
  bool running() const { return running_; }
  bool playing() const { return playing_; }
  /// The newest frame on show; null before the first.
  const std::shared_ptr<const PlayerFrame>& frame() const { return frame_; }

 public slots:
  /// Connect to Preview::shown. Coarse pictures are waited out.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// There is no world any more.
  void clear();
  /// Shows a simulation, paused at tick 0; without it nothing lies over the map.
  void set_running(bool on);
  void set_playing(bool on);
  void step_once();
  void go_to_start();

 signals:
  void pair_wanted(bool on);
  /// What went wrong, for the messages.
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
  OverlayKind kind() const;
  QStringList methods() const;
  double speed() const;
  void fill_methods();
  void fill_classes();
  void show_line_colours();
  void restart();
  void restart_soon();
  void send_windows();
  void send_look();
  void take_opened(const PlayerOpened& opened);
  void take_frame(const std::shared_ptr<const PlayerFrame>& frame);
  void show_figures(const PlayerFrame& frame);
  void show_clock(const OverlayClock& clock);
  void show_state();
  void show_failure(const QString& message);
  void tell(const QString& message);
  void clear_maps();

  MapView& map_;
  QPointer<PairView> pair_;  ///< whoever shows it may end it first
  SimulationPlayer player_;
  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const PlayerFrame> frame_;
  bool running_ = false;
  bool playing_ = false;
  bool scrubbing_ = false;
  bool paired_ = false;   ///< what is running has two methods
  bool refused_ = false;  ///< what is wanted could not be started
  double dt_s_ = 1;

  QPushButton* show_ = nullptr;
  QComboBox* kind_ = nullptr;
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
  QSlider* scrub_ = nullptr;
  QLabel* clock_ = nullptr;
  QLabel* problem_ = nullptr;
  QCheckBox* trails_ = nullptr;
  QCheckBox* field_ = nullptr;
  QCheckBox* sites_ = nullptr;
  QVBoxLayout* plot_rows_ = nullptr;
  std::vector<FigurePlot*> plots_;
  SettingModel* settings_ = nullptr;
  QTreeView* setting_view_ = nullptr;
  QLineEdit* setting_filter_ = nullptr;
  QPushButton* reset_ = nullptr;
  QTimer* later_ = nullptr;  ///< a restart that waits for the typing to end
};

}  // namespace fw
