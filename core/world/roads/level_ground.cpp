#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/smooth_step.h"
#include "core/field/filter.h"
#include "core/model/template/plan_grid.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/outline.h"

namespace fw {
namespace {

constexpr double kLeast_m = 0.3;  // above the sea, and above water beside a plan
constexpr double kBesideRadii = 1.0 / 3;
// Of cut and fill; small plans on steep ground need more cells of the plan. The share over which they run
// out.
constexpr double kReachRadii = 2, kLeastReachCells = 8, kReachFade = 0.4;
constexpr double kEaseCells = 2;  // from the outline on cut and fill begin level
constexpr double kFromWaterCells = 1.5;

/// What cut or fill takes of a difference between ground and plane, `climb_m` of which the batter has made up
/// for: a soft limit, so that both slopes meet without an edge.
double taken_m(double difference_m, double climb_m, double softness_m) {
  const double soft = std::max(1e-9, std::min(0.5 * difference_m, softness_m));
  const double left = difference_m - climb_m;
  return left <= -soft ? 0 : left >= soft ? left : (left + soft) * (left + soft) / (4 * soft);
}

class Leveller {
 public:
  Leveller(const Template& tmpl, const GroundPlans& plans, const PlanGround& ground)
      : batter_(tmpl.footprints.batter),
        least_reach_m_(kLeastReachCells * plan_grid(tmpl.frame).cell_m),
        plans_(plans),
        ground_(ground),
        out_{ground.height_m, {}} {
    const GridSpec& g = grid();
    inside_ = Raster<uint8_t>(g);
    const auto& heights = out_.height_m.cells;
    summit_ = static_cast<size_t>(std::max_element(heights.begin(), heights.end()) - heights.begin());
    summit_m_ = static_cast<double>(out_.height_m[summit_]);
    Mask wet(g);
    for (size_t cell = 0; cell < wet.size(); ++cell) wet[cell] = is_wet(cell) || ground_.region[cell] == 0;
    water_ = nearest_cells(wet);
    for (const Footprint& plan : plans_.footprints)
      visit(plan.outline_m, 0, [&](size_t cell) {
        if (ring_holds(plan.outline_m, g.centre(cell))) inside_[cell] = 1;
      });
  }

  void level(size_t plan) {
    const std::vector<Vec2>& ring = plans_.footprints[plan].outline_m;
    const LevelGround& of = plans_.level[plan];
    const double water_m = water_beside(ring, kBesideRadii * of.radius_m);
    const double raised_m = raised(ring, of);
    const double reach_m = std::max(kReachRadii * of.radius_m, least_reach_m_);
    visit(ring, reach_m, [&](size_t cell) {
      if (ground_.region[cell] == 0 || is_wet(cell)) return;
      const Vec2 at = grid().centre(cell);
      const auto before = static_cast<double>(out_.height_m[cell]);
      const double plane =
          std::max(std::min(plane_at(of, at) + raised_m, summit_m_), std::min(before, water_m));
      if (ring_holds(ring, at)) return put(cell, plane);
      const double away_m = ring_distance_m(ring, at);
      if (cell != summit_ && inside_[cell] == 0 && away_m < reach_m)
        put(cell, battered(cell, plane, away_m, reach_m));
    });
  }

  LevelledGround finish() {
    std::sort(out_.cells.begin(), out_.cells.end());
    out_.cells.erase(std::unique(out_.cells.begin(), out_.cells.end()), out_.cells.end());
    return std::move(out_);
  }

 private:
  const GridSpec& grid() const { return out_.height_m.grid; }
  bool is_wet(size_t cell) const {
    return ground_.water.size() != 0 && ground_.water[cell] != static_cast<uint8_t>(WaterCode::dry);
  }
  static double plane_at(const LevelGround& of, Vec2 at) {
    const Vec2 d = at - of.centre_m;
    return of.base_m + d.x * of.tilt.x + d.y * of.tilt.y;
  }

  /// Cells of the box round a ring and what lies within a reach of it.
  template <typename AtCell>
  void visit(const std::vector<Vec2>& ring, double reach_m, const AtCell& at_cell) const {
    const GridSpec& g = grid();
    const Bounds box = bounds_of(ring);
    for (int row = g.row_at(box.high.y + reach_m); row <= g.row_at(box.low.y - reach_m); ++row)
      for (int column = g.column_at(box.low.x - reach_m); column <= g.column_at(box.high.x + reach_m);
           ++column)
        at_cell(g.index(column, row));
  }

  /// The level above which the ground about a plan stays.
  double water_beside(const std::vector<Vec2>& ring, double reach_m) const {
    double level_m = kLeast_m;
    if (ground_.surface_m.size() != 0)
      visit(ring, reach_m, [&](size_t cell) {
        if (is_wet(cell) && ground_.region[cell] != 0)
          level_m = std::max(level_m, static_cast<double>(ground_.surface_m[cell]) + kLeast_m);
      });
    return level_m;
  }

  /// A plan on the summit is filled up to it, so that the greatest height stays.
  double raised(const std::vector<Vec2>& ring, const LevelGround& of) const {
    if (!ring_holds(ring, grid().centre(summit_))) return 0;
    double highest_m = -kInfinity;
    visit(ring, 0, [&](size_t cell) {
      const Vec2 at = grid().centre(cell);
      if (ground_.region[cell] != 0 && !is_wet(cell) && ring_holds(ring, at))
        highest_m = std::max(highest_m, plane_at(of, at));
    });
    return std::max(0.0, summit_m_ - highest_m);
  }

  /// Cut or fill outside a ring: it leaves the plane's level at the batter and ends where it meets the
  /// ground.
  double battered(size_t cell, double plane, double away_m, double reach_m) const {
    const auto before = static_cast<double>(out_.height_m[cell]);
    const double cell_m = grid().cell_m, ease_m = kEaseCells * cell_m;
    const double climb_m = batter_ * (away_m < ease_m ? away_m * away_m / (2 * ease_m) : away_m - ease_m / 2);
    const double share = 1 - smooth_step((away_m / reach_m - (1 - kReachFade)) / kReachFade);
    const double taken = share * taken_m(std::fabs(before - plane), climb_m, 2 * batter_ * cell_m);
    const double to_water_m = std::min(static_cast<double>(water_.distance_m[cell]), 1e6);
    if (before < plane)
      return before + std::min(taken, batter_ * std::max(0.0, to_water_m - kFromWaterCells * cell_m));
    return std::max(before - taken, std::min(before, level_of_water(cell)));
  }

  /// The level above which ground stays that is cut: that of the water nearest to it.
  double level_of_water(size_t cell) const {
    const uint32_t at = water_.cell[cell];
    if (at >= ground_.surface_m.size() || ground_.region[at] == 0) return kLeast_m;
    return static_cast<double>(ground_.surface_m[at]) + kLeast_m;
  }

  void put(size_t cell, double height) {
    float& at = out_.height_m[cell];
    const auto before = static_cast<double>(at);
    const auto after = static_cast<float>(std::max(height, std::min(before, kLeast_m)));
    if (after == at) return;
    at = after;
    out_.cells.push_back(static_cast<uint32_t>(cell));
  }

  double batter_, least_reach_m_;
  const GroundPlans& plans_;
  const PlanGround& ground_;
  LevelledGround out_;
  Mask inside_;  ///< of any plan
  size_t summit_ = 0;
  double summit_m_ = 0;
  NearestCells water_;  ///< of the sea, too
};

}  // namespace

LevelledGround level_ground(const Template& tmpl, const GroundPlans& plans, const PlanGround& ground) {
  if (plans.footprints.empty()) return {ground.height_m, {}};
  Leveller leveller(tmpl, plans, ground);
  for (size_t plan = 0; plan < plans.footprints.size(); ++plan) leveller.level(plan);
  return leveller.finish();
}

}  // namespace fw
