// Two methods to find the gradients around scattered points, compiled once per SIMD level (Highway's toggle
// guard). Private to this room.

#include "core/field/noise/lattice_table_internal.h"
#include "core/field/noise/noise_points_kernel.h"
#include "core/field/noise/noise_vector-inl.h"

#if defined(FW_NOISE_CORNERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FW_NOISE_CORNERS_INL_H
#undef FW_NOISE_CORNERS_INL_H
#else
#define FW_NOISE_CORNERS_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

/// Per-point floats and integers of a block.
struct Block {
  alignas(64) float x[kBlock], y[kBlock];              ///< from the centres of their cells
  alignas(64) int32_t cell_x[kBlock], cell_y[kBlock];  ///< hashed corners
  alignas(64) int32_t place[kBlock];                   ///< index of the corners in the table
};

/// Offset from the centre of the lattice cell.
struct FromCentre {
  VD x, y;
};

/// Gradients at the corners of a cell.
struct Blends {
  VBlend south_west, north_west, south_east, north_east;
};

/// Hashes the corners of every point.
class HashedCorners {
 public:
  explicit HWY_INLINE HashedCorners(const Slice& slice)
      : blender_(slice),
        period_(hn::Set(D(), static_cast<double>(slice.period))),
        cells_(hn::Set(D(), slice.period == 0 ? 0.0 : 1.0 / slice.period)),
        last_(hn::Set(I(), slice.period - 1)),
        endless_(slice.period == 0) {}

  HWY_INLINE FromCentre cut(VD x, VD y, Block& b, size_t i) const {
    const VRest of_x = cut_of(x), of_y = cut_of(y);
    store_low_words(endless_ ? of_x.cell : wrapped(of_x.cell), b.cell_x + i);
    store_low_words(endless_ ? of_y.cell : wrapped(of_y.cell), b.cell_y + i);
    return {of_x.from_centre, of_y.from_centre};
  }

  HWY_INLINE Blends at(const Block& b, size_t i) const {
    const Shares x = shares(b.cell_x + i, kHashX), y = shares(b.cell_y + i, kHashY);
    return {blender_.blend(hn::Add(x.low, y.low)), blender_.blend(hn::Add(x.low, y.high)),
            blender_.blend(hn::Add(x.high, y.low)), blender_.blend(hn::Add(x.high, y.high))};
  }

 private:
  /// The cell modulo the period. Whole numbers; the quotient by reciprocal may be off by one, corrected here.
  HWY_INLINE VD wrapped(VD cell) const {
    const VD magic = hn::Set(D(), kWholeInLowWord), whole = hn::Sub(cell, magic);
    const VD rest = hn::Sub(whole, hn::Mul(period_, hn::Floor(hn::Mul(whole, cells_))));
    const VD raised = hn::IfThenElse(hn::Lt(rest, hn::Zero(D())), hn::Add(rest, period_), rest);
    return hn::Add(hn::IfThenElse(hn::Ge(raised, period_), hn::Sub(raised, period_), raised), magic);
  }

  /// The hash shares of the two lattice columns (or rows) around a point.
  struct Shares {
    VU low, high;
  };
  HWY_INLINE Shares shares(const int32_t* cell, uint32_t factor) const {
    const U u;
    const VI index = hn::Load(I(), cell);
    const VU low = hn::Mul(hn::BitCast(u, index), hn::Set(u, factor));
    const VU next = hn::Add(low, hn::Set(u, factor));
    if (endless_) return {low, next};
    return {low, hn::BitCast(u, hn::IfThenZeroElse(hn::Eq(index, last_), hn::BitCast(I(), next)))};
  }

  Blender blender_;
  VD period_, cells_;
  VI last_;
  bool endless_;
};

#if HWY_TARGET <= HWY_AVX2
/// A component's blends over t, looked up by four bits of a word.
class BlendTable {
 public:
#if HWY_TARGET <= HWY_AVX3
  HWY_INLINE BlendTable(float low_weight, float high_weight)
      : all_(hn::LoadU(F(), coded_blends(low_weight, high_weight).data())) {}

  template <int kBit>
  HWY_INLINE VF at(VU word) const {
    return VF{_mm512_permutexvar_ps(hn::ShiftRight<kBit>(word).raw, all_.raw)};
  }

 private:
  VF all_;
#else
  HWY_INLINE BlendTable(float low_weight, float high_weight) {
    const CodedBlends all = coded_blends(low_weight, high_weight);
    first_ = hn::LoadU(F(), all.data());
    ninth_ = hn::Set(F(), all[8]);
  }

  /// The lookup uses the low three bits; the fourth, moved to the sign bit, is set only for the ninth value.
  template <int kBit>
  HWY_INLINE VF at(VU word) const {
    const VF first{_mm256_permutevar8x32_ps(first_.raw, hn::ShiftRight<kBit>(word).raw)};
    return hn::IfThenElse(hn::MaskFromVec(hn::BitCast(F(), hn::ShiftLeft<28 - kBit>(word))), ninth_, first);
  }

 private:
  VF first_, ninth_;
#endif
};

/// Reads corners from a table of the lattice; reuses the last result while consecutive points stay in the
/// same cells.
class TableCorners {
 public:
  HWY_INLINE TableCorners(const Slice& s, const LatticeTable& table)
      : south_(table.codes.data()),
        north_(table.codes.data() + table.columns),
        columns_(hn::Set(D(), table.columns)),
        magic_(hn::Set(D(),
                       kWholeInLowWord - (static_cast<double>(table.from_y) * table.columns + table.from_x))),
        x_and_y_(s.w0, s.w1),
        z_(s.z0, s.z1),
        last_(hn::Set(
            U(), static_cast<uint32_t>(table.codes.size()) - static_cast<uint32_t>(table.columns) - 2)) {}

  HWY_INLINE FromCentre cut(VD x, VD y, Block& b, size_t i) const {
    const VRest of_x = rest_of(x), of_y = rest_of(y);
    // The sum is rounded to the nearest whole number; a tie goes to the even one, as for the cell, since the
    // magic number is even.
    const VD column = hn::Add(x, magic_);
    store_low_words(hn::MulAdd(of_y.cell, columns_, column), b.place + i);
    return {of_x.from_centre, of_y.from_centre};
  }

  HWY_INLINE const Blends& at(const Block& b, size_t i) {
    const VU asked = hn::BitCast(U(), hn::Load(I(), b.place + i));
    if (!hn::AllTrue(U(), hn::Eq(asked, held_place_))) {
      held_place_ = asked;
      const VU place = hn::Min(asked, last_);
      const VU south = pairs(south_, place), north = pairs(north_, place);
      held_ = {blend<0>(south), blend<0>(north), blend<16>(south), blend<16>(north)};
    }
    return held_;
  }

 private:
  /// The code at each place in the low half of a word, and that of the next place in the high half.
  static HWY_INLINE VU pairs(const uint16_t* codes, VU place) {
#if HWY_TARGET <= HWY_AVX3
    return VU{_mm512_i32gather_epi32(place.raw, codes, sizeof *codes)};
#else
    return VU{_mm256_i32gather_epi32(reinterpret_cast<const int*>(codes), place.raw, sizeof *codes)};
#endif
  }

  template <int kBit>
  HWY_INLINE VBlend blend(VU pair) const {
    return {x_and_y_.at<kBit>(pair), x_and_y_.at<kBit + 4>(pair), z_.at<kBit + 8>(pair)};
  }

  const uint16_t *south_, *north_;
  VD columns_, magic_;
  BlendTable x_and_y_, z_;
  VU last_;  ///< largest valid index: lookups are clamped to it, NaN positions included
  VU held_place_ = hn::Set(U(), ~0u);
  Blends held_;
};
#endif

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
