#include "core/field/tile_map.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "core/base/hash.h"

namespace fw {

namespace {

/// Directory entries for each point that a direct one may have: clearing touches only those in use.
constexpr uint64_t kDirectPerPoint = 8, kDirectAlways = 1u << 16;

/// The entry of the directory that names a tile, or would.
size_t tile_entry(const TileMap& map, uint64_t tile) {
  if (!map.hashed) return static_cast<size_t>(tile);
  const size_t mask = map.directory.size() - 1;
  size_t at = static_cast<size_t>(splitmix64(tile)) & mask;
  while (map.directory[at] != 0 && map.tile[map.directory[at] - 1] != tile) at = (at + 1) & mask;
  return at;
}

}  // namespace

int64_t TileMap::find(uint64_t tile_number) const {
  return static_cast<int64_t>(directory[tile_entry(*this, tile_number)]) - 1;
}

void shape_tiles(const FixedPlane& plane, double cell_units, int bits, bool bucket_per_cell, size_t points,
                 TileMap& map, bool hash) {
  const double most = std::min(0x1p20, FixedPlane::kSide / std::max(1.0, cell_units));
  const int cells = std::max(1, static_cast<int>(most));
  const int tiles = (cells + (1 << bits) - 1) >> bits;
  const uint64_t all = static_cast<uint64_t>(tiles) * static_cast<uint64_t>(tiles);
  const bool hashed = hash || all > std::max(kDirectAlways, kDirectPerPoint * points);
  const size_t entries = hashed ? std::bit_ceil(2 * points + 2) : static_cast<size_t>(all);
  if (map.cells == cells && map.bits == bits && map.torus == plane.torus && map.hashed == hashed &&
      map.buckets == (bucket_per_cell ? 1 << (2 * bits) : 1) && map.directory.size() >= entries)
    return;
  map.cells = cells, map.bits = bits, map.torus = plane.torus, map.tiles = tiles, map.hashed = hashed;
  map.buckets = bucket_per_cell ? 1 << (2 * bits) : 1;
  map.directory.assign(std::max(entries, map.hashed ? map.directory.size() : 0), 0);
  if (map.hashed) map.directory.resize(std::bit_ceil(map.directory.size()), 0);
  map.tile.clear(), map.entry.clear();
}

void reserve_tiles(size_t points, TileMap& map) {
  const uint64_t all = static_cast<uint64_t>(map.tiles) * static_cast<uint64_t>(map.tiles);
  const size_t most = static_cast<size_t>(std::min<uint64_t>(points, all));
  map.tile.reserve(most), map.entry.reserve(most);
  map.directory.reserve(std::bit_ceil(map.directory.size()));  // fewer points may ask for a hash table
  map.first.reserve(most * static_cast<size_t>(map.buckets) + 1);
  map.bucket_of.reserve(points);
}

void sort_into_tiles(const int32_t* cell_x, const int32_t* cell_y, size_t count, uint32_t* rank,
                     TileMap& map) {
  for (const uint32_t at : map.entry) map.directory[at] = 0;
  map.tile.clear(), map.entry.clear(), map.first.clear();
  map.bucket_of.resize(count);
  const auto buckets = static_cast<size_t>(map.buckets);
  uint64_t last = UINT64_MAX;
  uint32_t index = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t tile = map.tile_of(cell_x[i], cell_y[i]);
    if (tile != last) {
      last = tile;
      const size_t at = tile_entry(map, tile);
      if (map.directory[at] == 0) {
        map.tile.push_back(tile), map.entry.push_back(static_cast<uint32_t>(at));
        map.directory[at] = static_cast<uint32_t>(map.tile.size());
        map.first.resize(map.tile.size() * buckets, 0);
      }
      index = map.directory[at] - 1;
    }
    const auto bucket = static_cast<uint32_t>(index * buckets) +
                        static_cast<uint32_t>(map.bucket_in_tile(cell_x[i], cell_y[i]));
    map.bucket_of[i] = bucket;
    ++map.first[bucket];
  }
  uint32_t before = 0;
  for (uint32_t& first : map.first) before += std::exchange(first, before);
  // The counts become cursors and, once every point has its place, the ends of the buckets: those of the
  // bucket before.
  for (size_t i = 0; i < count; ++i) rank[i] = map.first[map.bucket_of[i]]++;
  map.first.push_back(static_cast<uint32_t>(count));
  for (size_t b = map.first.size() - 1; b > 0; --b) map.first[b] = map.first[b - 1];
  if (!map.first.empty()) map.first[0] = 0;
}

}  // namespace fw
