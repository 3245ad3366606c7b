#include "render/map/scene/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace fw {
namespace {

constexpr double kClear_mm = 0.15;  // between a name and what it must not touch
constexpr double kGap_mm = 0.35;    // between a symbol and its name
constexpr double kForbidden = std::numeric_limits<double>::infinity();

// Costs; 1 is about a name that a line crosses along a seventh of its length.
constexpr double kCut = 0.04,
                 kCovered = 0.002;  // for each square unit that is not shown, that covers a symbol
constexpr double kByPlace = 0.012, kByDistance_mm = 0.12;
constexpr double kPointShare = 8, kAreaShare = 6, kByInk = 2;
constexpr double kByCandidate = 0.0015, kBroken = 0.2;
// Of ascent and descent: a name's box, which few letters leave downwards.
constexpr double kBoxHeight = 0.84, kBaseline = 0.134;  // the latter of the size, above the box's foot

double overlap_area(const Box& a, const Box& b) {
  const double w = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
  const double h = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
  return w > 0 && h > 0 ? w * h : 0;
}

/// From the best to the least: beside, above and below the symbol, its corners, between them.
constexpr std::array<Vec2, 16> kPlaces{{{1, 0},
                                        {-1, 0},
                                        {0, -1},
                                        {0, 1},
                                        {1, -.75},
                                        {1, .75},
                                        {-1, -.75},
                                        {-1, .75},
                                        {.5, -1},
                                        {-.5, -1},
                                        {.5, 1},
                                        {-.5, 1},
                                        {1, -.4},
                                        {1, .4},
                                        {-1, -.4},
                                        {-1, .4}}};
constexpr std::array<double, 5> kDistances_mm{0, 0.5, 1.1, 2, 3.2};
constexpr size_t kUsualDistances = 3;

}  // namespace

double LabelLayout::cost_of(const Box& box) const {
  if (!obstacles_.frame.grown(-4).holds(box)) return kForbidden;
  const Box clear = box.grown(kClear_mm * obstacles_.mm);
  for (const Box& b : obstacles_.reserved)
    if (clear.intersects(b)) return kForbidden;
  for (const PlacedLabel& l : placed_)
    if (clear.intersects(l.box)) return kForbidden;
  double cost = kCut * (overlap_area(box, box) - overlap_area(box, obstacles_.visible));
  for (const Box& b : obstacles_.avoid) cost += kCovered * overlap_area(box, b);
  return cost;
}

double LabelLayout::line_cost(const Box& box, double by_share) const {
  if (obstacles_.ink == nullptr) return 0;
  return by_share * obstacles_.ink->share(box) + kByInk * obstacles_.ink->mean_cost(box);
}

void LabelLayout::accept(const std::string& text, const TextStyle& style, const Box& box) {
  placed_.push_back({text, style, box, box.y1 - kBaseline * style.size});
}

bool LabelLayout::place(const PointLabel& label) {
  const TextExtent extent = type_.measure(label.text, label.style);
  const double w = extent.width, h = kBoxHeight * (extent.ascent + extent.descent);
  double best = std::min(label.most_cost, kForbidden);
  std::optional<Box> best_box;
  for (size_t step = 0; step < kDistances_mm.size(); ++step) {
    if (step >= kUsualDistances && (!label.far || best <= kMostLabelCost)) break;
    const double distance_mm = kDistances_mm[step];
    for (size_t i = 0; i < kPlaces.size(); ++i) {
      const double least = kByPlace * static_cast<double>(i) + kByDistance_mm * distance_mm;
      if (least >= best) continue;
      const double r = label.radius + (kGap_mm + distance_mm) * obstacles_.mm;
      const double x = label.anchor.x + kPlaces[i].x * (r + w / 2);
      const double y = label.anchor.y + kPlaces[i].y * (r + h / 2);
      const Box box{x - w / 2, y - h / 2, x + w / 2, y + h / 2};
      const double cost = least + cost_of(box);
      if (cost >= best) continue;
      if (const double whole = cost + line_cost(box, kPointShare); whole < best) {
        best = whole;
        best_box = box;
      }
    }
  }
  if (!best_box) return false;
  accept(label.text, label.style, *best_box);
  return true;
}

Box LabelLayout::Lines::box_about(Vec2 centre) const {
  const double w = *std::max_element(widths.begin(), widths.end()),
               h = pitch * (static_cast<double>(texts.size()) - 1) + height;
  return {centre.x - w / 2, centre.y - h / 2, centre.x + w / 2, centre.y + h / 2};
}

LabelLayout::Lines LabelLayout::measured(const std::vector<std::string>& texts,
                                         const TextStyle& style) const {
  Lines lines{.texts = texts, .widths = {}};
  for (const std::string& text : texts) {
    const TextExtent extent = type_.measure(text, style);
    lines.widths.push_back(extent.width);
    lines.pitch = extent.ascent + extent.descent;
    lines.height = kBoxHeight * lines.pitch;
  }
  return lines;
}

LabelLayout::Found LabelLayout::best_of(const AreaLabel& label, const Lines& lines) const {
  Found best{kForbidden, {}};
  const auto rows = static_cast<double>(lines.texts.size());
  for (size_t k = 0; k < label.candidates.size(); ++k) {
    double cost = kByCandidate * static_cast<double>(k);
    if (cost >= best.cost) break;
    const Box box = lines.box_about(label.candidates[k]);
    cost += cost_of(box);
    for (const Box& b : label.avoid) cost += kCovered * overlap_area(box, b);
    for (double row = 0; row < rows && cost < best.cost; ++row) {  // each line has an x-height of its own
      const double top = box.y0 + lines.pitch * row, middle = (box.x0 + box.x1) / 2,
                   half = lines.widths[static_cast<size_t>(row)] / 2;
      cost += line_cost({middle - half, top, middle + half, top + lines.height}, kAreaShare) / rows;
    }
    if (cost < best.cost) best = {cost, label.candidates[k]};
  }
  return best;
}

void LabelLayout::accept(const Lines& lines, const TextStyle& style, Vec2 centre) {
  const double top = lines.box_about(centre).y0;
  for (size_t i = 0; i < lines.texts.size(); ++i) {
    const double y = top + lines.pitch * static_cast<double>(i), half = lines.widths[i] / 2;
    accept(lines.texts[i], style, {centre.x - half, y, centre.x + half, y + lines.height});
  }
}

bool LabelLayout::place(const AreaLabel& label) {
  for (const double size : {1.0, 0.94, 0.88, 0.76}) {
    TextStyle style = label.style;
    style.size *= size;
    if (size < 1 && style.size < label.least_size) break;
    const Lines whole = measured({label.text}, style);
    const Found at = best_of(label, whole);
    Lines broken;
    Found apart{kForbidden, {}};
    if (!label.broken.empty()) {
      broken = measured(label.broken, style);
      apart = best_of(label, broken);
      apart.cost += kBroken;
    }
    if (std::min(at.cost, apart.cost) > label.most_cost) continue;
    if (at.cost <= apart.cost)
      accept(whole, style, at.centre);
    else
      accept(broken, style, apart.centre);
    return true;
  }
  return false;
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
