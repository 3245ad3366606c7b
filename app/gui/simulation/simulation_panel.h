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
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
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
class TurnoverBars;

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
  /// A newer template of the picture's world, which differs from it in what is played alone. A run of the
  /// world over time goes on at its date.
  void set_template(const std::shared_ptr<const fw::Template>& tmpl);
  /// Another document is open: a run of the world over time has no events and begins at tick 0.
  void begin_anew();
  /// No world is shown.
  void clear();
  /// Shows a simulation, paused at tick 0; if off, no overlay is on the map.
  void set_running(bool on);
  void set_playing(bool on);
  void step_once();
  void go_to_start();
  /// Copies what is on show as a program over the library.
  void copy_program(ProgramLanguage language);

 public:
  /// What can happen at a place of the map, at the beginning of the run's day on show: entries of a menu.
  /// None but for the world over time.
  void fill_menu(QMenu& menu, Vec2 place_m);
  /// What happens in the run of the world over time besides its template.
  const std::vector<RunEvent>& events() const { return events_; }
  /// `fieldwright simulate` makes the same run with these arguments, besides the template's.
  QStringList simulate_arguments() const;

 signals:
  void pair_wanted(bool on);
  /// The run as a command is wanted on the clipboard: simulate_arguments().
  void command_wanted(const QStringList& arguments);
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
  bool plays_days() const;
  const Template& tmpl() const;
  std::string played_part(const Template& tmpl) const;
  double speed() const;
  void fill_speeds();
  void add_event(const RunEvent& event);
  void take_back_event();
  void show_events();
  void show_map_menu(Vec2 place_m, QPoint on_screen, bool& shown);
  void fill_methods();
  void fill_classes();
  void show_line_colours();
  SimulationRequest request() const;
  void go_to(int64_t tick);
  void restart();
  void restart_soon();
  void send_windows();
  void send_look();
  void take_opened(const PlayerOpened& opened);
  void take_frame(const std::shared_ptr<const PlayerFrame>& frame);
  void show_findings(const PlayerOpened& opened);
  void show_figures(const PlayerFrame& frame);
  void show_classes(const PlayerFrame& frame);
  void show_turnover(const PlayerFrame::Panel& panel, const std::vector<size_t>& plotted, int64_t day);
  void need_plots(size_t count);
  void show_clock(const OverlayClock& clock, const std::optional<Date>& date);
  void show_state();
  void show_failure(const QString& message);
  void tell(const QString& message);
  void clear_maps();

  MapView& map_;
  QPointer<PairView> pair_;  ///< the window that shows it may delete it first
  SimulationPlayer player_;
  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const Template> newer_;  ///< than the picture's, of the same world; or null
  std::shared_ptr<const PlayerFrame> frame_;
  std::vector<RunEvent> events_;
  int64_t resume_tick_ = 0;   ///< where a run of the world over time begins again
  int64_t plotted_run_ = -1;  ///< whose days the plots have ...
  size_t plotted_days_ = 0;   ///< ... and how many
  Category plotted_ = Category::wildlife;
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
  QWidget* events_row_ = nullptr;
  QLabel* events_text_ = nullptr;
  QPushButton* take_back_ = nullptr;
  QPushButton* copy_command_ = nullptr;
  QFormLayout* form_ = nullptr;
  QHBoxLayout* copies_ = nullptr;
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
  TurnoverBars* turnover_ = nullptr;  ///< under the plot of the class on show
  std::vector<FigurePlot*> plots_;
  SettingModel* settings_ = nullptr;
  QTreeView* setting_view_ = nullptr;
  QLineEdit* setting_filter_ = nullptr;
  QPushButton* reset_ = nullptr;
  std::array<QPushButton*, 2> copy_{};  ///< by ProgramLanguage
  QTimer* later_ = nullptr;             ///< delays a restart until typing ends
};

}  // namespace fw
