#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/seed.h"
#include "core/field/quantile/quantile.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// Different whole numbers below `count` in ascending order: for every 64 of them a word, for every 64 words
/// a bit of the words above.
class NumberQueue {
 public:
  explicit NumberQueue(size_t count) {
    do {
      count = std::max<size_t>(1, (count + 63) / 64);
      levels_.emplace_back(count, 0);
    } while (count > 1);
  }
  bool empty() const { return levels_.back()[0] == 0; }
  void clear() {
    while (!empty()) pop();
  }
  void push(uint32_t number) {
    for (std::vector<uint64_t>& words : levels_) {
      uint64_t& word = words[number / 64];
      const bool there = word != 0;
      word |= uint64_t{1} << (number % 64);
      if (there) return;
      number /= 64;
    }
  }
  /// The least one.
  uint32_t top() const {
    uint32_t number = 0;
    for (size_t level = levels_.size(); level-- > 0;)
      number = number * 64 + static_cast<uint32_t>(std::countr_zero(levels_[level][number]));
    return number;
  }
  void pop() {
    uint32_t number = top();
    for (std::vector<uint64_t>& words : levels_) {
      uint64_t& word = words[number / 64];
      word &= word - 1;  // the lowest bit is that of the least number
      if (word != 0) return;
      number /= 64;
    }
  }

 private:
  std::vector<std::vector<uint64_t>> levels_;  ///< the finest first
};

/// Different cells of a mask by their values, ties by index: they are sorted once.
class CellQueue {
 public:
  CellQueue(const Raster<float>& values, const Mask& mask)
      : cells_(ascending(values, mask)), place_(values.size()), places_(cells_.size()) {
    for (uint32_t i = 0; i < cells_.size(); ++i) place_[cells_[i]] = i;
  }
  bool empty() const { return places_.empty(); }
  void clear() { places_.clear(); }
  void push(uint32_t cell) { places_.push(place_[cell]); }
  uint32_t top() const { return cells_[places_.top()]; }
  void pop() { places_.pop(); }

 private:
  std::vector<uint32_t> cells_, place_;  ///< ascending, and where each cell is among them
  NumberQueue places_;
};

/// What is added to heights where ways out of depressions are looked for, so that they bend.
Raster<float> way_ripple(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);

/// The next cell of every land cell on its way out over unfilled ground, by rising water; the cell itself at
/// an outlet.
Raster<uint32_t> ways_out(const Mask& land, const Raster<float>& height_m, const Raster<float>& ripple_m);

}  // namespace fw
