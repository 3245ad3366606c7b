#pragma once

#include "render/chart/chart.h"

namespace fw {

/// A theme's neutral colours and the colours of series.
struct ChartColours {
  Rgb paper, ink, ink_soft, grid, axis, reference;
  std::vector<Rgb> series;  ///< 8 colours that remain distinct with red-green colour blindness
  Rgb shade_light, shade_dark;

  Rgb of(size_t index) const { return series[index % series.size()]; }
  /// The i-th of n shades of one colour, from weak to strong contrast with the paper.
  Rgb shade(size_t i, size_t n) const;
};
const ChartColours& chart_colours(ChartTheme theme);

/// Oklab (Ottosson 2020) to sRGB, clipped to the gamut; lightness in [0, 1].
Rgb from_oklab(double lightness, double a, double b);

/// The colour of a share in [0, 1]; other shares are clamped, or wrapped for the cyclic map.
Rgb map_colour(ColourMap map, double share);

}  // namespace fw
