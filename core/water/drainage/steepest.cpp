#include "core/water/drainage/steepest.h"

#include <cstring>

#include "core/base/vector_clones.h"

namespace fw {
namespace {

/// Some neighbouring cells of a row at a time; every lane rounds on its own.
template <size_t kCount>
struct CellLanes {
  typedef double Doubles __attribute__((vector_size(8 * kCount)));
  typedef int64_t Longs __attribute__((vector_size(8 * kCount)));
  typedef float Floats __attribute__((vector_size(4 * kCount)));
  typedef uint32_t Ranks __attribute__((vector_size(4 * kCount)));
  typedef int32_t Ints __attribute__((vector_size(4 * kCount)));
};

template <typename Lanes, typename T>
FW_INLINE void load(const T* from, Lanes& to) {
  std::memcpy(&to, from, sizeof(Lanes));
}

/// The steepest facet so far. Steepness is compared by its square; `near` and `far` are offsets to the
/// facet's cells, and the far one has the share across / along.
template <typename Doubles>
struct BestFacet {
  Doubles squared{}, near{}, far{}, along{}, across{};
};

/// The facet between a cardinal neighbour and a diagonal one. A neighbour that may not receive is given as
/// high as the cell itself.
template <typename Doubles>
FW_INLINE void take_facet(const Doubles& h, const Doubles& h_near, const Doubles& h_far, double near,
                          double far, BestFacet<Doubles>& best) {
  const Doubles s1 = h - h_near, s2 = h_near - h_far, diagonal = h - h_far;
  const Doubles zero{}, one = zero + 1;
  const auto to_near = s2 <= zero, to_far = s1 <= s2;
  const Doubles between = s1 * s1 + s2 * s2, across = 0.5 * (diagonal * diagonal);
  const Doubles squared = to_near ? s1 * s1 : to_far ? across : between;
  const auto steeper = squared > best.squared;
  best.squared = steeper ? squared : best.squared;
  best.near = steeper ? zero + near : best.near;
  best.far = steeper ? zero + far : best.far;
  best.along = steeper ? (to_near ? one : to_far ? zero : s1) : best.along;
  best.across = steeper ? (to_near ? zero : to_far ? one : s2) : best.across;
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
  const auto far = __builtin_convertvector(chance, Doubles) * best.along < best.across;
  const auto offset = __builtin_convertvector(far ? best.far : best.near, typename L::Ints);
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

constexpr size_t kAtOnce = 8;

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
