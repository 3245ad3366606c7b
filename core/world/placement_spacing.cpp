#include "core/world/placement_spacing.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/world/block_lanes.h"

namespace fw {
namespace {

constexpr double kUnits = 65536;   // to a bin's side
constexpr float kNobody = -1e30F;  // limit of a bin without a point: no distance is below it

using Ints = int32_t __attribute__((vector_size(32)));
using LooseInts = int32_t __attribute__((vector_size(32), aligned(4), may_alias));

enum Nearness : uint8_t { kApart, kConflict, kClose };

/// The bins from the one at `low` to the one at `high`, given in bins.
struct Reach {
  int first, count;
  float from_first;  ///< units from the corner of the first to the middle of both
};
FW_INLINE Reach reach_of(double middle, double radius) {
  const int first = static_cast<int>(middle - radius);
  return {first, static_cast<int>(middle + radius) - first + 1,
          static_cast<float>((middle - first) * kUnits)};
}

/// Where a bin lies: its block and its place there.
struct Address {
  size_t block, bin;
};
Address address_of(int column, int row, size_t stride) {
  return {static_cast<size_t>(row / 4) * stride + static_cast<size_t>(column / 4),
          static_cast<size_t>(row % 4 * 4 + column % 4)};
}

FW_INLINE bool any(const Ints& holds) {
  using Words = int64_t __attribute__((vector_size(32)));
  const Words w = reinterpret_cast<Words>(holds);
  return ((w[0] | w[1]) | (w[2] | w[3])) != 0;
}

}  // namespace

struct SpacingIndex::Search {
  const Block* blocks;
  size_t stride;
  double bin_m;
  double height_m;
  int margin;

  /// The least of (squared distance - limit) over the points in a disc's reach, told by its side of zero.
  /// Whole blocks are read, some bins beyond the reach too: a point there is farther than the radius.
  FW_INLINE Nearness nearness(double x_m, double y_m, double radius_m) const {
    const double radius = radius_m / bin_m;
    const double reach = radius * (1 + 1e-9);
    const Reach x = reach_of(x_m / bin_m + margin, reach);
    const Reach y = reach_of((height_m - y_m) / bin_m + margin, reach);
    const auto most = static_cast<float>(conflict_limit2(radius * kUnits));
    // Places are cut to whole units and squares are rounded to floats: at most 3 units of a distance in all.
    const auto doubt2 = static_cast<float>(8 * radius * kUnits);
    const lanes::HalfFloats columns{0, 1, 2, 3, 0, 1, 2, 3}, rows{0, 0, 0, 0, 1, 1, 1, 1};
    constexpr auto kBin = static_cast<float>(kUnits);
    lanes::HalfFloats least = lanes::HalfFloats{} - kNobody;
    for (int row = y.first & ~3; row < y.first + y.count; row += 4) {
      const Block* block = blocks + static_cast<size_t>(row / 4) * stride + static_cast<size_t>(x.first / 4);
      const float down = static_cast<float>(row - y.first) * kBin + kBin / 2 - y.from_first;
      float across = static_cast<float>(-(x.first & 3)) * kBin - x.from_first;
      for (int column = x.first & ~3; column < x.first + x.count; column += 4, ++block, across += 4 * kBin)
        for (size_t half = 0; half < 2; ++half) {
          const Ints at = *reinterpret_cast<const LooseInts*>(block->place.data() + 8 * half);
          const auto own = *reinterpret_cast<const lanes::LooseHalfFloats*>(block->limit2.data() + 8 * half);
          const lanes::HalfFloats dx =
              __builtin_convertvector(at & 0xFFFF, lanes::HalfFloats) + (columns * kBin + across);
          const lanes::HalfFloats dy = __builtin_convertvector(at >> 16, lanes::HalfFloats) +
                                       (rows * kBin + (down + static_cast<float>(half) * 2 * kBin));
          const lanes::HalfFloats beyond =
              dx * dx + dy * dy - (own < most ? own : lanes::HalfFloats{} + most);
          least = beyond < least ? beyond : least;
        }
    }
    if (!any(least < doubt2)) return kApart;
    return any(least < -doubt2) ? kConflict : kClose;
  }
};

FW_VECTOR_CLONES
void SpacingIndex::search(const Search& all, const Discs& discs, uint8_t* out) {
  for (size_t i = 0; i < discs.x_m.size(); ++i)
    out[i] = all.nearness(discs.x_m[i], discs.y_m[i], discs.radius_m[i]);
}

SpacingIndex::SpacingIndex(const GridSpec& grid, double least_radius_m, double most_radius_m)
    : height_m_(grid.height_m()) {
  // Points of one bin of several cells would be nearer than the least radius.
  const double cells = std::floor(0.999 * least_radius_m / std::sqrt(2.0) / grid.cell_m);
  bin_m_ = grid.cell_m * std::clamp(cells, 1.0, static_cast<double>(std::max(grid.columns, grid.rows)));
  unit_m_ = bin_m_ / kUnits;
  margin_ = static_cast<int>(most_radius_m / bin_m_) + 2;
  const auto blocks = [&](double side_m) {
    return static_cast<size_t>((static_cast<int>(side_m / bin_m_) + 1 + 2 * margin_) / 4 + 1);
  };
  stride_ = blocks(grid.width_m());
  Block empty{};
  empty.limit2.fill(kNobody);
  blocks_.assign(stride_ * blocks(grid.height_m()), empty);
  entry_ = std::make_unique_for_overwrite<uint32_t[]>(16 * blocks_.size());
}

void SpacingIndex::insert(Vec2 position_m, double radius_m) {
  const double x = position_m.x / bin_m_, y = (height_m_ - position_m.y) / bin_m_;
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const Address at = address_of(column + margin_, row + margin_, stride_);
  const auto units = [](double fraction) {
    return static_cast<uint32_t>(std::clamp(fraction * kUnits, 0.0, kUnits - 1));
  };
  Block& block = blocks_[at.block];
  assert(block.limit2[at.bin] < 0);
  block.place[at.bin] = (units(y - row) - 0x8000u) << 16 | units(x - column);
  block.limit2[at.bin] = static_cast<float>(conflict_limit2(radius_m) / (unit_m_ * unit_m_));
  entry_[16 * at.block + at.bin] = static_cast<uint32_t>(entries_.size());
  entries_.push_back({position_m, radius_m});
}

void SpacingIndex::find_conflicts(const Discs& discs, std::span<uint8_t> out) const {
  search({blocks_.data(), stride_, bin_m_, height_m_, margin_}, discs, out.data());
  for (size_t i = 0; i < out.size(); ++i)
    if (out[i] == kClose) out[i] = exactly_conflicts({discs.x_m[i], discs.y_m[i]}, discs.radius_m[i]);
}

bool SpacingIndex::exactly_conflicts(Vec2 position_m, double radius_m) const {
  const double reach = radius_m / bin_m_ * (1 + 1e-9);
  const Reach x = reach_of(position_m.x / bin_m_ + margin_, reach);
  const Reach y = reach_of((height_m_ - position_m.y) / bin_m_ + margin_, reach);
  for (int row = 0; row < y.count; ++row)
    for (int column = 0; column < x.count; ++column) {
      const Address at = address_of(x.first + column, y.first + row, stride_);
      if (blocks_[at.block].limit2[at.bin] < 0) continue;
      const Entry& entry = entries_[entry_[16 * at.block + at.bin]];
      const double limit_m = std::min(radius_m, entry.radius_m);
      if (squared_distance(position_m, entry.position_m) < conflict_limit2(limit_m)) return true;
    }
  return false;
}

}  // namespace fw
