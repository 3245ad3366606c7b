#include "render/map/palette.h"

#include "render/map/plate_style.h"

namespace fw {
namespace {

constexpr Rgb h(uint32_t rrggbb) {
  return Rgb::hex(rrggbb);
}

constexpr Palette kAtlas{
    "atlas",
    {h(0xD3DBA0), h(0x8DB283), h(0x9CCABB), h(0xEBDD9C), h(0xBFAF9B), h(0xEFF2F5), h(0xE2BE8D), h(0xBDA6D6)},
    {h(0xB5CF9D), h(0xF1DC8E), h(0xDE8A70), h(0x75657A)},
    {h(0x7FB07A), h(0x9C86C4), h(0xE2BF5B), h(0xB5AEA5)},
    {h(0x3F7A47), h(0x5F4696), h(0xA87B12), h(0x6B655E)},
    {h(0x5B7F2B), h(0x6F7680), h(0xA04A2C), h(0x2B7FB8), h(0x7A3FA0), h(0xB98B1E), h(0x1F9A6B), h(0xE08A1E),
     h(0xC2477F)},
    {h(0xB3202C), h(0x2B7A8C), h(0xB8860B), h(0x2F7D32), h(0x7A4B22), h(0x3F4C9A), h(0x8E3A78), h(0x4D5A60)},
    {h(0x8A5A00), h(0xC2281A), h(0x2A2030)}};

// Ordered by lightness and by blue against yellow, the axis that red-green colour blindness keeps.
constexpr Palette kColourBlindSafe{
    "colour_blind_safe",
    {h(0xE9E4B4), h(0x5F957C), h(0x8CC4E0), h(0xF2CC5E), h(0xB3A9A2), h(0xF7F9FB), h(0xCF8A55), h(0xA090D8)},
    {h(0xCFE3EE), h(0xF2DC7C), h(0xD27F3A), h(0x4F4270)},
    {h(0x56A38F), h(0x7C74C4), h(0xEBC355), h(0xBDB8AF)},
    {h(0x12665A), h(0x443C96), h(0x966B00), h(0x625D57)},
    {h(0x00795B), h(0x5F6670), h(0xC4501B), h(0x0072B2), h(0x6A3D9A), h(0x9A7400), h(0x2FA78A), h(0xE69F00),
     h(0xB8578E)},
    {h(0xC4401B), h(0x1F78A8), h(0xB98700), h(0x00735A), h(0x5C4030), h(0x37399A), h(0xA65A92), h(0x4D5A60)},
    {h(0x8A5A00), h(0xB8420A), h(0x2A2050)}};

}  // namespace

const Palette* find_palette(std::string_view name) {
  for (const Palette* palette : {&kAtlas, &kColourBlindSafe})
    if (palette->name == name) return palette;
  return nullptr;
}

const std::vector<std::string>& palette_names() {
  static const std::vector<std::string> names{std::string(kAtlas.name), std::string(kColourBlindSafe.name)};
  return names;
}

}  // namespace fw
