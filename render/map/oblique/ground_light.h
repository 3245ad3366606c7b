#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel/progress.h"
#include "render/map/oblique/scenery.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/terrain.h"
#include "render/map/style/map_style.h"

namespace fw {

/// Where the sun stands over an oblique picture.
struct Sun {
  double azimuth_deg = 300;  ///< clockwise from where the eye looks: fixed to the picture, not to north
  double elevation_deg = 38;

  friend bool operator==(const Sun&, const Sun&) = default;
};

/// A ground that light falls on, at a window's pixels.
struct LightInput {
  const MapTerrain& terrain;
  const MapWindow& window;
  const std::vector<float>& ground_m;  ///< ground_heights()
  const std::vector<float>& top_m;     ///< with what stands on it
  const std::vector<Cover>& cover;
  const GroundLines& lines;
  double exaggeration = 1;
  double sun_azimuth_deg = 300;  ///< clockwise from north
  double sun_elevation_deg = 38;
  const LandscapeLook& look;
};

/// How much sun reaches each pixel past what stands between, 255 = all: rows swept away from the sun, each
/// with the shadow that the one before throws on it.
std::vector<uint8_t> cast_shadow(const LightInput& in);

/// How much of the sky each place sees, [0, 1], every kSkyStep pixels: the mean over twelve directions of
/// the cosine of the horizon's height there.
inline constexpr int kSkyStep = 4;
struct SkyView {
  int columns = 0, rows = 0;
  std::vector<float> open;
  /// Between the places, at a pixel.
  float at(int x, int y) const;
};
SkyView sky_view(const LightInput& in, const Progress& progress = {});

/// Turns the colours of a painted ground (0xFFRRGGBB, without its lines) into those of a lit landscape: rock
/// on slopes, trees, roofs, the map's lines, deeper water, then sun, cast shadow and sky.
void light_ground(const LightInput& in, std::vector<uint32_t>& argb, const Progress& progress = {});

}  // namespace fw
