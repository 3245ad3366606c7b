#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/fixed_plane.h"

namespace fw {

/// Square cells over a fixed plane in tiles of 2^bits a side, of which only those with members are kept: a
/// crowded market on a wide map costs what its people cost.
struct TileMap {
  int cells = 1;  ///< per side of the plane, at most 2^20
  int bits = 2;
  bool torus = false;
  int tiles = 1;        ///< per side; the last one of a row or column may be cut
  int buckets = 1;      ///< of a tile: 1, or its cells
  bool hashed = false;  ///< the directory is a hash table; else an entry for each tile of the plane

  std::vector<uint32_t> directory;  ///< index of a tile + 1; 0 = none
  std::vector<uint64_t> tile;       ///< by index: row * tiles + column
  std::vector<uint32_t> entry;      ///< by index: where the directory names it
  std::vector<uint32_t> first;      ///< by index * buckets + bucket: its first member; one more at the end
  std::vector<uint32_t> bucket_of;  ///< by point: its bucket
  size_t size() const { return tile.size(); }

  /// The cell of a coordinate, and the part of its width that lies before it, in 2^-24.
  struct Cell {
    int cell;
    uint32_t part;
  };
  Cell cell_at(int32_t units) const {
    const uint64_t product =
        static_cast<uint64_t>(static_cast<uint32_t>(units)) * static_cast<uint32_t>(cells);
    return {static_cast<int>(product >> 30), static_cast<uint32_t>(product >> 6) & 0xFFFFFFu};
  }
  uint64_t tile_of(int cell_x, int cell_y) const {
    return static_cast<uint64_t>(cell_y >> bits) * static_cast<uint64_t>(tiles) +
           static_cast<uint64_t>(cell_x >> bits);
  }
  int bucket_in_tile(int cell_x, int cell_y) const {
    const int mask = (1 << bits) - 1;
    return buckets == 1 ? 0 : ((cell_y & mask) << bits) + (cell_x & mask);
  }
  /// Cells across the tiles of a column or row of tiles.
  int width_of(int tile_column) const {
    const int before = tile_column << bits;
    return cells - before < (1 << bits) ? cells - before : 1 << bits;
  }
  /// The index of a tile that has members; -1 for others.
  int64_t find(uint64_t tile_number) const;
};

/// Cells of at least cell_units; their directory has an entry for each tile of the plane where that is not
/// much more than `points`, or is a hash table (`hash`: always, for tests).
void shape_tiles(const FixedPlane& plane, double cell_units, int bits, bool bucket_per_cell, size_t points,
                 TileMap& map, bool hash = false);

/// Reserves what sorting up to so many points needs.
void reserve_tiles(size_t points, TileMap& map);

/// Points into buckets. rank[i]: the place of point i in the order of the buckets; `cell_x`, `cell_y` by
/// point.
void sort_into_tiles(const int32_t* cell_x, const int32_t* cell_y, size_t count, uint32_t* rank,
                     TileMap& map);

}  // namespace fw
