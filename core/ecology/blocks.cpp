#include "core/ecology/blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/model/world/habitat.h"

namespace fw {
namespace {

/// Where a class may walk: 1 = passable.
Mask passable_cells(const Template& tmpl, const World& world, const PointClass& cls, const SpawnArea& area) {
  if (of_water(cls.conditions.ground)) return area.mask->open;
  Mask passable(world.grid);
  for (size_t cell = 0; cell < passable.size(); ++cell)
    if (is_open(world, cell) && world.danger[cell] != 0)
      passable[cell] =
          band_weight(tmpl.vocabulary, cls, static_cast<Danger>(world.danger[cell] - 1)) > 0 ? 1 : 0;
  for (const uint32_t cell : area.mask->cells) passable[cell] = 1;
  return passable;
}

double cell_weight(const Template& tmpl, const World& world, const PointClass& cls, uint32_t cell) {
  if (world.biome[cell] == 0 || world.danger[cell] == 0) return 1;  // at sea: open is all there is
  return habitat_weight(tmpl.vocabulary, Category::wildlife, cls, static_cast<Biome>(world.biome[cell] - 1),
                        static_cast<Danger>(world.danger[cell] - 1));
}

/// Pairs of cells across a border, and those of them that are passable on both sides.
struct Pairs {
  uint32_t all = 0, open = 0;
};

/// Calls visit(block, other, cell, other cell) for every pair of neighbouring cells in different blocks that
/// lie side by side to the east or to the south.
template <typename Visit>
void each_pair(const GridSpec& grid, const Blocks& blocks, Visit visit) {
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const int column = grid.column_of(cell), row = grid.row_of(cell);
    const auto beside = [&](int c, int r) {
      if (!grid.contains(c, r)) return;
      const size_t other = grid.index(c, r);
      if (blocks.of_cell[cell] != blocks.of_cell[other])
        visit(blocks.of_cell[cell], blocks.of_cell[other], cell, other);
    };
    beside(column + 1, row);
    beside(column, row + 1);
  }
}

/// Borders to the east and to the south of every block.
std::vector<BlockBorder> borders_of(const GridSpec& grid, const Blocks& blocks, const Mask& passable,
                                    const std::vector<int32_t>& place) {
  std::vector<std::array<Pairs, 2>> pairs(blocks.size());
  each_pair(grid, blocks, [&](uint32_t block, uint32_t other, size_t cell, size_t beside) {
    const bool south = blocks.grid.row_of(block) != blocks.grid.row_of(other);
    // A raster of fewer cells than blocks leaves blocks between them out.
    if (other != block + (south ? static_cast<uint32_t>(blocks.grid.columns) : 1u)) return;
    Pairs& p = pairs[block][south ? 1 : 0];
    ++p.all;
    if (passable[cell] != 0 && passable[beside] != 0) ++p.open;
  });
  std::vector<BlockBorder> borders;
  for (uint32_t block = 0; block < blocks.size(); ++block)
    for (const size_t side : {0u, 1u}) {
      const Pairs& p = pairs[block][side];
      if (p.open == 0) continue;
      const size_t other = side == 0 ? block + 1 : block + static_cast<size_t>(blocks.grid.columns);
      borders.push_back({static_cast<uint32_t>(place[block]), static_cast<uint32_t>(place[other]),
                         static_cast<double>(p.open) / p.all});
    }
  return borders;
}

}  // namespace

Date date_since_start(const Calendar& calendar, int64_t day, double share) {
  const double within = calendar.start_d + share;
  const double whole = std::floor(within);
  return date_on(calendar, day + static_cast<int64_t>(whole), within - whole);
}

Date date_of_part(const Calendar& calendar, int64_t part) {
  return date_since_start(calendar, part / kPartsADay, static_cast<double>(part % kPartsADay) / kPartsADay);
}

YearField season_field(const Calendar& calendar, const SeedBundle& seeds) {
  const int cells_t = calendar.season.cells_t;
  return {bind_noise(year_stack(calendar, calendar.season, cells_t),
                     derive(seeds.noise_stream(), "ecology/season"), 0),
          cells_t};
}

YearField front_field(const Calendar& calendar, const SeedBundle& seeds, std::string_view tag) {
  const int cells_t = calendar.front.cells_t;
  return {bind_noise(year_stack(calendar, calendar.front, cells_t),
                     derive(seeds.noise_stream(), "ecology/front/" + std::string(tag)), 0),
          cells_t};
}

void read_year_field(const YearField& field, const Calendar& calendar, int64_t part,
                     std::span<const double> x_m, std::span<const double> y_m, std::span<float> out) {
  const Date date = date_of_part(calendar, field_part(part));
  sample_noise(field.field, x_m, y_m, year_phase(calendar, field.cells_t, date), out);
}

GridSpec block_grid(const FrameParams& frame) {
  return frame_grid(frame, kBlocksAlong);
}

Blocks make_blocks(const FrameParams& frame, const World& world) {
  Blocks blocks;
  blocks.grid = block_grid(frame);
  blocks.of_cell.resize(world.grid.cells());
  for (size_t cell = 0; cell < blocks.of_cell.size(); ++cell)
    blocks.of_cell[cell] = blocks.at(world.grid.centre(cell));
  for (size_t block = 0; block < blocks.size(); ++block) {
    const Vec2 centre = blocks.grid.centre(block);
    blocks.centre_x_m.push_back(centre.x), blocks.centre_y_m.push_back(centre.y);
  }
  return blocks;
}

BlockGround block_ground(const Template& tmpl, const World& world, const Blocks& blocks,
                         const PointClass& cls, const SpawnArea& area) {
  const Mask passable = passable_cells(tmpl, world, cls, area);
  std::vector<double> own(blocks.size()), height(blocks.size());
  std::vector<uint32_t> cells(blocks.size()), ways(blocks.size());
  for (uint32_t cell = 0; cell < passable.size(); ++cell) {
    const uint32_t block = blocks.of_cell[cell];
    if (area.mask->open[cell] != 0) own[block] += cell_weight(tmpl, world, cls, cell), ++cells[block];
    if (passable[cell] == 0) continue;
    ++ways[block];
    height[block] += std::max(0.0, static_cast<double>(world.height_m[cell]));
  }
  double all_own = 0, all_ways = 0;
  for (size_t block = 0; block < blocks.size(); ++block) all_own += own[block], all_ways += ways[block];
  const double crossing = all_ways > 0 ? std::min(kCrossing, kMostCrossing * all_own / all_ways) : 0;

  BlockGround ground;
  ground.place.assign(blocks.size(), -1);
  ground.first.push_back(0);
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    if (ways[block] == 0 || all_own <= 0) continue;
    ground.place[block] = static_cast<int32_t>(ground.size());
    ground.block.push_back(block);
    ground.weight.push_back(own[block] + crossing * ways[block]);
    ground.height.push_back(height[block] / ways[block] / tmpl.relief.height_max_m);
    ground.first.push_back(ground.first.back() + cells[block]);
  }
  ground.cells.resize(ground.first.back());
  std::vector<uint32_t> next = ground.first;
  for (uint32_t cell = 0; cell < passable.size(); ++cell)
    if (area.mask->open[cell] != 0 && all_own > 0)
      ground.cells[next[static_cast<size_t>(ground.place[blocks.of_cell[cell]])]++] = cell;
  if (all_own > 0) ground.borders = borders_of(world.grid, blocks, passable, ground.place);
  return ground;
}

}  // namespace fw
