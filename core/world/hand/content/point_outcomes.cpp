#include "core/world/hand/content/point_outcomes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace fw {
namespace {

/// The rectangle outside which an area cannot hold a place.
struct Reach {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-low.x, -low.y};

  explicit Reach(const ClassArea& area) {
    for (const std::vector<Vec2>& part : area.shape.parts)
      for (const Vec2 v : part) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y)};
      }
    const double margin_m = area.radius_m + 1;
    low = low - Vec2{margin_m, margin_m};
    high = high + Vec2{margin_m, margin_m};
  }
  bool holds(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
};

/// A point belongs to an area with its cell.
class AreaCount {
 public:
  AreaCount(const GridSpec& grid, const ClassArea& area) : grid_(grid), area_(area), reach_(area) {}

  bool holds(uint32_t cell) const {
    if (cell == kNoCell) return false;
    const Vec2 centre = grid_.centre(cell);
    return reach_.holds(centre) && inside_m(area_.shape, area_.radius_m, centre) > 0;
  }

 private:
  const GridSpec& grid_;
  const ClassArea& area_;
  Reach reach_;
};

/// Indices of the classes that each area concerns.
std::map<const ClassArea*, std::vector<size_t>> classes_of_areas(const ClassHands& hands) {
  std::map<const ClassArea*, std::vector<size_t>> classes;
  for (size_t c = 0; c < hands.classes.size(); ++c)
    for (const ClassArea* area : hands.classes[c].areas) classes[area].push_back(c);
  return classes;
}

void add_areas(const PlacementInputs& inputs, const ClassHands& hands, const PlacedClasses& natural,
               const Content& content, std::vector<HandOutcome>& out) {
  const GridSpec& grid = inputs.map.code.grid;
  std::vector<std::vector<uint32_t>> generated(hands.classes.size());  // cells by class
  for (const Point& p : content.points.points)
    if (p.hand.empty() && static_cast<size_t>(p.class_index) < generated.size())
      generated[static_cast<size_t>(p.class_index)].push_back(
          static_cast<uint32_t>(grid.cell_at(p.position_m)));
  const auto classes = classes_of_areas(hands);
  for (const auto& owned : hands.areas) {
    const ClassArea& area = *owned;
    const auto found = classes.find(&area);
    if (!area.listed || found == classes.end()) continue;
    const AreaCount count(grid, area);
    HandOutcome outcome;
    outcome.id = area.id;
    outcome.list = "areas";
    for (const size_t c : found->second) {
      for (const Placed& p : natural[c]->points) outcome.asked += count.holds(p.cell) ? area.density : 0;
      for (const uint32_t cell : generated[c]) outcome.got += count.holds(cell) ? 1 : 0;
    }
    out.push_back(std::move(outcome));
  }
}

/// Stated rarities that no rule reads.
void note_idle_rarities(const ClassHands& hands, const std::vector<PointClassRow>& rows,
                        std::vector<HandOutcome>& out) {
  std::map<std::string_view, const PinRow*> pins;
  for (size_t c = 0; c < rows.size(); ++c)
    for (const PinRow* pin : hands.classes[c].pins)
      if (rows[c].category != Category::enemy && pin->rarity) pins[pin->id] = pin;
  for (HandOutcome& outcome : out)
    if (outcome.state == HandState::held && pins.contains(outcome.id)) {
      outcome.state = HandState::part;
      outcome.reason = "only enemies have a rarity: leave it out";
    }
}

}  // namespace

std::vector<HandOutcome> point_outcomes(const PlacementInputs& inputs, const ClassHands& hands,
                                        const PlacedClasses& natural, const Content& content) {
  std::vector<HandOutcome> out = content.hand;
  add_areas(inputs, hands, natural, content, out);
  note_idle_rarities(hands, point_class_rows(inputs.tmpl), out);
  out.insert(out.end(), hands.suspended.begin(), hands.suspended.end());
  return out;
}

}  // namespace fw
