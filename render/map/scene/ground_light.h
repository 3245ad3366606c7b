#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "render/map/style/map_style.h"

namespace fw {

/// How ground is lit.
enum class GroundLight : uint8_t {
  even,   ///< from fixed sides, without what whole flanks are darker than their surroundings: fills stay
          ///< readable
  turned  ///< across the ridges, stronger with the height: for maps of the relief
};

/// Three suns over the relief.
struct Lights {
  struct Light {
    float x, y, z, weight;
  };
  std::array<Light, 3> light{from(315, 42, 0.62), from(270, 38, 0.18), from(0, 38, 0.20)};
  float scale = static_cast<float>(1.0 / std::sin(40 * kDegree));

  /// Brightness of ground rising by gx to the east and gy to the north; about 1 on a plain.
  float shade(float gx, float gy) const {
    const float inverse = 1.0F / std::sqrt(1.0F + gx * gx + gy * gy);
    float sum = 0;
    for (const Light& l : light)
      sum += l.weight * std::min(std::max((l.z - gx * l.x - gy * l.y) * inverse, 0.0F), 1.0F);
    return sum * scale;
  }

  static constexpr double kDegree = 3.14159265358979323846 / 180.0;
  /// Azimuth clockwise from north, elevation above the horizon.
  static Light from(double azimuth_deg, double elevation_deg, double weight) {
    const double a = azimuth_deg * kDegree, e = elevation_deg * kDegree;
    return {static_cast<float>(std::sin(a) * std::cos(e)), static_cast<float>(std::cos(a) * std::cos(e)),
            static_cast<float>(std::sin(e)), static_cast<float>(weight)};
  }
};

/// Suns of GroundLight::turned; the main one comes from where TurnedSun says.
struct TurnedLights {
  Lights::Light west = Lights::from(270, 40, 0.14), north = Lights::from(0, 45, 0.12);
  float main_weight = 0.74F, main_z = west_of(42).z, main_across = west_of(42).x;
  float highest_m = 1;
  static constexpr float kVertical = 0.9F;         ///< of MapTerrain::vertical_factor
  static constexpr float kLow = 0.62F, kHigh = 1;  ///< strength at the sea and at the highest point

  /// 1 on a plain.
  float shade(float gx, float gy, float sun_east, float sun_north) const {
    const float inverse = 1.0F / std::sqrt(1.0F + gx * gx + gy * gy);
    const auto lit = [&](float along, float across, float z) {
      return std::min(std::max((z - along * across) * inverse, 0.0F), 1.0F) / z;
    };
    return main_weight * lit(gx * sun_east + gy * sun_north, main_across, main_z) +
           west.weight * lit(gx * west.x + gy * west.y, 1, west.z) +
           north.weight * lit(gx * north.x + gy * north.y, 1, north.z);
  }

 private:
  /// A sun with its horizontal part positive.
  static Lights::Light west_of(double elevation_deg) { return Lights::from(90, elevation_deg, 1); }
};

/// Colour of open water, with or without lines along the coast, at a distance from the shore, 0 to 255 a
/// component; tabulated every half look metre up to 1024.
inline std::vector<std::array<float, 3>> sea_colours(const MapStyle& style, double pixel_m, double look_m,
                                                     bool lines = true) {
  constexpr int kSteps = 2048;
  std::vector<std::array<float, 3>> table;
  for (int i = 0; i <= kSteps; ++i) {
    const double d = i * 0.5;
    Rgb c = mix(style.sea_near, style.sea_far, std::pow(std::min(d / 900, 1.0), 0.8));
    for (size_t k = 0; k < style.waves.size() && lines; ++k) {
      const double z = (d - style.waves[k].off_m) / (1.1 * pixel_m / look_m + style.wave_m);
      c = mix(c, style.wave, style.waves[k].alpha * std::exp(-z * z));
    }
    table.push_back(
        {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)});
  }
  return table;
}

}  // namespace fw
