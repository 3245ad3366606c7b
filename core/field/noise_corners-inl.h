// Three ways to the gradients around scattered points, compiled once per SIMD level (Highway's toggle guard).
// Private to this room.

#include "core/field/noise_vector-inl.h"

#if defined(FW_NOISE_CORNERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FW_NOISE_CORNERS_INL_H
#undef FW_NOISE_CORNERS_INL_H
#else
#define FW_NOISE_CORNERS_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

/// What a block of points needs in floats and integers.
struct Block {
  alignas(64) float x[kBlock], y[kBlock];              ///< from the centres of their cells
  alignas(64) int32_t cell_x[kBlock], cell_y[kBlock];  ///< hashed corners
  alignas(64) int32_t place[kBlock];                   ///< corners in a window
};

/// The multiple of the period below some cells, none of which is two periods beyond it.
struct Turn {
  int32_t cells = 0;
  bool known = false;
};
HWY_INLINE Turn turn_below(double low, double high, int32_t period) {
  if (period == 0 || !(std::fabs(low) < kFarthestCell && std::fabs(high) < kFarthestCell)) return {};
  const int32_t from = cut(low).cell, cells = from - lattice::wrapped(from, period);
  return {cells, std::nearbyint(high) - cells < 2.0 * period};
}

/// The way from the centre of a lattice cell.
struct FromCentre {
  VD x, y;
};

/// What stands at the corners of a cell.
struct Blends {
  VBlend south_west, north_west, south_east, north_east;
};

/// Every point's corners hashed by themselves.
class HashedCorners {
 public:
  HWY_INLINE HashedCorners(const Slice& slice, const PointExtent& e)
      : blender_(slice),
        period_(hn::Set(D(), static_cast<double>(slice.period))),
        cells_(hn::Set(D(), slice.period == 0 ? 0.0 : 1.0 / slice.period)),
        whole_period_(hn::Set(U(), static_cast<uint32_t>(slice.period))),
        endless_(slice.period == 0),
        x_(turn_below(e.edge_m[0] * slice.frequency + slice.offset_x,
                      -e.edge_m[1] * slice.frequency + slice.offset_x, slice.period)),
        y_(turn_below(e.edge_m[2] * slice.frequency + slice.offset_y,
                      -e.edge_m[3] * slice.frequency + slice.offset_y, slice.period)),
        as_it_is_(endless_ || (x_.known && y_.known)) {}

  HWY_INLINE FromCentre cut(VD x, VD y, Block& b, size_t i) const {
    const VRest of_x = cut_of(x), of_y = cut_of(y);
    store_low_words(as_it_is_ ? of_x.cell : wrapped(of_x.cell), b.cell_x + i);
    store_low_words(as_it_is_ ? of_y.cell : wrapped(of_y.cell), b.cell_y + i);
    return {of_x.from_centre, of_y.from_centre};
  }

  HWY_INLINE Blends at(const Block& b, size_t i) const {
    const Shares x = shares(b.cell_x + i, x_, kHashX), y = shares(b.cell_y + i, y_, kHashY);
    return {blender_.blend(hn::Add(x.low, y.low)), blender_.blend(hn::Add(x.low, y.high)),
            blender_.blend(hn::Add(x.high, y.low)), blender_.blend(hn::Add(x.high, y.high))};
  }

 private:
  /// Whole numbers throughout; the quotient by way of the reciprocal is right or one off.
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
  HWY_INLINE Shares shares(const int32_t* cell, Turn turn, uint32_t factor) const {
    const U u;
    VU index = hn::BitCast(u, hn::LoadU(I(), cell));
    if (as_it_is_ && !endless_) {
      // One period less where that is not negative, which as an unsigned number is a great one.
      index = hn::Sub(index, hn::Set(u, static_cast<uint32_t>(turn.cells)));
      index = hn::Min(index, hn::Sub(index, whole_period_));
    }
    const VU low = hn::Mul(index, hn::Set(u, factor));
    const VU next = hn::Add(low, hn::Set(u, factor));
    if (endless_) return {low, next};
    return {low, hn::IfThenZeroElse(hn::Eq(index, hn::Sub(whole_period_, hn::Set(u, 1))), next)};
  }

  Blender blender_;
  VD period_, cells_;
  VU whole_period_;
  bool endless_;
  Turn x_, y_;
  bool as_it_is_;  ///< cells are stored before the period
};

#if HWY_TARGET <= HWY_AVX2
/// Corners looked up in a window that holds them all.
class WindowCorners {
 public:
  HWY_INLINE WindowCorners(const Slice& slice, const WindowFrame& frame)
      : window_(slice, frame),
        frame_(frame),
        columns_(hn::Set(D(), frame.columns)),
        magic_(hn::Set(
            D(), kWholeInLowWord - (static_cast<double>(frame.from.y) * frame.columns + frame.from.x))) {}

  HWY_INLINE FromCentre cut(VD x, VD y, Block& b, size_t i) const {
    const VRest of_x = rest_of(x), of_y = rest_of(y);
    const VD column = hn::Add(of_x.cell, magic_);
    store_low_words(hn::MulAdd(of_y.cell, columns_, column), b.place + i);
    return {of_x.from_centre, of_y.from_centre};
  }

  HWY_INLINE Blends at(const Block& b, size_t i) const { return around(hn::Load(I(), b.place + i)); }
  /// The corners of one cell.
  HWY_INLINE Blends around(Cell cell) const {
    return around(hn::Set(I(), (cell.y - frame_.from.y) * frame_.columns + (cell.x - frame_.from.x)));
  }

 private:
  HWY_INLINE Blends around(VI place) const {
    const I tag;
    const VI north = hn::Add(place, hn::Set(tag, frame_.columns));
    const VI one = hn::Set(tag, 1);
    return {window_.at(place), window_.at(north), window_.at(hn::Add(place, one)),
            window_.at(hn::Add(north, one))};
  }

  Window window_;
  WindowFrame frame_;
  VD columns_, magic_;  ///< the latter turns whole coordinates into places in the low word
};

/// The corners of the only cell that points lie in.
class CellCorners {
 public:
  HWY_INLINE CellCorners(const WindowCorners& window, Cell cell)
      : x_(hn::Set(D(), cell.x)), y_(hn::Set(D(), cell.y)), blends_(window.around(cell)) {}

  HWY_INLINE FromCentre cut(VD x, VD y, Block&, size_t) const { return {hn::Sub(x, x_), hn::Sub(y, y_)}; }
  HWY_INLINE const Blends& at(const Block&, size_t) const { return blends_; }

 private:
  VD x_, y_;
  Blends blends_;
};
#endif

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
