#include "core/world/danger_block.h"

#include <algorithm>
#include <bit>

#include "core/world/balance_exp.h"
#include "core/world/block_lanes.h"

namespace fw {
namespace {

constexpr size_t kMostZones = 255;  // codes of a raster of bytes
static_assert(kGroup == lanes::kWidth && kGroups * kGroup == kBlock && kGroups == 8);

/// field - t of the cells of group g; cut[e] = that of entry e.
FW_INLINE void margin_lanes(const CutBlock& in, const float* cut, size_t entries, size_t g,
                            lanes::Floats& margin) {
  lanes::load(in.field + g * kGroup, margin);
  const float* weight = in.weight + g * entries * kGroup;
  for (size_t e = 0; e < entries; ++e) {
    lanes::Floats w;
    lanes::load(weight + e * kGroup, w);
    margin -= cut[e] * w;
  }
}

/// Eight partial sums by index modulo 8, as lanes::sum makes them of an array.
struct LaneSums {
  lanes::HalfFloats value{};

  FW_INLINE void add(const lanes::Floats& v) {
    lanes::HalfFloats low, high;
    lanes::halves(v, low, high);
    value = (value + low) + high;
  }
  FW_INLINE void add_products(const lanes::Floats& v, const float* w) {
    lanes::HalfFloats low, high, w_low, w_high;
    lanes::halves(v, low, high);
    lanes::load(w, w_low);
    lanes::load(w + kGroup / 2, w_high);
    value = (value + low * w_low) + high * w_high;
  }
};

/// Looks again at the cells of group g: how far above the cut each counts as, 0 to 1, and how fast that falls
/// as the cut rises.
FW_INLINE void look_again(const CutBlock& in, const CutMove& move, size_t g, const lanes::Floats& margin,
                          BlockCut& out, lanes::Floats& share, lanes::Floats& slope) {
  const lanes::Floats size = margin < 0.0F ? -margin : margin;
  const lanes::Floats distance = size * move.inverse_eps;
  lanes::Floats far = -(distance > kFarthest ? lanes::Floats{} + kFarthest : distance);
  lanes::exp_bounded(far);
  far = far / (1.0F + far);  // the sigmoid of minus the distance
  slope = far * (1.0F - far);
  share = margin > 0.0F ? 1.0F - far : far;
  const float least = lanes::least(size);
  // A thousandth: rounding on its way down.
  out.room[g] = least * move.inverse_eps < kFarthest ? -1.0F : least * 0.999F - move.rounding;
  lanes::Ints bits = margin > 0.0F ? lanes::kBits : lanes::Ints{};
  if (in.count < static_cast<int>((g + 1) * kGroup)) {
    lanes::Ints real;
    lanes::cells_of_group(static_cast<size_t>(in.count), g, real);
    bits = real != 0 ? bits : lanes::Ints{};
    share = real != 0 ? share : lanes::Floats{};
    slope = real != 0 ? slope : lanes::Floats{};
  }
  out.above[g] = static_cast<uint16_t>(lanes::sum(bits));
}

/// The shares of a group that nobody looked at again: all are far from the cut.
FW_INLINE void recall(const CutBlock& in, size_t g, const BlockCut& block, lanes::Floats& share) {
  const float farthest = fast_exp_nonpositive(-kFarthest) / (1.0F + fast_exp_nonpositive(-kFarthest));
  const lanes::Ints bits = (lanes::Ints{} + static_cast<int32_t>(block.above[g])) & lanes::kBits;
  share = bits != 0 ? lanes::Floats{} + (1.0F - farthest) : lanes::Floats{} + farthest;
  if (in.count < static_cast<int>((g + 1) * kGroup)) {
    lanes::Ints real;
    lanes::cells_of_group(static_cast<size_t>(in.count), g, real);
    share = real != 0 ? share : lanes::Floats{};
  }
}

/// Counts the block anew, and the derivative of the smoothed count by the cut of every entry. One pass over
/// the weights of the groups near the cut serves both.
template <size_t kEntries>
FW_INLINE void count_groups(const CutBlock& in, const CutMove& move, float needed, BlockCut& out,
                            double* slope_of_entry) {
  constexpr bool kAny = kEntries == 0;  // else a constant: the sums stay in registers
  const size_t entries = kAny ? in.entries : kEntries;
  std::array<LaneSums, kAny ? kMostZones : kEntries> slopes;
  for (size_t e = 0; e < entries; ++e) slopes[e] = LaneSums{};
  std::array<float, kAny ? kMostZones : kEntries> cut;
  for (size_t e = 0; e < entries; ++e) cut[e] = in.cut[in.zone[e]];
  LaneSums shares;
  int hard = 0;
  for (size_t g = 0; g < kGroups; ++g) {
    lanes::Floats share;
    if (out.room[g] <= needed) {
      lanes::Floats margin, slope;
      margin_lanes(in, cut.data(), entries, g, margin);
      look_again(in, move, g, margin, out, share, slope);
      for (size_t e = 0; e < entries; ++e) slopes[e].add_products(slope, in.weight_of(g) + e * kGroup);
    } else {
      recall(in, g, out, share);
    }
    shares.add(share);
    hard += std::popcount(out.above[g]);
  }
  out.hard = hard;
  out.soft = lanes::sum(shares.value);
  out.flat = std::all_of(out.room.begin(), out.room.end(), [](float room) { return room >= 0; });
  for (size_t e = 0; e < entries; ++e)
    slope_of_entry[e] = static_cast<double>(lanes::sum(slopes[e].value)) / move.eps;
}

}  // namespace

FW_VECTOR_CLONES void count_block(const CutBlock& in, const CutMove& move, BlockCut& out,
                                  double* slope_of_entry) {
  const float needed = kFarthest / move.inverse_eps * 1.0001F;
  int near = 0;
  for (float& room : out.room) {
    room -= move.moved;
    near += room <= needed ? 1 : 0;
  }
  if (near == 0) return;
  switch (in.entries) {
    case 1:
      return count_groups<1>(in, move, needed, out, slope_of_entry);
    case 2:
      return count_groups<2>(in, move, needed, out, slope_of_entry);
    case 3:
      return count_groups<3>(in, move, needed, out, slope_of_entry);
    case 4:
      return count_groups<4>(in, move, needed, out, slope_of_entry);
    case 5:
      return count_groups<5>(in, move, needed, out, slope_of_entry);
    case 6:
      return count_groups<6>(in, move, needed, out, slope_of_entry);
    case 7:
      return count_groups<7>(in, move, needed, out, slope_of_entry);
    case 8:
      return count_groups<8>(in, move, needed, out, slope_of_entry);
    default:
      return count_groups<0>(in, move, needed, out, slope_of_entry);
  }
}

FW_VECTOR_CLONES void margin_of_block(const CutBlock& in, float* out) {
  std::array<float, kMostZones> cut;
  for (size_t e = 0; e < in.entries; ++e) cut[e] = in.cut[in.zone[e]];
  for (size_t g = 0; g < kGroups; ++g) {
    lanes::Floats margin;
    margin_lanes(in, cut.data(), in.entries, g, margin);
    lanes::store(margin, out + g * kGroup);
  }
}

}  // namespace fw
