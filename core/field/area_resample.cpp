#include "core/field/area_resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace fw {
namespace {

// Edges that differ by less than this share of a source cell are one.
constexpr double kSameEdge = 1e-6;
// Shares of a cell that differ by less are equal.
constexpr double kSameShare = 1e-9;
// A grid counts as finer than its source from here on; closer, the mean over the area is as good.
constexpr double kFiner = 0.99;
constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

double snapped(double edge) {
  const double whole = std::floor(edge + 0.5);
  return std::fabs(edge - whole) < kSameEdge ? whole : edge;
}

/// The source's columns (or rows) under one column of the grid, with their shares of its width.
struct Cover {
  int first = 0;
  std::vector<double> shares;

  int end() const { return first + static_cast<int>(shares.size()); }
};

/// [low, high) in source cells -> which cells, and how much of the interval each holds.
Cover cover(double low, double high, int count) {
  low = snapped(low);
  high = snapped(high);
  Cover out;
  const double begin = std::max(low, 0.0), end = std::min(high, static_cast<double>(count));
  if (!(end > begin)) return out;
  out.first = std::min(static_cast<int>(begin), count - 1);
  const int last = std::min(static_cast<int>(std::ceil(end)), count);
  for (int k = out.first; k < last; ++k)
    out.shares.push_back((std::min(end, k + 1.0) - std::max(begin, static_cast<double>(k))) / (high - low));
  return out;
}

std::vector<Cover> column_covers(const RasterPlace& source, const GridSpec& grid) {
  std::vector<Cover> covers;
  for (int c = 0; c < grid.columns; ++c)
    covers.push_back(cover((c * grid.cell_m - source.west_m) / source.cell_width_m,
                           ((c + 1) * grid.cell_m - source.west_m) / source.cell_width_m, source.columns));
  return covers;
}

Cover row_cover(const RasterPlace& source, const GridSpec& grid, int row) {
  const double top = source.north_m - grid.height_m();
  return cover((row * grid.cell_m + top) / source.cell_height_m,
               ((row + 1) * grid.cell_m + top) / source.cell_height_m, source.rows);
}

/// The rows of a source that one row of the grid reads; each is read once.
template <typename T>
class RowWindow {
 public:
  RowWindow(const RasterPlace& source, const ReadRows<T>& read) : source_(source), read_(read) {}

  /// Holds rows [first, end); both never fall from call to call.
  Result<Done> hold(int first, int end) {
    const auto stride = static_cast<size_t>(source_.columns);
    const int kept = std::max(end_ - std::max(first, first_), 0);
    if (kept > 0 && first > first_)
      std::move(cells_.end() - static_cast<std::ptrdiff_t>(stride * static_cast<size_t>(kept)), cells_.end(),
                cells_.begin());
    const int from = kept > 0 ? end_ : first;
    first_ = kept > 0 ? std::max(first, first_) : first;
    end_ = std::max(end, from);
    cells_.resize(stride * static_cast<size_t>(end_ - first_));
    if (end_ == from) return Done{};
    return read_(from, std::span<T>(cells_).subspan(stride * static_cast<size_t>(from - first_)));
  }
  const T* row(int r) const {
    return cells_.data() + static_cast<size_t>(source_.columns) * static_cast<size_t>(r - first_);
  }

 private:
  const RasterPlace& source_;
  const ReadRows<T>& read_;
  int first_ = 0, end_ = 0;
  std::vector<T> cells_;
};

/// Area by code under one cell.
class Tally {
 public:
  void add(uint8_t code, double share) {
    if (share_[code] == 0) seen_.push_back(code);
    share_[code] += share;
  }
  /// The largest, ties to the lower; `outside` belongs to code 0. Empties the tally.
  uint8_t take(double outside) {
    if (outside > kSameShare) add(0, outside);
    double most = 0;
    for (const uint8_t code : seen_) most = std::max(most, share_[code]);
    uint8_t winner = seen_.empty() ? uint8_t{0} : uint8_t{255};
    for (const uint8_t code : seen_)
      if (share_[code] >= most - kSameShare) winner = std::min(winner, code);
    for (const uint8_t code : seen_) share_[code] = 0;
    seen_.clear();
    return winner;
  }

 private:
  std::array<double, 256> share_{};
  std::vector<uint8_t> seen_;
};

/// The values of some cells from the least to the greatest, and of those above 0.
struct Span {
  float low = std::numeric_limits<float>::infinity(), high = -low;
  float land_low = low, land_high = -low;

  void add(float value) {
    if (std::isnan(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    if (!(value > 0)) return;
    land_low = std::min(land_low, value);
    land_high = std::max(land_high, value);
  }
  /// A value as Overshoot::none_on_land has it.
  float kept(float value) const {
    if (std::isnan(value) || !(low <= high)) return value;
    if (value > 0 && land_low <= land_high) return std::clamp(value, land_low, land_high);
    return std::clamp(value, low, high);
  }
};

Result<Done> mean_rows(const RasterPlace& source, const ReadRows<float>& read, Overshoot overshoot,
                       Raster<float>& out) {
  const std::vector<Cover> columns = column_covers(source, out.grid);
  RowWindow<float> window(source, read);
  for (int r = 0; r < out.grid.rows; ++r) {
    const Cover rows = row_cover(source, out.grid, r);
    if (rows.shares.empty()) continue;
    if (const auto held = window.hold(rows.first, rows.end()); !held) return held;
    for (int c = 0; c < out.grid.columns; ++c) {
      const Cover& under = columns[static_cast<size_t>(c)];
      double sum = 0, share = 0;
      Span span;
      for (size_t j = 0; j < rows.shares.size(); ++j) {
        const float* const cells = window.row(rows.first + static_cast<int>(j)) + under.first;
        for (size_t i = 0; i < under.shares.size(); ++i) {
          if (std::isnan(cells[i])) continue;
          if (overshoot == Overshoot::none_on_land) span.add(cells[i]);
          const double part = rows.shares[j] * under.shares[i];
          sum += part * static_cast<double>(cells[i]);
          share += part;
        }
      }
      if (share >= 0.5 - kSameShare) out.at(c, r) = span.kept(static_cast<float>(sum / share));
    }
  }
  return Done{};
}

/// The four cells about a place along one axis, and their Catmull-Rom and linear weights.
struct Taps {
  int first = 0;  ///< of the four, before it is kept inside the source
  bool inside = false;
  double t = 0;
  std::array<double, 4> cubic{};

  Taps(double position, int count) {
    inside = position >= -0.5 && position <= count - 0.5;
    const double below = std::floor(position);
    first = static_cast<int>(std::clamp(below, -1.0, static_cast<double>(count))) - 1;
    t = position - below;
    const double t2 = t * t, t3 = t2 * t;
    cubic = {0.5 * (-t3 + 2 * t2 - t), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (-3 * t3 + 4 * t2 + t),
             0.5 * (t3 - t2)};
  }
  static int kept(int k, int count) { return std::clamp(k, 0, count - 1); }
};

float between(const std::array<std::array<float, 4>, 4>& tap, const Taps& x, const Taps& y) {
  double sum = 0;
  bool whole = true;
  for (size_t j = 0; j < 4; ++j) {
    double line = 0;
    for (size_t i = 0; i < 4; ++i) {
      whole = whole && !std::isnan(tap[j][i]);
      line += x.cubic[i] * static_cast<double>(tap[j][i]);
    }
    sum += y.cubic[j] * line;
  }
  if (whole) return static_cast<float>(sum);
  if (std::isnan(tap[y.t < 0.5 ? 1 : 2][x.t < 0.5 ? 1 : 2])) return kNoValue;
  double linear = 0, weight = 0;
  for (size_t j = 1; j <= 2; ++j)
    for (size_t i = 1; i <= 2; ++i) {
      if (std::isnan(tap[j][i])) continue;
      const double w = (j == 1 ? 1 - y.t : y.t) * (i == 1 ? 1 - x.t : x.t);
      linear += w * static_cast<double>(tap[j][i]);
      weight += w;
    }
  return static_cast<float>(linear / weight);
}

Result<Done> cubic_rows(const RasterPlace& source, const ReadRows<float>& read, Overshoot overshoot,
                        Raster<float>& out) {
  std::vector<Taps> columns;
  for (int c = 0; c < out.grid.columns; ++c)
    columns.emplace_back((out.grid.x_of(c) - source.west_m) / source.cell_width_m - 0.5, source.columns);
  RowWindow<float> window(source, read);
  for (int r = 0; r < out.grid.rows; ++r) {
    const Taps y((source.north_m - out.grid.y_of(r)) / source.cell_height_m - 0.5, source.rows);
    if (!y.inside) continue;
    if (const auto held =
            window.hold(Taps::kept(y.first, source.rows), Taps::kept(y.first + 3, source.rows) + 1);
        !held)
      return held;
    for (int c = 0; c < out.grid.columns; ++c) {
      const Taps& x = columns[static_cast<size_t>(c)];
      if (!x.inside) continue;
      std::array<std::array<float, 4>, 4> tap{};
      for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
          tap[static_cast<size_t>(j)][static_cast<size_t>(i)] =
              window.row(Taps::kept(y.first + j, source.rows))[Taps::kept(x.first + i, source.columns)];
      Span span;
      if (overshoot == Overshoot::none_on_land)
        for (const auto& line : tap)
          for (const float value : line) span.add(value);
      out.at(c, r) = span.kept(between(tap, x, y));
    }
  }
  return Done{};
}

/// Rows of a raster that is in memory.
template <typename T>
ReadRows<T> rows_of(const Raster<T>& raster) {
  return [&raster](int first_row, std::span<T> out) -> Result<Done> {
    const auto from = raster.cells.begin() + static_cast<std::ptrdiff_t>(raster.grid.index(0, first_row));
    std::copy(from, from + static_cast<std::ptrdiff_t>(out.size()), out.begin());
    return Done{};
  };
}

}  // namespace

Result<Raster<uint8_t>> resample_codes(const RasterPlace& source, const ReadRows<uint8_t>& read,
                                       const GridSpec& grid) {
  Raster<uint8_t> out(grid);
  const std::vector<Cover> columns = column_covers(source, grid);
  RowWindow<uint8_t> window(source, read);
  Tally tally;
  for (int r = 0; r < grid.rows; ++r) {
    const Cover rows = row_cover(source, grid, r);
    if (rows.shares.empty()) continue;
    if (const auto held = window.hold(rows.first, rows.end()); !held) return held.error();
    for (int c = 0; c < grid.columns; ++c) {
      const Cover& under = columns[static_cast<size_t>(c)];
      double covered = 0;
      for (size_t j = 0; j < rows.shares.size(); ++j) {
        const uint8_t* const cells = window.row(rows.first + static_cast<int>(j)) + under.first;
        for (size_t i = 0; i < under.shares.size(); ++i) {
          const double share = rows.shares[j] * under.shares[i];
          tally.add(cells[i], share);
          covered += share;
        }
      }
      out.at(c, r) = tally.take(1 - covered);
    }
  }
  return out;
}

Raster<uint8_t> resample_codes(const Raster<uint8_t>& source, const GridSpec& grid) {
  if (source.grid == grid) return source;
  return resample_codes(RasterPlace::of(source.grid), rows_of(source), grid).value();
}

Result<Raster<float>> resample_values(const RasterPlace& source, const ReadRows<float>& read,
                                      const GridSpec& grid, Overshoot overshoot) {
  Raster<float> out(grid, kNoValue);
  const bool finer = grid.cell_m < kFiner * std::min(source.cell_width_m, source.cell_height_m);
  const auto filled = finer ? cubic_rows(source, read, overshoot, out) : mean_rows(source, read, overshoot, out);
  if (!filled) return filled.error();
  return out;
}

Raster<float> resample_values(const Raster<float>& source, const GridSpec& grid, Overshoot overshoot) {
  if (source.grid == grid) return source;
  return resample_values(RasterPlace::of(source.grid), rows_of(source), grid, overshoot).value();
}

}  // namespace fw
