#pragma once

#include <array>
#include <string_view>

#include "core/model/classes.h"
#include "render/page/colour.h"

namespace fw {

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
inline constexpr Rgb kSeaNear = Rgb::hex(0xCFE2E6);
inline constexpr Rgb kSeaFar = Rgb::hex(0x9FC2CF);
inline constexpr Rgb kCoast = Rgb::hex(0x4A6570);
inline constexpr Rgb kBeach = Rgb::hex(0xF2E6C2);
inline constexpr Rgb kIslet = Rgb::hex(0xE6E0CE);
inline constexpr Rgb kWashPaper = Rgb::hex(0xF4EFE2);
inline constexpr Rgb kAlarm = Rgb::hex(0xB3202C);
}  // namespace colour

}  // namespace fw
