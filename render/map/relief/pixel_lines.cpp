#include "render/map/relief/pixel_lines.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

constexpr size_t kPieceVertices = 24;
constexpr double kReach_px = 48;       // a stroke's width and the curve of a smoothed line stay inside
constexpr double kLeastStep_px = 0.6;  // vertices closer than this are not told apart

/// A run of pixel vertices and how far along its whole line it begins, pixels.
struct Run {
  std::vector<Vec2> points;
  double along = 0;
  bool closed = false;
};

struct PixelReach {
  double x0, y0, x1, y1;
  bool crosses(Vec2 a, Vec2 b) const {
    return std::max(a.x, b.x) >= x0 && std::min(a.x, b.x) <= x1 && std::max(a.y, b.y) >= y0 &&
           std::min(a.y, b.y) <= y1;
  }
};

double length(Vec2 a, Vec2 b) {
  return std::sqrt(squared_distance(a, b));
}

/// The stretches of a line whose segments come near the window.
void cut(const Polyline& line, const MapWindow& window, const PixelReach& reach, std::vector<Run>& runs) {
  const size_t n = line.points.size(), segments = line.closed ? n : n - 1;
  if (n < 2) return;
  Run run;
  double along = 0;
  bool whole = true;
  Vec2 a = window.to_px(line.points[0]);
  for (size_t i = 0; i < segments; ++i) {
    const Vec2 b = window.to_px(line.points[(i + 1) % n]);
    if (reach.crosses(a, b)) {
      if (run.points.empty()) {
        run.points.push_back(a);
        run.along = along;
      }
      if (squared_distance(run.points.back(), b) >= kLeastStep_px * kLeastStep_px || i + 1 == segments)
        run.points.push_back(b);
    } else {
      whole = false;
      if (run.points.size() > 1) runs.push_back(std::move(run));
      run = {};
    }
    along += length(a, b);
    a = b;
  }
  if (run.points.size() < 2) return;
  run.closed = line.closed && whole;
  if (run.closed && run.points.size() > 2) run.points.pop_back();
  runs.push_back(std::move(run));
}

/// Corner cutting (Chaikin 1974), ends kept: a line of few cells across is a curve on the screen, not a
/// polygon.
void smooth(Run& run, int passes) {
  for (; passes > 0 && run.points.size() > 2; --passes) {
    const std::vector<Vec2>& in = run.points;
    std::vector<Vec2> out;
    out.reserve(2 * in.size());
    if (!run.closed) out.push_back(in.front());
    for (size_t i = 0; i < (run.closed ? in.size() : in.size() - 1); ++i) {
      const Vec2 a = in[i], b = in[(i + 1) % in.size()];
      if (run.closed || i > 0) out.push_back(a * 0.75 + b * 0.25);
      if (run.closed || i + 2 < in.size()) out.push_back(a * 0.25 + b * 0.75);
    }
    if (!run.closed) out.push_back(in.back());
    run.points = std::move(out);
  }
}

/// Cuts a run into its dashes.
void dash_run(const Run& run, const std::vector<double>& dash, std::vector<Run>& out) {
  double period = 0;
  for (const double d : dash) period += d;
  double left = std::fmod(run.along, period);
  size_t at = 0;
  while (left >= dash[at]) {
    left -= dash[at];
    at = (at + 1) % dash.size();
  }
  double rest = dash[at] - left;  // of the dash or gap we are in
  Run piece;
  if (at % 2 == 0) piece.points.push_back(run.points.front());
  const size_t n = run.points.size();
  for (size_t i = 0; i + 1 < n + (run.closed ? 1 : 0); ++i) {
    Vec2 a = run.points[i];
    const Vec2 b = run.points[(i + 1) % n];
    double todo = length(a, b);
    while (todo > rest) {
      a = a + (b - a) * (rest / todo);
      todo -= rest;
      if (at % 2 == 0) {
        piece.points.push_back(a);
        out.push_back(std::move(piece));
        piece = {};
      } else {
        piece.points.push_back(a);
      }
      at = (at + 1) % dash.size();
      rest = dash[at];
    }
    rest -= todo;
    if (at % 2 == 0) piece.points.push_back(b);
  }
  if (piece.points.size() > 1) out.push_back(std::move(piece));
}

/// Leaves out vertices that the straight line past them misses by less than a pixel's tenth.
void drop_straight(std::vector<Vec2>& points) {
  constexpr double kTolerance_px = 0.1;
  constexpr size_t kMostSkipped = 6;
  std::vector<Vec2> out{points.front()};
  size_t held = 0;  // the latest vertices that are not in `out` yet
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec2 along = points[i] - out.back();
    const double length_2 = along.x * along.x + along.y * along.y;
    bool straight = held < kMostSkipped;
    for (size_t k = i - held; k < i && straight; ++k) {
      const Vec2 off = points[k] - out.back();
      const double across = along.x * off.y - along.y * off.x, ahead = along.x * off.x + along.y * off.y;
      straight =
          ahead >= 0 && ahead <= length_2 && across * across <= kTolerance_px * kTolerance_px * length_2;
    }
    if (!straight) {
      out.push_back(points[i - 1]);
      held = 0;
    }
    ++held;
  }
  if (held > 0) out.push_back(points.back());
  points = std::move(out);
}

void add_pieces(const Run& run, PixelLines& lines) {
  const size_t first = lines.points.size();
  lines.points.insert(lines.points.end(), run.points.begin(), run.points.end());
  if (run.closed) lines.points.push_back(run.points.front());
  const size_t last = lines.points.size() - 1;
  for (size_t from = first; from < last; from += kPieceVertices) {
    PixelLines::Piece piece{from, std::min(from + kPieceVertices, last), from > first, false, 1e9, -1e9};
    for (size_t i = piece.first; i <= piece.last; ++i) {
      piece.top = std::min(piece.top, lines.points[i].y);
      piece.bottom = std::max(piece.bottom, lines.points[i].y);
    }
    piece.closes = run.closed && from == first && piece.last == last;
    lines.pieces.push_back(piece);
  }
}

}  // namespace

PixelLines pixel_lines(const Polylines& lines, const MapWindow& window, double cell_m,
                       const std::vector<double>& dash, int more_smoothing) {
  const PixelReach reach{-kReach_px, -kReach_px, window.width_px + kReach_px, window.height_px + kReach_px};
  std::vector<Run> runs;
  for (const Polyline& line : lines) cut(line, window, reach, runs);
  const double cell_px = cell_m / window.metres_per_px;
  const int passes = cell_px > 20 ? 3 : cell_px > 9 ? 2 : cell_px > 3 ? 1 : 0;
  const int all_passes = passes + more_smoothing;
  for (Run& run : runs) {
    smooth(run, all_passes);
    drop_straight(run.points);
  }
  if (!dash.empty()) {
    std::vector<Run> dashes;
    for (const Run& run : runs) dash_run(run, dash, dashes);
    runs = std::move(dashes);
  }
  PixelLines out;
  for (const Run& run : runs)
    if (run.points.size() > 1) add_pieces(run, out);
  return out;
}

}  // namespace fw
