#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fw {

/// How a crowd moves (paper, Direction I and its baselines; curl_dual is ours).
enum class CrowdMethod : uint8_t {
  perlin_dual,
  perlin_single,
  curlnoise,
  ou,
  urw,
  piecewise,
  vicsek,
  curl_dual,
};
inline constexpr std::array<std::string_view, 8> kCrowdMethodSlugs{
    "perlin_dual", "perlin_single", "curlnoise", "ou", "urw", "piecewise", "vicsek", "curl_dual"};

}  // namespace fw
