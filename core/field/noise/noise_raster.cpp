#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/aligned_floats_internal.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/noise_grid_kernel.h"
#include "core/field/noise/noise_points_kernel.h"

namespace fw {

namespace {

using lattice::kChunk;
using lattice::kLanes;
using lattice::kRowsAtOnce;
using lattice::kSideStride;
using lattice::kSumStride;
using lattice::padded;

/// Above this many lattice cells per sample, coefficients per lattice cell cost more than evaluating each
/// point. Below 1, so that neighbouring columns are never more than one cell apart.
constexpr double kFinestPerCell = 0.99;
/// Size of one task; the cut never depends on the number of threads. Every piece blends the lattice rows at
/// its edges again, so a piece has several rows even when rows are long.
constexpr size_t kCellsPerPiece = 65536, kLeastRowsPerPiece = 64;

/// Several arrays of 4-byte numbers in one aligned block, with one cache line of padding between them: at a
/// power-of-two distance they would map to few cache sets, and loads would wait for stores to similar
/// addresses.
class Arena {
 public:
  Arena(size_t arrays, size_t count)
      : stride_(padded(count) + kLanes), memory_(aligned_floats(std::max<size_t>(1, arrays * stride_))) {}
  size_t stride() const { return stride_; }
  float* floats(size_t array) const { return memory_.get() + array * stride_; }
  int32_t* integers(size_t array) const { return reinterpret_cast<int32_t*>(floats(array)); }

 private:
  size_t stride_;
  AlignedFloats memory_;
};

/// What one octave needs along columns and rows; made once per raster and shared by all threads.
struct OctavePlan {
  lattice::Slice slice;
  bool per_cell;
  Arena column_memory, row_memory;
  lattice::AxisTables columns{}, rows{};
  int32_t* lookup = nullptr;
  KeptVector<lattice::ColumnGroup> groups{};
  bool narrow = false;
  KeptVector<uint32_t> hash_x{};  ///< per lattice column, padded: lattice x * kHashX
  KeptVector<double> x{};         ///< unless per_cell: column centres in lattice cells

  OctavePlan(const lattice::Slice& s, bool by_cell, size_t column_count, size_t row_count)
      : slice(s),
        per_cell(by_cell),
        column_memory(by_cell ? 4 : 0, column_count),
        row_memory(by_cell ? 3 : 0, row_count) {
    if (!per_cell) return;
    const Arena &c = column_memory, &r = row_memory;
    columns = {c.integers(0), c.floats(1), c.floats(2)};
    lookup = c.integers(3);
    rows = {r.integers(0), r.floats(1), r.floats(2)};
  }
};

/// Centres of `lead` columns before a grid, of its padded columns and of some padded rows, metres.
struct Centres {
  KeptVector<double> x_m, y_m;

  Centres(const GridSpec& grid, size_t lead, int first_row, int rows)
      : x_m(padded(lead + static_cast<size_t>(grid.columns))), y_m(padded(static_cast<size_t>(rows))) {
    for (size_t c = 0; c < x_m.size(); ++c) x_m[c] = grid.x_of(static_cast<int>(c) - static_cast<int>(lead));
    for (size_t r = 0; r < y_m.size(); ++r) y_m[r] = grid.y_of(first_row + static_cast<int>(r));
  }
};

OctavePlan plan_octave(const lattice::GridKernels& kernels, const lattice::Slice& slice, const GridSpec& grid,
                       const Centres& centres) {
  const size_t columns = centres.x_m.size(), rows = centres.y_m.size();
  OctavePlan plan(slice, grid.cell_m * slice.frequency <= kFinestPerCell, columns, rows);
  if (!plan.per_cell) {
    plan.x.reserve(columns);
    for (const double x_m : centres.x_m) plan.x.push_back(x_m * slice.frequency);
    return plan;
  }
  kernels.cut_axis(slice.frequency, slice.offset_x, centres.x_m.data(), columns, plan.columns);
  kernels.cut_axis(slice.frequency, slice.offset_y, centres.y_m.data(), rows, plan.rows);
  plan.groups.resize(columns);
  plan.narrow = kernels.group_columns(plan.columns.cell, columns, plan.groups.data(), plan.lookup);
  const int32_t first_cell = plan.columns.cell[0];
  const auto cells = static_cast<size_t>(plan.columns.cell[columns - 1] - first_cell);
  plan.hash_x.resize(padded(cells + 2));
  for (size_t i = 0; i < plan.hash_x.size(); ++i) {
    const int32_t lattice_x = lattice::wrapped(first_cell + static_cast<int32_t>(i), slice.period);
    plan.hash_x[i] = static_cast<uint32_t>(lattice_x) * lattice::kHashX;
  }
  return plan;
}

/// Lattice rows of one octave around the current raster rows, reused from row to row, and the octave's job
/// there.
class LatticeRows {
 public:
  LatticeRows(const lattice::GridKernels& kernels, const OctavePlan& plan, bool one_chunk)
      : kernels_(kernels),
        plan_(plan),
        slots_(one_chunk ? 2 : uint32_t{kMostSlots}),
        blends_(plan.per_cell ? 3 * slots_ : 0, plan.hash_x.size()) {
    if (!plan.per_cell) return;
    job.columns = plan.columns;
    job.groups = plan.groups.data();
    job.lookup = plan.lookup;
    job.narrow = plan.narrow;
  }

  /// Makes the sides of raster rows [row, row + count) under columns [from, to).
  void move_to(size_t row, size_t count, size_t from, size_t to, float* sides) {
    job.rows = count;
    job.sides = sides;
    const int32_t* cell = plan_.columns.cell;
    const size_t first = static_cast<size_t>(cell[from] - cell[0]) / kLanes * kLanes;
    const size_t cells = padded(static_cast<size_t>(cell[to - 1] - cell[0]) + 2 - first);
    job.first_cell = first;
    const lattice::AxisTables& t = plan_.rows;
    for (size_t r = row, next; r < row + count; r = next) {
      for (next = r + 1; next < row + count && t.cell[next] == t.cell[r];) ++next;
      const lattice::BlendRow south = row_at(t.cell[r], first), north = row_at(t.cell[r] + 1, first);
      kernels_.side_rows(south, north, t, r, next - r, cells, sides + 2 * (r - row) * kSideStride);
    }
  }

  lattice::RowsJob job{};

 private:
  /// Lattice rows around the current raster rows, which are at most one apart.
  static constexpr size_t kMostSlots = kRowsAtOnce + 1;

  /// Consecutive lattice rows use different slots, so earlier ones stay valid.
  lattice::BlendRow row_at(int32_t lattice_y, size_t first) {
    const uint32_t slot = static_cast<uint32_t>(lattice_y) % slots_;
    const lattice::BlendRow row = {blends_.floats(3 * slot), blends_.stride()};
    if (!filled_[slot] || held_[slot] != lattice_y) {
      kernels_.blend_row(plan_.slice, plan_.hash_x.data(), lattice::wrapped(lattice_y, plan_.slice.period),
                         plan_.hash_x.size(), row);
      filled_[slot] = true;
      held_[slot] = lattice_y;
    }
    return {row.x + first, row.stride};
  }

  const lattice::GridKernels& kernels_;
  const OctavePlan& plan_;
  /// With several chunks of columns, each chunk reads the same lattice rows again. With one chunk two slots
  /// are enough and leave cache to other data.
  uint32_t slots_;
  Arena blends_;
  std::array<int32_t, kMostSlots> held_{};
  std::array<bool, kMostSlots> filled_{};
};

/// Number of columns to begin before the raster so that all row stores are aligned to cache lines: a store
/// across two lines costs twice as much. 0 where rows have different alignment.
size_t lead_of(const float* cells, size_t columns) {
  const auto number = reinterpret_cast<uintptr_t>(cells) / sizeof(float);
  return columns % kLanes == 0 ? static_cast<size_t>(number % kLanes) : 0;
}

/// The kernels, plans and positions one raster is filled from. Columns count from `lead` before the raster's.
struct Fill {
  const lattice::GridKernels& grid_kernels;
  const lattice::PointKernels& point_kernels;
  const KeptVector<OctavePlan>& plans;
  const Centres& centres;
  size_t columns;
  size_t lead;
  float* cells;

  float* at(size_t row, size_t column) const { return cells + (row * columns + column - lead); }
};

/// An octave finer than the columns: evaluates every point separately.
void add_points(const Fill& fill, const OctavePlan& plan, double y_m, bool first, size_t begin, size_t end,
                float* line) {
  lattice::Slice slice = plan.slice;
  slice.frequency = 1.0;  // of plan.x and this line
  std::array<double, lattice::kBlock> y;
  y.fill(y_m * plan.slice.frequency);
  for (size_t c = begin; c < end; c += lattice::kBlock)
    fill.point_kernels.sample(slice, {}, {plan.x.data() + c, y.data(), std::min(lattice::kBlock, end - c)},
                              first, line + (c - begin));
}

/// The current rows: sums over the octaves so far, and one octave's sides.
struct RowsScratch {
  Arena sums{1, kRowsAtOnce* kSumStride};
  Arena sides{1, kRowsAtOnce * 2 * kSideStride};

  // Vectors read past the last lattice cell; those values are not used.
  RowsScratch() { std::fill_n(sides.floats(0), kRowsAtOnce * 2 * kSideStride, 0.0f); }
};

/// Columns of a chunk.
struct ColumnStretch {
  size_t begin, end;
};

/// The part of columns [from, to) that the last octave writes directly to the raster: whole vectors within
/// it.
ColumnStretch direct_part(const Fill& fill, size_t from, size_t to) {
  const size_t first = std::max(from, fill.lead);
  if (!fill.plans.back().per_cell || fill.columns % kLanes != 0) return {first, first};
  return {std::max(from, padded(fill.lead)), std::min(to, (fill.lead + fill.columns) / kLanes * kLanes)};
}

/// One octave over columns [part.begin, part.end) of a chunk that begins at `from`, added to the sums.
void add_to_sums(const Fill& fill, lattice::RowsJob& job, size_t from, ColumnStretch part, float* sums,
                 bool first) {
  float* const out = sums + (part.begin - from);
  job.sum = first ? nullptr : out;
  job.out = out;
  job.out_stride = kSumStride;
  fill.grid_kernels.apply_rows(job, part.begin, part.end);
}

/// All octaves over columns [from, to) of up to kRowsAtOnce rows from `row` on. They are summed in `sums`;
/// the last octave writes directly to the raster except for the vectors at its edges.
void fill_chunk(const Fill& fill, KeptVector<LatticeRows>& lattices, size_t row, size_t count, size_t from,
                size_t to, const RowsScratch& scratch) {
  float* sums = scratch.sums.floats(0);
  const size_t octaves = lattices.size();
  const ColumnStretch direct = direct_part(fill, from, to);
  for (size_t k = 0; k < octaves; ++k) {
    const OctavePlan& plan = fill.plans[k];
    if (!plan.per_cell) {
      for (size_t r = 0; r < count; ++r)
        add_points(fill, plan, fill.centres.y_m[row + r], k == 0, from, to, sums + r * kSumStride);
      continue;
    }
    lattices[k].move_to(row, count, from, to, scratch.sides.floats(0));
    lattice::RowsJob& job = lattices[k].job;
    // Prefetches are spread over the octaves before the last: all at once would fill the queue of cache
    // misses.
    job.soon = k + 1 < octaves && k < count ? fill.at(row + k, std::max(from, fill.lead)) : sums;
    if (k + 1 < octaves || direct.begin == direct.end) {
      add_to_sums(fill, job, from, {from, to}, sums, k == 0);
      continue;
    }
    add_to_sums(fill, job, from, {from, direct.begin}, sums, k == 0);
    add_to_sums(fill, job, from, {direct.end, to}, sums, k == 0);
    job.sum = k == 0 ? nullptr : sums + (direct.begin - from);
    job.out = fill.at(row, direct.begin);
    job.out_stride = fill.columns;
    fill.grid_kernels.apply_rows(job, direct.begin, direct.end);
  }
  const ColumnStretch inside = {std::max(from, fill.lead), std::min(to, fill.lead + fill.columns)};
  for (const ColumnStretch part :
       {ColumnStretch{inside.begin, direct.begin}, ColumnStretch{direct.end, inside.end}})
    for (size_t r = 0; r < count && part.begin < part.end; ++r)
      std::copy(sums + r * kSumStride + (part.begin - from), sums + r * kSumStride + (part.end - from),
                fill.at(row + r, part.begin));
}

void fill_rows(const Fill& fill, size_t begin, size_t end) {
  KeptVector<LatticeRows> lattices;
  lattices.reserve(fill.plans.size());
  const size_t width = fill.centres.x_m.size();
  for (const OctavePlan& plan : fill.plans) lattices.emplace_back(fill.grid_kernels, plan, width <= kChunk);
  const RowsScratch scratch;
  for (size_t row = begin; row < end; row += kRowsAtOnce)
    for (size_t from = 0; from < width; from += kChunk)
      fill_chunk(fill, lattices, row, std::min(kRowsAtOnce, end - row), from, std::min(from + kChunk, width),
                 scratch);
}

}  // namespace

void fill_noise_rows(const NoiseField& field, const GridSpec& grid, double phase, int first_row, int rows,
                     std::span<float> out) {
  const auto columns = static_cast<size_t>(grid.columns), count = static_cast<size_t>(rows);
  assert(first_row >= 0 && rows >= 0 && first_row + rows <= grid.rows && out.size() == columns * count);
  if (out.empty()) return;
  if (field.octaves.empty()) {
    std::fill(out.begin(), out.end(), 0.0f);
    return;
  }
  const lattice::GridKernels& kernels = lattice::grid_kernels();
  const size_t lead = lead_of(out.data(), columns);
  const Centres centres(grid, lead, first_row, rows);
  KeptVector<OctavePlan> plans;
  plans.reserve(field.octaves.size());
  for (const Octave& octave : field.octaves)
    plans.push_back(plan_octave(kernels, lattice::slice_at(octave, phase), grid, centres));
  const Fill fill{kernels, lattice::point_kernels(), plans, centres, columns, lead, out.data()};
  const size_t rows_per_piece = padded(std::max(kLeastRowsPerPiece, kCellsPerPiece / columns));
  const auto piece = [&](size_t begin, size_t end) { fill_rows(fill, begin, end); };
  parallel_for(count, rows_per_piece, std::cref(piece));
}

void fill_noise(const NoiseField& field, const GridSpec& grid, double phase, std::span<float> out) {
  fill_noise_rows(field, grid, phase, 0, grid.rows, out);
}

Raster<float> noise_raster(const NoiseField& field, const GridSpec& grid, double phase) {
  Raster<float> out(grid);
  if (!field.octaves.empty()) fill_noise(field, grid, phase, out.cells);
  return out;
}

}  // namespace fw
