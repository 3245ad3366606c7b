#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/hand_told.h"
#include "core/water/drainage/drainage.h"

// Rivers that the designer draws (docs/hand-ground.md), on the plan.
namespace fw {

/// A piece of a river by hand between lakes; arrays of one length.
struct HandReach {
  const WaterRow* row = nullptr;
  std::vector<uint32_t> cells;  ///< of the land, downstream, each beside the next
  std::vector<Vec2> at_m;       ///< where the line runs in them
  int from_lake = -1;           ///< index of the lake whose water it carries off
  int into_lake = -1;           ///< index of the lake that it ends in
  uint32_t next =
      kOffLand;  ///< the cell that it runs into; kOffLand: the sea, or the way that the ground has
};

/// The ground that rivers are drawn on.
struct HandRiverGround {
  const Mask& land;
  const Mask& outlets;            ///< outlet_cells of the land
  const Raster<float>& height_m;  ///< drained
  const HeldLakes& lakes;
  double most_cut_m = 0;  ///< that a bed may lie below the ground, or above it before a lake
};

/// Rivers that rows draw.
struct LedRivers {
  struct OfRow {
    const WaterRow* row = nullptr;
    size_t cells = 0;    ///< that its line has on the main ground
    std::string beyond;  ///< why not all of it is drawn
  };
  std::vector<HandReach> reaches;
  std::vector<OfRow> rows;
};

/// Rows that can act as pieces, in their order, and `receiver` led along them; of those that cannot the
/// reason is in `told`.
LedRivers lead_rivers(const Template& tmpl, const HandRiverGround& ground, Raster<uint32_t>& receiver,
                      HandTold& told);

/// Lowers the ground to the beds of the pieces, which fall all the way, and opens valleys about them. From
/// ends inland the ways on, `receiver`, are lowered until they meet lower ground.
void cut_rivers(const Template& tmpl, const HandRiverGround& ground, const std::vector<HandReach>& reaches,
                const Raster<uint32_t>& receiver, Raster<float>& height_m);

/// Lets the pieces' cells drain along them, where the flood of `drainage` reached the next one first;
/// tell_rivers() says where it did not.
void lead_drainage(const std::vector<HandReach>& reaches, Drainage& drainage);

/// What became of the rows that act: how much of each drains along its line.
void tell_rivers(const LedRivers& rivers, const Drainage& drainage, HandTold& told);

/// Where lines run, by cell.
std::map<uint32_t, Vec2> drawn_cells(const std::vector<HandReach>& reaches);

}  // namespace fw
