#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"
#include "core/field/noise.h"
#include "core/field/noise_kernel.h"

namespace fw {

namespace {

using lattice::kLanes;
using lattice::padded;

/// Above this many lattice cells per sample, coefficients per lattice cell cost more than the points
/// themselves. It stays below 1, so that neighbouring columns are never more than one cell apart.
constexpr double kFinestPerCell = 0.99;
constexpr size_t kCellsPerPiece = 32768;

/// What one octave needs along a row; made once per raster and shared by all threads.
struct OctavePlan {
  lattice::Slice slice;
  bool per_cell = false;
  std::vector<int32_t> cell;     ///< per raster column, padded: lattice cell relative to the first
  std::vector<float> x;          ///< per raster column, padded: fraction
  std::vector<float> s;          ///< per raster column, padded: fade of the fraction
  std::vector<uint32_t> hash_x;  ///< per lattice column, padded: lattice x * kHashX
};

OctavePlan plan_octave(const lattice::Slice& slice, const GridSpec& grid) {
  OctavePlan plan;
  plan.slice = slice;
  plan.per_cell = grid.cell_m * slice.frequency <= kFinestPerCell;
  if (!plan.per_cell) return plan;
  const auto columns = static_cast<size_t>(grid.columns);
  plan.cell.resize(padded(columns));
  plan.x.resize(padded(columns));
  plan.s.resize(padded(columns));
  int32_t first = 0;
  for (size_t c = 0; c < columns; ++c) {
    const lattice::Cut cut = lattice::cut(grid.x_of(static_cast<int>(c)) * slice.frequency + slice.offset_x);
    if (c == 0) first = cut.cell;
    plan.cell[c] = cut.cell - first;
    plan.x[c] = static_cast<float>(cut.fraction);
    plan.s[c] = static_cast<float>(lattice::fade(cut.fraction));
  }
  const int32_t last = plan.cell[columns - 1];
  std::fill(plan.cell.begin() + grid.columns, plan.cell.end(), last);
  plan.hash_x.resize(padded(static_cast<size_t>(last) + 2));
  for (size_t i = 0; i < plan.hash_x.size(); ++i) {
    const int32_t lattice_x = lattice::wrapped(first + static_cast<int32_t>(i), slice.period);
    plan.hash_x[i] = static_cast<uint32_t>(lattice_x) * lattice::kHashX;
  }
  return plan;
}

/// One octave's lattice rows around the raster row in work, kept from row to row.
class LatticeRows {
 public:
  explicit LatticeRows(const OctavePlan& plan) : plan_(plan), stride_(plan.hash_x.size() + kLanes) {
    if (plan.per_cell) memory_.resize(8 * stride_);
  }

  /// Adds the octave to one raster row.
  void add(double y_m, bool first, size_t columns, float* out) {
    const lattice::Slice& slice = plan_.slice;
    const lattice::Cut cut = lattice::cut(y_m * slice.frequency + slice.offset_y);
    const lattice::BlendRow low = row_at(cut.cell), high = row_at(cut.cell + 1);
    float* a = memory_.data() + 6 * stride_;
    float* b = memory_.data() + 7 * stride_;
    lattice::side_row(low, high, lattice::row_weights(cut.fraction), plan_.hash_x.size(), a, b);
    lattice::apply_row({plan_.cell.data(), plan_.x.data(), plan_.s.data()}, a, b, slice.amplitude, first,
                       columns, out);
  }

 private:
  /// Neighbouring lattice rows fall in different slots, so the one shared with the row before is still there.
  lattice::BlendRow row_at(int32_t lattice_y) {
    const size_t slot = static_cast<uint32_t>(lattice_y) & 1u;
    float* base = memory_.data() + 3 * slot * stride_;
    const lattice::BlendRow row = {base, base + stride_, base + 2 * stride_};
    if (!filled_[slot] || held_[slot] != lattice_y) {
      lattice::blend_row(plan_.slice, plan_.hash_x.data(), lattice::wrapped(lattice_y, plan_.slice.period),
                         plan_.hash_x.size(), row);
      filled_[slot] = true;
      held_[slot] = lattice_y;
    }
    return row;
  }

  const OctavePlan& plan_;
  size_t stride_;
  std::vector<float> memory_;  // blended x, y, z of two lattice rows, then A and B
  int32_t held_[2] = {0, 0};
  bool filled_[2] = {false, false};
};

void fill_rows(const std::vector<OctavePlan>& plans, const GridSpec& grid, const std::vector<double>& x_m,
               size_t begin, size_t end, float* cells) {
  std::vector<LatticeRows> lattices;
  lattices.reserve(plans.size());
  for (const OctavePlan& plan : plans) lattices.emplace_back(plan);
  std::vector<float> line(x_m.size());
  std::vector<double> y_line(lattice::kBlock);
  for (size_t row = begin; row < end; ++row) {
    const double y_m = grid.y_of(static_cast<int>(row));
    for (size_t k = 0; k < plans.size(); ++k) {
      if (plans[k].per_cell) {
        lattices[k].add(y_m, k == 0, line.size(), line.data());
        continue;
      }
      std::fill(y_line.begin(), y_line.end(), y_m);
      for (size_t c = 0; c < line.size(); c += lattice::kBlock)
        lattice::sample_block(plans[k].slice, x_m.data() + c, y_line.data(), k == 0,
                              std::min(lattice::kBlock, line.size() - c), line.data() + c);
    }
    std::copy_n(line.begin(), grid.columns, cells + row * static_cast<size_t>(grid.columns));
  }
}

}  // namespace

Raster<float> noise_raster(const NoiseField& field, const GridSpec& grid, double phase) {
  Raster<float> out(grid);
  if (grid.cells() == 0 || field.octaves.empty()) return out;
  std::vector<OctavePlan> plans;
  for (const Octave& octave : field.octaves)
    plans.push_back(plan_octave(lattice::slice_at(octave, phase), grid));
  std::vector<double> x_m(padded(static_cast<size_t>(grid.columns)));
  for (size_t c = 0; c < x_m.size(); ++c) x_m[c] = grid.x_of(static_cast<int>(c));
  const size_t rows_per_piece = std::max<size_t>(8, kCellsPerPiece / static_cast<size_t>(grid.columns));
  parallel_for(static_cast<size_t>(grid.rows), rows_per_piece,
               [&](size_t begin, size_t end) { fill_rows(plans, grid, x_m, begin, end, out.cells.data()); });
  return out;
}

}  // namespace fw
