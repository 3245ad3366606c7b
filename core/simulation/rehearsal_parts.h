#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/action/action.h"
#include "core/crowd/crowd.h"
#include "core/simulation/rehearsal.h"
#include "core/spawn/world_spawn.h"

// One simulation of each kind, bound to a world; private to this room.
namespace fw {

/// The main island as the ground of a rehearsal.
struct Stage {
  std::shared_ptr<const World> world;
  Shore shore;
  std::shared_ptr<const Raster<float>> ground;  ///< share of each cell that is the island
  double length_m = 0;                          ///< sqrt(island area)

  double side_m() const { return world->grid.width_m(); }
  Arena arena() const { return {side_m(), Border::reflect}; }
};
Result<std::shared_ptr<const Stage>> set_stage(std::shared_ptr<const World> world);

/// A running simulation. Copies share everything that no step changes.
class Show {
 public:
  Show() = default;
  Show(const Show&) = default;
  Show& operator=(const Show&) = delete;
  virtual ~Show() = default;

  virtual std::unique_ptr<Show> copy() const = 0;
  virtual void step() = 0;
  virtual int64_t tick() const = 0;
  virtual OverlayClock clock() const = 0;
  virtual std::vector<OverlayFigure> figures() const = 0;
  /// Method and content; the rest of an overlay comes from above.
  virtual Overlay picture() const = 0;
  virtual size_t bytes() const = 0;
};

using ShowResult = Result<std::unique_ptr<Show>>;
using StagePtr = std::shared_ptr<const Stage>;

ShowResult start_crowd_show(const RehearsalRequest& request, const StagePtr& stage);
ShowResult start_action_show(const RehearsalRequest& request, const StagePtr& stage);
ShowResult start_spawn_show(const RehearsalRequest& request, const Template& tmpl, const StagePtr& stage);

/// A method's parameters on this ground, settings not applied; the method is a known slug.
CrowdParams crowd_on_stage(std::string_view method, const Stage& stage);
ActionParams action_on_stage(std::string_view method, const Stage& stage);
/// Of the class with the largest quota. Limit error where no class has ground.
Result<SpawnParams> spawn_on_stage(std::string_view method, const Template& tmpl, const Stage& stage);

/// Applies settings one after another. A method among them is a usage error: it has its own place.
template <typename Params>
Result<Done> tune_all(Params& params, std::span<const TuningRow<Params>> rows,
                      const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    if (setting.find(".method=") != std::string::npos)
      return Error{ErrorKind::usage, setting + ": choose the method with --method"};
    if (auto tuned = tune(params, rows, setting); !tuned) return tuned;
  }
  return Done{};
}

/// A field's picture that stays good while a key does. Shared by copies of a show; it holds no state of
/// theirs.
struct FieldCache {
  int64_t key = -1;
  std::shared_ptr<const Raster<float>> value;
};

/// The grid of a field's picture: cells of about a 192nd of the frame.
GridSpec picture_grid(const Stage& stage);
/// Its cell centres.
std::pair<std::vector<double>, std::vector<double>> centres_of(const GridSpec& grid);

/// The clock after `tick` steps of dt_s: the cycle's share is that of the last step.
OverlayClock clock_at(int64_t tick, double dt_s, double cycle_s);

}  // namespace fw
