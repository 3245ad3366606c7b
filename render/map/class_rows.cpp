#include "render/map/class_rows.h"

#include <algorithm>
#include <cmath>

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

std::array<float, 3> scaled(Rgb c) {
  return {static_cast<float>(c.r * 255), static_cast<float>(c.g * 255), static_cast<float>(c.b * 255)};
}

}  // namespace

ClassRows::ClassRows(const Leaders& leaders, std::vector<Rgb> colours, double pixel_m) : leaders_(leaders) {
  for (const Rgb& c : colours) colours_.push_back(scaled(c));
  inverse_tau_ = static_cast<float>(1 / (0.045 * std::min(1.0, pixel_m / (0.34 * leaders.grid.cell_m))));
}

void ClassRows::set_band(const Raster<float>& border_band, std::vector<Rgb> colours) {
  band_ = &border_band;
  for (const Rgb& c : colours) band_colours_.push_back(scaled(c));
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

void ClassRows::colours(const AxisSampling& columns, int grid_row, float fy, size_t from, size_t to,
                        ColourRow& out) const {
  const auto stride = static_cast<size_t>(leaders_.grid.columns);
  std::array<float, 12> weight{};
  for (size_t x = from; x < to;) {
    const int column = columns.first[x];
    const size_t cell = static_cast<size_t>(grid_row) * stride + static_cast<size_t>(column);
    const uint8_t alone = alone_at(cell);
    const Square square = alone != 0 ? Square{} : square_at(cell);
    for (; x < to && columns.first[x] == column; ++x) {
      const float fx = columns.fraction[x];
      float band = 0;
      if (band_ != nullptr) {
        const float* v = &band_->cells[cell];
        const float upper = v[0] + (v[1] - v[0]) * fx, lower = v[stride] + (v[stride + 1] - v[stride]) * fx;
        band = upper + (lower - upper) * fy;
      }
      if (alone != 0) {
        out.set(x, colour_of(alone, band));
        continue;
      }
      const float inverse = 1 / std::max(weigh(square, fx, fy, weight), 1e-6F);
      Colour sum{};
      for (size_t i = 0; i < static_cast<size_t>(square.count); ++i) {
        if (weight[i] <= 0) continue;
        const Colour own = colour_of(square.code[i], band);
        for (size_t k = 0; k < 3; ++k) sum[k] += own[k] * weight[i] * inverse;
      }
      out.set(x, sum);
    }
  }
}

void ClassRows::shares(const AxisSampling& columns, int grid_row, float fy, size_t from, size_t to,
                       uint8_t code, std::vector<float>& out) const {
  const auto stride = static_cast<size_t>(leaders_.grid.columns);
  std::array<float, 12> weight{};
  for (size_t x = from; x < to;) {
    const int column = columns.first[x];
    const size_t cell = static_cast<size_t>(grid_row) * stride + static_cast<size_t>(column);
    const uint8_t alone = alone_at(cell);
    const Square square = alone != 0 ? Square{} : square_at(cell);
    for (; x < to && columns.first[x] == column; ++x) {
      if (alone != 0) {
        out[x] = alone == code ? 1 : 0;
        continue;
      }
      const float total = weigh(square, columns.fraction[x], fy, weight);
      float own = 0;
      for (size_t i = 0; i < static_cast<size_t>(square.count); ++i)
        if (square.code[i] == code) own = weight[i];
      out[x] = own / std::max(total, 1e-6F);
    }
  }
}

}  // namespace fw
