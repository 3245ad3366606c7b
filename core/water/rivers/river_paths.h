#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/water/drainage/drainage.h"

// Which cells of the plan are rivers, and which river each belongs to (docs/water.md, 6).
namespace fw {

/// Of a river that drains no lake.
inline constexpr size_t kLeastRiver_cells = 6;

/// A river as cells of the plan.
struct RiverPath {
  std::vector<uint32_t> cells;  ///< from the head to the mouth; lakes on the way too
  int into_river = -1;          ///< index of the river that it joins ...
  size_t joins = 0;             ///< ... at this place of that river's cells
  int into_lake = -1;           ///< index of the lake that it ends in
};

/// What rivers are made of.
struct RiverInputs {
  const Drainage& drainage;
  const HeldLakes& lakes;
  const std::vector<double>& weighted_m2;  ///< catchment of every cell, weighted by rain
  double source_m2 = 0;
  const std::map<uint32_t, Vec2>* drawn_m = nullptr;  ///< cells of rivers by hand; null: none
};

/// Strahler order of every river cell; 0 elsewhere. A cell is a river from a catchment of source_m2 on and
/// below every lake.
Raster<uint8_t> stream_orders(const RiverInputs& inputs);

/// The rivers, each after the one that it joins. From its mouth a river follows the greater discharge; those
/// that would have fewer than six cells are left out unless they drain a lake or are drawn by hand.
std::vector<RiverPath> trace_rivers(const RiverInputs& inputs, const Raster<uint8_t>& order);

}  // namespace fw
