#include "core/world/points/placement_spacing.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/world/fit/block_lanes.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

constexpr float kUnits = 1024;               // to a bin's side
constexpr uint32_t kPlace = 1023;            // the bits of x or y
constexpr uint32_t kLimit = 0xFFF00000;      // the bits of the limit
constexpr uint32_t kNobody = 0xFF700000;     // -3e38: no distance is below it
constexpr float kTrueShareOfLimit = 0.888F;  // at least, of one rounded up to three bits after the first

constexpr size_t kNearBytes = size_t{1} << 20;

using Ints = int32_t __attribute__((vector_size(32)));
using LooseInts __attribute__((vector_size(32), aligned(4), may_alias)) = int32_t;
using Floats = lanes::HalfFloats;

enum Nearness : uint8_t { kApart, kConflict, kClose };  // by number: no branch to guess

/// The bins that [middle - radius, middle + radius] touches; lengths in bins.
struct BinReach {
  int first, last;
  BinReach(double middle, double radius)
      : first(static_cast<int>(middle - radius)), last(static_cast<int>(middle + radius)) {}
};

/// The squared limit of conflict in units, rounded up.
uint32_t limit_bits(double radius) {
  const auto limit2 = static_cast<float>(conflict_limit2(radius * static_cast<double>(kUnits)));
  return (std::bit_cast<uint32_t>(limit2) + ~kLimit) & kLimit;
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
  bool far;  ///< too many blocks for the caches near a core

  /// (Squared distance - limit) of eight bins, at least and at most, each the least so far.
  struct Excess {
    Floats least, most;

    FW_INLINE void add(const uint32_t* bins, const Floats& across, const Floats& down, float own) {
      const Ints at = *reinterpret_cast<const LooseInts*>(bins);
      const Floats dx = __builtin_convertvector(at & static_cast<int>(kPlace), Floats) + across;
      const Floats dy = __builtin_convertvector((at >> 10) & static_cast<int>(kPlace), Floats) + down;
      const Floats limit = reinterpret_cast<Floats>(at & static_cast<int>(kLimit));
      const Floats sure = limit * kTrueShareOfLimit;
      const Floats all_own = Floats{} + own;
      const Floats d2 = dx * dx + dy * dy;
      const Floats low = d2 - (limit < all_own ? limit : all_own);
      const Floats high = d2 - (sure < all_own ? sure : all_own);
      least = low < least ? low : least;
      most = high < most ? high : most;
    }
  };

  struct Window {
    double radius, x, y;        ///< in bins
    int left, right, top, low;  ///< the outermost bins; left and top are corners of a block
  };
  FW_INLINE Window window_of(double x_m, double y_m, double radius_m) const {
    Window w{radius_m / bin_m, x_m / bin_m + margin, (height_m - y_m) / bin_m + margin, 0, 0, 0, 0};
    const BinReach x(w.x, w.radius * (1 + 1e-9)), y(w.y, w.radius * (1 + 1e-9));
    w.left = x.first & ~3, w.right = x.last;
    w.top = y.first & ~3, w.low = y.last;
    return w;
  }
  const Block* corner_of(const Window& w) const {
    return blocks + static_cast<size_t>(w.top >> 2) * stride + static_cast<size_t>(w.left >> 2);
  }

  /// Blocks come from memory side by side while the searches that need them wait together.
  void fetch(const Window& w) const {
    const Block* line = corner_of(w);
    for (int row = w.top; row <= w.low; row += 4, line += stride)
      for (int column = 0; column <= w.right - w.left; column += 4) __builtin_prefetch(line + column / 4);
  }

  /// Reads whole blocks, some bins beyond the reach too: a point there is farther than the radius.
  FW_INLINE Nearness nearness(const Window& w) const {
    const float radius_units = static_cast<float>(w.radius) * kUnits;
    const auto own = static_cast<float>(conflict_limit2(w.radius * static_cast<double>(kUnits)));
    const Floats columns{0, 1, 2, 3, 0, 1, 2, 3}, rows{0, 0, 0, 0, 1, 1, 1, 1};
    // Places stand for the middle of a unit.
    const Floats first_across = columns * kUnits + (0.5F - static_cast<float>(w.x - w.left) * kUnits);
    Floats down = rows * kUnits + (0.5F - static_cast<float>(w.y - w.top) * kUnits);
    Excess excess{Floats{} + 3e38F, Floats{} + 3e38F};
    const Block* line = corner_of(w);
    for (int row = w.top; row <= w.low; row += 4, line += stride, down += 4 * kUnits) {
      Floats across = first_across;
      const Floats lower = down + 2 * kUnits;
      const Block* block = line;
      for (int column = w.left; column <= w.right; column += 4, ++block, across += 4 * kUnits) {
        excess.add(block->bins.data(), across, down, own);
        excess.add(block->bins.data() + 8, across, lower, own);
      }
    }
    // A place is off by less than three quarters of a unit, a float by far less.
    const float doubt2 = 2 * radius_units + 2;
    return static_cast<Nearness>(2 * any(excess.least < doubt2) - any(excess.most < -doubt2));
  }
};

FW_VECTOR_CLONES
void SpacingIndex::search(const Search& all, const Discs& discs, uint8_t* out) {
  constexpr size_t kTogether = 32;
  Search::Window window[kTogether];
  for (size_t begin = 0; begin < discs.x_m.size(); begin += kTogether) {
    const size_t count = std::min(kTogether, discs.x_m.size() - begin);
    for (size_t i = 0; i < count; ++i)
      window[i] = all.window_of(discs.x_m[begin + i], discs.y_m[begin + i], discs.radius_m[begin + i]);
    if (all.far)
      for (size_t i = 0; i < count; ++i) all.fetch(window[i]);
    for (size_t i = 0; i < count; ++i) out[begin + i] = all.nearness(window[i]);
  }
}

SpacingIndex::SpacingIndex(const GridSpec& grid, double least_radius_m, double most_radius_m, size_t points)
    : height_m_(grid.height_m()) {
  // Points of one bin of several cells would be nearer than the least radius.
  const double cells = std::floor(0.999 * least_radius_m / std::sqrt(2.0) / grid.cell_m);
  bin_m_ = grid.cell_m * std::clamp(cells, 1.0, static_cast<double>(std::max(grid.columns, grid.rows)));
  margin_ = static_cast<int>(most_radius_m / bin_m_) + 2;
  const auto blocks = [&](double side_m) {
    return (static_cast<size_t>(side_m / bin_m_) + 2 * static_cast<size_t>(margin_)) / 8 * 2 + 2;
  };
  stride_ = blocks(grid.width_m());
  Block empty;
  empty.bins.fill(kNobody);
  blocks_.assign(stride_ * blocks(grid.height_m()), empty);
  patch_.assign(blocks_.size() / 4, -1);
  entries_.reserve(points);
}

void SpacingIndex::insert(Vec2 position_m, double radius_m) {
  // Rows from the north, like the raster's, so that a cell's points lie in one bin however they round.
  const double x = position_m.x / bin_m_, y = (height_m_ - position_m.y) / bin_m_;
  const auto column = static_cast<size_t>(x), row = static_cast<size_t>(y);
  const auto place = [](double fraction) {
    return std::min(static_cast<uint32_t>(fraction * static_cast<double>(kUnits)), kPlace);
  };
  const size_t c = column + static_cast<size_t>(margin_), r = row + static_cast<size_t>(margin_);
  uint32_t& bin = blocks_[r / 4 * stride_ + c / 4].bins[r % 4 * 4 + c % 4];
  if (bin != kNobody) {
    crowded_.push_back({position_m, radius_m, -1});
    return;
  }
  bin = limit_bits(radius_m / bin_m_) | place(y - static_cast<double>(row)) << 10 |
        place(x - static_cast<double>(column));
  int32_t& last = patch_[r / 8 * (stride_ / 2) + c / 8];
  entries_.push_back({position_m, radius_m, last});
  last = static_cast<int32_t>(entries_.size() - 1);
}

void SpacingIndex::find_conflicts(const Discs& discs, std::span<uint8_t> out) const {
  const bool far = blocks_.size() * sizeof(Block) > kNearBytes;
  search({blocks_.data(), stride_, bin_m_, height_m_, margin_, far}, discs, out.data());
  for (size_t i = 0; i < out.size(); ++i)
    if (out[i] == kClose) out[i] = exactly_conflicts({discs.x_m[i], discs.y_m[i]}, discs.radius_m[i]);
  for (const Entry& point : crowded_)
    for (size_t i = 0; i < out.size(); ++i)
      if (conflicts({discs.x_m[i], discs.y_m[i]}, discs.radius_m[i], point)) out[i] = 1;
}

bool SpacingIndex::conflicts(Vec2 position_m, double radius_m, const Entry& with) {
  return squared_distance(position_m, with.position_m) < conflict_limit2(std::min(radius_m, with.radius_m));
}

bool SpacingIndex::exactly_conflicts(Vec2 position_m, double radius_m) const {
  const double slack = radius_m / bin_m_ * (1 + 1e-9);
  const BinReach x(position_m.x / bin_m_ + margin_, slack);
  const BinReach y((height_m_ - position_m.y) / bin_m_ + margin_, slack);
  for (int row = y.first / 8; row <= y.last / 8; ++row)
    for (int column = x.first / 8; column <= x.last / 8; ++column) {
      int32_t e = patch_[static_cast<size_t>(row) * (stride_ / 2) + static_cast<size_t>(column)];
      for (; e >= 0; e = entries_[e].next)
        if (conflicts(position_m, radius_m, entries_[e])) return true;
    }
  return false;
}

}  // namespace fw
