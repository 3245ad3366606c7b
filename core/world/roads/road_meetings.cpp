#include "core/world/roads/road_meetings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/base/geometry.h"

namespace fw {
namespace {

constexpr double kSamePlace_m = 0.01;

bool same_place(Vec2 a, Vec2 b) {
  return squared_distance(a, b) <= kSamePlace_m * kSamePlace_m;
}

/// Where two steps cross or touch, as shares of both; nothing where they run side by side.
std::optional<std::pair<double, double>> steps_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
    return std::nullopt;
  const Vec2 first = b - a, second = d - c, to = c - a;
  const double area = cross(first, second);
  if (area == 0) return std::nullopt;
  const double t = cross(to, second) / area, u = cross(to, first) / area;
  if (t < 0 || t > 1 || u < 0 || u > 1) return std::nullopt;
  return std::pair{t, u};
}

/// Calls visit(step_a, step_b, along_a, along_b, place) where two lines meet; `same`: one line with itself.
template <typename Visit>
void visit_meetings(const std::vector<Vec2>& a, const std::vector<Vec2>& b, bool same, const Visit& visit) {
  const Bounds box = bounds_of(b);
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    Bounds step;
    step.add(a[i]);
    step.add(a[i + 1]);
    if (!box.meets(step)) continue;
    for (size_t j = same ? i + 2 : 0; j + 1 < b.size(); ++j)
      if (const auto at = steps_meet(a[i], a[i + 1], b[j], b[j + 1]))
        visit(i, j, at->first, at->second, a[i] + (a[i + 1] - a[i]) * at->first);
  }
}

bool ends_at(const std::vector<Vec2>& line, Vec2 at) {
  return same_place(line.front(), at) || same_place(line.back(), at);
}

/// Whether a line begins and ends at a place: a ring, not a loop on the way.
bool is_ring_at(const std::vector<Vec2>& line, Vec2 at) {
  return same_place(line.front(), at) && same_place(line.back(), at);
}

/// A place where a piece is parted.
struct PieceCut {
  size_t step = 0;
  double along = 0;
  int node = 0;
};

class Joiner {
 public:
  explicit Joiner(Roads& roads) : roads_(roads), cuts_(roads.pieces.size()) {}

  void join() {
    for (const LineMeeting& m : line_meetings(roads_.pieces)) {
      if (m.a == m.b) continue;  // a line by hand stays as it was drawn
      const int node = node_at(m);
      cuts_[m.a].push_back({m.step_a, m.along_a, node});
      cuts_[m.b].push_back({m.step_b, m.along_b, node});
    }
    std::vector<RoadPiece> whole = std::move(roads_.pieces);
    roads_.pieces.clear();
    for (size_t p = 0; p < whole.size(); ++p) part(std::move(whole[p]), cuts_[p]);
    for (RoadNode& node : roads_.nodes) node.degree = 0;
    for (const RoadPiece& piece : roads_.pieces)
      for (const int node : piece.nodes) ++roads_.nodes[static_cast<size_t>(node)].degree;
  }

 private:
  /// An end of either piece, a node made before, or a new one.
  int node_at(const LineMeeting& m) {
    for (const size_t piece : {m.a, m.b})
      for (const int node : roads_.pieces[piece].nodes)
        if (same_place(place(node), m.at_m)) return node;
    for (const int node : made_)
      if (same_place(place(node), m.at_m)) return node;
    made_.push_back(static_cast<int>(roads_.nodes.size()));
    roads_.nodes.push_back({m.at_m, -1, 0});
    return made_.back();
  }
  Vec2 place(int node) const { return roads_.nodes[static_cast<size_t>(node)].position_m; }

  void part(RoadPiece whole, std::vector<PieceCut>& cuts) {
    std::sort(cuts.begin(), cuts.end(), [](const PieceCut& l, const PieceCut& r) {
      return l.step != r.step ? l.step < r.step : l.along < r.along;
    });
    RoadPiece next = whole;
    next.vertices_m = {whole.vertices_m.front()};
    size_t done = 0;  // vertices
    const auto run_to = [&](size_t vertex) {
      for (; done < vertex; ++done)
        if (next.vertices_m.back() != whole.vertices_m[done + 1])
          next.vertices_m.push_back(whole.vertices_m[done + 1]);
    };
    for (const PieceCut& cut : cuts) {
      if (cut.node == next.nodes[0] || cut.node == whole.nodes[1]) continue;
      run_to(cut.step);
      while (next.vertices_m.size() > 1 && same_place(next.vertices_m.back(), place(cut.node)))
        next.vertices_m.pop_back();
      next.vertices_m.push_back(place(cut.node));
      next.nodes[1] = cut.node;
      put(next);
      next.nodes = {cut.node, whole.nodes[1]};
      next.vertices_m = {place(cut.node)};
    }
    if (next.nodes[0] == whole.nodes[0]) return put(std::move(whole));
    run_to(whole.vertices_m.size() - 1);
    put(std::move(next));
  }

  /// One of two that have the same ends and line.
  void put(RoadPiece piece) {
    piece.length_m = line_length_m(piece.vertices_m);
    const auto [low, high] = std::minmax(piece.nodes[0], piece.nodes[1]);
    for (const size_t other : between_[{low, high}])
      if (RoadPiece& there = roads_.pieces[other]; same_line(there.vertices_m, piece.vertices_m)) {
        there.type = std::min(there.type, piece.type);
        there.traffic += piece.traffic;
        there.grade_max = std::max(there.grade_max, piece.grade_max);
        return;
      }
    between_[{low, high}].push_back(roads_.pieces.size());
    roads_.pieces.push_back(std::move(piece));
  }

  static bool same_line(const std::vector<Vec2>& a, std::vector<Vec2> b) {
    if (a.size() != b.size()) return false;
    if (!same_place(a.front(), b.front())) std::reverse(b.begin(), b.end());
    return std::equal(a.begin(), a.end(), b.begin(), same_place);
  }

  Roads& roads_;
  std::vector<std::vector<PieceCut>> cuts_;  ///< by piece
  std::vector<int> made_;
  std::map<std::pair<int, int>, std::vector<size_t>> between_;  ///< pieces by their ends
};

}  // namespace

std::vector<LineMeeting> line_meetings(const std::vector<RoadPiece>& pieces) {
  std::vector<Bounds> boxes;
  for (const RoadPiece& piece : pieces) boxes.push_back(bounds_of(piece.vertices_m));
  std::vector<LineMeeting> out;
  for (size_t a = 0; a < pieces.size(); ++a)
    for (size_t b = a; b < pieces.size(); ++b) {
      if (!boxes[a].meets(boxes[b])) continue;
      const std::vector<Vec2>&la = pieces[a].vertices_m, &lb = pieces[b].vertices_m;
      visit_meetings(la, lb, a == b, [&](size_t i, size_t j, double t, double u, Vec2 at) {
        const bool common = a == b ? is_ring_at(la, at) : ends_at(la, at) && ends_at(lb, at);
        if (!common) out.push_back({a, b, i, j, t, u, at});
      });
    }
  return out;
}

std::vector<Vec2> without_loops(std::vector<Vec2> line) {
  for (size_t i = 0; i + 3 < line.size(); ++i)
    for (size_t j = line.size() - 2; j > i + 1; --j) {
      const auto at = steps_meet(line[i], line[i + 1], line[j], line[j + 1]);
      if (!at) continue;
      const Vec2 meeting = line[i] + (line[i + 1] - line[i]) * at->first;
      if (is_ring_at(line, meeting)) continue;
      line.erase(line.begin() + static_cast<std::ptrdiff_t>(i) + 2,
                 line.begin() + static_cast<std::ptrdiff_t>(j) + 1);
      line[i + 1] = meeting;
      break;
    }
  line.erase(std::unique(line.begin(), line.end(), same_place), line.end());
  return line;
}

void join_meetings(Roads& roads) {
  if (!line_meetings(roads.pieces).empty()) Joiner(roads).join();
}

}  // namespace fw
