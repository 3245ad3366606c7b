#include "render/plate/fill.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/field/filter.h"

namespace fw {
namespace {

using Pixel = std::array<float, 3>;

Pixel scaled(Rgb c) {
  return {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)};
}

/// Squares where one class beats every other at all four corners by enough that the soft edge is invisible.
Raster<uint8_t> pure_squares(const ClassField& field) {
  constexpr float kClear = 0.5F;  // eleven tau: the other's weight is below 2e-5
  const Leaders& l = field.leaders;
  const GridSpec& g = l.grid;
  Raster<uint8_t> pure(g, ClassField::kMixed);
  for (int r = 0; r + 1 < g.rows; ++r)
    for (int c = 0; c + 1 < g.columns; ++c) {
      const size_t i = g.index(c, r);
      const std::array<size_t, 4> corner{i, i + 1, i + static_cast<size_t>(g.columns),
                                         i + static_cast<size_t>(g.columns) + 1};
      bool clear = l.code[0][i] != 0;
      for (const size_t k : corner)
        clear = clear && l.code[0][k] == l.code[0][i] && l.value[0][k] - l.value[1][k] > kClear;
      if (clear) pure[i] = static_cast<uint8_t>(l.code[0][i] - 1);
    }
  return pure;
}

struct Blender {
  const ClassField& field;
  std::vector<Pixel> colours;
  std::vector<Pixel> band_colours;
  float inverse_tau = 1;

  /// Weights of the classes at a point inside a square, as a colour; `band` mixes towards the border band.
  Pixel mixed(size_t cell, size_t columns, float fx, float fy, float band) const {
    const size_t count = field.indicator.size();
    std::array<float, 64> value{};
    float best = -1;
    const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
    for (size_t k = 0; k < count; ++k) {
      const float* v = &field.indicator[k].cells[cell];
      value[k] = a * v[0] + b * v[1] + c * v[columns] + d * v[columns + 1];
      best = std::max(best, value[k]);
    }
    Pixel sum{};
    float total = 0;
    for (size_t k = 0; k < count; ++k) {
      const float argument = (value[k] - best) * inverse_tau;
      if (argument < -12) continue;
      const float weight = std::exp(argument);
      const Pixel own = pure(k, band);
      for (size_t i = 0; i < 3; ++i) sum[i] += weight * own[i];
      total += weight;
    }
    for (float& v : sum) v /= total;
    return sum;
  }
  Pixel pure(size_t k, float band) const {
    if (band_colours.empty()) return colours[k];
    Pixel out{};
    for (size_t i = 0; i < 3; ++i) out[i] = colours[k][i] + (band_colours[k][i] - colours[k][i]) * band;
    return out;
  }
};

float bilinear_at(const Raster<float>& in, size_t cell, size_t columns, float fx, float fy) {
  const float* v = &in.cells[cell];
  const float upper = v[0] + (v[1] - v[0]) * fx;
  const float lower = v[columns] + (v[columns + 1] - v[columns]) * fx;
  return upper + (lower - upper) * fy;
}

/// Shadows multiply, lights lean to white: class hues stay what the legend shows.
Pixel lit(Pixel c, float light, float shadow) {
  if (light < 1) {
    const float k = 1 - shadow * (1 - light);
    for (float& v : c) v *= k;
  } else {
    const float k = std::min(0.55F * (light - 1), 0.35F);
    for (float& v : c) v += (255 - v) * k;
  }
  return c;
}

Blender make_blender(const ClassField& classes, const FillStyle& style, double pixel_m, double cell_m) {
  Blender blender{classes, {}, {}, 1};
  blender.inverse_tau = static_cast<float>(1 / (0.045 * std::min(1.0, pixel_m / (0.34 * cell_m))));
  for (const Rgb& c : style.colours) {
    if (style.wash) {
      blender.colours.push_back(scaled(mix(colour::kWashPaper, c, 0.34)));
      blender.band_colours.push_back(scaled(mix(colour::kWashPaper, c, 0.80)));
    } else {
      blender.colours.push_back(scaled(c));
    }
  }
  return blender;
}

}  // namespace

ClassField prepare_classes(const Raster<uint8_t>& codes, int class_count,
                           const Raster<uint32_t>& nearest_land, double sigma_m) {
  ClassField field(codes.grid);
  for (int k = 1; k <= class_count; ++k) {
    Mask mask(codes.grid);
    for (size_t cell = 0; cell < mask.size(); ++cell) {
      const uint32_t source = nearest_land[cell];
      mask[cell] = source < codes.size() && codes[source] == k ? 1 : 0;
    }
    field.indicator.push_back(gaussian(mask, sigma_m));
    field.leaders.offer(static_cast<uint8_t>(k), field.indicator.back());
  }
  field.pure = pure_squares(field);
  return field;
}

PixelImage render_fill(const PixelBase& base, const ClassField& classes, const FillStyle& style) {
  const GridSpec& grid = classes.leaders.grid;
  const Window& window = base.window;
  PixelImage image(window.pixels, window.pixels);
  const AxisSampling columns = sample_columns(grid, window), rows = sample_rows(grid, window);
  const Blender blender = make_blender(classes, style, window.pixel_m(), grid.cell_m);
  const auto stride = static_cast<size_t>(grid.columns);
  const auto n = static_cast<size_t>(window.pixels);
  const auto shadow = static_cast<float>(style.shadow);
  const Pixel sand = scaled(colour::kBeach);
  parallel_for(n, 32, [&](size_t begin, size_t end) {
    for (size_t y = begin; y < end; ++y)
      for (size_t x = 0; x < n; ++x) {
        const size_t p = y * n + x;
        const uint32_t sea = base.sea[p];
        const uint32_t coverage = sea >> 24;
        if (coverage == 0) {
          image.words[p] = sea;
          continue;
        }
        const size_t cell =
            static_cast<size_t>(rows.first[y]) * stride + static_cast<size_t>(columns.first[x]);
        const float fx = columns.fraction[x], fy = rows.fraction[y];
        const float band = style.wash ? bilinear_at(*style.border_band, cell, stride, fx, fy) : 0;
        const uint8_t alone = classes.pure[cell];
        Pixel c = alone != ClassField::kMixed ? blender.pure(alone, band)
                                              : blender.mixed(cell, stride, fx, fy, band);
        if (style.beach && base.beach[p] != 0) {
          const float share = static_cast<float>(base.beach[p]) / 255;
          for (size_t i = 0; i < 3; ++i) c[i] += (sand[i] - c[i]) * share;
        }
        c = lit(c, static_cast<float>(base.light[p]) / PixelBase::kLightOne, shadow);
        const float a = static_cast<float>(coverage) / 255;
        const auto blend = [&](float land, uint32_t water) {
          return static_cast<uint32_t>(
              std::clamp(land * a + static_cast<float>(water) * (1 - a), 0.0F, 255.0F) + 0.5F);
        };
        image.words[p] =
            blend(c[0], sea >> 16 & 255) << 16 | blend(c[1], sea >> 8 & 255) << 8 | blend(c[2], sea & 255);
      }
  });
  return image;
}

}  // namespace fw
