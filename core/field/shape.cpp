#include "core/field/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/vector_clones.h"
#include "core/field/shape_internal.h"

namespace fw {
namespace {

/// Places this near an outline lie on it, and belong to the shape: far less than the vertices' millimetre,
/// far more than what a distance is rounded by.
constexpr double kEdge_m = 1e-6;

/// From a to b; a single place has no length.
struct Segment {
  Vec2 a, b;
  Vec2 along;              ///< b - a
  double per_length2 = 0;  ///< 1 / length^2

  double south() const { return std::min(a.y, b.y); }
  double north() const { return std::max(a.y, b.y); }
};

Segment segment_between(Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double length2 = along.x * along.x + along.y * along.y;
  return {a, b, along, length2 > 0 ? 1 / length2 : 0};
}

std::vector<Segment> segments_of(const Shape& shape) {
  std::vector<Segment> out;
  for (const std::vector<Vec2>& part : shape.parts) {
    const bool closed = shape.kind == Shape::Kind::polygons;
    if (shape.kind == Shape::Kind::points || part.size() == 1)
      for (const Vec2 v : part) out.push_back(segment_between(v, v));
    else
      for (size_t i = 0; i + (closed ? 0 : 1) < part.size(); ++i)
        out.push_back(segment_between(part[i], part[(i + 1) % part.size()]));
  }
  return out;
}

/// The one order of operations of a distance: with rows, in vectors, and for one place.
inline double squared_distance_to(const Segment& s, double x, double y) {
  const double wx = x - s.a.x, wy = y - s.a.y;
  double t = (wx * s.along.x + wy * s.along.y) * s.per_length2;
  t = t < 0 ? 0 : t;
  t = t > 1 ? 1 : t;
  const double dx = wx - t * s.along.x, dy = wy - t * s.along.y;
  return dx * dx + dy * dy;
}

FW_VECTOR_CLONES void lower_to_segment(const Segment& segment, const double* x, double y, size_t count,
                                       double* squared_m2) {
  const Segment s = segment;
  FW_INDEPENDENT_LOOP
  for (size_t i = 0; i < count; ++i) {
    const double d = squared_distance_to(s, x[i], y);
    squared_m2[i] = d < squared_m2[i] ? d : squared_m2[i];
  }
}

FW_VECTOR_CLONES void take_roots(size_t count, double* values) {
  for (size_t i = 0; i < count; ++i) values[i] = std::sqrt(values[i]);
}

double with_edge(double inside_m) {
  return std::fabs(inside_m) < kEdge_m ? kEdge_m : inside_m;
}

/// Where the edge from a to b crosses the level y; half open, so that a vertex on the level counts once.
bool crosses(Vec2 a, Vec2 b, double y, double& x) {
  if ((a.y <= y) == (b.y <= y)) return false;
  x = a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y);
  return true;
}

/// Whole number in [low, high] nearest to a coordinate that may lie anywhere.
int within(double value, int low, int high) {
  return static_cast<int>(std::clamp(value, static_cast<double>(low), static_cast<double>(high)));
}

/// Goes over a shape's cells row by row, within [first_row, end_row).
class Walk {
 public:
  Walk(const Shape& shape, double radius_m, const GridSpec& grid, double reach_m, int first_row, int end_row)
      : shape_(shape),
        grid_(grid),
        radius_m_(radius_m),
        reach_m_(reach_m),
        far_m_(radius_m + reach_m + kEdge_m),
        segments_(segments_of(shape)) {
    double west = std::numeric_limits<double>::max(), south = west, east = -west, north = -west;
    for (const Segment& s : segments_) {
      west = std::min({west, s.a.x, s.b.x});
      east = std::max({east, s.a.x, s.b.x});
      south = std::min(south, s.south());
      north = std::max(north, s.north());
    }
    // One cell more on every side than rounding could take away.
    first_row_ = within(grid.row_position(north + far_m_) - 1, first_row, end_row);
    last_row_ = within(grid.row_position(south - far_m_) + 2, first_row - 1, end_row - 1);
    first_column_ = within(grid.column_position(west - far_m_) - 1, 0, grid.columns);
    end_column_ = within(grid.column_position(east + far_m_) + 3, 0, grid.columns);
    if (segments_.empty() || last_row_ < first_row_) {
      last_row_ = first_row_ - 1;
      return;
    }
    for (int column = first_column_; column < end_column_; ++column) x_.push_back(grid.x_of(column));
    distance_m_.assign(x_.size(), 0.0);
    std::stable_sort(segments_.begin(), segments_.end(),
                     [](const Segment& a, const Segment& b) { return a.north() > b.north(); });
  }

  void visit(const std::function<void(uint32_t cell, double inside_m)>& visit_cell) {
    std::vector<size_t> near;  // segments that a row can reach
    size_t next = 0;
    for (int row = first_row_; row <= last_row_ && !x_.empty(); ++row) {
      const double y = grid_.y_of(row);
      for (; next < segments_.size() && segments_[next].north() >= y - far_m_; ++next) near.push_back(next);
      std::erase_if(near, [&](size_t i) { return segments_[i].south() > y + far_m_; });
      measure(y, near);
      visit_row(row, visit_cell);
    }
  }

 private:
  /// Distances of a row's cells to the segments in reach; crossings of the rings.
  void measure(double y, const std::vector<size_t>& near) {
    std::fill(distance_m_.begin(), distance_m_.end(), std::numeric_limits<double>::infinity());
    begin_ = x_.size();
    end_ = 0;
    for (const size_t i : near) lower(segments_[i], y);
    if (begin_ < end_) take_roots(end_ - begin_, distance_m_.data() + begin_);
    crossings_m_.clear();
    if (shape_.kind != Shape::Kind::polygons) return;
    for (const size_t i : near)
      if (double x = 0; crosses(segments_[i].a, segments_[i].b, y, x)) crossings_m_.push_back(x);
    std::sort(crossings_m_.begin(), crossings_m_.end());
    if (crossings_m_.empty()) return;
    widen(crossings_m_.front(), crossings_m_.back());
  }

  void lower(const Segment& s, double y) {
    // The part of the segment within reach of the row, and how far it reaches to the sides.
    double from = 0, to = 1;
    if (s.along.y != 0) {
      const double a = (y - far_m_ - s.a.y) / s.along.y, b = (y + far_m_ - s.a.y) / s.along.y;
      from = std::max(from, std::min(a, b));
      to = std::min(to, std::max(a, b));
      if (from > to) return;
    }
    const double off = std::max({s.south() - y, y - s.north(), 0.0});
    const double side_m = std::sqrt(std::max(far_m_ * far_m_ - off * off, 0.0));
    const double x0 = s.a.x + from * s.along.x, x1 = s.a.x + to * s.along.x;
    const auto [begin, end] = columns(std::min(x0, x1) - side_m, std::max(x0, x1) + side_m);
    if (begin >= end) return;
    lower_to_segment(s, x_.data() + begin, y, end - begin, distance_m_.data() + begin);
    begin_ = std::min(begin_, begin);
    end_ = std::max(end_, end);
  }

  /// The window's columns from one coordinate to the other, one more on each side.
  std::pair<size_t, size_t> columns(double west, double east) const {
    const int begin = within(grid_.column_position(west) - 1, first_column_, end_column_);
    const int end = within(grid_.column_position(east) + 3, first_column_, end_column_);
    return {static_cast<size_t>(begin - first_column_), static_cast<size_t>(end - first_column_)};
  }
  void widen(double west, double east) {
    const auto [begin, end] = columns(west, east);
    begin_ = std::min(begin_, begin);
    end_ = std::max(end_, end);
  }

  void visit_row(int row, const std::function<void(uint32_t cell, double inside_m)>& visit_cell) const {
    if (begin_ >= end_) return;
    const size_t first_cell = grid_.index(first_column_, row);
    size_t passed = 0;
    for (size_t i = begin_; i < end_; ++i) {
      while (passed < crossings_m_.size() && crossings_m_[passed] <= x_[i]) ++passed;
      const double d = std::min(distance_m_[i], far_m_);
      const double inside = with_edge(passed % 2 == 1 ? radius_m_ + d : radius_m_ - distance_m_[i]);
      if (inside > -reach_m_) visit_cell(static_cast<uint32_t>(first_cell + i), inside);
    }
  }

  const Shape& shape_;
  const GridSpec& grid_;
  double radius_m_, reach_m_;
  double far_m_;  ///< distances beyond it are of no interest
  std::vector<Segment> segments_;
  int first_row_ = 0, last_row_ = -1, first_column_ = 0, end_column_ = 0;
  std::vector<double> x_, distance_m_;  ///< of the columns from first_column_ on
  std::vector<double> crossings_m_;
  size_t begin_ = 0, end_ = 0;  ///< columns of the present row that something was measured in
};

}  // namespace

ShapeBox box_of(const Shape& shape) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  ShapeBox box{{kInfinite, kInfinite}, {-kInfinite, -kInfinite}};
  for (const std::vector<Vec2>& part : shape.parts)
    for (const Vec2 v : part) {
      box.low = {std::min(box.low.x, v.x), std::min(box.low.y, v.y)};
      box.high = {std::max(box.high.x, v.x), std::max(box.high.y, v.y)};
    }
  return box;
}

bool is_inside_rings(const std::vector<Vec2>* rings, size_t count, Vec2 place) {
  bool inside = false;
  for (size_t r = 0; r < count; ++r)
    for (size_t i = 0; i < rings[r].size(); ++i) {
      double x = 0;
      if (crosses(rings[r][i], rings[r][(i + 1) % rings[r].size()], place.y, x) && x <= place.x)
        inside = !inside;
    }
  return inside;
}

void visit_shape(const Shape& shape, double radius_m, const GridSpec& grid, double reach_m,
                 const std::function<void(uint32_t cell, double inside_m)>& visit) {
  Walk(shape, radius_m, grid, reach_m, 0, grid.rows).visit(visit);
}

void visit_shape(const Shape& shape, double radius_m, const GridSpec& grid, double reach_m, int first_row,
                 int end_row, const std::function<void(uint32_t cell, double inside_m)>& visit) {
  Walk(shape, radius_m, grid, reach_m, first_row, end_row).visit(visit);
}

double inside_m(const Shape& shape, double radius_m, Vec2 place) {
  double squared = std::numeric_limits<double>::infinity();
  for (const Segment& s : segments_of(shape))
    squared = std::min(squared, squared_distance_to(s, place.x, place.y));
  const double d = std::sqrt(squared);
  const bool inside =
      shape.kind == Shape::Kind::polygons && is_inside_rings(shape.parts.data(), shape.parts.size(), place);
  return with_edge(inside ? radius_m + d : radius_m - d);
}

}  // namespace fw
