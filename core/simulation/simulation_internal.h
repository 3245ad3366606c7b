#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/crowd/crowd.h"
#include "core/model/agents.h"
#include "core/simulation/simulation.h"
#include "core/steer/shore.h"

// How coordinators are played on a world; private to this room.
namespace fw {

/// The ground, ready for a simulation.
struct SimulationIsland {
  std::shared_ptr<const World> world;
  Shore shore;
  std::shared_ptr<const Raster<float>> mask;  ///< share of each cell that is ground
  double length_m = 0;                        ///< sqrt(area of the ground)

  /// Of the square round the frame.
  double side_m() const { return std::max(world->grid.width_m(), world->grid.height_m()); }
  Arena arena() const { return {side_m(), Border::reflect}; }
};
Result<std::shared_ptr<const SimulationIsland>> bind_island(std::shared_ptr<const World> world);

/// States are kept every `spacing` ticks at first, at twice the distance whenever there are more than `most`.
struct KeptStates {
  int64_t spacing = 32;
  size_t most = 40;
};

/// A running simulation. Copies share everything that no step changes.
class Simulation {
 public:
  Simulation() = default;
  Simulation(const Simulation&) = default;
  Simulation& operator=(const Simulation&) = delete;
  virtual ~Simulation() = default;

  virtual std::unique_ptr<Simulation> copy() const = 0;
  virtual void step() = 0;
  virtual int64_t tick() const = 0;
  virtual OverlayClock clock() const = 0;
  virtual std::vector<OverlayFigure> figures() const = 0;
  /// The overlay's method and content; Playback::overlay() adds clock and figures.
  virtual Overlay picture() const = 0;
  virtual size_t bytes() const = 0;
  /// What a designer should know before it is played.
  virtual Findings findings() const { return {}; }
  /// Something more to notice, at row.at_s.
  virtual void add_stimulus(const StimulusRow&) {}
  /// Something more that happens, in all copies of this simulation. The tick after which they differ from
  /// before. Usage error: nothing of the sort happens in this simulation, or not there.
  virtual Result<int64_t> add_event(const RunEvent& event);
  /// The class to show in full, in all copies; false where there is none of that name.
  virtual bool show_class(std::string_view) { return false; }
  /// Which states a playback keeps.
  virtual KeptStates kept() const { return {}; }
};

using SimulationResult = Result<std::unique_ptr<Simulation>>;
using SimulationIslandPtr = std::shared_ptr<const SimulationIsland>;

/// How a coordinator is played. Methods are known ones.
struct SimulationRow {
  /// As preset_of().
  TunedParams (*preset)(size_t method);
  /// A method's parameters on this island, without settings. Limit error for a world that has nothing to
  /// play.
  Result<TunedParams> (*on_island)(std::string_view method, const Template& tmpl,
                                   const SimulationIsland& island);
  /// `progress`: what takes long may be cancelled.
  SimulationResult (*start)(const SimulationRequest& request, const Template& tmpl,
                            const SimulationIslandPtr& island, const Progress& progress);
  /// The parameters that a program over the library sets. Null where the library has no functions for it.
  TunedParams (*in_program)(std::string_view method, const SimulationIsland& island) = nullptr;
};
SimulationRow crowd_simulation();
SimulationRow action_simulation();
SimulationRow spawn_simulation();
SimulationRow mood_simulation();
SimulationRow squad_simulation();
SimulationRow ecology_simulation();

/// In the order of Coordinator.
inline constexpr std::array kSimulations{crowd_simulation, action_simulation, spawn_simulation,
                                         mood_simulation,  squad_simulation,  ecology_simulation};
static_assert(kSimulations.size() == kCoordinators.size());

inline SimulationRow simulation_of(Coordinator coordinator) {
  return kSimulations[static_cast<size_t>(coordinator)]();
}
/// The place of a known method in its coordinator's row.
inline size_t method_place(Coordinator coordinator, std::string_view method) {
  return static_cast<size_t>(find_method(coordinator, method) - row_of(coordinator).methods.data());
}

/// How a request's method is chosen: never by a setting.
inline constexpr const char* kMethodOption = "--method";

/// A field's raster, valid while its key is unchanged. Shared by copies of a simulation; contains none of
/// their state.
struct FieldCache {
  int64_t key = -1;
  std::shared_ptr<const Raster<float>> value;
};

/// A crowd's parameters on this island, without settings.
CrowdParams crowd_on_island(std::string_view method, const SimulationIsland& island);

/// The grid of a field's picture: cells of about a 192nd of the frame's longer side.
GridSpec picture_grid(const SimulationIsland& island);
/// Its cell centres.
std::pair<std::vector<double>, std::vector<double>> centres_of(const GridSpec& grid);

/// The clock after `tick` steps of dt_s: the cycle's share is that of the last step.
OverlayClock clock_at(int64_t tick, double dt_s, double cycle_s);

}  // namespace fw
