#pragma once

#include <cstdint>

#include "core/base/colour.h"

namespace fw {

/// What a page becomes.
enum class PageFormat : uint8_t { png, svg, pdf };

/// Cairo's limit for either side of an image.
inline constexpr int kMaxPageSide_px = 32767;

struct PageSize {
  int width_px = 0;
  int height_px = 0;
};

/// The page's own colours; what carries meaning is the painter's.
namespace colour {
inline constexpr Rgb kPaper = Rgb::hex(0xF7F3EA);
inline constexpr Rgb kInk = Rgb::hex(0x2E3A40);
inline constexpr Rgb kInkSoft = Rgb::hex(0x66727A);
inline constexpr Rgb kRule = Rgb::hex(0xC9C5BA);
inline constexpr Rgb kWhite = Rgb::hex(0xFFFFFF);
}  // namespace colour

}  // namespace fw
