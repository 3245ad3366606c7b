#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/ecology/history.h"
#include "core/model/coordinator.h"
#include "core/model/finding.h"
#include "core/model/overlay.h"
#include "core/model/template/template.h"
#include "core/model/template/tuning.h"
#include "core/model/world/world.h"

namespace fw {

/// The most agents a simulation takes.
inline constexpr size_t kMostSimulationAgents = 1'000'000;

/// The player of a simulation that has one: stands at a place, or roams.
struct PlayerPlace {
  bool roams = true;
  double x_m = 0, y_m = 0;
};

/// A simulation on a world as requested. Equal requests on equal worlds give equal overlays at any thread
/// count.
struct SimulationRequest {
  Coordinator coordinator = Coordinator::crowd;
  std::string method;                 ///< slug; empty = simulation_methods(coordinator).front()
  std::vector<std::string> settings;  ///< "crowd.beta=0.5", applied to simulation_parameters()
  size_t agents = 4000;               ///< of a population of agents: on the main island
  /// Of a population of classes: slugs of classes or of categories ("enemy"); empty = every class with a
  /// quota. Of the world over time: the class that is shown in full ("wildlife.deer", "deer"), the last of
  /// several; empty = the one with the largest quota.
  std::vector<std::string> classes;
  std::vector<RunEvent> events;  ///< of the world over time
  /// Moods have none unless one is given; squads have one, which roams unless a place is given.
  std::optional<PlayerPlace> player;
  double trail_s = 60;  ///< how far back trails reach; 0 = none
  double event_s = 60;  ///< how long events stay in the overlay
};

/// Every method of a coordinator, the recommended one first.
std::vector<std::string> simulation_methods(Coordinator coordinator);

/// The parameters of a method as its preset has them; `method` is its place in the coordinator's row.
TunedParams preset_of(Coordinator coordinator, size_t method);

/// One number of a method, with the value it has on this world before any setting.
struct SimulationParameter {
  ValueRule rule;
  double value = 0;
};
/// Every parameter of a method except the method itself. Lengths of fields and neighbourhoods scale with the
/// island: the paper's times L / 1000 for crowd and action (L / 120 for spawn), L = sqrt(island area); widths
/// of coasts and all speeds are unscaled metres. For spawn, numbers that differ by class (target, quota,
/// lengths) are those of the class with the largest quota.
Result<std::vector<SimulationParameter>> simulation_parameters(Coordinator coordinator,
                                                               std::string_view method, const Template& tmpl,
                                                               const World& world);

/// A simulation on a world that can move back and forth in time. Keeps states of earlier ticks at growing
/// distances; seeking back simulates forward from the nearest one. A tick's overlay does not depend on the
/// order of seeks.
class Playback {
 public:
  /// Usage errors: unknown method, class or parameter, a value out of range, too many agents; limit error
  /// for a world without a main island, and for the world over time of a template that states nothing of it;
  /// cancelled. The world over time has the numbers of `simulate` on a world of the plan grid.
  static Result<Playback> start(const SimulationRequest& request, const Template& tmpl,
                                std::shared_ptr<const World> world, const Progress& progress = {});
  Playback(Playback&&) noexcept;
  Playback& operator=(Playback&&) noexcept;
  ~Playback();

  int64_t tick() const;    ///< steps done; 0 = before the first
  double dt_s() const;     ///< length of a tick
  double cycle_s() const;  ///< of the method; 0 = none

  void step();
  /// Moves to a tick >= 0. If `cancel` is set meanwhile, stops at a tick on the way and returns false.
  bool seek(int64_t tick, const std::atomic<bool>* cancel = nullptr);
  /// Moves to the nearest state before a tick that is kept, or stays where it is nearer; steps lead there.
  void rewind(int64_t tick);
  /// The overlay of the current tick. Figures: crowd coverage, polarization, speed_mean; action active,
  /// starts_per_s, duty; spawn spawns_per_minute, kills_per_minute, living, spawned, killed; mood alert,
  /// curious, alarmed, share_error, changes_per_min; squad at_once, engaged, starts, front_share, wait_s;
  /// ecology number over target by class ("wildlife.deer"), players.
  Overlay overlay();
  /// What a designer should know before it is played.
  Findings findings() const;
  /// From the present tick on agents notice this too (moods; others ignore it): of this run alone, at any
  /// later seek.
  void add_stimulus(const StimulusRow& row);
  /// Something that happens at the beginning of a day of the world over time: of this run alone, at any later
  /// seek. Moves to that beginning or before, where the day has passed. Usage error: other coordinators know
  /// no events; a region or class that is not there.
  Result<Done> add_event(const RunEvent& event);
  /// The class of the world over time to show in full ("wildlife.deer", "deer"); false where there is none.
  bool show_class(std::string_view cls);
  /// The figures alone, cheaper than an overlay.
  std::vector<OverlayFigure> figures() const;

 private:
  struct State;
  explicit Playback(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw
