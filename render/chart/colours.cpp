#include "render/chart/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"

namespace fw {
namespace {

constexpr double kTurn = 6.283185307179586;

std::vector<Rgb> colours(std::initializer_list<uint32_t> codes) {
  std::vector<Rgb> out;
  for (const uint32_t code : codes) out.push_back(Rgb::hex(code));
  return out;
}

double gamma_encoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * exact::pow(c, 1 / 2.4) - 0.055;
}

struct Lch {
  double lightness, chroma, hue_turns;
};

Rgb from_lch(const Lch& c) {
  const auto angle = exact::sincos(kTurn * c.hue_turns);
  return from_oklab(c.lightness, c.chroma * angle.cos, c.chroma * angle.sin);
}

/// Lightness grows evenly; the hue goes from violet over teal to yellow, so that the order stays visible with
/// colour blindness and in grey print.
Rgb sequential(double s) {
  const double hue = 0.81 - 0.51 * s;
  const double chroma = 0.105 + 0.045 * s * s + 0.03 * (1 - s) * (1 - s) - 0.06 * s * (1 - s);
  return from_lch({0.27 + 0.655 * s, chroma, hue});
}

/// Blue over red to orange, distinct from both the white and the dark paper.
Rgb vivid(double s) {
  return from_lch({0.42 + 0.34 * s, 0.155, 0.75 + 0.44 * s});
}

/// One turn around the hues. Lightness varies a little, two periods per turn, so that opposite headings
/// differ in hue and neighbouring ones in lightness.
Rgb cyclic(double s) {
  const auto angle = exact::sincos(kTurn * s);
  return from_lch({0.70 + 0.09 * angle.cos, 0.115, s + 0.20});
}

/// Blue below, orange above, pale in the middle.
Rgb diverging(double s) {
  const double side = 2 * s - 1;
  const double away = std::fabs(side);
  return from_lch({0.96 - 0.48 * away, 0.13 * away, side < 0 ? 0.70 : 0.13});
}

}  // namespace

Rgb from_oklab(double lightness, double a, double b) {
  const double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
  const double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
  const double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
  const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  return {gamma_encoded(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
          gamma_encoded(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
          gamma_encoded(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)};
}

Rgb map_colour(ColourMap map, double share) {
  if (map == ColourMap::cyclic) return cyclic(share - std::floor(share));
  const double s = std::clamp(share, 0.0, 1.0);
  return map == ColourMap::sequential ? sequential(s) : map == ColourMap::vivid ? vivid(s) : diverging(s);
}

Rgb ChartColours::shade(size_t i, size_t n) const {
  return n < 2 ? shade_dark
               : mix(shade_light, shade_dark, static_cast<double>(i) / static_cast<double>(n - 1));
}

const ChartColours& chart_colours(ChartTheme theme) {
  static const ChartColours kLight{
      Rgb::hex(0xFFFFFF),
      Rgb::hex(0x22292E),
      Rgb::hex(0x5B666E),
      Rgb::hex(0xE4E7E9),
      Rgb::hex(0x8A949B),
      Rgb::hex(0xB3202C),
      colours({0x0072B2, 0xE69F00, 0x00805E, 0xCC4A14, 0x6FB9EA, 0xB85C9E, 0x3D2C8D, 0x40464C}),
      Rgb::hex(0xAFCFE6),
      Rgb::hex(0x0B4F86)};
  static const ChartColours kDark{
      Rgb::hex(0x1B2126),
      Rgb::hex(0xE8ECEE),
      Rgb::hex(0xA3AEB6),
      Rgb::hex(0x333C43),
      Rgb::hex(0x77838B),
      Rgb::hex(0xFF8A80),
      colours({0x4FA3E0, 0xF2B13C, 0x2FBF93, 0xF0764A, 0xA9D8F7, 0xDE8FC6, 0xF7E7A0, 0x7F878E}),
      Rgb::hex(0x2F6DA3),
      Rgb::hex(0xA9D8F7)};
  return theme == ChartTheme::light ? kLight : kDark;
}

}  // namespace fw
