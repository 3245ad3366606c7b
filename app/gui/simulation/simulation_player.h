#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/gui/preview/picture.h"
#include "core/simulation/simulation.h"
#include "render/map/scene/map_window.h"
#include "render/overlay/overlay_card.h"
#include "render/overlay/overlay_paint.h"

namespace fw {

/// One or two methods to simulate on one world.
struct PlayerRequest {
  std::shared_ptr<const Picture> picture;  ///< a full one
  /// What is played of the template, where it is newer than the picture's: one of the same world.
  std::shared_ptr<const Template> tmpl{};
  SimulationRequest simulation;  ///< except the method
  std::vector<std::string> methods;
  int64_t tick = 0;  ///< to which it goes at once
};

/// Properties of a started simulation.
struct PlayerOpened {
  double dt_s = 1;
  double cycle_s = 0;                           ///< 0 = none
  std::vector<SimulationParameter> parameters;  ///< of the first method, before any setting
  Findings findings;                            ///< of the first method
};

/// One moment, painted for the requested windows. Immutable.
struct PlayerFrame {
  struct Panel {
    QImage layer;      ///< premultiplied; the window's pixels, its device scale as pixel ratio
    MapWindow window;  ///< what the layer shows
    QImage legend;     ///< a card that explains the layer's symbols; null without fonts
    std::vector<OverlayFigure> figures;
    std::vector<EcologyClass> classes;          ///< of the world over time
    std::shared_ptr<const EcologyDays> days{};  ///< ... and its days
  };
  OverlayClock clock;
  int64_t bound_for = 0;      ///< the tick that it is on its way to, or that of its clock
  std::optional<Date> date;   ///< nothing where the template has no calendar
  std::vector<Panel> panels;  ///< one per method
  double step_ms = 0;         ///< time to simulate this frame
  double paint_ms = 0;        ///< time to paint it
};

/// Runs simulations on its own thread and delivers painted layers, at most one at a time: a slow window gets
/// fewer frames, never a queue. Playback keeps the requested speed where the machine can, and otherwise slows
/// down evenly.
class SimulationPlayer : public QObject {
  Q_OBJECT

 public:
  explicit SimulationPlayer(QObject* parent = nullptr);
  ~SimulationPlayer() override;

  /// Starts another simulation at tick 0, paused; the newest request wins.
  void open(PlayerRequest request);
  /// Ends the simulation; no frame follows.
  void close();
  /// A pause ends a running seek where it is.
  void set_playing(bool playing);
  /// Simulated seconds per second.
  void set_speed(double speed);
  /// During a seek: its end is so much later.
  void step(int ticks = 1);
  /// The newest request wins; a running seek is cancelled.
  void seek(int64_t tick);
  /// Something that agents with moods notice from now on; it stays with this simulation, wherever it is
  /// wound.
  void add_stimulus(Vec2 place_m);
  /// Something that happens to the world over time; refused() says where it does not. It stays with this
  /// simulation, wherever it is wound.
  void add_event(const RunEvent& event);
  /// Playback::show_class().
  void show_class(const std::string& cls);
  /// The window of each panel; one entry serves all.
  void set_windows(std::vector<MapWindow> windows);
  /// `palette`: of the map, whose marks classes have.
  void set_look(const OverlayLook& look, const std::string& palette);

 signals:
  void opened(const std::shared_ptr<const fw::PlayerOpened>& opened);
  void failed(const QString& message);
  /// An event did not happen; the simulation goes on.
  void refused(const fw::RunEvent& event, const QString& message);
  void framed(const std::shared_ptr<const fw::PlayerFrame>& frame);

 private:
  using Clock = std::chrono::steady_clock;
  /// The window's requests; guarded by mutex_.
  struct Orders {
    std::optional<PlayerRequest> open;
    bool close = false;
    bool playing = false;
    bool repaint = false;
    int steps = 0;
    std::optional<int64_t> seek;
    uint64_t pauses = 0;  ///< a seek that one ended is not taken up again
    double speed = 60;
    std::vector<Vec2> stimuli;
    std::vector<RunEvent> events;
    std::string shown_class;
    std::vector<MapWindow> windows;
    OverlayLook look;
    std::string palette;
    bool frame_under_way = false;  ///< delivered, not yet received
    uint64_t number = 0;           ///< of the simulation: frames of older ones are dropped
    bool ends = false;
  };

  template <typename Change>
  void order(const Change& change);
  void work();
  void open_now(PlayerRequest request);
  Result<std::shared_ptr<const World>> plan_of(const Picture& picture, const Progress& progress);
  void fail(const Error& error);
  void refuse(const RunEvent& event, const Error& error);
  bool happen(const Orders& now);
  bool advance(const Orders& now);
  void go_towards(int64_t target, const Orders& now);
  void paint(const Orders& now, double step_ms);
  bool has_work(const Orders& now) const;

  std::mutex mutex_;
  std::condition_variable wake_;
  Orders orders_;
  std::atomic<bool> give_up_{false};  ///< cancels a running seek
  std::atomic<bool> leave_{false};    ///< cancels the start of a simulation

  // Used by the worker thread only.
  std::vector<Playback> playbacks_;
  std::vector<OverlayPainter> painter_;  ///< none or one
  OverlayLook painter_look_;
  std::shared_ptr<const Picture> picture_;
  ClassMarks marks_;  ///< of the picture in the palette
  std::string marks_palette_;
  std::optional<OverlayCard> card_;
  std::shared_ptr<const World> plan_;  ///< the last plan_world() that was made ...
  std::string plan_key_;               ///< ... and of which picture
  Clock::time_point last_;
  double owed_s_ = 0;  ///< simulated time not yet played
  uint64_t number_ = 0;

  std::thread thread_;  ///< last member: it uses the others
};

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::PlayerFrame>)
