#include "render/map/scene/outline.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "core/field/filter.h"

namespace fw {
namespace {

/// A crossing point is named by the grid edge it lies on, so that neighbouring squares agree on it exactly.
struct Segment {
  uint64_t from = 0;
  uint64_t to = 0;
};

/// The grid with one ring of cells around it; the ring holds either copies (open) or "far below" (closed).
struct Padded {
  const Raster<float>& field;
  float level;
  AtFrame at_frame;

  int columns() const { return field.grid.columns + 2; }
  int rows() const { return field.grid.rows + 2; }
  bool outside(int c, int r) const { return !field.grid.contains(c - 1, r - 1); }
  size_t cell(int c, int r) const {
    return field.grid.index(std::clamp(c - 1, 0, field.grid.columns - 1),
                            std::clamp(r - 1, 0, field.grid.rows - 1));
  }
  float at(int c, int r) const {
    if (outside(c, r)) return level - 1.0F;
    return field[cell(c, r)];
  }
  /// 1 where a row's values exceed the level; `out` is longer than the row, and what lies behind it is kept
  /// apart.
  void mark_row(int r, std::vector<uint8_t>& out) const {
    const auto n = static_cast<size_t>(columns());
    if (outside(1, r)) {
      std::fill_n(out.begin(), n, uint8_t{0});
      return;
    }
    const float* values = &field.cells[cell(1, r)];
    uint8_t* __restrict marks = out.data() + 1;
    const float limit = level;
    for (size_t c = 0; c + 2 < n; ++c) marks[c] = values[c] > limit ? 1 : 0;
    out.front() = 0;
    out[n - 1] = 0;
  }
  /// Edge from (c, r) to the right (axis 0) or down (axis 1).
  uint64_t edge(int c, int r, int axis) const {
    return (static_cast<uint64_t>(r) * static_cast<uint64_t>(columns()) + static_cast<uint64_t>(c)) * 2 +
           axis;
  }
  Vec2 point(uint64_t e) const {
    const int axis = static_cast<int>(e & 1);
    const int c = static_cast<int>((e >> 1) % static_cast<uint64_t>(columns()));
    const int r = static_cast<int>((e >> 1) / static_cast<uint64_t>(columns()));
    const int c2 = c + (axis == 0 ? 1 : 0);
    const int r2 = r + (axis == 1 ? 1 : 0);
    const double a = at(c, r);
    const double b = at(c2, r2);
    double t = (level - a) / (b - a);
    // Against the ring the line runs along the outermost centres, not between them and nothing.
    if (outside(c, r)) t = 1;
    if (outside(c2, r2)) t = 0;
    const GridSpec& g = field.grid;
    const double x = (c - 1 + 0.5 + (axis == 0 ? t : 0)) * g.cell_m;
    const double y = (g.rows - (r - 1) - 0.5 - (axis == 1 ? t : 0)) * g.cell_m;
    return {x, y};
  }
};

/// How many squares from here on have four equal corners: 0 or 7. Marks behind a row's end may be anything:
/// they lie beyond the last square.
int equal_squares(const uint8_t* upper, const uint8_t* lower) {
  uint64_t above, below;
  std::memcpy(&above, upper, 8);
  std::memcpy(&below, lower, 8);
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  return above == below && (above == 0 || above == kOnes) ? 7 : 0;
}

using Keep = std::function<bool(size_t, size_t)>;

/// The segments of one square, high values on the left.
void march_square(const Padded& p, int c, int r, const Keep& keep, std::vector<Segment>& out) {
  const float nw = p.at(c, r), ne = p.at(c + 1, r), sw = p.at(c, r + 1), se = p.at(c + 1, r + 1);
  const int mask =
      (nw > p.level ? 1 : 0) | (ne > p.level ? 2 : 0) | (se > p.level ? 4 : 0) | (sw > p.level ? 8 : 0);
  if (mask == 0 || mask == 15) return;
  const uint64_t north = p.edge(c, r, 0), south = p.edge(c, r + 1, 0);
  const uint64_t west = p.edge(c, r, 1), east = p.edge(c + 1, r, 1);
  const auto cells_of = [&](uint64_t e) -> std::pair<size_t, size_t> {
    if (e == north) return {p.cell(c, r), p.cell(c + 1, r)};
    if (e == south) return {p.cell(c, r + 1), p.cell(c + 1, r + 1)};
    if (e == west) return {p.cell(c, r), p.cell(c, r + 1)};
    return {p.cell(c + 1, r), p.cell(c + 1, r + 1)};
  };
  const auto add = [&](uint64_t from, uint64_t to) {
    if (keep) {
      const auto [a, b] = cells_of(from);
      if (!keep(a, b)) return;
    }
    out.push_back({to, from});
  };
  const bool middle_high = (nw + ne + sw + se) * 0.25F > p.level;
  switch (mask) {
    case 1:
      add(north, west);
      break;
    case 2:
      add(east, north);
      break;
    case 3:
      add(east, west);
      break;
    case 4:
      add(south, east);
      break;
    case 6:
      add(south, north);
      break;
    case 7:
      add(south, west);
      break;
    case 8:
      add(west, south);
      break;
    case 9:
      add(north, south);
      break;
    case 11:
      add(east, south);
      break;
    case 12:
      add(west, east);
      break;
    case 13:
      add(north, east);
      break;
    case 14:
      add(west, north);
      break;
    case 5:
      if (middle_high) {
        add(north, east);
        add(south, west);
      } else {
        add(north, west);
        add(south, east);
      }
      break;
    case 10:
      if (middle_high) {
        add(west, north);
        add(east, south);
      } else {
        add(east, north);
        add(west, south);
      }
      break;
    default:
      break;
  }
}

/// Joins segments end to start; every edge starts at most one segment and ends at most one.
Polylines chain(const Padded& p, std::vector<Segment> segments) {
  std::sort(segments.begin(), segments.end(),
            [](const Segment& a, const Segment& b) { return a.from < b.from; });
  const auto starting_at = [&](uint64_t e) -> size_t {
    const auto it = std::lower_bound(segments.begin(), segments.end(), e,
                                     [](const Segment& s, uint64_t value) { return s.from < value; });
    return it != segments.end() && it->from == e ? static_cast<size_t>(it - segments.begin())
                                                 : segments.size();
  };
  std::vector<uint64_t> ends;
  ends.reserve(segments.size());
  for (const Segment& s : segments) ends.push_back(s.to);
  std::sort(ends.begin(), ends.end());
  std::vector<char> used(segments.size(), 0);
  Polylines lines;
  const auto follow = [&](size_t first) {
    Polyline line;
    line.points.push_back(p.point(segments[first].from));
    size_t s = first;
    while (s < segments.size() && used[s] == 0) {
      used[s] = 1;
      const uint64_t to = segments[s].to;
      if (to == segments[first].from) {
        line.closed = true;
        break;
      }
      line.points.push_back(p.point(to));
      s = starting_at(to);
    }
    lines.push_back(std::move(line));
  };
  for (size_t s = 0; s < segments.size(); ++s)
    if (!std::binary_search(ends.begin(), ends.end(), segments[s].from)) follow(s);
  for (size_t s = 0; s < segments.size(); ++s)
    if (used[s] == 0) follow(s);
  return lines;
}

}  // namespace

Polylines contour_lines(const Raster<float>& field, float level, AtFrame at_frame, const Keep& keep) {
  const Padded p{field, level, at_frame};
  std::vector<Segment> segments;
  const int first = at_frame == AtFrame::open ? 1 : 0;
  std::vector<uint8_t> upper(static_cast<size_t>(p.columns()) + 8), lower(upper.size());
  p.mark_row(first, upper);
  for (int r = first; r + 1 < p.rows() - first; ++r) {
    p.mark_row(r + 1, lower);
    for (int c = first; c + 1 < p.columns() - first; ++c) {
      if (const int skipped = equal_squares(&upper[static_cast<size_t>(c)], &lower[static_cast<size_t>(c)]);
          skipped > 0)
        c += skipped - 1;  // most squares lie wholly above or below; eight at a time
      else
        march_square(p, c, r, keep, segments);
    }
    std::swap(upper, lower);
  }
  return chain(p, std::move(segments));
}

Polyline smoothed(const Polyline& line, int passes) {
  Polyline out = line;
  for (int pass = 0; pass < passes && out.points.size() > 2; ++pass) {
    std::vector<Vec2> next;
    next.reserve(out.points.size() * 2);
    const size_t n = out.points.size();
    if (!out.closed) next.push_back(out.points.front());
    for (size_t i = 0; i + (out.closed ? 0 : 1) < n; ++i) {
      const Vec2 a = out.points[i];
      const Vec2 b = out.points[(i + 1) % n];
      next.push_back(a * 0.75 + b * 0.25);
      next.push_back(a * 0.25 + b * 0.75);
    }
    if (!out.closed) next.push_back(out.points.back());
    out.points = std::move(next);
  }
  return out;
}

Polylines clipped_to(const Polylines& lines, const Raster<float>& inside, float level) {
  Polylines out;
  for (const Polyline& line : lines) {
    const size_t n = line.points.size();
    size_t start = 0;
    bool whole = true;
    for (size_t i = 0; i < n && whole; ++i)
      if (bilinear(inside, line.points[i]) <= level) {
        whole = false;
        start = i;  // a closed line is cut here, so no stretch wraps around
      }
    if (whole) {
      out.push_back(line);
      continue;
    }
    Polyline run;
    const auto flush = [&] {
      if (run.points.size() > 1) out.push_back(run);
      run.points.clear();
    };
    const size_t steps = line.closed ? n : n;
    for (size_t k = 0; k < steps; ++k) {
      const Vec2 p = line.points[line.closed ? (start + k) % n : k];
      if (bilinear(inside, p) > level)
        run.points.push_back(p);
      else
        flush();
    }
    flush();
  }
  return out;
}

Polylines up_to_frame(Polylines lines, const GridSpec& grid) {
  const double half = grid.cell_m / 2, near = 1e-6 * grid.cell_m;
  const auto moved = [&](double at, double end) {
    if (at <= half + near) return 0.0;
    return at >= end - half - near ? end : at;
  };
  for (Polyline& line : lines) {
    if (line.closed || line.points.empty()) continue;
    const auto on_frame = [&](Vec2 p) {
      return Vec2{moved(p.x, grid.width_m()), moved(p.y, grid.height_m())};
    };
    if (const Vec2 end = on_frame(line.points.back()); !(end == line.points.back()))
      line.points.push_back(end);
    if (const Vec2 end = on_frame(line.points.front()); !(end == line.points.front()))
      line.points.insert(line.points.begin(), end);
  }
  return lines;
}

// The best classes of every cell, and the borders between them.

Leaders::Leaders(const GridSpec& g) : grid(g) {
  for (int i = 0; i < 3; ++i) {
    code[i].assign(g.cells(), 0);
    value[i].assign(g.cells(), 0.0F);
  }
}

void Leaders::offer(uint8_t code_of_class, const Raster<float>& indicator, int column, int row) {
  const auto columns = static_cast<size_t>(indicator.grid.columns);
  for (int r = 0; r < indicator.grid.rows; ++r) {
    const float* const values = &indicator.cells[static_cast<size_t>(r) * columns];
    const size_t first = grid.index(column, row + r);
    for (size_t c = 0; c < columns; ++c) {
      const float v = values[c];
      const size_t cell = first + c;
      if (v <= value[2][cell]) continue;
      int place = 2;
      for (; place > 0 && v > value[place - 1][cell]; --place) {
        value[place][cell] = value[place - 1][cell];
        code[place][cell] = code[place - 1][cell];
      }
      value[place][cell] = v;
      code[place][cell] = code_of_class;
    }
  }
}

Raster<float> Leaders::margin_of(uint8_t k) const {
  Raster<float> margin(grid, -1.0F);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    if (code[0][cell] == k)
      margin[cell] = value[0][cell] - value[1][cell];
    else if (code[1][cell] == k)
      margin[cell] = value[1][cell] - value[0][cell];
    else if (code[2][cell] == k)
      margin[cell] = value[2][cell] - value[0][cell];
    else
      margin[cell] = -value[0][cell];
  }
  return margin;
}

uint8_t Leaders::best_other(uint8_t k, size_t cell) const {
  return code[0][cell] == k ? code[1][cell] : code[0][cell];
}

Polylines shared_borders(const Leaders& leaders, int class_count,
                         const std::function<bool(uint8_t, uint8_t)>& draws) {
  Polylines borders;
  for (int k = 1; k < class_count; ++k) {
    const auto own = static_cast<uint8_t>(k);
    const Raster<float> margin = leaders.margin_of(own);
    // Both sides see the same line; the lower code draws it.
    const auto keep = [&](size_t a, size_t b) {
      const size_t outer = margin[a] > margin[b] ? b : a;
      const uint8_t other = leaders.best_other(own, outer);
      return other > own && (!draws || draws(own, other));
    };
    Polylines lines = contour_lines(margin, 0.0F, AtFrame::open, keep);
    std::move(lines.begin(), lines.end(), std::back_inserter(borders));
  }
  return borders;
}

}  // namespace fw
