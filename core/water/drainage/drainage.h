#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

// Where water goes on a grid: floods, receivers, sums along the flow (docs/water.md, 3). Plain functions of
// rasters; ties are broken by cell index.

inline constexpr uint32_t kOffLand = UINT32_MAX;

/// Lakes whose water leaves at one place.
struct HeldLakes {
  Raster<uint8_t> lake;          ///< number from 1; 0 elsewhere; empty: no lakes
  std::vector<uint32_t> outlet;  ///< by number - 1: the land cell beside the lake where its water leaves
  std::vector<float> level_m;

  int at(size_t cell) const { return lake.size() == 0 ? 0 : lake[cell]; }
};

/// The eight neighbours of a cell that lie on the grid, cardinal ones first.
struct Neighbours {
  std::array<uint32_t, 8> cell{};
  int count = 0;

  const uint32_t* begin() const { return cell.data(); }
  const uint32_t* end() const { return cell.data() + count; }
};
Neighbours neighbours(const GridSpec& grid, uint32_t cell);

/// Land cells where water leaves: by an edge at the sea, or at the frame's edge.
Mask outlet_cells(const Mask& land);

/// Whether an outlet lies at the frame's edge and not at the sea.
bool at_frame_edge(const Mask& land, uint32_t outlet);

/// Land in the order in which rising water reaches it.
struct Flood {
  std::vector<uint32_t> order;  ///< every land cell once
  Raster<uint32_t> back;        ///< the cell that the water came from; the cell itself at an outlet; kOffLand
                                ///< off the land
};

/// Priority-flood (Barnes and others 2014): raises what lies in depressions to their rim. Lakes fill from
/// their outlets alone and stand at their levels.
Flood fill_depressions(const Mask& land, const HeldLakes& lakes, Raster<float>& height_m);

/// Cuts ways out of depressions (Lindsay 2016): from a pit the way to the outlets is lowered by a centimetre
/// a cell, or by 0.005 of `deepest_m` where that is less, until it meets lower ground. What lies deeper than
/// `deepest_m` below its rim is first filled to that depth. Lakes keep their levels. Returns the cells that
/// were lowered. `ripple_m` is added to heights where ways are looked for, so that they bend; empty: nothing.
Mask breach_depressions(const Mask& land, const HeldLakes& lakes, double deepest_m, Raster<float>& height_m,
                        const Raster<float>& ripple_m = {});

/// Where each cell drains to.
struct Drainage {
  Raster<uint32_t> receiver;    ///< the cell itself at outlets and pits; kOffLand off the land
  std::vector<uint32_t> order;  ///< every cell after its receiver
};

/// One number in (0, 1) per cell, that chooses between the two cells of a facet.
std::vector<float> flow_dice(uint64_t substream, size_t cells);

/// Receivers after a flood: the steepest of eight facets (Tarboton 1997), of its two cells the diagonal one
/// with the probability that keeps the facet's direction on average (after Fairfield and Leymarie 1991). Only
/// cells that the flood reached earlier receive; on flats and in lakes it is the flood's backlink.
Drainage drain(const Flood& flood, const HeldLakes& lakes, const Raster<float>& height_m,
               const std::vector<float>& dice);
/// The same without a flood: pits drain nowhere. `outlets` receive themselves.
Drainage drain_downhill(const Mask& land, const Mask& outlets, const Raster<float>& height_m,
                        const std::vector<float>& dice);

/// Sum of `weight` over all cells that drain through each cell, itself too.
std::vector<double> accumulate(const Drainage& drainage, const std::vector<double>& weight);

/// The cell where the water of every cell ends; kOffLand where none drains.
std::vector<uint32_t> ends_of(const Drainage& drainage);

/// The cells that drain to each cell directly.
struct Donors {
  std::vector<uint32_t> first;  ///< by cell, one more than cells: where its donors begin
  std::vector<uint32_t> cell;

  const uint32_t* begin(size_t of) const { return cell.data() + first[of]; }
  const uint32_t* end(size_t of) const { return cell.data() + first[of + 1]; }
};
Donors donors_of(const Drainage& drainage);

}  // namespace fw
