#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/field/filter.h"
#include "core/world/places/find_places.h"

namespace fw {

/// Leaves the first of the places that stand nearer than `apart_m` to one another, at most `most`.
inline std::vector<FoundPlace> keep_apart(std::vector<FoundPlace> places, double apart_m, size_t most) {
  std::vector<FoundPlace> kept;
  for (FoundPlace& place : places) {
    if (kept.size() == most) break;
    const bool near = std::ranges::any_of(kept, [&](const FoundPlace& other) {
      return squared_distance(place.at_m, other.at_m) < apart_m * apart_m;
    });
    if (!near) kept.push_back(std::move(place));
  }
  return kept;
}

/// The greatest first, ties by cell.
inline void by_size(std::vector<FoundPlace>& places) {
  std::ranges::stable_sort(places, [](const FoundPlace& a, const FoundPlace& b) {
    return a.size_m != b.size_m ? a.size_m > b.size_m : a.ground_cell < b.ground_cell;
  });
}

/// 1 where a code is not 0.
inline Mask ground_of(const Raster<uint8_t>& piece) {
  Mask ground(piece.grid);
  for (size_t cell = 0; cell < piece.size(); ++cell) ground[cell] = piece[cell] != 0;
  return ground;
}

/// The cell of each component of `wanted` that lies deepest in it: greatest value of `depth_m`, ties to the
/// first; and its cells.
struct PieceFound {
  uint32_t cell = 0;
  int64_t cells = 0;
};
std::vector<PieceFound> innermost_cells(const Mask& wanted, const Raster<float>& depth_m);

/// The ground cell nearest to a place, by rings about it; the cell there where the plan has no ground.
uint32_t nearest_ground(const Mask& ground, Vec2 at_m);

}  // namespace fw
