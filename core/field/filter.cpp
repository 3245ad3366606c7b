#include "core/field/filter.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/convolve_kernel.h"

namespace fw {
namespace {

constexpr size_t kFilterRows = 32;

/// The two cells around a position along one axis, clamped to the frame, and the share of the second.
struct Bracket {
  int low;
  int high;
  double share;
};

Bracket bracket(double position, int count) {
  const double clamped = std::clamp(position, 0.0, static_cast<double>(count - 1));
  const int low = static_cast<int>(clamped);
  return {low, std::min(low + 1, count - 1), clamped - low};
}

float blend(const Raster<float>& in, const Bracket& column, const Bracket& row) {
  const double north =
      in.at(column.low, row.low) +
      column.share * (static_cast<double>(in.at(column.high, row.low)) - in.at(column.low, row.low));
  const double south =
      in.at(column.low, row.high) +
      column.share * (static_cast<double>(in.at(column.high, row.high)) - in.at(column.low, row.high));
  return static_cast<float>(north + row.share * (south - north));
}

}  // namespace

Raster<float> gradient_norm(const Raster<float>& in) {
  Raster<float> out(in.grid);
  const int columns = in.grid.columns, rows = in.grid.rows;
  const double cell_m = in.grid.cell_m;
  parallel_for(static_cast<size_t>(rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const int up = std::max(r - 1, 0), down = std::min(r + 1, rows - 1);
      for (int c = 0; c < columns; ++c) {
        const int left = std::max(c - 1, 0), right = std::min(c + 1, columns - 1);
        const double dx =
            right > left ? (static_cast<double>(in.at(right, r)) - in.at(left, r)) / ((right - left) * cell_m)
                         : 0;
        const double dy =
            down > up ? (static_cast<double>(in.at(c, down)) - in.at(c, up)) / ((down - up) * cell_m) : 0;
        out.at(c, r) = static_cast<float>(std::sqrt(dx * dx + dy * dy));
      }
    }
  });
  return out;
}

float bilinear(const Raster<float>& in, Vec2 p) {
  return blend(in, bracket(in.grid.column_position(p.x), in.grid.columns),
               bracket(in.grid.row_position(p.y), in.grid.rows));
}

Raster<uint8_t> resample_nearest(const Raster<uint8_t>& in, const GridSpec& grid) {
  if (grid == in.grid) return in;
  Raster<uint8_t> out(grid);
  std::vector<int> column(static_cast<size_t>(grid.columns));
  for (int c = 0; c < grid.columns; ++c) column[static_cast<size_t>(c)] = in.grid.column_at(grid.x_of(c));
  parallel_for(static_cast<size_t>(grid.rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const int source = in.grid.row_at(grid.y_of(r));
      for (int c = 0; c < grid.columns; ++c) out.at(c, r) = in.at(column[static_cast<size_t>(c)], source);
    }
  });
  return out;
}

Raster<float> resample_bilinear(const Raster<float>& in, const GridSpec& grid) {
  return grid == in.grid ? in : bilinear_at_cells(in, grid);
}

Raster<float> bilinear_at_cells(const Raster<float>& in, const GridSpec& grid) {
  Raster<float> out(grid);
  std::vector<Bracket> column(static_cast<size_t>(grid.columns));
  for (int c = 0; c < grid.columns; ++c)
    column[static_cast<size_t>(c)] = bracket(in.grid.column_position(grid.x_of(c)), in.grid.columns);
  parallel_for(static_cast<size_t>(grid.rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const Bracket row = bracket(in.grid.row_position(grid.y_of(r)), in.grid.rows);
      for (int c = 0; c < grid.columns; ++c) out.at(c, r) = blend(in, column[static_cast<size_t>(c)], row);
    }
  });
  return out;
}

// Two passes of exact integer arithmetic (Felzenszwalb and Huttenlocher 2012, in the integer form of
// Meijster, Roerdink and Hesselink 2000): the nearest mask row within each column, then per row the lower
// envelope of the parabolas (column - i)^2 + vertical(i)^2.

namespace {

constexpr int32_t kNone = -1;
constexpr uint32_t kNoNearest = std::numeric_limits<uint32_t>::max();
constexpr int32_t kFar = std::numeric_limits<int32_t>::max();
constexpr size_t kColumnsPerPiece = 256;
constexpr size_t kDistanceRows = 16;

/// Per cell of the rows [first, end) the row of the nearest mask cell in its column (the upper one when two
/// are equally near), or kNone.
Raster<int32_t> nearest_row_in_column(const Mask& mask, int first, int end) {
  Raster<int32_t> nearest(GridSpec{mask.grid.columns, end - first, mask.grid.cell_m}, kNone);
  const auto columns = static_cast<size_t>(mask.grid.columns);
  const auto set_at = [&](int row) { return mask.cells.data() + static_cast<size_t>(row) * columns; };
  const auto own_at = [&](int row) {
    return nearest.cells.data() + static_cast<size_t>(row - first) * columns;
  };
  parallel_for(columns, kColumnsPerPiece, [&](size_t begin, size_t stop) {
    std::vector<int32_t> last(stop - begin, kNone);
    for (int r = 0; r < end; ++r) {
      const uint8_t* set = set_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) last[c] = set[c] != 0 ? r : last[c];
      if (r >= first) std::copy(last.begin(), last.end(), own_at(r) + begin);
    }
    std::fill(last.begin(), last.end(), kNone);
    for (int r = mask.grid.rows - 1; r >= first; --r) {
      const uint8_t* set = set_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) last[c] = set[c] != 0 ? r : last[c];
      if (r >= end) continue;
      int32_t* own = own_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) {
        const int32_t above = own[c], below = last[c];
        const int32_t up = above == kNone ? kFar : r - above, down = below == kNone ? kFar : below - r;
        own[c] = down < up ? below : above;
      }
    }
  });
  return nearest;
}

/// The lower envelope of one row's parabolas.
struct Envelope {
  std::vector<int32_t> apex;    ///< columns of the surviving parabolas, ascending
  std::vector<int32_t> from;    ///< first column where each parabola is the lowest
  std::vector<int64_t> height;  ///< squared vertical distance per column

  explicit Envelope(size_t columns) : height(columns) {
    apex.reserve(columns);
    from.reserve(columns);
  }
};

int64_t squared(int64_t v) {
  return v * v;
}

/// The envelope stays empty if no column holds a mask cell.
void build(const int32_t* nearest, int row, int columns, Envelope& e) {
  e.apex.clear();
  e.from.clear();
  for (int32_t u = 0; u < columns; ++u) {
    if (nearest[u] == kNone) continue;
    e.height[static_cast<size_t>(u)] = squared(nearest[u] - row);
    const int64_t hu = e.height[static_cast<size_t>(u)];
    int64_t start = 0;
    while (!e.apex.empty()) {
      const int64_t i = e.apex.back();
      const int64_t hi = e.height[static_cast<size_t>(i)];
      const int64_t numerator = squared(u) - squared(i) + hu - hi, denominator = 2 * (u - i);
      // u is strictly nearer from floor(crossing) + 1 on; before i's own first column, i is lowest nowhere.
      // The quotient is far enough from a whole number for double's rounding.
      if (numerator >= e.from.back() * denominator) {
        start = static_cast<int64_t>(static_cast<double>(numerator) / static_cast<double>(denominator)) + 1;
        break;
      }
      e.apex.pop_back();
      e.from.pop_back();
    }
    if (start >= columns) continue;
    e.apex.push_back(u);
    e.from.push_back(static_cast<int32_t>(start));
  }
}

/// Calls visit(cell, apex column, squared distance in cells) for every cell of `nearest`, whose row 0 is the
/// mask's row `first`; the mask is not empty.
template <typename Visit>
void for_each_nearest(const Raster<int32_t>& nearest, int first_row, const Visit& visit) {
  const int columns = nearest.grid.columns;
  parallel_for(static_cast<size_t>(nearest.grid.rows), kDistanceRows, [&](size_t begin, size_t end) {
    Envelope e(static_cast<size_t>(columns));
    for (size_t row = begin; row < end; ++row) {
      const size_t first = row * static_cast<size_t>(columns);
      build(nearest.cells.data() + first, first_row + static_cast<int>(row), columns, e);
      for (size_t k = 0; k < e.apex.size(); ++k) {
        const int32_t apex = e.apex[k];
        const int64_t height = e.height[static_cast<size_t>(apex)];
        const int32_t stop = k + 1 < e.apex.size() ? e.from[k + 1] : columns;
        for (int32_t c = e.from[k]; c < stop; ++c)
          visit(first + static_cast<size_t>(c), apex, squared(c - apex) + height);
      }
    }
  });
}

float metres_of(int64_t squared_cells, const GridSpec& grid) {
  return static_cast<float>(std::sqrt(static_cast<double>(squared_cells)) * grid.cell_m);
}

/// The mask cell nearest to `cell`, in column `apex`; `nearest` holds all rows.
uint32_t source_of(const Raster<int32_t>& nearest, size_t cell, int32_t apex) {
  const size_t row = cell - cell % static_cast<size_t>(nearest.grid.columns);
  return static_cast<uint32_t>(nearest.grid.index(apex, nearest[row + static_cast<size_t>(apex)]));
}

}  // namespace

Raster<float> distance_to(const Mask& mask, int first, int end) {
  const Raster<int32_t> nearest = nearest_row_in_column(mask, first, end);
  Raster<float> out(nearest.grid, std::numeric_limits<float>::infinity());
  for_each_nearest(nearest, first, [&](size_t cell, int32_t, int64_t squared_cells) {
    out[cell] = metres_of(squared_cells, mask.grid);
  });
  return out;
}

Raster<float> distance_to(const Mask& mask) {
  return distance_to(mask, 0, mask.grid.rows);
}

Raster<uint32_t> nearest_cell(const Mask& mask) {
  Raster<uint32_t> out(mask.grid, kNoNearest);
  const Raster<int32_t> nearest = nearest_row_in_column(mask, 0, mask.grid.rows);
  for_each_nearest(nearest, 0,
                   [&](size_t cell, int32_t apex, int64_t) { out[cell] = source_of(nearest, cell, apex); });
  return out;
}

NearestCells nearest_cells(const Mask& mask) {
  NearestCells out{Raster<uint32_t>(mask.grid, kNoNearest),
                   Raster<float>(mask.grid, std::numeric_limits<float>::infinity())};
  const Raster<int32_t> nearest = nearest_row_in_column(mask, 0, mask.grid.rows);
  for_each_nearest(nearest, 0, [&](size_t cell, int32_t apex, int64_t squared_cells) {
    out.cell[cell] = source_of(nearest, cell, apex);
    out.distance_m[cell] = metres_of(squared_cells, mask.grid);
  });
  return out;
}

namespace {

constexpr size_t kBlurRows = 32;

/// Rows one task convolves: few enough that the rows within reach of a strip stay in the cache.
/// A piece of a stack also reads the rows within the kernel's radius above and below it, so small pieces
/// waste work with wide kernels. Still enough pieces for every thread.
size_t rows_per_stack(size_t radius, size_t rows) {
  return std::clamp(2 * radius, kBlurRows, std::max(kBlurRows, rows / 16));
}

/// Half of a normalised symmetric kernel: weight[0] at the centre, weight[k] at distance k.
std::vector<float> gaussian_weights(double sigma_cells, double cut) {
  const auto radius = static_cast<size_t>(cut * sigma_cells + 0.5);
  std::vector<double> weight(radius + 1);
  double sum = 0;
  for (size_t k = 0; k <= radius; ++k) {
    const double z = static_cast<double>(k) / sigma_cells;
    weight[k] = exact::exp(-0.5 * z * z);
    sum += k == 0 ? weight[k] : 2.0 * weight[k];
  }
  std::vector<float> rounded(radius + 1);
  for (size_t k = 0; k <= radius; ++k) rounded[k] = static_cast<float>(weight[k] / sum);
  return rounded;
}

/// Along rows: each row is copied between replicated edges and convolved there.
void convolve_rows(const std::vector<float>& weight, Raster<float>& raster) {
  const auto columns = static_cast<size_t>(raster.grid.columns);
  const size_t radius = weight.size() - 1;
  parallel_for(static_cast<size_t>(raster.grid.rows), kBlurRows, [&](size_t begin, size_t end) {
    std::vector<float> padded(columns + 2 * radius);
    for (size_t row = begin; row < end; ++row) {
      float* cells = raster.cells.data() + row * columns;
      std::fill_n(padded.begin(), radius, cells[0]);
      std::copy_n(cells, columns, padded.begin() + static_cast<std::ptrdiff_t>(radius));
      std::fill_n(padded.end() - static_cast<std::ptrdiff_t>(radius), radius, cells[columns - 1]);
      convolve_row(weight, padded.data() + radius, columns, cells);
    }
  });
}

/// Along columns: whole rows are added, so that no transpose is needed.
void convolve_columns(const std::vector<float>& weight, const Raster<float>& in, Raster<float>& out) {
  const auto columns = static_cast<size_t>(in.grid.columns);
  const int rows = in.grid.rows;
  const int radius = static_cast<int>(weight.size()) - 1;
  parallel_for(static_cast<size_t>(rows), rows_per_stack(weight.size() - 1, static_cast<size_t>(rows)),
               [&](size_t begin, size_t end) {
                 std::vector<const float*> reach(static_cast<size_t>(2 * radius) + (end - begin));
                 for (size_t i = 0; i < reach.size(); ++i) {
                   const int row = std::clamp(static_cast<int>(begin + i) - radius, 0, rows - 1);
                   reach[i] = in.cells.data() + static_cast<size_t>(row) * columns;
                 }
                 convolve_stack(weight, reach, columns, out.cells.data() + begin * columns);
               });
}

}  // namespace

void gaussian_into(const Raster<float>& in, double sigma_m, Raster<float>& out, double cut) {
  assert(sigma_m >= 0 && cut > 0 && &in != &out);
  const double sigma_cells = sigma_m / in.grid.cell_m;
  if (in.size() == 0 || !(cut * sigma_cells >= 0.5)) {
    out = in;
    return;
  }
  const std::vector<float> weight = gaussian_weights(sigma_cells, cut);
  if (!(out.grid == in.grid) || out.size() != in.size()) out = Raster<float>(in.grid);
  convolve_columns(weight, in, out);
  convolve_rows(weight, out);
}

Raster<float> gaussian(const Raster<float>& in, double sigma_m, double cut) {
  Raster<float> out;
  gaussian_into(in, sigma_m, out, cut);
  return out;
}

Raster<float> gaussian(const Mask& in, double sigma_m, double cut) {
  Raster<float> values(in.grid);
  for (size_t i = 0; i < in.size(); ++i) values[i] = in[i] != 0 ? 1.0f : 0.0f;
  return gaussian(values, sigma_m, cut);
}

Raster<float> masked_gaussian(const Raster<float>& in, const Mask& mask, const Raster<float>& mask_blur,
                              double sigma_m) {
  assert(in.grid == mask.grid && in.grid == mask_blur.grid);
  Raster<float> masked(in.grid);
  for (size_t i = 0; i < in.size(); ++i) masked[i] = mask[i] != 0 ? in[i] : 0.0f;
  Raster<float> out = gaussian(masked, sigma_m);
  for (size_t i = 0; i < out.size(); ++i) out[i] = mask_blur[i] > 0 ? out[i] / mask_blur[i] : 0.0f;
  return out;
}

}  // namespace fw
