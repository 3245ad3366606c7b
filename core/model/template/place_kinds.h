#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fw {

/// Kinds of named places of the land and the water (World::places), in the order in which they are listed.
enum class PlaceKind : uint8_t {
  sea,
  island,
  islet,
  strait,
  bay,
  cape,
  range,
  summit,
  pass,
  valley,
  wood,
  marsh,
  lake,
  river,
};
/// Also the keys of `names[].forms` and the kinds of `hand.places`.
inline constexpr std::array<std::string_view, 14> kPlaceKindSlugs{
    "sea",    "island", "islet",  "strait", "bay",   "cape", "range",
    "summit", "pass",   "valley", "wood",   "marsh", "lake", "river"};

}  // namespace fw
