#include "render/map/scene/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fw {
namespace {

constexpr double kClearance = 2.5;  // the white casing of a name must not nibble at a symbol
constexpr double kCutCost = 20;     // for each square unit of a label that is not shown
constexpr double kForbidden = std::numeric_limits<double>::infinity();

double overlap_area(const Box& a, const Box& b) {
  const double w = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
  const double h = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
  return w > 0 && h > 0 ? w * h : 0;
}

}  // namespace

double LabelLayout::cost_of(const Box& box) const {
  if (!obstacles_.frame.grown(-4).holds(box)) return kForbidden;
  for (const Box& b : obstacles_.reserved)
    if (box.intersects(b.grown(kClearance))) return kForbidden;
  for (const PlacedLabel& l : placed_)
    if (box.intersects(l.box.grown(obstacles_.apart))) return kForbidden;
  double cost = kCutCost * (overlap_area(box, box) - overlap_area(box, obstacles_.visible));
  for (const Box& b : obstacles_.avoid) cost += overlap_area(box, b);
  return cost;
}

void LabelLayout::accept(const std::string& text, const TextStyle& style, const Box& box) {
  placed_.push_back({text, style, box, box.y1 - 0.21 * style.size});
}

bool LabelLayout::place(const PointLabel& label) {
  const TextExtent extent = type_.measure(label.text, label.style);
  const double w = extent.width, h = extent.ascent + extent.descent;
  constexpr std::array<Vec2, 8> kSides{
      {{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {.8, .8}, {.8, -.8}, {-.8, .8}, {-.8, -.8}}};
  double best = kForbidden;
  Box best_box;
  for (int ring = 0; ring < 3; ++ring)
    for (size_t i = 0; i < kSides.size(); ++i) {
      const double r = label.radius + 5.0 * ring;
      const double x = label.anchor.x + kSides[i].x * (r + 3 + w / 2);
      const double y = label.anchor.y + kSides[i].y * (r + 1 + 0.62 * h);
      const Box box{x - w / 2, y - h / 2, x + w / 2, y + h / 2};
      const double cost = cost_of(box) + 6.0 * static_cast<double>(i) + 45.0 * ring;
      if (cost < best) {
        best = cost;
        best_box = box;
      }
    }
  if (best == kForbidden) return false;
  accept(label.text, label.style, best_box);
  return true;
}

bool LabelLayout::place(const AreaLabel& label) {
  for (const double size : {1.0, 0.88, 0.76}) {
    TextStyle style = label.style;
    style.size *= size;
    if (size < 1 && style.size < label.least_size) break;
    for (const std::vector<Vec2>* candidates : {&label.candidates, &label.last_candidates}) {
      if (place_lines(label, *candidates, {label.text}, style)) return true;
      if (!label.broken.empty() && place_lines(label, *candidates, label.broken, style)) return true;
    }
  }
  return false;
}

bool LabelLayout::place_lines(const AreaLabel& label, const std::vector<Vec2>& candidates,
                              const std::vector<std::string>& lines, const TextStyle& style) {
  std::vector<double> widths;
  for (const std::string& line : lines) widths.push_back(type_.measure(line, style).width);
  const TextExtent extent = type_.measure(lines.front(), style);
  const double pitch = extent.ascent + extent.descent;
  const double w = *std::max_element(widths.begin(), widths.end()),
               h = pitch * static_cast<double>(lines.size());
  double best = kForbidden;
  Vec2 centre;
  for (const Vec2& c : candidates) {
    const Box box{c.x - w / 2, c.y - h / 2, c.x + w / 2, c.y + h / 2};
    const double shift = std::sqrt(squared_distance(c, candidates.front()));
    if (0.25 * pitch * shift >= best) continue;
    double cost = cost_of(box) + 0.25 * pitch * shift;
    for (const Box& b : label.avoid) cost += overlap_area(box, b);
    if (cost < best) {
      best = cost;
      centre = c;
    }
  }
  if (best == kForbidden) return false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const double top = centre.y - h / 2 + pitch * static_cast<double>(i);
    accept(lines[i], style, {centre.x - widths[i] / 2, top, centre.x + widths[i] / 2, top + pitch});
  }
  return true;
}

void draw_labels(const Painter& pen, std::vector<PlacedLabel> labels, double opacity) {
  for (PlacedLabel& l : labels) {
    l.style.alpha *= opacity;
    l.style.halo_alpha *= opacity;
    pen.text(l.text, l.box.x0, l.baseline, l.style);
  }
}

Vec2 moved_off(Vec2 at, double radius, const std::vector<Box>& badges, double reach) {
  const Vec2 start = at;
  for (int round = 0; round < 4; ++round) {
    bool moved = false;
    for (const Box& b : badges) {
      const Vec2 centre{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2};
      const double want = radius + b.width() / 2;
      const double d = std::sqrt(squared_distance(at, centre));
      if (d >= want) continue;
      const Vec2 direction = d > 1e-6 ? (at - centre) * (1 / d) : Vec2{1, 0};
      at = centre + direction * want;
      moved = true;
    }
    if (!moved) break;
  }
  const double total = std::sqrt(squared_distance(at, start));
  if (total > reach) at = start + (at - start) * (reach / total);
  return at;
}

}  // namespace fw
