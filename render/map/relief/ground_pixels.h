#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel/progress.h"
#include "render/map/relief/ground_rows.h"
#include "render/map/style/map_style.h"
#include "render/page/large_array.h"

namespace fw {

/// Relief 1.0 in the 16 bits of a pixel.
inline constexpr int kLightOne = 16384;

/// One pixel row of what lies under every layer. Outside [from, to) there is only sea, and only `sea` is
/// valid.
struct GroundPixelRow {
  size_t from = 0, to = 0;
  const uint32_t* sea = nullptr;    ///< alpha = coverage by the ground, rgb = sea, waterlines, islets
  const uint16_t* light = nullptr;  ///< relief, 1.0 = kLightOne
  const uint8_t* beach = nullptr;   ///< share of sand, 255 = all
};

/// Colours of sea and islets at a window's scale.
class SeaColours {
 public:
  SeaColours(const MapStyle& style, double pixel_m, double look_m);
  const MapStyle& style() const { return style_; }
  /// Water at a signed distance from the shore (negative at sea); `ripple`: share of the lines along it.
  uint32_t open(float shore_m, float ripple) const {
    return ripple >= 1 ? packed_[step_at(shore_m)] : at(shore_m, ripple, 0, 1);
  }
  /// The same under an islet's coverage and light.
  uint32_t at(float shore_m, float ripple, float on_islet, float light) const;

 private:
  size_t step_at(float shore_m) const;

  const MapStyle& style_;
  std::vector<std::array<float, 3>> water_, plain_;
  std::vector<uint32_t> packed_;
  float steps_per_m_;
};

/// Makes the rows of a window, one after the other; one per thread.
class GroundPixelReader {
 public:
  GroundPixelReader(const MapTerrain& terrain, const GroundAxes& axes, const SeaColours& sea,
                    const MapWindow& window, GroundLight light = GroundLight::even);
  /// Valid until the next call.
  GroundPixelRow row(int y);
  /// The same into arrays of the window's width.
  GroundPixelRow row(int y, uint32_t* sea, uint16_t* light, uint8_t* beach);

 private:
  GroundReader ground_;
  /// Beyond the frame of a world whose ground meets it lies paper.
  void clear_beyond(int y, uint32_t* sea) const;

  const GroundAxes& axes_;
  const SeaColours& colours_;
  bool meets_frame_;
  float per_pixel_;
  std::vector<uint32_t> sea_;
  std::vector<uint16_t> light_;
  std::vector<uint8_t> beach_;
};

/// All rows of a window, for several maps of the same ground.
struct GroundPixels {
  MapWindow window;
  LargeArray<uint32_t> sea;
  LargeArray<uint16_t> light;
  LargeArray<uint8_t> beach;
  size_t room = 0;  ///< how many pixels the arrays hold

  GroundPixelRow row(int y) const;
};
/// Arrays for so many pixels, of any value, unless they are there.
void reserve_ground(GroundPixels& ground, size_t pixels);
/// Into the arrays of `ground`, without islets of less than that area. Cancelled on the way, it leaves rows
/// out.
void render_ground(GroundPixels& ground, const MapTerrain& terrain, const MapWindow& window,
                   const MapStyle& style = map_style(), double least_islet_m2 = 0,
                   const Progress& progress = {});

}  // namespace fw
