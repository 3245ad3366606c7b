#include "core/field/summits.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fw {
namespace {

constexpr uint32_t kUnseen = UINT32_MAX;

/// Areas that a falling sea has laid bare, each known by its highest cell.
class JoinedCells {
 public:
  explicit JoinedCells(size_t cells) : parent_(cells, kUnseen) {}
  bool seen(size_t cell) const { return parent_[cell] != kUnseen; }
  void add(uint32_t cell) { parent_[cell] = cell; }
  uint32_t peak_of(uint32_t cell) {
    while (parent_[cell] != cell) cell = parent_[cell] = parent_[parent_[cell]];
    return cell;
  }
  void join(uint32_t lower_peak, uint32_t higher_peak) { parent_[lower_peak] = higher_peak; }

 private:
  std::vector<uint32_t> parent_;
};

}  // namespace

Peaks find_peaks(const Raster<float>& height_m, const Mask& land, double least_prominence_m,
                 double least_rise_m) {
  const GridSpec& g = height_m.grid;
  std::vector<uint32_t> order;
  for (uint32_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) order.push_back(cell);
  const auto higher = [&](uint32_t a, uint32_t b) {
    return height_m[a] != height_m[b] ? height_m[a] > height_m[b] : a < b;
  };
  std::sort(order.begin(), order.end(), higher);
  Peaks found;
  const auto tell = [&](uint32_t peak, float base_m) {
    const float prominence_m = height_m[peak] - base_m;
    if (static_cast<double>(prominence_m) >= least_prominence_m)
      found.summits.push_back({peak, height_m[peak], prominence_m});
  };
  JoinedCells joined(land.size());
  for (const uint32_t cell : order) {
    joined.add(cell);
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (int r = std::max(0, row - 1); r <= std::min(g.rows - 1, row + 1); ++r)
      for (int c = std::max(0, column - 1); c <= std::min(g.columns - 1, column + 1); ++c) {
        const auto other = static_cast<uint32_t>(g.index(c, r));
        if (other == cell || !joined.seen(other)) continue;
        uint32_t low = joined.peak_of(other), high = joined.peak_of(cell);
        if (low == high) continue;
        if (higher(low, high)) std::swap(low, high);
        if (low != cell) {
          tell(low, height_m[cell]);
          const float rise_m = height_m[low] - height_m[cell];
          if (static_cast<double>(rise_m) >= least_rise_m)
            found.saddles.push_back({cell, height_m[cell], rise_m});
        }
        joined.join(low, high);
      }
  }
  for (const uint32_t cell : order)
    if (joined.peak_of(cell) == cell) tell(cell, 0);
  std::sort(found.summits.begin(), found.summits.end(), [](const Summit& a, const Summit& b) {
    return a.prominence_m != b.prominence_m ? a.prominence_m > b.prominence_m : a.cell < b.cell;
  });
  std::sort(found.saddles.begin(), found.saddles.end(), [](const Saddle& a, const Saddle& b) {
    return a.rise_m != b.rise_m ? a.rise_m > b.rise_m : a.cell < b.cell;
  });
  return found;
}

std::vector<Summit> find_summits(const Raster<float>& height_m, const Mask& land, double least_prominence_m) {
  return find_peaks(height_m, land, least_prominence_m, kInfinity).summits;
}

}  // namespace fw
