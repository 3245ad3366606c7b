#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fw {

/// What shaped the relief. fluvial: rivers and slopes wore it down.
enum class Erosion : uint8_t { none, fluvial };
inline constexpr std::array<std::string_view, 2> kErosionSlugs{"none", "fluvial"};

/// Whether a part of nature is made at all.
enum class Nature : uint8_t { none, natural };
inline constexpr std::array<std::string_view, 2> kNatureSlugs{"none", "natural"};

/// Rivers (docs/water.md). F = longer side of the frame over 8000 m.
struct WaterParams {
  Nature rivers = Nature::none;
  double source_km2 = 0;     ///< catchment, weighted by rain, at which a river begins; 0 = 0.12 km^2 F^2
  double runoff_mm = 1200;   ///< of a year, mean of the land
  double rain_noise = 0.25;  ///< how much rain varies with noise
  double rain_height = 0.8;  ///< how much rain varies with the height
  double width_scale = 3;    ///< channel width over nature's
};

struct LakeParams {
  double largest_share = 0.0049;  ///< of the land; the k-th lake has 1/k of it
  int count = 6;
  double spacing_m = 0;  ///< least distance between two; 0 = 700 m F
};

struct CoastParams {
  Nature types = Nature::none;
  double depth_max_m = 60;  ///< of the open sea
};

enum class RoadMode : uint8_t { tracks, network };
inline constexpr std::array<std::string_view, 2> kRoadModeSlugs{"tracks", "network"};

struct RoadParams {
  RoadMode mode = RoadMode::tracks;
  double detour = 1.3;    ///< no pair of near towns pays more than this times its own best way
  double grade = 0.09;    ///< rise over run at which a metre costs double
  double reuse = 0.4;     ///< price factor on what is built
  double ford_m = 4;      ///< narrower rivers are forded; by trails up to twice that
  bool trails = true;     ///< to sites off the network
  double town_water = 1;  ///< pull of water and harbours on settlements
  double toll = 1.6;      ///< pull of bridges on forts
};

struct FootprintParams {
  double settlement_ha = 0;  ///< ground plan's area; 0 = none
  double fort_ha = 0;
  double grade = 0.10;  ///< steepest that its ground is levelled to
};

}  // namespace fw
