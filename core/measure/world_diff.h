#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/world/world.h"
#include "core/model/world/world_layers.h"

namespace fw {

/// Named places of one kind are one place in two worlds where they lie no farther apart.
inline constexpr double kPlaceMoved_m = 100;

/// What changed from one world to another. Points of a class are matched by place, then by id: a point that
/// only got another id is changed, not moved. A class that was added or removed leaves the rest alone.
struct WorldDiff {
  struct Layer {
    std::string name;
    bool classes = false;  ///< a mask or class layer; else a field
    int64_t cells = 0;     ///< that differ
    double area_m2 = 0;
    double share = 0;  ///< of all cells of the frame
  };
  struct Moved {
    std::string id;
    double distance_m = 0;
  };
  struct Changed {
    std::string id;
    std::vector<std::string> attributes;  ///< names of what differs, position apart
  };
  struct Class {
    std::string category, cls;
    int64_t before = 0, after = 0;
    std::vector<std::string> added, gone;
    std::vector<Moved> moved;
    std::vector<Changed> changed;

    bool same() const { return added.empty() && gone.empty() && moved.empty() && changed.empty(); }
  };
  struct RegionChange {
    int region = 0;             ///< code in the first world; of a region that came in the second
    std::string before, after;  ///< "name (owner)"; "" if there is none
  };

  bool layers_comparable = true;      ///< false: the frames differ in size, so no layer was compared
  bool resampled = false;             ///< the second world was brought to the first one's resolution
  std::vector<Layer> layers;          ///< every layer, equal ones with 0 cells
  std::vector<RegionChange> regions;  ///< paired by where they lie (region_pairs.h), else by code
  double region_share = 0;     ///< of the ground of both worlds: cells in another region, after pairing
  std::vector<Class> classes;  ///< classes with a change
  int64_t tracks_added = 0, tracks_gone = 0;
  /// Parts of water and roads by their names, "bridge at 1234, 5678" of those without.
  struct Parts {
    std::vector<std::string> added, gone;
    std::vector<Changed> changed;

    bool same() const { return added.empty() && gone.empty() && changed.empty(); }
  };
  Parts rivers, lakes;  ///< the same where mouths and outlets lie in the same cells of the plan
  Parts harbour_sites;  ///< the same in the same cell of the plan
  Parts crossings;      ///< the same within a metre
  Parts footprints;     ///< by the landmarks that stand in them
  Parts places;         ///< the same of one kind within kPlaceMoved_m
  double roads_added_km = 0, roads_gone_km = 0;
  double roads_changed_km = 0;  ///< in the same place, of another class or traffic

  bool same() const;
};

/// In how many of the masks and class layers each cell differs, or whether it does in `only`. The second
/// world is brought to the first one's resolution. The frames have one size (WorldDiff::layers_comparable).
Raster<uint8_t> differing_layers(const World& before, const World& after, const WorldLayer* only = nullptr);

WorldDiff diff_worlds(const World& before, const World& after);

}  // namespace fw
