#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/action/action.h"
#include "core/crowd/crowd.h"
#include "core/simulation/simulation.h"
#include "core/spawn/world_spawn.h"

// One simulation of each kind, bound to a world; private to this room.
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
};

using SimulationResult = Result<std::unique_ptr<Simulation>>;
using SimulationIslandPtr = std::shared_ptr<const SimulationIsland>;

SimulationResult start_crowd_simulation(const SimulationRequest& request, const SimulationIslandPtr& island);
SimulationResult start_action_simulation(const SimulationRequest& request, const SimulationIslandPtr& island);
SimulationResult start_spawn_simulation(const SimulationRequest& request, const Template& tmpl,
                                        const SimulationIslandPtr& island);

/// A method's parameters on this island, without settings; the method is a known slug.
CrowdParams crowd_on_island(std::string_view method, const SimulationIsland& island);
ActionParams action_on_island(std::string_view method, const SimulationIsland& island);
/// Of the class with the largest quota. Limit error if no class has a habitat.
Result<SpawnParams> spawn_on_island(std::string_view method, const Template& tmpl,
                                    const SimulationIsland& island);

/// How a request's method is chosen: never by a setting.
inline constexpr const char* kMethodOption = "--method";

/// A field's raster, valid while its key is unchanged. Shared by copies of a simulation; contains none of
/// their state.
struct FieldCache {
  int64_t key = -1;
  std::shared_ptr<const Raster<float>> value;
};

/// The grid of a field's picture: cells of about a 192nd of the frame's longer side.
GridSpec picture_grid(const SimulationIsland& island);
/// Its cell centres.
std::pair<std::vector<double>, std::vector<double>> centres_of(const GridSpec& grid);

/// The clock after `tick` steps of dt_s: the cycle's share is that of the last step.
OverlayClock clock_at(int64_t tick, double dt_s, double cycle_s);

}  // namespace fw
