#pragma once

#include <vector>

#include "core/model/world/hand_told.h"
#include "core/model/world/named_place.h"
#include "core/world/layers/layers.h"
#include "core/world/places/name_lists.h"

namespace fw {

/// What places are found on, island and biomes on one grid. Heights are those without the hand, so that an
/// edit of them renames nothing; biomes, water and ways are those of the world.
struct PlaceInputs {
  const Template& tmpl;
  SeedBundle seeds;  ///< of the regions
  const RegionMap& map;
  const Island& island;  ///< without the hand
  const Raster<uint8_t>& biome;
  const WaterPlan* water = nullptr;       ///< null without rivers
  const Water* named = nullptr;           ///< its network with names
  std::vector<std::vector<Vec2>> ways_m;  ///< roads and tracks
};

struct MadePlaces {
  std::vector<NamedPlace> places;  ///< World::places
  Findings findings;
  HandTold told;  ///< of the rows of hand.places
};

/// All places: `first` (seas and islands) and `ranges`, which have their names, then those of the other
/// kinds, in the order of PlaceKind; with the rows of hand.places. `stems`: of the names of the rivers.
MadePlaces make_places(const PlaceInputs& inputs, const std::vector<NamedPlace>& first,
                       const std::vector<NamedPlace>& ranges, const std::vector<std::string>& stems,
                       Naming naming);

/// Adds, renames, moves and takes away places as the rows of hand.places say. `naming` names those that state
/// no name.
void apply_place_rows(const PlaceInputs& inputs, Naming& naming, MadePlaces& made);

}  // namespace fw
