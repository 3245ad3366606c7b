#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "render/page/painter.h"

namespace fw {

/// Where the lines of a map lie, one sample a unit, with what each costs a name that lies over it
/// (Christensen, Marks and Shieber 1995 price line features likewise). Lines are added, then finish() is
/// called once, then boxes are asked.
class InkRaster {
 public:
  /// Of lines within that area, units.
  explicit InkRaster(const Box& area);

  /// A line of points in units. Of several lines at one place the dearest counts; costs are multiples of 0.5,
  /// at most 100.
  void add(std::span<const Vec2> line, bool closed, double width, double cost);
  void finish();

  /// Share of a box's columns whose x-height band, the middle 56 % of its height, a line crosses.
  double share(const Box& box) const;
  /// Mean cost over a box.
  double mean_cost(const Box& box) const;

 private:
  struct Samples {
    int left, right, top, bottom;  ///< inclusive
  };
  Samples samples_of(double x0, double y0, double x1, double y1) const;
  void add_segment(Vec2 from, Vec2 to, double half_width, uint8_t halves);
  size_t at(int column, int row) const {
    return static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
  }

  Vec2 origin_;
  int columns_ = 1, rows_ = 1;
  std::vector<uint8_t> halves_;     ///< cost at a sample in steps of 0.5
  std::vector<uint32_t> sums_;      ///< of `halves_` above and left of a corner
  std::vector<uint16_t> inked_up_;  ///< inked samples of a column above a corner
};

}  // namespace fw
