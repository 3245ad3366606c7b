#include "core/world/regions/connected_key.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace fw {
namespace {

constexpr size_t kNone = SIZE_MAX;

/// Land cells of one ground piece, ascending, and how far each rises above the threshold.
struct Piece {
  std::vector<size_t> member;  ///< numbers of land cells
  size_t above = 0;            ///< cells above the threshold
};

/// On every fourth cell of every fourth row: the excess over the threshold summed over a disc as large as
/// what rises above it.
class DiscSums {
 public:
  DiscSums(const GridSpec& plan, const std::vector<uint32_t>& cell, const std::vector<double>& key,
           double threshold, const Piece& piece)
      : plan_(plan),
        columns_((plan.columns + kStride - 1) / kStride),
        rows_((plan.rows + kStride - 1) / kStride),
        along_(static_cast<size_t>((columns_ + 1) * rows_), 0.0) {
    for (const size_t i : piece.member)
      if (on_lattice(cell[i]))
        at(plan.column_of(cell[i]) / kStride + 1, plan.row_of(cell[i]) / kStride) =
            std::max(key[i] - threshold, 0.0);
    for (int row = 0; row < rows_; ++row)
      for (int column = 1; column <= columns_; ++column) at(column, row) += at(column - 1, row);
    radius_ = std::sqrt(static_cast<double>(piece.above) / std::numbers::pi) / kStride;
  }

  bool on_lattice(uint32_t cell) const {
    return plan_.column_of(cell) % kStride == 0 && plan_.row_of(cell) % kStride == 0;
  }

  double operator()(uint32_t cell) const {
    const int column = plan_.column_of(cell) / kStride, row = plan_.row_of(cell) / kStride;
    const int reach = static_cast<int>(radius_);
    double sum = 0;
    for (int y = std::max(row - reach, 0); y <= std::min(row + reach, rows_ - 1); ++y) {
      const double dy = y - row;
      const int half = static_cast<int>(std::sqrt(std::max(radius_ * radius_ - dy * dy, 0.0)));
      sum += at(std::min(column + half + 1, columns_), y) - at(std::max(column - half, 0), y);
    }
    return sum;
  }

 private:
  static constexpr int kStride = 4;

  double& at(int column, int row) { return along_[static_cast<size_t>(row * (columns_ + 1) + column)]; }
  double at(int column, int row) const { return along_[static_cast<size_t>(row * (columns_ + 1) + column)]; }

  GridSpec plan_;
  int columns_, rows_;
  std::vector<double> along_;  ///< sums along the rows of the lattice
  double radius_ = 0;          ///< steps of the lattice
};

/// Where the flood of a piece starts (ties to the lowest); its greatest key where nothing rises above.
size_t start_of(const GridSpec& plan, const std::vector<uint32_t>& cell, const std::vector<double>& key,
                double threshold, const Piece& piece) {
  const DiscSums sums(plan, cell, key, threshold, piece);
  size_t best = kNone, greatest = piece.member.front();
  double most = 0;
  for (const size_t i : piece.member) {
    if (key[i] > key[greatest]) greatest = i;
    if (!sums.on_lattice(cell[i])) continue;
    const double sum = sums(cell[i]);
    if (sum <= most) continue;
    most = sum;
    best = i;
  }
  return best == kNone ? greatest : best;
}

/// The land cells of its piece that a flood from `start` takes, in order.
std::vector<size_t> flood(const Raster<uint8_t>& plan, const std::vector<uint32_t>& cell,
                          const std::vector<size_t>& number, const std::vector<double>& key, size_t start,
                          std::vector<uint8_t>& seen) {
  const GridSpec& g = plan.grid;
  using Entry = std::pair<double, size_t>;
  const auto later = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> rim(later);
  std::vector<size_t> order;
  rim.push({key[start], start});
  seen[start] = 1;
  while (!rim.empty()) {
    const size_t i = rim.top().second;
    rim.pop();
    order.push_back(i);
    const int column = g.column_of(cell[i]), row = g.row_of(cell[i]);
    for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}}) {
      if (!g.contains(column + dx, row + dy)) continue;
      const size_t near = number[g.index(column + dx, row + dy)];
      if (near == kNone || seen[near] != 0 || plan[cell[near]] != plan[cell[start]]) continue;
      seen[near] = 1;
      rim.push({key[near], near});
    }
  }
  return order;
}

}  // namespace

std::vector<double> connected_key(const Raster<uint8_t>& plan, const std::vector<uint32_t>& cell,
                                  const std::vector<double>& key, size_t wanted) {
  wanted = std::min(wanted, key.size());
  if (wanted == 0) return key;
  std::vector<double> sorted = key;
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  const double threshold = *last;
  std::vector<Piece> pieces(256);
  std::vector<size_t> number(plan.size(), kNone);  // of the land cell at every cell
  for (size_t i = 0; i < cell.size(); ++i) {
    number[cell[i]] = i;
    Piece& piece = pieces[plan[cell[i]]];
    piece.member.push_back(i);
    piece.above += key[i] > threshold ? 1 : 0;
  }
  std::vector<double> out(key.size());
  std::vector<uint8_t> seen(key.size(), 0);
  for (const Piece& piece : pieces) {
    if (piece.member.empty()) continue;
    std::vector<size_t> order =
        flood(plan, cell, number, key, start_of(plan.grid, cell, key, threshold, piece), seen);
    // Ground of the same piece that does not hang together with the start comes last.
    std::vector<size_t> greatest = piece.member;
    std::ranges::stable_sort(greatest, std::greater<>(), [&](size_t i) { return key[i]; });
    for (const size_t i : greatest)
      if (seen[i] == 0) order.push_back(i);
    double before = std::numeric_limits<double>::infinity();
    for (size_t n = 0; n < greatest.size(); ++n) {
      // Equal keys fall a little, so that their order is the flood's.
      before = std::min(key[greatest[n]], std::nextafter(before, -std::numeric_limits<double>::infinity()));
      out[order[n]] = before;
    }
  }
  return out;
}

}  // namespace fw
