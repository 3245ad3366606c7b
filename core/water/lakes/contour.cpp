#include "core/water/lakes/contour.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace fw {
namespace {

/// Marching squares over the squares between cell centres, one square more to every side.
class Marching {
 public:
  Marching(const Raster<float>& values, float level) : values_(values), level_(level) {}

  std::vector<std::vector<Vec2>> trace() {
    const GridSpec& g = values_.grid;
    for (int row = -1; row < g.rows; ++row)
      for (int column = -1; column < g.columns; ++column) add_square(column, row);
    std::vector<std::vector<Vec2>> rings;
    for (const uint64_t start : starts_) {
      std::vector<Vec2> ring;
      for (auto at = next_.find(start); at != next_.end(); at = next_.find(ring_end_)) {
        ring.push_back(place(at->first));
        ring_end_ = at->second;
        next_.erase(at);
      }
      if (ring.size() >= 3) rings.push_back(std::move(ring));
    }
    return rings;
  }

 private:
  float value(int column, int row) const {
    return values_.grid.contains(column, row) ? values_.at(column, row) : level_ - 1;
  }
  bool in(int column, int row) const { return value(column, row) > level_; }

  /// An edge between neighbouring centres: from (column, row) to the east (0) or to the south (1).
  static uint64_t edge(int column, int row, int south) {
    return (static_cast<uint64_t>(row + 2) << 33) | (static_cast<uint64_t>(column + 2) << 1) |
           static_cast<uint64_t>(south);
  }
  Vec2 place(uint64_t e) const {
    const int row = static_cast<int>(e >> 33) - 2, column = static_cast<int>((e >> 1) & 0xFFFFFFFFu) - 2;
    const bool south = (e & 1) != 0;
    const double a = value(column, row), b = value(column + (south ? 0 : 1), row + (south ? 1 : 0));
    const double t = (level_ - a) / (b - a);
    const GridSpec& g = values_.grid;
    const double x = (column + 0.5 + (south ? 0 : t)) * g.cell_m;
    const double y = (g.rows - row - 0.5 - (south ? t : 0)) * g.cell_m;
    return {std::clamp(x, 0.0, g.width_m()), std::clamp(y, 0.0, g.height_m())};
  }

  /// The inside lies to the left on the way from `from` to `to`.
  void join(uint64_t to, uint64_t from) {
    next_[from] = to;
    starts_.push_back(from);
  }

  /// The square with its north-west corner at a centre: its lines.
  void add_square(int c, int r) {
    const bool nw = in(c, r), ne = in(c + 1, r), se = in(c + 1, r + 1), sw = in(c, r + 1);
    const int code = nw * 8 + ne * 4 + se * 2 + sw;
    if (code == 0 || code == 15) return;
    const uint64_t north = edge(c, r, 0), east = edge(c + 1, r, 1), south = edge(c, r + 1, 0),
                   west = edge(c, r, 1);
    switch (code) {
      case 8:
        return join(north, west);
      case 4:
        return join(east, north);
      case 2:
        return join(south, east);
      case 1:
        return join(west, south);
      case 12:
        return join(east, west);
      case 6:
        return join(south, north);
      case 3:
        return join(west, east);
      case 9:
        return join(north, south);
      case 7:
        return join(west, north);
      case 11:
        return join(north, east);
      case 13:
        return join(east, south);
      case 14:
        return join(south, west);
      case 10:
        join(north, west);
        return join(south, east);
      default:
        join(east, north);
        return join(west, south);
    }
  }

  const Raster<float>& values_;
  float level_;
  uint64_t ring_end_ = 0;
  std::map<uint64_t, uint64_t> next_;
  std::vector<uint64_t> starts_;
};

}  // namespace

std::vector<std::vector<Vec2>> contour_lines(const Raster<float>& values, float level) {
  return Marching(values, level).trace();
}

double ring_area_m2(const std::vector<Vec2>& ring) {
  double twice = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

}  // namespace fw
