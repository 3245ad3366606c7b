#include "render/map/fill.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "render/page/row_kernel.h"

namespace fw {
namespace {

using Pixel = std::array<float, 3>;

Pixel scaled(Rgb c) {
  return {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)};
}

/// Squares where one class beats every other at all four corners by enough that the soft edge is invisible.
Raster<uint8_t> pure_squares(const SmoothClasses& field) {
  constexpr float kClear = 0.5F;  // eleven tau: the other's weight is below 2e-5
  const Leaders& l = field.leaders;
  const GridSpec& g = l.grid;
  Raster<uint8_t> pure(g, SmoothClasses::kMixed);
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

/// Classes that may show inside one square of four cell centres.
struct Rivals {
  static constexpr size_t kMost = 64;
  std::array<uint8_t, kMost> code;
  size_t count = 0;
};

constexpr float kFaint = 12;  ///< a class so many tau below the best is not seen

struct Blender {
  const SmoothClasses& field;
  std::vector<Pixel> colours;
  std::vector<Pixel> band_colours;
  float inverse_tau = 1;

  /// Weights of the classes at a point inside a square, as a colour; `band` mixes towards the border band.
  Pixel mixed(const Rivals& rivals, size_t cell, size_t columns, float fx, float fy, float band) const {
    std::array<float, Rivals::kMost> value{};
    float best = -1;
    const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
    for (size_t i = 0; i < rivals.count; ++i) {
      const float* v = &field.indicator[rivals.code[i]].cells[cell];
      value[i] = a * v[0] + b * v[1] + c * v[columns] + d * v[columns + 1];
      best = std::max(best, value[i]);
    }
    Pixel sum{};
    float total = 0;
    for (size_t i = 0; i < rivals.count; ++i) {
      const float argument = (value[i] - best) * inverse_tau;
      if (argument < -kFaint) continue;
      const float weight = std::exp(argument);
      const Pixel own = pure(rivals.code[i], band);
      for (size_t k = 0; k < 3; ++k) sum[k] += weight * own[k];
      total += weight;
    }
    for (float& v : sum) v /= total;
    return sum;
  }
  /// The classes that count somewhere inside a square: a bilinear value lies between those of the corners.
  Rivals rivals_at(size_t cell, size_t columns) const {
    std::array<float, Rivals::kMost> highest;
    float floor = -1;  // some class is at least as high everywhere
    for (size_t k = 0; k < field.indicator.size(); ++k) {
      const float* v = &field.indicator[k].cells[cell];
      highest[k] = std::max(std::max(v[0], v[1]), std::max(v[columns], v[columns + 1]));
      floor = std::max(floor, std::min(std::min(v[0], v[1]), std::min(v[columns], v[columns + 1])));
    }
    Rivals rivals;
    for (size_t k = 0; k < field.indicator.size(); ++k)
      if ((highest[k] - floor) * inverse_tau >= -kFaint)
        rivals.code[rivals.count++] = static_cast<uint8_t>(k);
    return rivals;
  }
  Pixel pure(size_t k, float band) const {
    if (band_colours.empty()) return colours[k];
    Pixel out{};
    for (size_t i = 0; i < 3; ++i) out[i] = colours[k][i] + (band_colours[k][i] - colours[k][i]) * band;
    return out;
  }
};

/// One pixel row of a raster between two of its rows, bilinear; pixel x lies behind column first[x].
FW_ROW_KERNEL void bilinear_row(const float* __restrict upper, const float* __restrict lower,
                                const int* __restrict first, const float* __restrict fraction, float fy,
                                size_t n, float* __restrict out) {
  for (size_t x = 0; x < n; ++x) {
    const float *u = upper + first[x], *l = lower + first[x];
    const float above = u[0] + (u[1] - u[0]) * fraction[x];
    const float below = l[0] + (l[1] - l[0]) * fraction[x];
    out[x] = above + (below - above) * fy;
  }
}

/// A colour that leans towards another by `band`.
FW_ROW_KERNEL void lean_row(const float* __restrict band, float own, float lean, size_t n,
                            float* __restrict out) {
  for (size_t x = 0; x < n; ++x) out[x] = own + lean * band[x];
}

/// One row of land colours, 0 to 255, a plane per component, and the border band; sea pixels hold nothing of
/// use.
struct LandRow {
  std::array<std::vector<float>, 3> plane;
  std::vector<float> band;
  explicit LandRow(size_t n)
      : plane{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)}, band(n) {}
  void set(size_t x, const Pixel& c) {
    for (size_t i = 0; i < 3; ++i) plane[i][x] = c[i];
  }
};

struct RowLooks {
  Pixel sand;
  float beach;   ///< 0 or 1
  float shadow;  ///< how strongly the relief darkens
};

/// Sand, light and sea over a row of class colours. Shadows multiply, lights lean to white: class hues stay
/// what the legend shows.
FW_ROW_KERNEL void finish_row(const float* __restrict r, const float* __restrict g, const float* __restrict b,
                              const uint32_t* __restrict sea, const uint16_t* __restrict light_in,
                              const uint8_t* __restrict beach, const RowLooks& looks, size_t n,
                              uint32_t* __restrict out) {
  const Pixel sand = looks.sand;
  const float sand_share = looks.beach / 255, shadow = looks.shadow;
  for (size_t x = 0; x < n; ++x) {
    const auto water = static_cast<int>(sea[x]);
    const auto cover = static_cast<int>(sea[x] >> 24);
    const float share = static_cast<float>(static_cast<int>(beach[x])) * sand_share;
    const float light = static_cast<float>(static_cast<int>(light_in[x])) * (1.0F / PixelBase::kLightOne);
    const float dark = std::min(1 - shadow * (1 - light), 1.0F);  // below 1 in shadow only
    const float bright = std::max(std::min(0.55F * (light - 1), 0.35F), 0.0F);
    const float a = static_cast<float>(cover) * (1.0F / 255);
    const auto blend = [&](float land, float grain, int under) {
      float v = (land + (grain - land) * share) * dark;
      v += (255 - v) * bright;
      v = v * a + static_cast<float>(under) * (1 - a);
      return static_cast<int>(std::min(std::max(v, 0.0F), 255.0F) + 0.5F);
    };
    const int mixed = blend(r[x], sand[0], water >> 16 & 255) << 16 |
                      blend(g[x], sand[1], water >> 8 & 255) << 8 | blend(b[x], sand[2], water & 255);
    out[x] = static_cast<uint32_t>(cover == 0 ? water : mixed);
  }
}

Blender make_blender(const SmoothClasses& classes, const FillStyle& style, double pixel_m, double cell_m) {
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

SmoothClasses prepare_classes(const Raster<uint8_t>& codes, int class_count,
                              const Raster<uint32_t>& nearest_land, double sigma_m) {
  SmoothClasses field(codes.grid);
  Raster<uint8_t> spread(codes.grid);
  for (size_t cell = 0; cell < spread.size(); ++cell)
    if (const uint32_t source = nearest_land[cell]; source < codes.size()) spread[cell] = codes[source];
  for (int k = 1; k <= class_count; ++k) {
    Mask mask(codes.grid);
    for (size_t cell = 0; cell < mask.size(); ++cell) mask[cell] = spread[cell] == k ? 1 : 0;
    field.indicator.push_back(gaussian(mask, sigma_m));
    field.leaders.offer(static_cast<uint8_t>(k), field.indicator.back());
  }
  field.pure = pure_squares(field);
  return field;
}

namespace {

/// Per column of the grid the first pixel behind it.
std::vector<size_t> pixels_behind(const AxisSampling& columns, int count) {
  std::vector<size_t> first(static_cast<size_t>(count) + 1, columns.first.size());
  for (size_t x = columns.first.size(); x-- > 0;) first[static_cast<size_t>(columns.first[x])] = x;
  for (size_t c = static_cast<size_t>(count); c-- > 0;) first[c] = std::min(first[c], first[c + 1]);
  return first;
}

/// Where a fill's pixels lie on the classes' grid.
struct FillAxes {
  const AxisSampling columns, rows;
  const std::vector<size_t> behind;  ///< pixels_behind() of the columns
};

/// Pixels [x, to), all of one class.
void pure_run(const Blender& blender, size_t k, size_t x, size_t to, LandRow& out) {
  const Pixel& own = blender.colours[k];
  for (size_t i = 0; i < 3; ++i) {
    float* const plane = &out.plane[i][x];
    if (blender.band_colours.empty())
      std::fill_n(plane, to - x, own[i]);
    else
      lean_row(&out.band[x], own[i], blender.band_colours[k][i] - own[i], to - x, plane);
  }
}

/// The classes' colours of one pixel row from `x` up to `to`, where there is land.
void land_row(const Blender& blender, const FillStyle& style, const FillAxes& axes, size_t y,
              const uint32_t* sea, size_t x, size_t to, LandRow& out) {
  const auto stride = static_cast<size_t>(blender.field.leaders.grid.columns);
  const size_t row = static_cast<size_t>(axes.rows.first[y]) * stride;
  const float fy = axes.rows.fraction[y];
  const AxisSampling& columns = axes.columns;
  if (style.wash && x < to) {
    const float* upper = &style.border_band->cells[row];
    bilinear_row(upper, upper + stride, &columns.first[x], &columns.fraction[x], fy, to - x, &out.band[x]);
  }
  while (x < to) {
    auto column = static_cast<size_t>(columns.first[x]);
    const size_t cell = row + column;
    const uint8_t alone = blender.field.pure[cell];
    if (alone != SmoothClasses::kMixed) {
      while (axes.behind[column + 1] < to && blender.field.pure[row + column + 1] == alone) ++column;
      const size_t end = std::min(axes.behind[column + 1], to);
      pure_run(blender, alone, x, end, out);
      x = end;
      continue;
    }
    const Rivals rivals = blender.rivals_at(cell, stride);
    for (const size_t end = std::min(axes.behind[column + 1], to); x < end; ++x)
      if (sea[x] >> 24 != 0)
        out.set(x, blender.mixed(rivals, cell, stride, columns.fraction[x], fy, out.band[x]));
  }
}

}  // namespace

void render_fill(const PixelBase& base, const SmoothClasses& classes, const FillStyle& style,
                 const PixelTarget& target, const Progress& progress) {
  const GridSpec& grid = classes.leaders.grid;
  const Window& window = base.window;
  assert(target.width == window.pixels && target.height == window.pixels);
  AxisSampling across = sample_columns(grid, window);
  std::vector<size_t> behind = pixels_behind(across, grid.columns);
  const FillAxes axes{std::move(across), sample_rows(grid, window), std::move(behind)};
  const Blender blender = make_blender(classes, style, window.pixel_m(), grid.cell_m);
  const auto n = static_cast<size_t>(window.pixels);
  const RowLooks looks{scaled(colour::kBeach), style.beach ? 1.0F : 0.0F, static_cast<float>(style.shadow)};
  parallel_for(n, 64, [&](size_t begin, size_t end) {
    LandRow land(n);
    for (size_t y = begin; y < end && !progress.cancelled(); ++y) {
      const uint32_t* sea = &base.sea[y * n];
      const auto is_land = [](uint32_t word) { return word >> 24 != 0; };
      const auto x = static_cast<size_t>(std::find_if(sea, sea + n, is_land) - sea);
      const auto to = static_cast<size_t>(
          std::find_if(std::reverse_iterator(sea + n), std::reverse_iterator(sea + x), is_land).base() - sea);
      std::copy(sea, sea + x, target.row(y));
      std::copy(sea + to, sea + n, target.row(y) + to);
      land_row(blender, style, axes, y, sea, x, to, land);
      finish_row(&land.plane[0][x], &land.plane[1][x], &land.plane[2][x], sea + x, &base.light[y * n + x],
                 &base.beach[y * n + x], looks, to - x, target.row(y) + x);
    }
  });
}

}  // namespace fw
