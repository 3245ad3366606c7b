#include "render/map/scene/contour_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace fw {
namespace {

// Along a line, mm.
constexpr double kLeastLine_mm = 22, kFirst_mm = 10, kSearch_mm = 35, kEach_mm = 75;
// What a place costs.
constexpr double kBend = 12, kSteep = 0.5, kTaken = 9, kUpsideDown = 0.55, kMost = 1.2;
constexpr double kUpright = 1.9;  // radians from level: farther ones are read upside down

double stretch_length(Vec2 v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

/// A contour on the page.
struct PageLine {
  std::vector<Vec2> points;   ///< units; a closed one repeats its first
  std::vector<double> along;  ///< units from its beginning
};

PageLine on_page(const Polyline& line, const MapWindow& window) {
  PageLine out;
  const size_t n = line.points.size();
  for (size_t i = 0; i < n + (line.closed ? 1 : 0); ++i) {
    out.points.push_back(window.to_px(line.points[i % n]) * (1 / window.device_scale));
    out.along.push_back(i == 0 ? 0 : out.along.back() + stretch_length(out.points[i] - out.points[i - 1]));
  }
  return out;
}

/// A stretch of a line for a number: between two vertices.
struct Stretch {
  size_t from = 0, to = 0;
};

class NumberSetter {
 public:
  NumberSetter(double unit_mm, const TextStyle& style, NumberObstacles obstacles, Typesetter& type)
      : unit_mm_(unit_mm), style_(style), obstacles_(std::move(obstacles)), type_(type) {}

  /// The stretches of a line that numbers take.
  std::vector<Stretch> set(const PageLine& line, const std::string& text, std::vector<LineLabel>& labels) {
    std::vector<Stretch> cuts;
    const double total = line.along.back(), room = 3;
    if (total < kLeastLine_mm / unit_mm_) return cuts;
    const double width = type_.measure(text, style_).width, wide = width + room;
    for (double next = kFirst_mm / unit_mm_; next < total - wide; next += kEach_mm / unit_mm_) {
      const auto best = best_from(line, next, std::min(next + kSearch_mm / unit_mm_, total - wide), wide);
      if (!best) continue;
      const Vec2 a = line.points[best->from], b = line.points[best->to], middle = (a + b) * 0.5;
      const double angle = std::atan2(b.y - a.y, b.x - a.x);
      const Vec2 run{std::cos(angle), std::sin(angle)}, up{run.y, -run.x};
      labels.push_back({style_, {{text, middle - run * (width / 2) - up * (0.36 * style_.size), angle}}});
      obstacles_.taken.push_back(Box::around(middle.x, middle.y, 0.6 * wide));
      cuts.push_back(*best);
    }
    return cuts;
  }

 private:
  std::optional<Stretch> best_from(const PageLine& line, double from, double to, double wide) const {
    std::optional<Stretch> best;
    double least = kMost;
    const auto first = std::lower_bound(line.along.begin(), line.along.end(), from) - line.along.begin();
    for (auto i = static_cast<size_t>(first); i < line.points.size() && line.along[i] <= to; ++i) {
      size_t j = i;
      while (j + 1 < line.points.size() && line.along[j] - line.along[i] < wide) ++j;
      const double cost = cost_of(line, {i, j}, wide);
      if (cost >= least) continue;
      least = cost;
      best = Stretch{i, j};
    }
    return best;
  }

  double cost_of(const PageLine& line, const Stretch& s, double wide) const {
    const Vec2 a = line.points[s.from], b = line.points[s.to], middle = (a + b) * 0.5;
    const double chord = stretch_length(b - a);
    if (!(chord > 0)) return kTaken;
    const double bend = 1 - chord / (line.along[s.to] - line.along[s.from]);
    const bool down = std::fabs(std::atan2(b.y - a.y, b.x - a.x)) > kUpright;
    return kBend * bend + kSteep * std::fabs(b.y - a.y) / chord + (down ? kUpsideDown : 0) +
           (is_taken(a, b, middle, wide) ? kTaken : 0);
  }

  bool is_taken(Vec2 a, Vec2 b, Vec2 middle, double wide) const {
    const Box box = Box::around(middle.x, middle.y, 0.75 * wide);
    if (!obstacles_.frame.holds(box)) return true;
    if (obstacles_.busy)
      for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
        if (obstacles_.busy(a + (b - a) * share)) return true;
    return std::any_of(obstacles_.taken.begin(), obstacles_.taken.end(),
                       [&](const Box& other) { return other.intersects(box); });
  }

  double unit_mm_;
  const TextStyle& style_;
  NumberObstacles obstacles_;
  Typesetter& type_;
};

/// What is left of a line beside the stretches, which run from its beginning on.
void cut_line(const Contour& contour, const std::vector<Stretch>& cuts, std::vector<Contour>& out) {
  const std::vector<Vec2>& p = contour.line.points;
  const size_t n = p.size(), last = contour.line.closed ? n : n - 1;
  const auto add = [&](size_t from, size_t to) {
    Contour piece{{}, contour.height_m, contour.index};
    for (size_t i = from; i <= to; ++i) piece.line.points.push_back(p[i % n]);
    if (piece.line.points.size() > 1) out.push_back(std::move(piece));
  };
  // A closed line goes on over its beginning.
  if (contour.line.closed) {
    for (size_t k = 0; k < cuts.size(); ++k)
      add(cuts[k].to, k + 1 < cuts.size() ? cuts[k + 1].from : cuts.front().from + n);
    return;
  }
  size_t from = 0;
  for (const Stretch& cut : cuts) {
    add(from, cut.from);
    from = cut.to;
  }
  add(from, last);
}

}  // namespace

std::vector<LineLabel> number_contours(Contours& contours, const MapWindow& window, double unit_mm,
                                       const TextStyle& style, NumberObstacles obstacles, Typesetter& type) {
  std::vector<LineLabel> labels;
  std::vector<Contour> cut;
  NumberSetter setter(unit_mm, style, std::move(obstacles), type);
  for (Contour& contour : contours.lines) {
    std::vector<Stretch> cuts;
    if (contour.index)
      cuts = setter.set(on_page(contour.line, window), std::to_string(std::lround(contour.height_m)), labels);
    if (cuts.empty())
      cut.push_back(std::move(contour));
    else
      cut_line(contour, cuts, cut);
  }
  contours.lines = std::move(cut);
  return labels;
}

}  // namespace fw
