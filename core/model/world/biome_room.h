#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace fw {

/// How a biome with limits lies to them (biomes[].only; docs/world.md, 4.3), in cells of the ground.
struct BiomeRoom {
  static constexpr double kFree = std::numeric_limits<double>::quiet_NaN();

  struct Limit {
    std::string measure;               ///< height, slope, coast_m or wet
    double low = kFree, high = kFree;  ///< NaN: free
    int64_t within = 0;                ///< of the ground, within it
    int64_t beyond = 0;                ///< of the biome, beyond it
  };
  size_t biome = 0;                ///< row of the vocabulary
  int64_t cells = 0;               ///< of the biome
  int64_t room = 0;                ///< of the ground, within all its limits
  std::vector<int64_t> beyond_in;  ///< of the biome, beyond any of them, by region
  std::vector<Limit> limits;       ///< those that the row states

  int64_t beyond() const {
    int64_t cells_beyond = 0;
    for (const int64_t n : beyond_in) cells_beyond += n;
    return cells_beyond;
  }
};

}  // namespace fw
