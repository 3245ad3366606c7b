#pragma once

#include <array>
#include <string_view>

#include "core/base/colour.h"
#include "core/model/classes.h"

namespace fw {

/// The colours of classes on maps, charts and in GIS files. Fills are pale, symbols saturated and dark.
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

/// The default; the class layers of GIS files have its colours too.
inline constexpr Palette kAtlasPalette{
    "atlas",
    {Rgb::hex(0xD3DBA0), Rgb::hex(0x8DB283), Rgb::hex(0x9CCABB), Rgb::hex(0xEBDD9C), Rgb::hex(0xBFAF9B),
     Rgb::hex(0xEFF2F5), Rgb::hex(0xE2BE8D), Rgb::hex(0xBDA6D6)},
    {Rgb::hex(0xB5CF9D), Rgb::hex(0xF1DC8E), Rgb::hex(0xDE8A70), Rgb::hex(0x75657A)},
    {Rgb::hex(0x7FB07A), Rgb::hex(0x9C86C4), Rgb::hex(0xE2BF5B), Rgb::hex(0xB5AEA5)},
    {Rgb::hex(0x3F7A47), Rgb::hex(0x5F4696), Rgb::hex(0xA87B12), Rgb::hex(0x6B655E)},
    {Rgb::hex(0x5B7F2B), Rgb::hex(0x6F7680), Rgb::hex(0xA04A2C), Rgb::hex(0x2B7FB8), Rgb::hex(0x7A3FA0),
     Rgb::hex(0xB98B1E), Rgb::hex(0x1F9A6B), Rgb::hex(0xE08A1E), Rgb::hex(0xC2477F)},
    {Rgb::hex(0xB3202C), Rgb::hex(0x2B7A8C), Rgb::hex(0xB8860B), Rgb::hex(0x2F7D32), Rgb::hex(0x7A4B22),
     Rgb::hex(0x3F4C9A), Rgb::hex(0x8E3A78), Rgb::hex(0x4D5A60)},
    {Rgb::hex(0x8A5A00), Rgb::hex(0xC2281A), Rgb::hex(0x2A2030)}};

/// nullptr if there is no palette of that name.
const Palette* find_palette(std::string_view name);
/// The names that find_palette() knows; the first is the default.
inline constexpr std::array<std::string_view, 2> kPaletteSlugs{"atlas", "colour_blind_safe"};

/// Colours that are the same in every palette.
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
