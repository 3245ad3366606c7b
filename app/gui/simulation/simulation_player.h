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
#include "render/map/map_window.h"
#include "render/overlay/overlay_card.h"
#include "render/overlay/overlay_paint.h"

namespace fw {

/// What to play: one or two methods on one world.
struct PlayerRequest {
  std::shared_ptr<const Picture> picture;  ///< a full one
  SimulationRequest simulation;            ///< except the method
  std::vector<std::string> methods;
};

/// What a started simulation says of itself.
struct PlayerOpened {
  double dt_s = 1;
  double cycle_s = 0;                           ///< 0 = none
  std::vector<SimulationParameter> parameters;  ///< of the first method, before any setting
};

/// One moment, painted for the windows that were asked for. Immutable.
struct PlayerFrame {
  struct Panel {
    QImage layer;      ///< premultiplied; the window's pixels, its device scale as pixel ratio
    MapWindow window;  ///< what the layer shows
    QImage legend;     ///< a card with what the layer's symbols mean; null without fonts
    std::vector<OverlayFigure> figures;
  };
  OverlayClock clock;
  std::vector<Panel> panels;  ///< one per method
  double step_ms = 0;         ///< what simulating this frame took
  double paint_ms = 0;        ///< what painting it took
};

/// Plays simulations on a thread of its own and hands out painted layers, at most one at a time: a window
/// that is slow to show gets fewer frames, never a queue. While playing it keeps to the speed asked for where
/// the machine can, and falls behind evenly where it cannot.
class SimulationPlayer : public QObject {
  Q_OBJECT

 public:
  explicit SimulationPlayer(QObject* parent = nullptr);
  ~SimulationPlayer() override;

  /// Starts another simulation at tick 0, paused; the newest request wins.
  void open(PlayerRequest request);
  /// Ends the simulation; no frame comes after this.
  void close();
  void set_playing(bool playing);
  /// Simulated seconds per second.
  void set_speed(double speed);
  void step();
  /// The newest wins; a seek on its way is given up.
  void seek(int64_t tick);
  /// Which window each panel is painted for; one entry serves all.
  void set_windows(std::vector<MapWindow> windows);
  void set_look(const OverlayLook& look);

 signals:
  void opened(const std::shared_ptr<const fw::PlayerOpened>& opened);
  void failed(const QString& message);
  void framed(const std::shared_ptr<const fw::PlayerFrame>& frame);

 private:
  using Clock = std::chrono::steady_clock;
  /// What the window wants; guarded by mutex_.
  struct Orders {
    std::optional<PlayerRequest> open;
    bool close = false;
    bool playing = false;
    bool repaint = false;
    int steps = 0;
    std::optional<int64_t> seek;
    double speed = 60;
    std::vector<MapWindow> windows;
    OverlayLook look;
    bool frame_under_way = false;  ///< handed out, not yet received
    uint64_t number = 0;           ///< of the simulation: frames of older ones are dropped
    bool ends = false;
  };

  template <typename Change>
  void order(const Change& change);
  void work();
  void open_now(PlayerRequest request);
  bool advance(const Orders& now);
  void paint(const Orders& now, double step_ms);
  bool has_work(const Orders& now) const;

  std::mutex mutex_;
  std::condition_variable wake_;
  Orders orders_;
  std::atomic<bool> give_up_{false};  ///< a seek on its way

  // The worker's thread alone.
  std::vector<Playback> playbacks_;
  std::vector<OverlayPainter> painter_;  ///< none or one
  OverlayLook painter_look_;
  std::optional<OverlayCard> card_;
  Clock::time_point last_;
  double owed_s_ = 0;  ///< simulated time not yet played
  uint64_t number_ = 0;

  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::PlayerFrame>)
