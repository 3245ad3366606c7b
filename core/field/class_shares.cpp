#include "core/field/class_shares.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

namespace fw {
namespace {

/// The cells that an interval touches, and how much of it lies in each.
struct CellCover {
  int first = 0;
  std::vector<double> part;

  void set(double low, double high) {
    first = static_cast<int>(std::floor(low));
    part.clear();
    for (int c = first; c < high; ++c)
      part.push_back(std::min(high, c + 1.0) - std::max(low, static_cast<double>(c)));
  }
};

/// Shares of a whole in 255ths by largest remainder.
void to_bytes(std::span<const double> share, double whole, std::span<uint8_t> out) {
  std::array<double, 256> rest;
  int left = 255;
  for (size_t k = 0; k < share.size(); ++k) {
    const double exact = share[k] / whole * 255;
    const double floor = std::min(std::floor(exact), 255.0);
    out[k] = static_cast<uint8_t>(floor);
    rest[k] = exact - floor;
    left -= static_cast<int>(floor);
  }
  for (; left > 0; --left) {
    const auto most =
        std::max_element(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(share.size()));
    const auto k = static_cast<size_t>(most - rest.begin());
    ++out[k];
    rest[k] -= 1;
  }
}

/// The code of all cells of a square within the frame; -1 where there are several, or it reaches beyond.
int only_code(const Raster<uint8_t>& codes, int column, int row, size_t columns, size_t rows) {
  const GridSpec& g = codes.grid;
  const int last_column = column + static_cast<int>(columns) - 1, last_row = row + static_cast<int>(rows) - 1;
  if (!g.contains(column, row) || !g.contains(last_column, last_row)) return -1;
  const uint8_t code = codes.at(column, row);
  for (int r = row; r <= last_row; ++r)
    for (int c = column; c <= last_column; ++c)
      if (codes.at(c, r) != code) return -1;
  return code;
}

}  // namespace

void class_shares(const Raster<uint8_t>& codes, const ShareRow& row, int classes, std::span<uint8_t> out) {
  const GridSpec& g = codes.grid;
  const auto depth = static_cast<size_t>(classes);
  assert(out.size() == depth * static_cast<size_t>(row.count));
  const double side = std::max(row.step_m, g.cell_m) / g.cell_m;
  const double v = (g.height_m() - row.y_m) / g.cell_m;
  CellCover down, across;
  down.set(v - side / 2, v + side / 2);
  std::vector<double> share(depth);
  for (int i = 0; i < row.count; ++i) {
    const double u = (row.first_x_m + i * row.step_m) / g.cell_m;
    across.set(u - side / 2, u + side / 2);
    const std::span<uint8_t> bytes = out.subspan(static_cast<size_t>(i) * depth, depth);
    const int one = only_code(codes, across.first, down.first, across.part.size(), down.part.size());
    if (one >= 0) {
      std::fill(bytes.begin(), bytes.end(), uint8_t{0});
      bytes[static_cast<size_t>(one)] = 255;
      continue;
    }
    std::fill(share.begin(), share.end(), 0.0);
    double whole = 0;
    for (size_t r = 0; r < down.part.size(); ++r)
      for (size_t c = 0; c < across.part.size(); ++c) {
        const int column = std::clamp(across.first + static_cast<int>(c), 0, g.columns - 1);
        const int line = std::clamp(down.first + static_cast<int>(r), 0, g.rows - 1);
        const double part = down.part[r] * across.part[c];
        share[codes.at(column, line)] += part;
        whole += part;
      }
    to_bytes(share, whole, bytes);
  }
}

}  // namespace fw
