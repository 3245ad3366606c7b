#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fw {

/// Where and when things spawn (paper, Direction II-B and its baselines; a_full and b_full are ours).
enum class SpawnMethod : uint8_t {
  perlin_a,
  perlin_b,
  perlin_b_far,
  uniform,
  filtered,
  poisson_disk,
  mvn_poisson,
  facility,
  sinusoid,
  a_full,
  b_full,
};
inline constexpr std::array<std::string_view, 11> kSpawnMethodSlugs{
    "perlin_a",    "perlin_b", "perlin_b_far", "uniform", "filtered", "poisson_disk",
    "mvn_poisson", "facility", "sinusoid",     "a_full",  "b_full"};

}  // namespace fw
