#include "core/field/lower_envelope.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
constexpr size_t kLinesPerPiece = 16;

/// The lower envelope of parabolas with their apexes on a line of cells.
class LineEnvelope {
 public:
  explicit LineEnvelope(size_t length) { reserve(length); }

  /// In place: value[i] = min over j of value[j] + a (i - j)^2; infinite values are no apexes.
  void apply(std::vector<double>& value, double a) {
    apex_.clear();
    from_.clear();
    height_.clear();
    const int length = static_cast<int>(value.size());
    for (int u = 0; u < length; ++u) {
      const double height = value[static_cast<size_t>(u)];
      if (height == kNowhere) continue;
      double start = -kNowhere;
      while (!apex_.empty()) {
        const double i = apex_.back();
        start = 0.5 * ((height - height_.back()) / (a * (u - i)) + u + i);
        if (start > from_.back()) break;
        pop();
        start = -kNowhere;
      }
      apex_.push_back(u);
      from_.push_back(start);
      height_.push_back(height);
    }
    if (apex_.empty()) return;
    size_t k = 0;
    for (int u = 0; u < length; ++u) {
      while (k + 1 < apex_.size() && from_[k + 1] <= u) ++k;
      const double d = u - apex_[k];
      value[static_cast<size_t>(u)] = height_[k] + a * d * d;
    }
  }

 private:
  void reserve(size_t length) {
    apex_.reserve(length);
    from_.reserve(length);
    height_.reserve(length);
  }
  void pop() {
    apex_.pop_back();
    from_.pop_back();
    height_.pop_back();
  }
  std::vector<double> apex_, from_, height_;
};

}  // namespace

Raster<float> lower_envelope(const Raster<float>& start, double curvature) {
  const GridSpec& g = start.grid;
  const double a = curvature * g.cell_m * g.cell_m;  // distances in cells
  const auto columns = static_cast<size_t>(g.columns), rows = static_cast<size_t>(g.rows);
  Raster<float> out(g);
  parallel_for(columns, kLinesPerPiece, [&](size_t begin, size_t end) {
    LineEnvelope envelope(rows);
    std::vector<std::vector<double>> lines(end - begin, std::vector<double>(rows));
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = begin; c < end; ++c) lines[c - begin][r] = static_cast<double>(start[r * columns + c]);
    for (std::vector<double>& line : lines) envelope.apply(line, a);
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = begin; c < end; ++c) out[r * columns + c] = static_cast<float>(lines[c - begin][r]);
  });
  parallel_for(rows, kLinesPerPiece, [&](size_t begin, size_t end) {
    LineEnvelope envelope(columns);
    std::vector<double> line(columns);
    for (size_t r = begin; r < end; ++r) {
      float* cells = out.cells.data() + r * columns;
      for (size_t c = 0; c < columns; ++c) line[c] = static_cast<double>(cells[c]);
      envelope.apply(line, a);
      for (size_t c = 0; c < columns; ++c) cells[c] = static_cast<float>(line[c]);
    }
  });
  return out;
}

}  // namespace fw
