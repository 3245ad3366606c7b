#include "render/map/relief/class_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"

namespace fw {
namespace {

/// exp(x) for x <= 0 closely enough for the mix of two colours; 0 from -8 on.
constexpr float kSoftReach = 8;
inline float soft(float x) {
  float v = std::max(1 + x / kSoftReach, 0.0F);
  v *= v;
  v *= v;
  return v * v;
}

std::array<float, 3> scaled_rgb(Rgb c) {
  return {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)};
}

std::vector<size_t> pixels_behind(const AxisSampling& columns, int count) {
  std::vector<size_t> first(static_cast<size_t>(count) + 1, columns.first.size());
  for (size_t x = columns.first.size(); x-- > 0;) first[static_cast<size_t>(columns.first[x])] = x;
  for (size_t c = static_cast<size_t>(count); c-- > 0;) first[c] = std::min(first[c], first[c + 1]);
  return first;
}

/// One pixel row of a raster between two of its rows, bilinear; pixel x lies behind column first[x].
FW_VECTOR_CLONES void bilinear_row(const float* __restrict upper, const float* __restrict lower,
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
FW_VECTOR_CLONES void lean_row(const float* __restrict band, float own, float lean, size_t n,
                               float* __restrict out) {
  for (size_t x = 0; x < n; ++x) out[x] = own + lean * band[x];
}

}  // namespace

ClassRows::ClassRows(const Leaders& leaders, const GroundAxes& axes, double pixel_m)
    : leaders_(leaders),
      axes_(axes),
      behind_(pixels_behind(axes.columns, leaders.grid.columns)),
      alone_(leaders.grid.cells()),
      inverse_tau_(static_cast<float>(1 / (0.045 * std::min(1.0, pixel_m / (0.34 * leaders.grid.cell_m))))) {
  const int top = axes.rows.first.front(), bottom = axes.rows.first.back(), left = axes.columns.first.front(),
            right = axes.columns.first.back();
  parallel_for(static_cast<size_t>(bottom - top + 1), 32, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r)
      for (int c = left; c <= right; ++c) {
        const size_t cell = leaders_.grid.index(c, top + static_cast<int>(r));
        alone_[cell] = alone_at(cell);
      }
  });
}

void ClassRows::set_colours(const std::vector<Rgb>& colours) {
  for (const Rgb& c : colours) colours_.push_back(scaled_rgb(c));
}

void ClassRows::set_band(const Raster<float>& border_band, const std::vector<Rgb>& colours) {
  band_ = &border_band;
  for (const Rgb& c : colours) band_colours_.push_back(scaled_rgb(c));
}

uint8_t ClassRows::alone_at(size_t cell) const {
  const auto columns = static_cast<size_t>(leaders_.grid.columns);
  const uint8_t own = leaders_.code[0][cell];
  const float clear = kSoftReach / inverse_tau_;
  for (const size_t k : {cell, cell + 1, cell + columns, cell + columns + 1})
    if (leaders_.code[0][k] != own || leaders_.value[0][k] - leaders_.value[1][k] < clear) return 0;
  return own;
}

ClassRows::Square ClassRows::square_at(size_t cell) const {
  const auto columns = static_cast<size_t>(leaders_.grid.columns);
  const std::array<size_t, 4> corner{cell, cell + 1, cell + columns, cell + columns + 1};
  Square square;
  for (size_t k = 0; k < 4; ++k)
    for (size_t rank = 0; rank < 3; ++rank) {
      const uint8_t code = leaders_.code[rank][corner[k]];
      if (code == 0) continue;
      int at = 0;
      while (at < square.count && square.code[static_cast<size_t>(at)] != code) ++at;
      if (at == square.count) {
        square.code[static_cast<size_t>(at)] = code;
        ++square.count;
      }
      square.value[static_cast<size_t>(at)][k] = leaders_.value[rank][corner[k]];
    }
  return square;
}

float ClassRows::weigh(const Square& square, float fx, float fy, std::array<float, 12>& weight) const {
  const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
  const auto count = static_cast<size_t>(square.count);
  float best = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto& v = square.value[i];
    weight[i] = a * v[0] + b * v[1] + c * v[2] + d * v[3];
    best = std::max(best, weight[i]);
  }
  float total = 0;
  for (size_t i = 0; i < count; ++i) {
    weight[i] = soft((weight[i] - best) * inverse_tau_);
    total += weight[i];
  }
  return total;
}

ClassRows::Colour ClassRows::colour_of(uint8_t code, float band) const {
  if (code == 0 || code > colours_.size()) return {255, 255, 255};
  Colour out = colours_[code - 1U];
  if (band_ == nullptr) return out;
  const Colour& at_border = band_colours_[code - 1U];
  for (size_t i = 0; i < 3; ++i) out[i] += (at_border[i] - out[i]) * band;
  return out;
}

void ClassRows::fill_run(uint8_t code, size_t x, size_t to, const std::vector<float>& band,
                         ColourRow& out) const {
  const Colour own = colour_of(code, 0);
  for (size_t i = 0; i < 3; ++i) {
    float* const plane = &out.plane[i][x];
    if (band_ == nullptr || code > colours_.size())
      std::fill_n(plane, to - x, own[i]);
    else
      lean_row(&band[x], own[i], band_colours_[code - 1U][i] - own[i], to - x, plane);
  }
}

template <typename Alone, typename Mixed>
void ClassRows::each_stretch(int y, size_t from, size_t to, const Alone& alone, const Mixed& mixed) const {
  const size_t row = leaders_.grid.index(0, axes_.rows.first[static_cast<size_t>(y)]);
  for (size_t x = from; x < to;) {
    auto column = static_cast<size_t>(axes_.columns.first[x]);
    const uint8_t code = alone_[row + column];
    if (code != 0)
      while (behind_[column + 1] < to && alone_[row + column + 1] == code) ++column;
    const size_t end = std::min(behind_[column + 1], to);
    if (code != 0)
      alone(code, x, end);
    else
      mixed(row + column, x, end);
    x = end;
  }
}

void ClassRows::colours(int y, const uint32_t* sea, size_t from, size_t to, ColourRow& out) const {
  const auto at = static_cast<size_t>(y);
  const float fy = axes_.rows.fraction[at];
  const AxisSampling& columns = axes_.columns;
  std::vector<float> band(to);
  if (band_ != nullptr && from < to) {
    const float* upper = &band_->cells[leaders_.grid.index(0, axes_.rows.first[at])];
    bilinear_row(upper, upper + leaders_.grid.columns, &columns.first[from], &columns.fraction[from], fy,
                 to - from, &band[from]);
  }
  std::array<float, 12> weight{};
  each_stretch(
      y, from, to, [&](uint8_t code, size_t x, size_t end) { fill_run(code, x, end, band, out); },
      [&](size_t cell, size_t x, size_t end) {
        const Square square = square_at(cell);
        for (; x < end; ++x) {
          if (sea[x] >> 24 == 0) continue;
          const float inverse = 1 / std::max(weigh(square, columns.fraction[x], fy, weight), 1e-6F);
          Colour sum{};
          for (size_t i = 0; i < static_cast<size_t>(square.count); ++i) {
            if (weight[i] <= 0) continue;
            const Colour own = colour_of(square.code[i], band[x]);
            for (size_t k = 0; k < 3; ++k) sum[k] += own[k] * weight[i] * inverse;
          }
          out.set(x, sum);
        }
      });
}

void ClassRows::shares(int y, size_t from, size_t to, uint8_t code, std::vector<float>& out) const {
  const float fy = axes_.rows.fraction[static_cast<size_t>(y)];
  std::array<float, 12> weight{};
  each_stretch(
      y, from, to,
      [&](uint8_t alone, size_t x, size_t end) {
        std::fill(&out[x], &out[x] + (end - x), alone == code ? 1.0F : 0.0F);
      },
      [&](size_t cell, size_t x, size_t end) {
        const Square square = square_at(cell);
        for (; x < end; ++x) {
          const float total = weigh(square, axes_.columns.fraction[x], fy, weight);
          float own = 0;
          for (size_t i = 0; i < static_cast<size_t>(square.count); ++i)
            if (square.code[i] == code) own = weight[i];
          out[x] = own / std::max(total, 1e-6F);
        }
      });
}

namespace {

/// All pitches divide it, so patterns repeat with it and need no position beyond it.
constexpr double kPeriod = 72;

/// Signed distance to the next multiple of a pitch.
double off_grid(double v, double pitch) {
  return v - pitch * std::round(v / pitch);
}

/// How much of a pixel a stroke of that half width covers at a distance from its middle, in pixels.
float covered(double distance, double half) {
  return static_cast<float>(std::clamp(half + 0.5 - std::abs(distance), 0.0, 1.0));
}

}  // namespace

Hatch::Hatch(const Leaders& classes, std::vector<Entry> entries, Rgb ink, const GroundAxes& axes,
             const MapWindow& window)
    : classes_(classes, axes, window.metres_per_px),
      entries_(std::move(entries)),
      ink_{ink.r, ink.g, ink.b},
      scale_(window.device_scale),
      x_shift_(std::fmod(window.west_m / window.metres_per_px / window.device_scale, kPeriod)),
      y_shift_(std::fmod(-window.north_m / window.metres_per_px / window.device_scale, kPeriod)) {}

/// x and y in units on the ground. Diagonals: distances across them shrink by the root of 2.
float Hatch::ink(const HatchStyle& style, double x, double y) const {
  constexpr double kRoot2 = 0.70710678118654752;
  const double pitch = style.pitch;
  const auto line = [&](double along) {
    return covered(off_grid(along, pitch) * kRoot2 * scale_, style.size / 2 * scale_);
  };
  const auto alpha = static_cast<float>(style.alpha);
  switch (style.pattern) {
    case HatchStyle::Pattern::lines:
      return alpha * line(x + y);
    case HatchStyle::Pattern::crossed:
      return alpha * std::max(line(x + y), line(x - y));
    case HatchStyle::Pattern::waves: {
      const double crest = pitch / 6 * std::sin(6.283185307179586 * x / (2 * pitch));
      return alpha * covered(off_grid(y + crest, pitch) * scale_, style.size / 2 * scale_);
    }
    case HatchStyle::Pattern::dots:
    case HatchStyle::Pattern::tufts:
    case HatchStyle::Pattern::stipple:
      break;
  }
  // Every second row is shifted by half a pitch.
  const auto row = static_cast<int64_t>(std::round(y / pitch));
  const double shift = row % 2 != 0 ? pitch / 2 : 0;
  double dx = off_grid(x + shift, pitch), dy = off_grid(y, pitch);
  if (style.pattern == HatchStyle::Pattern::tufts) {
    // Three blades that spread from a foot.
    const double up = 0.15 * pitch - dy, spread = 0.45 * std::max(up, 0.0);
    if (up < 0 || up > 0.3 * pitch) return 0;
    const double off = std::min({std::abs(dx), std::abs(dx - spread), std::abs(dx + spread)});
    return alpha * covered(off * scale_, style.size / 2 * scale_);
  }
  if (style.pattern == HatchStyle::Pattern::stipple) {
    // Off the lattice by steps that differ from dot to dot.
    const auto column = static_cast<int64_t>(std::round((x + shift) / pitch));
    const auto step = [pitch](int64_t n) { return 0.1 * pitch * static_cast<double>((n % 3 + 3) % 3); };
    dx += step(column * 2 + row);
    dy += step(column + row * 2);
  }
  return alpha * covered(std::sqrt(dx * dx + dy * dy) * scale_, style.size * scale_);
}

void Hatch::row(int y, size_t from, size_t to, float opacity, ColourRow& colours) const {
  const double ground_y = (y + 0.5) / scale_ + y_shift_;
  std::vector<float> share(to);
  for (const auto& [code, style] : entries_) {
    classes_.shares(y, from, to, code, share);
    for (size_t x = from; x < to; ++x) {
      if (share[x] <= 0) continue;
      const double ground_x = (static_cast<double>(x) + 0.5) / scale_ + x_shift_;
      const float a = share[x] * opacity * ink(style, ground_x, ground_y);
      for (size_t i = 0; i < 3; ++i)
        colours.plane[i][x] += (static_cast<float>(ink_[i] * 255) - colours.plane[i][x]) * a;
    }
  }
}

}  // namespace fw
