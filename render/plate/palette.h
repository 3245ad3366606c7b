#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/model/classes.h"

namespace fw {

/// sRGB colour, each component in [0, 1].
struct Rgb {
  double r = 0;
  double g = 0;
  double b = 0;

  static constexpr Rgb hex(uint32_t rrggbb) {
    return {((rrggbb >> 16) & 255) / 255.0, ((rrggbb >> 8) & 255) / 255.0, (rrggbb & 255) / 255.0};
  }
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

constexpr Rgb mix(Rgb a, Rgb b, double share_of_b) {
  return {a.r + (b.r - a.r) * share_of_b, a.g + (b.g - a.g) * share_of_b, a.b + (b.b - a.b) * share_of_b};
}

/// Every colour that carries meaning on a plate. Fills are pale, symbols saturated and dark.
struct Palette {
  std::string_view name;
  std::array<Rgb, kBiomes> biome;
  std::array<Rgb, kDangers> danger;
  std::array<Rgb, kFactions> faction;
  std::array<Rgb, kFactions> faction_dark;
  std::array<Rgb, 9> resource_family;
  std::array<Rgb, 8> enemy_family;
  std::array<Rgb, 3> danger_line;  ///< outlines of Yellow+, Red+ and Black
};

/// nullptr if there is no palette of that name.
const Palette* find_palette(std::string_view name);

namespace colour {
inline constexpr Rgb kPaper = Rgb::hex(0xF7F3EA);
inline constexpr Rgb kInk = Rgb::hex(0x2E3A40);
inline constexpr Rgb kInkSoft = Rgb::hex(0x66727A);
inline constexpr Rgb kRule = Rgb::hex(0xC9C5BA);
inline constexpr Rgb kWhite = Rgb::hex(0xFFFFFF);
inline constexpr Rgb kSeaNear = Rgb::hex(0xCFE2E6);
inline constexpr Rgb kSeaFar = Rgb::hex(0x9FC2CF);
inline constexpr Rgb kCoast = Rgb::hex(0x4A6570);
inline constexpr Rgb kBeach = Rgb::hex(0xF2E6C2);
inline constexpr Rgb kIslet = Rgb::hex(0xE6E0CE);
inline constexpr Rgb kWashPaper = Rgb::hex(0xF4EFE2);
inline constexpr Rgb kAlarm = Rgb::hex(0xB3202C);
}  // namespace colour

}  // namespace fw
