#include "core/model/palette.h"

namespace fw {
namespace {

constexpr auto h = Rgb::hex;

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
  for (const Palette* palette : {&kAtlasPalette, &kColourBlindSafe})
    if (palette->name == name) return palette;
  return nullptr;
}

}  // namespace fw
