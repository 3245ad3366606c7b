#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/raster.h"
#include "core/model/calendar.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/spawn/area.h"

// Where the world over time keeps its numbers (docs/ecology.md): blocks of the frame, each class's ground in
// them, the clock, and the fields of the year. Nothing here changes with time.
//
// What holds: the grid of blocks depends on the frame alone, so it is the same for every raster of one
// template. What is summed over cells (ground, borders) is read from the world's own cells; a world on the
// plan grid gives the same sums whatever raster its files have. All functions are pure.
namespace fw {

// The clock. An ecology counts parts of the calendar's day from second 0; no real seconds enter.
inline constexpr int kPartsADay = 144;   ///< players, individuals and nodes step by a part
inline constexpr int kQuartersADay = 4;  ///< stocks step by a quarter of a day
inline constexpr int kPartsAQuarter = kPartsADay / kQuartersADay;
inline constexpr int kFieldDays = 3;  ///< fields of the year are read every third day

/// The date when so many whole days and `share` in [0, 1) of one have passed since second 0, which is at
/// calendar.start_d.
Date date_since_start(const Calendar& calendar, int64_t day, double share);
/// The date at which a part begins; part 0 begins at calendar.start_d.
Date date_of_part(const Calendar& calendar, int64_t part);
/// The part at which the fields in force at a part were read: every kFieldDays days from part 0.
constexpr int64_t field_part(int64_t part) {
  constexpr int64_t kParts = int64_t{kFieldDays} * kPartsADay;
  return part - part % kParts;
}

/// A field of the year, bound to a seed.
struct YearField {
  NoiseField field;
  int cells_t = 0;  ///< cells round the year
};
/// noise.season, one for all animals: how the land's favour moves over the year.
YearField season_field(const Calendar& calendar, const SeedBundle& seeds);
/// noise.front of a class ("resource.hemp"): where its nodes open.
YearField front_field(const Calendar& calendar, const SeedBundle& seeds, std::string_view tag);
/// The field at places as it is in force at a part; all of one length.
void read_year_field(const YearField& field, const Calendar& calendar, int64_t part,
                     std::span<const double> x_m, std::span<const double> y_m, std::span<float> out);

/// Blocks along the frame's longer side.
inline constexpr int kBlocksAlong = 64;
/// The grid of blocks: its cells are the blocks, row 0 is north.
GridSpec block_grid(const FrameParams& frame);

/// A world's cells in blocks.
struct Blocks {
  GridSpec grid;                   ///< block_grid()
  std::vector<uint32_t> of_cell;   ///< block of every cell of the world
  std::vector<double> centre_x_m;  ///< by block
  std::vector<double> centre_y_m;

  size_t size() const { return grid.cells(); }
  uint32_t at(Vec2 place_m) const { return static_cast<uint32_t>(grid.cell_at(place_m)); }
};
Blocks make_blocks(const FrameParams& frame, const World& world);

/// Two neighbouring blocks between which a class goes, by their places in BlockGround::block.
struct BlockBorder {
  uint32_t a = 0, b = 0;  ///< a < b
  double open = 0;        ///< share of the border's pairs of cells that are passable on both sides, (0, 1]
};

/// A class's ground by blocks. Arrays run over the blocks where it may be, ascending.
struct BlockGround {
  std::vector<uint32_t> block;
  std::vector<double> weight;  ///< habitat weight over the class's cells, and a little for what it crosses
  std::vector<double> height;  ///< mean height over relief.height_max_m, of the passable cells
  std::vector<BlockBorder> borders;
  std::vector<uint32_t> first;  ///< block.size() + 1 offsets into `cells`
  std::vector<uint32_t> cells;  ///< the world's cells of the class's area, by block, ascending
  std::vector<int32_t> place;   ///< by block of the grid: its place in `block`, -1 = none

  size_t size() const { return block.size(); }
};
/// The ground of a class of wildlife whose class_area() is `area`. Passable is open ground of the bands that
/// allow the class (not sea, not lakes; rivers are crossed); for what lives in water its area alone. A
/// passable cell counts kCrossing, but all of them no more than kMostCrossing of the class's own ground.
BlockGround block_ground(const Template& tmpl, const World& world, const Blocks& blocks,
                         const PointClass& cls, const SpawnArea& area);
inline constexpr double kCrossing = 0.02;
inline constexpr double kMostCrossing = 0.05;

}  // namespace fw
