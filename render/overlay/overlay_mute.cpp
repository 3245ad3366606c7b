#include <cairo.h>

#include <algorithm>
#include <array>
#include <memory>

#include "render/map/list/back_ends.h"
#include "render/map/list/display_list.h"
#include "render/map/scene/terrain.h"
#include "render/overlay/overlay_internal.h"

namespace fw {
namespace {

constexpr double kCoastWidth = 1.3;  // units of the window

/// What muting makes of the three components of a colour, in 256ths.
struct Muting {
  int keep = 0, light = 0;
  std::array<int, 3> base{};

  explicit Muting(const MapMute& mute) {
    const auto fixed = [](double v) { return static_cast<int>(v * 256 + 0.5); };
    constexpr Rgb kShade = overlay_colour::kNight;
    keep = fixed(mute.saturation);
    light = fixed(mute.light);
    for (size_t k = 0; k < 3; ++k)
      base[k] = fixed(std::array{kShade.r, kShade.g, kShade.b}[k] * (1 - mute.light) * 255);
  }
  int of(int grey, int part, size_t component) const {
    const int dull = (grey * (256 - keep) + part * keep) >> 8;
    return std::clamp((dull * light + base[component] + 128) >> 8, 0, 255);
  }
};

/// Share of land in a pixel, of 256, from its distance to the shore.
int land_of(float shore_m, double pixel_m) {
  const double share = static_cast<double>(shore_m) / pixel_m + 0.5;
  return static_cast<int>(std::clamp(share, 0.0, 1.0) * 256);
}

/// Ground and islets: the signed distance from the shore along a pixel row.
class ShoreRows {
 public:
  ShoreRows(const MapTerrain& terrain, const MapWindow& window)
      : terrain_(terrain),
        columns_(sample_columns(terrain.grid, window)),
        rows_(sample_rows(terrain.grid, window)) {}

  float at(size_t x, size_t y) const {
    return std::max(value(terrain_.shore_m, x, y), value(terrain_.islet_m, x, y));
  }

 private:
  float value(const Raster<float>& in, size_t x, size_t y) const {
    const auto stride = static_cast<size_t>(in.grid.columns);
    const float* v = &in.cells[in.grid.index(columns_.first[x], rows_.first[y])];
    const float f = columns_.fraction[x];
    const float upper = v[0] + (v[1] - v[0]) * f, lower = v[stride] + (v[stride + 1] - v[stride]) * f;
    return upper + (lower - upper) * rows_.fraction[y];
  }

  const MapTerrain& terrain_;
  AxisSampling columns_, rows_;
};

}  // namespace

void mute_map(const Atlas& atlas, const MapWindow& window, const PixelTarget& target) {
  const ShoreRows shore(atlas.ground->terrain, window);
  const Muting land(kMutedLand), sea(kMutedSea);
  const MapStroke coast{.lines = std::make_shared<PixelLines>(
                            pixel_lines(atlas.ground->coast, window, atlas.ground->terrain.grid.cell_m)),
                        .colour = overlay_colour::kCoast,
                        .width_px = kCoastWidth * window.device_scale};
  overlay::in_strips(target, [&](const overlay::Strip& strip) {
    for (int row = strip.top; row < strip.bottom; ++row) {
      uint32_t* const words = target.row(static_cast<size_t>(row));
      for (int column = 0; column < target.width; ++column) {
        const uint32_t word = words[column];
        const std::array parts{static_cast<int>(word >> 16 & 255), static_cast<int>(word >> 8 & 255),
                               static_cast<int>(word & 255)};
        const int grey = (77 * parts[0] + 151 * parts[1] + 28 * parts[2]) >> 8;
        const int on =
            land_of(shore.at(static_cast<size_t>(column), static_cast<size_t>(row)), window.metres_per_px);
        uint32_t out = 0xFF000000u;
        for (size_t k = 0; k < 3; ++k) {
          const int value = (land.of(grey, parts[k], k) * on + sea.of(grey, parts[k], k) * (256 - on)) >> 8;
          out |= static_cast<uint32_t>(value) << (16 - 8 * k);
        }
        words[column] = out;
      }
    }
    cairo_surface_t* surface = cairo_image_surface_create_for_data(
        reinterpret_cast<unsigned char*>(target.row(static_cast<size_t>(strip.top))), CAIRO_FORMAT_RGB24,
        target.width, strip.bottom - strip.top, static_cast<int>(4 * target.stride));
    cairo_t* cr = cairo_create(surface);
    cairo_translate(cr, 0, -strip.top);
    draw_stroke(cr, coast, strip.top, strip.bottom);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
  });
}

}  // namespace fw
