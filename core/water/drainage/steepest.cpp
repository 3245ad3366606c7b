#include "core/water/drainage/steepest.h"

#include <cstring>

#include "core/base/vector_clones.h"

namespace fw {
namespace {

/// Some neighbouring cells of a row at a time; every lane rounds on its own.
template <size_t kCount>
struct CellLanes {
  typedef double Doubles __attribute__((vector_size(8 * kCount)));
  typedef float Floats __attribute__((vector_size(4 * kCount)));
  typedef uint32_t Ranks __attribute__((vector_size(4 * kCount)));
  typedef int32_t Ints __attribute__((vector_size(4 * kCount)));
};

template <typename Lanes, typename T>
FW_INLINE void load(const T* from, Lanes& to) {
  std::memcpy(&to, from, sizeof(Lanes));
}

/// The steepest facet so far: the square of its steepness, offsets to its cells, and what it falls along its
/// two sides.
template <typename Doubles>
struct BestFacet {
  Doubles squared{}, near{}, far{}, to_near{}, to_far{};
};

/// The facet between a cardinal neighbour and a diagonal one. A neighbour that may not receive is given as
/// high as the cell itself.
template <typename Doubles>
FW_INLINE void take_facet(const Doubles& h, const Doubles& h_near, const Doubles& h_far, double near,
                          double far, BestFacet<Doubles>& best) {
  const Doubles zero{};
  const Doubles to_near = h - h_near, to_far = h_near - h_far, more = to_far - to_near;
  const Doubles falls = to_far > zero ? to_far : zero, beyond = more > zero ? more : zero;
  // to_near^2 where the far cell lies no lower than the near one, (to_near + to_far)^2 / 2 where the steepest
  // way leads straight to the far cell.
  const Doubles squared = to_near * to_near + falls * falls - 0.5 * (beyond * beyond);
  best.near = squared > best.squared ? zero + near : best.near;
  best.far = squared > best.squared ? zero + far : best.far;
  best.to_near = squared > best.squared ? to_near : best.to_near;
  best.to_far = squared > best.squared ? to_far : best.to_far;
  best.squared = squared > best.squared ? squared : best.squared;
}

/// level(offset, to) gives the heights of neighbours, none above the cells' own.
template <size_t kCount, typename Level>
FW_INLINE void of_cells(const float* dice, std::ptrdiff_t columns, const Level& level, int32_t* to) {
  using L = CellLanes<kCount>;
  using Doubles = typename L::Doubles;
  Doubles h, e, ne, n, nw, w, sw, s, se;
  level(0, h), level(1, e), level(1 - columns, ne), level(-columns, n), level(-1 - columns, nw), level(-1, w);
  level(columns - 1, sw), level(columns, s), level(columns + 1, se);
  const auto wide = static_cast<double>(columns);
  BestFacet<Doubles> best;
  take_facet(h, e, se, 1, wide + 1, best);
  take_facet(h, e, ne, 1, 1 - wide, best);
  take_facet(h, n, ne, -wide, 1 - wide, best);
  take_facet(h, n, nw, -wide, -1 - wide, best);
  take_facet(h, w, nw, -1, -1 - wide, best);
  take_facet(h, w, sw, -1, wide - 1, best);
  take_facet(h, s, sw, wide, wide - 1, best);
  take_facet(h, s, se, wide, wide + 1, best);
  typename L::Floats chance;
  load(dice, chance);
  // The far cell has the share to_far / to_near.
  const Doubles limit = __builtin_convertvector(chance, Doubles) * best.to_near;
  const Doubles chosen = limit < best.to_far ? best.far : best.near;
  const auto offset = __builtin_convertvector(chosen, typename L::Ints);
  std::memcpy(to, &offset, sizeof(offset));
}

template <size_t kCount>
FW_INLINE void downhill(const float* level_m, const float* dice, std::ptrdiff_t columns, int32_t* to) {
  using L = CellLanes<kCount>;
  typename L::Floats own;
  load(level_m, own);
  of_cells<kCount>(
      dice, columns,
      [&](std::ptrdiff_t offset, typename L::Doubles & height) __attribute__((always_inline)) {
        typename L::Floats other;
        load(level_m + offset, other);
        height = __builtin_convertvector(other < own ? other : own, typename L::Doubles);
      },
      to);
}

template <size_t kCount>
FW_INLINE void of_reached(const float* height_m, const uint32_t* rank, const float* dice,
                          std::ptrdiff_t columns, int32_t* to) {
  using L = CellLanes<kCount>;
  typename L::Floats own;
  typename L::Ranks own_rank;
  load(height_m, own);
  load(rank, own_rank);
  of_cells<kCount>(
      dice, columns,
      [&](std::ptrdiff_t offset, typename L::Doubles & height) __attribute__((always_inline)) {
        typename L::Floats other;
        typename L::Ranks other_rank;
        load(height_m + offset, other);
        load(rank + offset, other_rank);
        const typename L::Floats lower = other < own ? other : own;
        height = __builtin_convertvector(other_rank < own_rank ? lower : own, typename L::Doubles);
      },
      to);
}

constexpr size_t kAtOnce = 4;

}  // namespace

FW_VECTOR_CLONES
void steepest_downhill(const float* level_m, const float* dice, size_t columns, size_t count, int32_t* to) {
  const auto wide = static_cast<std::ptrdiff_t>(columns);
  size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) downhill<kAtOnce>(level_m + i, dice + i, wide, to + i);
  for (; i < count; ++i) downhill<1>(level_m + i, dice + i, wide, to + i);
}

FW_VECTOR_CLONES
void steepest_of_reached(const float* height_m, const uint32_t* rank, const float* dice, size_t columns,
                         size_t count, int32_t* to) {
  const auto wide = static_cast<std::ptrdiff_t>(columns);
  size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce)
    of_reached<kAtOnce>(height_m + i, rank + i, dice + i, wide, to + i);
  for (; i < count; ++i) of_reached<1>(height_m + i, rank + i, dice + i, wide, to + i);
}

}  // namespace fw
