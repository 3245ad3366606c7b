#pragma once

#include <array>
#include <cstdint>

#include "core/base/colour.h"

namespace fw {

/// CIELAB under D65: l in [0, 100].
struct Lab {
  double l = 0, a = 0, b = 0;
};
Lab lab_of(Rgb colour);
/// Components outside of sRGB's range are cut off.
Rgb rgb_of(Lab lab);

/// The nearest colour that eight bits a component hold.
Rgb whole_bytes(Rgb colour);

/// How far apart two colours look (CIEDE2000; Sharma, Wu and Dalal 2005): about 1 is just seen side by side.
double ciede2000(Lab p, Lab q);
double ciede2000(Rgb p, Rgb q);

/// Relative luminance in [0, 1] and the contrast of two colours in [1, 21] (WCAG 2.1).
double luminance(Rgb colour);
double contrast(Rgb p, Rgb q);

enum class Sight : uint8_t { normal, deuteranopia, protanopia, tritanopia };
inline constexpr std::array kSights{Sight::normal, Sight::deuteranopia, Sight::protanopia};
/// With the rarest.
inline constexpr std::array kAllSights{Sight::normal, Sight::deuteranopia, Sight::protanopia,
                                       Sight::tritanopia};
/// What an eye without green (deuteranopia), red (protanopia) or blue (tritanopia) receptors sees (Machado,
/// Oliveira and Fernandes 2009, severity 1).
Rgb seen(Rgb colour, Sight sight);

}  // namespace fw
