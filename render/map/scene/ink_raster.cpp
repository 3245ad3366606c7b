#include "render/map/scene/ink_raster.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace fw {
namespace {

constexpr double kBand = 0.28;       // of a box's height, on either side of its middle
constexpr int kMostSamples = 32000;  // along a side; counts of a column are 16 bits

int samples(double length) {
  return std::clamp(static_cast<int>(std::ceil(length)), 1, kMostSamples);
}

}  // namespace

InkRaster::InkRaster(const Box& area)
    : origin_{area.x0, area.y0},
      columns_(samples(area.width())),
      rows_(samples(area.height())),
      halves_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), 0) {}

InkRaster::Samples InkRaster::samples_of(double x0, double y0, double x1, double y1) const {
  const auto index = [](double v, int count) {
    return static_cast<int>(std::clamp(std::floor(v), 0.0, static_cast<double>(count - 1)));
  };
  return {index(x0 - origin_.x, columns_), index(x1 - origin_.x, columns_), index(y0 - origin_.y, rows_),
          index(y1 - origin_.y, rows_)};
}

void InkRaster::add(std::span<const Vec2> line, bool closed, double width, double cost) {
  assert(sums_.empty() && cost > 0 && cost <= 100);
  const auto halves = static_cast<uint8_t>(2 * cost);
  const double half_width = std::max(width, 1.0) / 2;
  for (size_t i = 1; i < line.size(); ++i) add_segment(line[i - 1], line[i], half_width, halves);
  if (closed && line.size() > 2) add_segment(line.back(), line.front(), half_width, halves);
}

void InkRaster::add_segment(Vec2 from, Vec2 to, double half_width, uint8_t halves) {
  const double left = std::min(from.x, to.x) - half_width, right = std::max(from.x, to.x) + half_width,
               top = std::min(from.y, to.y) - half_width, bottom = std::max(from.y, to.y) + half_width;
  if (right < origin_.x || bottom < origin_.y || left > origin_.x + columns_ || top > origin_.y + rows_)
    return;
  const Samples s = samples_of(left, top, right, bottom);
  const Vec2 run = to - from;
  const double length2 = run.x * run.x + run.y * run.y;
  for (int row = s.top; row <= s.bottom; ++row)
    for (int column = s.left; column <= s.right; ++column) {
      const Vec2 off = Vec2{origin_.x + column + 0.5, origin_.y + row + 0.5} - from;
      const double along = length2 > 0 ? std::clamp((off.x * run.x + off.y * run.y) / length2, 0.0, 1.0) : 0;
      const Vec2 across = off - run * along;
      if (across.x * across.x + across.y * across.y > half_width * half_width) continue;
      uint8_t& sample = halves_[at(column, row)];
      sample = std::max(sample, halves);
    }
}

void InkRaster::finish() {
  assert(sums_.empty());
  const auto stride = static_cast<size_t>(columns_) + 1;
  sums_.assign(stride * (static_cast<size_t>(rows_) + 1), 0);
  inked_up_.assign(static_cast<size_t>(columns_) * (static_cast<size_t>(rows_) + 1), 0);
  for (int row = 0; row < rows_; ++row) {
    uint32_t sum = 0;
    for (int column = 0; column < columns_; ++column) {
      const uint8_t halves = halves_[at(column, row)];
      sum += halves;
      const size_t corner = static_cast<size_t>(row) * stride + static_cast<size_t>(column) + 1;
      sums_[corner + stride] = sums_[corner] + sum;
      inked_up_[at(column, row + 1)] =
          static_cast<uint16_t>(inked_up_[at(column, row)] + (halves > 0 ? 1 : 0));
    }
  }
}

double InkRaster::share(const Box& box) const {
  assert(!sums_.empty());
  const double middle = (box.y0 + box.y1) / 2, half = kBand * box.height();
  const Samples s = samples_of(box.x0, middle - half, box.x1, middle + half);
  int crossed = 0;
  for (int column = s.left; column <= s.right; ++column)
    crossed += inked_up_[at(column, s.bottom + 1)] > inked_up_[at(column, s.top)] ? 1 : 0;
  return static_cast<double>(crossed) / (s.right - s.left + 1);
}

double InkRaster::mean_cost(const Box& box) const {
  assert(!sums_.empty());
  const Samples s = samples_of(box.x0, box.y0, box.x1, box.y1);
  const auto stride = static_cast<size_t>(columns_) + 1;
  const auto sum = [&](int row, int column) {
    return sums_[static_cast<size_t>(row) * stride + static_cast<size_t>(column)];
  };
  const uint32_t halves = sum(s.bottom + 1, s.right + 1) - sum(s.top, s.right + 1) -
                          sum(s.bottom + 1, s.left) + sum(s.top, s.left);
  return 0.5 * halves / (static_cast<double>(s.right - s.left + 1) * (s.bottom - s.top + 1));
}

}  // namespace fw
