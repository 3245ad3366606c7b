#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/vocabulary.h"
#include "core/world/fit/balance.h"
#include "core/world/regions/owners_internal.h"

// One frontier (docs/world.md, 3): the political border runs along borders of regions, and owners hold their
// shares to the cell. Private to the regions.

namespace fw {

/// Whose the regions are. Lists go by region; codes are region + 1, neutral ones first.
struct RegionOwners {
  const Vocabulary& words;
  const std::vector<size_t>& owner;  ///< row of the factions
  int neutral;                       ///< so many neutral regions

  bool owned(uint8_t code) const { return code > neutral; }
};

/// The owners' cells on every piece of ground (from piece 1 on, by row of the factions): their shares of the
/// ground that is not neutral. Nobody gets ground on a piece where he holds none; the shares of the whole as
/// far as that allows. `held`: cells now; `stated`: those of them that the hand decides.
ZoneCounts owned_cells(const Vocabulary& words, const ZoneCounts& held, const ZoneCounts& stated);

/// Cells that every region is to hold so that the owners hold their shares: those of an owner on a piece of
/// ground grow or shrink by one factor. `cells`: what regions are to hold without; `piece`: of the ground.
std::vector<double> areas_for_shares(const RegionOwners& of, const std::vector<double>& cells,
                                     const std::vector<int>& piece);

/// Owners changed, one region or two at a time, until no region has to shrink below about half of a mean one
/// (or of what it has) for the shares to hold, as far as that costs less than it gains. On one piece of
/// ground, and of many regions, as they are.
std::vector<size_t> roomy_owners(const OwnerProblem& problem, const RegionOwners& of,
                                 const std::vector<double>& cells);

/// Regions that lie apart from the largest group of their owner on the same owned ground go to the owner with
/// whom they share most border. Whether one changed hands.
bool join_severed(const Raster<uint8_t>& code, int neutral, std::vector<size_t>& owner);

/// On another grid than the plan's a neck of an owner's ground may be lost: cells along it join the region of
/// his that they begin at, as far as plan cells of his lie in them. Cells that `held` marks stay.
void bridge_severed(const RegionOwners& of, const Raster<uint8_t>& plan_code, const Mask& held,
                    Raster<uint8_t>& code);

/// The deepest half of every region's cells, of a small one 0.45 of a mean region's as far as it has them:
/// faction + 1 of its owner; 0 elsewhere.
Raster<uint8_t> region_cores(const RegionOwners& of, const Raster<uint8_t>& code);

/// By row of the factions: how far every place lies outside its regions, less how far inside them (from
/// others' ground; the sea is nobody's), slightly smoothed; metres. Empty without a region.
std::vector<Raster<float>> owners_distances(const RegionOwners& of, const Raster<uint8_t>& code);

/// What holds the frontier where it is: faction + 1 of cells that stay, 0 = free.
struct FrontierBounds {
  Raster<uint8_t> stated;  ///< by the hand; empty = none
  Raster<uint8_t> cores;   ///< of region_cores(), on any grid over the frame
};

/// Moves the frontier until the owners' shares are exact on every piece of ground: first all borders of an
/// owner there by one distance, then single cells, those nearest to the other owner first. The cells join the
/// nearest region of their owner. `distance_m` on any grid over the frame. Returns the cells by which owners
/// stay off.
int64_t settle_frontier(const RegionOwners& of, const Raster<uint8_t>& ground,
                        const std::vector<Raster<float>>& distance_m, const FrontierBounds& bounds,
                        Raster<uint8_t>& code);

/// Cells wanted for a faction (row + 1) go to its nearest region, those of `exact` regions and of factions
/// without a region stay. Whether one changed.
bool give_to_owners(const RegionOwners& of, const Raster<uint8_t>& want, const Mask& exact,
                    Raster<uint8_t>& code);

}  // namespace fw
