#include "core/model/world/region_weights.h"

#include <algorithm>
#include <cassert>

#include "core/base/parallel/parallel.h"

namespace fw {

RegionWeightReader::Between RegionWeightReader::between(double position, int count) {
  const double p = std::clamp(position, 0.0, static_cast<double>(count - 1));
  const int low = static_cast<int>(p);
  return {static_cast<size_t>(low), static_cast<size_t>(std::min(low + 1, count - 1)),
          static_cast<float>(p - low)};
}

RegionWeightReader::RegionWeightReader(const RegionWeights& weights, const Raster<uint8_t>& region)
    : region_(region), regions_(weights.size()) {
  if (regions_ == 0) return;
  const GridSpec& fine = region.grid;
  const GridSpec& coarse = weights.blurred.front().grid;
  across_.resize(static_cast<size_t>(fine.columns));
  down_.resize(static_cast<size_t>(fine.rows));
  for (int column = 0; column < fine.columns; ++column)
    across_[static_cast<size_t>(column)] = between(coarse.column_position(fine.x_of(column)), coarse.columns);
  for (int row = 0; row < fine.rows; ++row) {
    down_[static_cast<size_t>(row)] = between(coarse.row_position(fine.y_of(row)), coarse.rows);
    // Offsets of whole coarse rows.
    down_[static_cast<size_t>(row)].low *= static_cast<size_t>(coarse.columns);
    down_[static_cast<size_t>(row)].high *= static_cast<size_t>(coarse.columns);
  }
  blurred_.resize(coarse.cells() * regions_);
  for (size_t r = 0; r < regions_; ++r) {
    assert(weights.blurred[r].grid == coarse);
    for (size_t i = 0; i < coarse.cells(); ++i) blurred_[i * regions_ + r] = weights.blurred[r][i];
  }
}

RegionWeightReader::Corners RegionWeightReader::corners_of(size_t cell) const {
  const Between& a = across_[static_cast<size_t>(region_.grid.column_of(cell))];
  const Between& d = down_[static_cast<size_t>(region_.grid.row_of(cell))];
  return {&blurred_[(d.low + a.low) * regions_],
          &blurred_[(d.low + a.high) * regions_],
          &blurred_[(d.high + a.low) * regions_],
          &blurred_[(d.high + a.high) * regions_],
          a.t,
          d.t};
}

void RegionWeightReader::read(std::span<const uint32_t> cells, std::span<float> out) const {
  assert(out.size() == cells.size() * regions_);
  std::vector<float> value(regions_);
  for (size_t i = 0; i < cells.size(); ++i) {
    const uint8_t own = region_[cells[i]];
    const Corners corners = corners_of(cells[i]);
    for (size_t r = 0; r < regions_; ++r) value[r] = own == 0 ? 0.0F : corners.value(r);
    float sum = 0;
    for (const float v : value) sum += v;
    for (size_t r = 0; r < regions_; ++r)
      out[r * cells.size() + i] = sum > 0 ? value[r] / sum : own == r + 1 ? 1.0F : value[r];
  }
}

std::vector<float> RegionWeightReader::at(size_t cell) const {
  const auto index = static_cast<uint32_t>(cell);
  std::vector<float> out(regions_);
  read({&index, 1}, out);
  return out;
}

void RegionWeightReader::coarse_row(size_t r, int row, std::vector<float>& out) const {
  const Between& d = down_[static_cast<size_t>(row)];
  const float* upper = &blurred_[d.low * regions_ + r];
  const float* lower = &blurred_[d.high * regions_ + r];
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = upper[i * regions_] + d.t * (lower[i * regions_] - upper[i * regions_]);
}

void RegionWeightReader::each_raster(const std::function<void(const Raster<float>&)>& visit) const {
  if (regions_ == 0) return;
  constexpr size_t kRowsAtOnce = 32;
  const GridSpec& g = region_.grid;
  // value() of a region at every cell, a row at a time: the coarse rows' step is the same for all its cells.
  const auto each_cell = [&](size_t r, const auto& take) {
    parallel_for(static_cast<size_t>(g.rows), kRowsAtOnce, [&](size_t begin, size_t end) {
      std::vector<float> line(across_.back().high + 1);
      for (size_t row = begin; row < end; ++row) {
        coarse_row(r, static_cast<int>(row), line);
        size_t cell = row * across_.size();
        for (const Between& a : across_) take(cell++, line[a.low] + a.t * (line[a.high] - line[a.low]));
      }
    });
  };
  Raster<float> sum(g), weight(g);
  for (size_t r = 0; r < regions_; ++r)
    each_cell(r, [&](size_t cell, float value) { sum[cell] += region_[cell] == 0 ? 0.0F : value; });
  for (size_t r = 0; r < regions_; ++r) {
    each_cell(r, [&](size_t cell, float value) {
      weight[cell] = sum[cell] > 0 ? value / sum[cell] : region_[cell] == r + 1 ? 1.0F : 0.0F;
    });
    visit(weight);
  }
}

}  // namespace fw
