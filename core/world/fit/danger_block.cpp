#include "core/world/fit/danger_internal.h"

#include <algorithm>
#include <bit>

#include "core/world/fit/balance_exp.h"
#include "core/world/fit/block_lanes.h"

namespace fw {
namespace {

constexpr size_t kMostZones = 255;  // codes of a raster of bytes
constexpr size_t kMostKnown = 8;    // entries whose number is a constant of their loop
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

/// How many slots of group g hold a cell of their own.
FW_INLINE int cells_of(const CutBlock& in, size_t g) {
  return std::clamp(in.count - static_cast<int>(g * kGroup), 0, kGroup);
}

/// 0 in the other slots of the group.
FW_INLINE void leave_out_padding(const CutBlock& in, size_t g, lanes::Floats& v) {
  if (in.count == kBlock) return;
  lanes::Ints real;
  lanes::cells_of_group(static_cast<size_t>(in.count), g, real);
  v = real != 0 ? v : lanes::Floats{};
}

/// Looks again at the cells of a group: how far above the cut each counts as, 0 to 1, how fast that falls as
/// the cut rises, and how near the cut they are.
FW_INLINE void look_again(const CutMove& move, const lanes::Floats& margin, lanes::Floats& share,
                          lanes::Floats& slope, lanes::QuarterFloats& nearest) {
  lanes::Floats size;
  lanes::magnitudes(margin, size);
  const lanes::Floats distance = size * move.inverse_eps;
  lanes::Floats far = -(kFarthest < distance ? lanes::Floats{} + kFarthest : distance);
  lanes::exp_bounded(far);
  far = far / (1.0F + far);  // the sigmoid of minus the distance
  slope = far * (1.0F - far);
  share = margin > 0.0F ? 1.0F - far : far;
  lanes::least_in_four(size, nearest);
}

/// The shares of a group that was not recomputed: all are far from the cut.
FW_INLINE void recall(const BlockCut& block, size_t g, lanes::Floats& share) {
  const float farthest = fast_exp_nonpositive(-kFarthest) / (1.0F + fast_exp_nonpositive(-kFarthest));
  const lanes::Ints bits = (lanes::Ints{} + static_cast<int32_t>(block.above[g])) & lanes::kBits;
  share = bits != 0 ? lanes::Floats{} + (1.0F - farthest) : lanes::Floats{} + farthest;
}

/// Counts the block anew, and the derivative of the smoothed count by the cut of every entry. One pass over
/// the weights of the groups near the cut serves both. The near groups are not known before: all shares are
/// loaded and those of the near groups (bits) replaced, so that only the end of a loop is guessed.
template <size_t kEntries>
FW_INLINE void count_groups(const CutBlock& in, const CutMove& move, uint32_t near, BlockCut& out,
                            double* slope_of_entry, float* nearest) {
  constexpr bool kAny = kEntries == 0;  // else a constant: the sums stay in registers
  const size_t entries = kAny ? in.entries : kEntries;
  std::array<LaneSums, kAny ? kMostZones : kEntries> slopes;
  for (size_t e = 0; e < entries; ++e) slopes[e] = LaneSums{};
  std::array<float, kAny ? kMostZones : kEntries> cut;
  for (size_t e = 0; e < entries; ++e) cut[e] = in.cut[in.zone[e]];
  lanes::Floats share[kGroups];
  for (size_t g = 0; g < kGroups; ++g) recall(out, g, share[g]);
  for (uint32_t rest = near; rest != 0; rest &= rest - 1) {
    const auto g = static_cast<size_t>(std::countr_zero(rest));
    lanes::Floats margin, slope;
    lanes::QuarterFloats four;
    margin_lanes(in, cut.data(), entries, g, margin);
    look_again(move, margin, share[g], slope, four);
    lanes::store(four, nearest + 4 * g);
    leave_out_padding(in, g, slope);
    out.above[g] = static_cast<uint16_t>(lanes::bits_of(margin > 0.0F));
    for (size_t e = 0; e < entries; ++e) slopes[e].add_products(slope, in.weight_of(g) + e * kGroup);
  }
  LaneSums shares;
  for (size_t g = 0; g < kGroups; ++g) {
    leave_out_padding(in, g, share[g]);
    shares.add(share[g]);
  }
  out.soft = lanes::sum(shares.value);
  if constexpr (kAny) {
    for (size_t e = 0; e < entries; ++e)
      slope_of_entry[e] = static_cast<double>(lanes::sum(slopes[e].value)) / move.eps;
  } else {
    std::array<float, 8 * kMostKnown> parts{};
    for (size_t e = 0; e < entries; ++e) lanes::store(slopes[e].value, parts.data() + 8 * e);
    lanes::HalfFloats sums;
    lanes::sums_of_eights(parts.data(), sums);
    for (size_t e = 0; e < entries; ++e) slope_of_entry[e] = static_cast<double>(sums[e]) / move.eps;
  }
}

template <typename... Rest>
FW_INLINE void count_near_groups(const CutBlock& in, Rest&&... rest) {
  switch (in.entries) {
    case 1:
      return count_groups<1>(in, rest...);
    case 2:
      return count_groups<2>(in, rest...);
    case 3:
      return count_groups<3>(in, rest...);
    case 4:
      return count_groups<4>(in, rest...);
    case 5:
      return count_groups<5>(in, rest...);
    case 6:
      return count_groups<6>(in, rest...);
    case 7:
      return count_groups<7>(in, rest...);
    case 8:
      return count_groups<8>(in, rest...);
    default:
      return count_groups<0>(in, rest...);
  }
}

}  // namespace

FW_VECTOR_CLONES void count_block(const CutBlock& in, const CutMove& move, BlockCut& out,
                                  double* slope_of_entry) {
  const float needed = kFarthest / move.inverse_eps * 1.0001F;
  lanes::HalfFloats room;
  lanes::load(out.room.data(), room);
  room -= move.moved;
  lanes::store(room, out.room.data());
  const uint32_t near = lanes::bits_of(room <= needed);
  if (near == 0) return;
  std::array<float, 4 * kGroups> nearest{};
  count_near_groups(in, move, near, out, slope_of_entry, nearest.data());
  lanes::HalfFloats least;
  lanes::least_of_fours(nearest.data(), least);
  // A thousandth: rounding on its way down.
  const lanes::HalfFloats fresh =
      least * move.inverse_eps < kFarthest ? lanes::HalfFloats{} - 1.0F : least * 0.999F - move.rounding;
  room = room <= needed ? fresh : room;
  lanes::store(room, out.room.data());
  out.flat = lanes::bits_of(room < 0.0F) == 0;
  out.hard = 0;
  for (size_t g = 0; g < kGroups; ++g)
    out.hard += std::popcount(out.above[g] & ((1U << cells_of(in, g)) - 1));
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
