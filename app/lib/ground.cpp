#include "app/lib/ground_internal.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/model/world/habitat.h"

namespace fw::lib {
namespace {

constexpr double kSmallest_m = 1e-3, kLargest_m = 1e6;
constexpr uint32_t kMostCells = 16384;

std::string metres(double length_m) {
  return std::isfinite(length_m) ? number_text(length_m) : "a number that is not finite";
}

Result<Done> check_frame(double width_m, double height_m) {
  const std::pair<const char*, double> lengths[] = {{"width_m", width_m}, {"height_m", height_m}};
  for (const auto& [name, length_m] : lengths)
    if (!(length_m >= kSmallest_m && length_m <= kLargest_m))
      return usage("ground." + std::string(name) + ": found " + metres(length_m) +
                   ", expected 0.001 to 1000000 m");
  return Done{};
}

/// The ground on a raster's open cells.
Result<Done> open_cells(Mask open, Ground& ground) {
  const auto cells = std::count(open.cells.begin(), open.cells.end(), 1);
  if (cells == 0) return usage("ground: found no open cell, expected at least one");
  ground.width_m = open.grid.width_m(), ground.height_m = open.grid.height_m();
  ground.arena = {std::max(ground.width_m, ground.height_m), Border::reflect};
  ground.open = std::move(open);
  return Done{};
}

Result<Done> mask_ground(const fw_ground& given, Ground& ground) {
  if (given.mask == nullptr) return usage("ground.mask: found NULL, expected columns x rows cells");
  if (given.columns == 0 || given.rows == 0 || given.columns > kMostCells || given.rows > kMostCells)
    return usage("ground: found a mask of " + std::to_string(given.columns) + " x " +
                 std::to_string(given.rows) + " cells, expected 1 to 16384 a side");
  const double cell_m = given.width_m / given.columns;
  if (std::abs(cell_m * given.rows - given.height_m) > 1e-9 * given.height_m)
    return usage("ground: cells are not square: width_m / columns is " + number_text(cell_m) +
                 " m, height_m / rows is " + number_text(given.height_m / given.rows) + " m");
  Mask open(GridSpec{static_cast<int>(given.columns), static_cast<int>(given.rows), cell_m});
  for (size_t i = 0; i < open.size(); ++i) open[i] = given.mask[i] != 0;
  if (auto filled = open_cells(std::move(open), ground); !filled) return filled;
  ground.shore = shore_of(*ground.open);
  return Done{};
}

Result<Done> land_ground(const fw_ground& given, Ground& ground) {
  if (given.world == nullptr) return usage("ground.world: found NULL, expected a world for FW_LAND");
  const World& world = *given.world->world;
  Mask open(world.grid);
  for (size_t i = 0; i < open.size(); ++i) open[i] = is_open(world, i) ? 1 : 0;
  if (auto filled = open_cells(std::move(open), ground); !filled) return filled;
  ground.shore = shore_of(world);
  return Done{};
}

uint64_t mixed(uint64_t word, uint64_t next) {
  return splitmix64(word ^ next);
}

}  // namespace

Result<Ground> ground_of(const fw_ground* pointer) {
  const auto given = grown(pointer, sizeof(fw_ground), "fw_ground");
  if (!given) return given.error();
  const fw_ground& g = given.value();
  Ground ground;
  if (g.kind == FW_TORUS || g.kind == FW_WALLS || g.kind == FW_MASK)
    if (auto fits = check_frame(g.width_m, g.height_m); !fits) return fits.error();
  if (g.kind == FW_TORUS || g.kind == FW_WALLS) {
    if (g.kind == FW_TORUS && g.width_m != g.height_m)
      return usage("ground: found a torus of " + number_text(g.width_m) + " x " + number_text(g.height_m) +
                   " m, expected equal sides");
    ground.arena = {std::max(g.width_m, g.height_m), g.kind == FW_TORUS ? Border::torus : Border::reflect};
    ground.width_m = g.width_m, ground.height_m = g.height_m;
  } else if (g.kind == FW_MASK) {
    if (auto made = mask_ground(g, ground); !made) return made.error();
  } else if (g.kind == FW_LAND) {
    if (auto made = land_ground(g, ground); !made) return made.error();
  } else {
    return usage("ground.kind: found " + std::to_string(g.kind) +
                 ", expected FW_TORUS, FW_WALLS, FW_LAND or FW_MASK");
  }
  uint64_t word = mixed(g.kind, std::bit_cast<uint64_t>(ground.width_m));
  word = mixed(word, std::bit_cast<uint64_t>(ground.height_m));
  if (ground.shore)
    for (const float d : ground.shore->distance_m.cells)
      word = (word ^ std::bit_cast<uint32_t>(d)) * 0x9E3779B97F4A7C15u, word ^= word >> 32;
  ground.identity = splitmix64(word);
  return ground;
}

}  // namespace fw::lib
