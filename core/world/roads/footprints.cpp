#include "core/world/roads/footprints.h"
#include "core/base/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <queue>
#include <span>
#include <utility>

#include "core/base/millimetres.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"
#include "core/world/landmarks/features.h"
#include "core/world/roads/footprint_findings.h"
#include "core/world/roads/outline.h"

namespace fw {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr int kCellsAlong = 2048;  // along the frame's longer side: a quarter of a plan cell each
// Of effort, outline and levelling: docs/roads.md, 8.
constexpr double kFreeSlope = 0.06, kSlopeEffort = 45;
constexpr double kBlurCells = 2.2;
constexpr double kTolerance_m = 0.5;                                    // no more than times frame_factor
constexpr double kFromWater_m = 3, kFromSea_m = 8, kPlansApart_m = 12;  // times frame_factor
constexpr double kWindowRadii = 4;
constexpr double kKeptRadii = 0.5;  // of a later plan: ground about its site that others leave
constexpr int kShades = 8;          // times that ground behind enclosed water is closed
constexpr std::array<double, 2> kFarther_cells{0.5, 1};  // from water, where the outline comes too near
/// How a plan is tried until it holds its site: in radii of a disc of its area, what counts as level about
/// it, and the share of the distances to water that the cells beside the site keep.
struct PlanRung {
  double level_radii, blur_cells, site_room;
};
constexpr std::array<PlanRung, 9> kPlanLadder{{{0, kBlurCells, 0.5},
                                               {0.2, kBlurCells, 0.5},
                                               {0.4, kBlurCells, 0.5},
                                               {0.6, kBlurCells, 0.5},
                                               {0.8, kBlurCells, 0.5},
                                               {1, kBlurCells, 0.5},
                                               {1, 1.1, 0.5},
                                               {1, 0.6, 0.5},
                                               {1, 0.6, 0.25}}};

/// The largest ring round higher ground, and the holes in it.
struct Contour {
  std::vector<Vec2> ring;
  std::vector<std::vector<Vec2>> holes;
};
Contour largest_contour(const Raster<float>& values, float level) {
  std::vector<std::vector<Vec2>> rings = contour_lines(values, level);
  Contour out;
  for (const std::vector<Vec2>& ring : rings)
    if (out.ring.empty() || ring_area_m2(ring) > ring_area_m2(out.ring)) out.ring = ring;
  for (std::vector<Vec2>& ring : rings)
    if (ring_area_m2(ring) < 0 && ring_holds(out.ring, ring.front())) out.holes.push_back(std::move(ring));
  return out;
}

/// One ground plan while it grows, on a window of fine cells.
struct Window {
  GridSpec cells;  ///< its own frame, from the corner on
  Vec2 corner_m;   ///< south-west

  Vec2 centre(size_t cell) const { return cells.centre(cell) + corner_m; }
  int column(double x_m) const { return cells.column_at(x_m - corner_m.x); }
  int row(double y_m) const { return cells.row_at(y_m - corner_m.y); }
};

/// A landmark whose plan is still to be made.
struct PlanSite {
  int point = 0;  ///< index of the landmark
  double area_m2 = 0;
  Vec2 at_m;
};

class Grower {
 public:
  Grower(const PlacementInputs& inputs, const FeatureIndex& water, const std::vector<Footprint>& others,
         std::span<const PlanSite> later, double area_m2, Vec2 site_m, double more_cells)
      : inputs_(inputs), water_(water), site_m_(site_m), room_(frame_factor(inputs.tmpl)) {
    const double apart_m = kPlansApart_m * room_;
    for (const Footprint& other : others) {
      Bounds box = bounds_of(other.outline_m);
      box.low = box.low - Vec2{apart_m, apart_m};
      box.high = box.high + Vec2{apart_m, apart_m};
      others_.push_back({&other.outline_m, box});
    }
    for (const PlanSite& site : later) {
      const double between_m = std::sqrt(squared_distance(site.at_m, site_m));
      kept_.push_back(
          {site.at_m, std::min(apart_m + kKeptRadii * std::sqrt(site.area_m2 / kPi), between_m / 2)});
    }
    const GridSpec& g = inputs.map.code.grid;
    const double cell_m = std::max(g.width_m(), g.height_m()) / kCellsAlong;
    const double radius_m = std::sqrt(area_m2 / kPi);
    const int half = static_cast<int>(kWindowRadii * radius_m / cell_m) + 8;
    // Whole cells of the frame, so that a site's shift by millimetres moves no cell.
    const auto corner = [&](double at) { return (std::floor(at / cell_m) - half) * cell_m; };
    window_ = {{2 * half + 1, 2 * half + 1, cell_m}, {corner(site_m.x), corner(site_m.y)}};
    more_m_ = more_cells * cell_m;
    open_.assign(window_.cells.cells(), kUnknown);
    wanted_ = static_cast<size_t>(std::max(1.0, std::floor(area_m2 / window_.cells.cell_area_m2() + 0.5)));
    start_ = nearest_open(site_m, radius_m);
  }

  const Window& window() const { return window_; }
  /// The open ground that the plan grows from; nothing where there is none.
  std::optional<Vec2> start() const { return start_ ? std::optional(window_.centre(*start_)) : std::nullopt; }
  bool open(size_t cell) {
    if (open_[cell] == kUnknown) open_[cell] = is_open(window_.centre(cell)) ? 1 : 0;
    return open_[cell] == 1;
  }

  /// The cells of least effort from the site, with closed-in ground; nothing where the site has none. Slopes
  /// within `level_m` of the site cost no effort.
  Mask grow(double level_m) {
    Mask taken(window_.cells);
    if (!start_) return taken;
    using Entry = std::pair<double, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<double> effort(taken.size(), kInfinity);
    queue.emplace(effort[*start_] = 0, *start_);
    for (size_t count = 0; !queue.empty() && count < wanted_;) {
      const auto [spent, cell] = queue.top();
      queue.pop();
      if (taken[cell] != 0) continue;
      taken[cell] = 1;
      ++count;
      const int column = window_.cells.column_of(cell), row = window_.cells.row_of(cell);
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          // A rim stays free for the outline.
          if ((dx == 0 && dy == 0) || column + dx < 4 || row + dy < 4 ||
              column + dx >= window_.cells.columns - 4 || row + dy >= window_.cells.rows - 4)
            continue;
          const size_t to = window_.cells.index(column + dx, row + dy);
          if (taken[to] != 0 || !open(to)) continue;
          const double sum =
              spent + std::sqrt(static_cast<double>(dx * dx + dy * dy)) * per_metre(to, level_m);
          if (sum >= effort[to]) continue;
          effort[to] = sum;
          queue.emplace(sum, static_cast<uint32_t>(to));
        }
    }
    const Mask filled = fill_holes(taken);
    for (size_t c = 0; c < taken.size(); ++c)
      if (filled[c] != 0 && taken[c] == 0 && open(c)) taken[c] = 1;
    return taken;
  }

  /// Whether no vertex stands in water.
  bool is_dry(const std::vector<Vec2>& ring) const {
    return water_.none() ||
           std::all_of(ring.begin(), ring.end(), [this](Vec2 v) { return water_.distance_m(v, 0) > 0; });
  }

  /// Whether an outline keeps its distance from water; about a site that is held it need not.
  bool keeps_off(const std::vector<Vec2>& ring) const {
    if (water_.none()) return true;
    const double least_m = room_ * kFromWater_m, about_m = held_ ? 3 * window_.cells.cell_m : 0;
    for (size_t i = 0; i < ring.size(); ++i) {
      const Vec2 a = ring[i], way = ring[(i + 1) % ring.size()] - a;
      const double length_m = std::sqrt(way.x * way.x + way.y * way.y);
      const int parts = 1 + static_cast<int>(length_m / least_m);
      for (int k = 0; k < parts; ++k) {
        const Vec2 at = a + way * (static_cast<double>(k) / parts);
        if (squared_distance(at, site_m_) >= about_m * about_m &&
            water_.distance_m(at, 2 * least_m) < least_m)
          return false;
      }
    }
    return true;
  }

  /// The cells about the site stand in every outline from now on; they may lie nearer to water, by `room`.
  void hold_site(double room) {
    held_ = true;
    for (const uint32_t cell : site_cells())
      if (open_[cell] == kUnknown || open_[cell] == 0)
        open_[cell] = is_open(window_.centre(cell), room) ? 1 : 0;
    start_ = nearest_open(site_m_, 2 * window_.cells.cell_m);
  }

  /// The smooth outline of the cells that grow; it encloses nothing that is closed.
  std::vector<Vec2> outline_of(double level_m, double blur_cells, Mask& taken) {
    std::vector<Vec2> ring;
    for (int shades = 0; shades < kShades; ++shades) {
      taken = grow(level_m);
      Contour contour = outline(taken, blur_cells);
      ring = std::move(contour.ring);
      if (!close_behind(contour.holes)) break;
    }
    ring = simplify_ring(ring, kTolerance_m * std::min(1.0, room_));
    for (Vec2& v : ring) v = v + window_.corner_m;
    return ring;
  }

 private:
  static constexpr uint8_t kUnknown = 2;
  /// An earlier ground plan, and the box that it keeps others out of.
  struct Other {
    const std::vector<Vec2>* ring;
    Bounds box;
  };

  /// Round as many cells as were asked for, in the window's frame.
  Contour outline(const Mask& taken, double blur_cells) {
    Raster<float> soft = gaussian(taken, blur_cells * window_.cells.cell_m);
    if (held_)
      for (const uint32_t cell : site_cells()) soft[cell] = 1;
    std::vector<float> ranked;
    for (size_t c = 0; c < soft.size(); ++c) {
      if (soft[c] > 0 && !open(c)) soft[c] = 0;
      if (soft[c] > 0.02F) ranked.push_back(soft[c]);
    }
    if (ranked.empty()) return {};
    const auto count =
        std::min(ranked.size(), static_cast<size_t>(std::count(taken.cells.begin(), taken.cells.end(), 1)));
    std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count - 1), ranked.end(),
                     std::greater<>());
    return largest_contour(soft, ranked[count - 1]);
  }

  /// Closes what lies behind the closed cells in holes, seen from the site, so that no plan grows round them.
  /// False where there are none.
  bool close_behind(const std::vector<std::vector<Vec2>>& holes) {
    const GridSpec& g = window_.cells;
    Mask enclosed(g);
    bool any = false;
    for (const std::vector<Vec2>& hole : holes) {
      const Bounds box = bounds_of(hole);
      for (int row = g.row_at(box.high.y); row <= g.row_at(box.low.y); ++row)
        for (int column = g.column_at(box.low.x); column <= g.column_at(box.high.x); ++column) {
          const size_t cell = g.index(column, row);
          if (open(cell) || !ring_holds(hole, g.centre(cell))) continue;
          enclosed[cell] = 1;
          any = true;
        }
    }
    if (!any) return false;
    const Vec2 from = site_m_ - window_.corner_m;
    for (size_t cell = 0; cell < enclosed.size(); ++cell) {
      const Vec2 way = g.centre(cell) - from;
      const int steps = static_cast<int>(2 * std::sqrt(way.x * way.x + way.y * way.y) / g.cell_m);
      for (int k = 1; k < steps && open_[cell] != 0; ++k)
        if (enclosed[g.cell_at(from + way * (static_cast<double>(k) / steps))] != 0) open_[cell] = 0;
    }
    return true;
  }

  /// Within a cell of the site.
  std::vector<uint32_t> site_cells() const {
    std::vector<uint32_t> out;
    const double cell_m = window_.cells.cell_m;
    for (uint32_t cell = 0; cell < window_.cells.cells(); ++cell)
      if (squared_distance(window_.centre(cell), site_m_) <= cell_m * cell_m) out.push_back(cell);
    return out;
  }

  bool is_open(Vec2 at, double room = 1) const {
    const GridSpec& g = inputs_.map.code.grid;
    if (at.x < 0 || at.y < 0 || at.x >= g.width_m() || at.y >= g.height_m()) return false;
    if (inputs_.map.code[g.cell_at(at)] == 0) return false;
    if (static_cast<double>(bilinear(inputs_.island.coast_m, at)) < room_ * kFromSea_m) return false;
    const double from_water_m = room * room_ * kFromWater_m + (room < 1 ? 0 : more_m_);
    if (!water_.none() && water_.distance_m(at, 2 * from_water_m) < from_water_m) return false;
    for (const auto& [site_m, keep_m] : kept_)
      if (squared_distance(site_m, at) < keep_m * keep_m) return false;
    return std::none_of(others_.begin(), others_.end(), [&](const Other& other) {
      if (!other.box.holds(at)) return false;
      return ring_holds(*other.ring, at) || ring_distance_m(*other.ring, at) < room_ * kPlansApart_m;
    });
  }

  double per_metre(size_t cell, double level_m) const {
    if (squared_distance(window_.centre(cell), site_m_) < level_m * level_m) return 1;
    const auto slope = static_cast<double>(bilinear(inputs_.relief.slope, window_.centre(cell)));
    return 1 + kSlopeEffort * std::max(0.0, slope - kFreeSlope);
  }

  std::optional<uint32_t> nearest_open(Vec2 site_m, double reach_m) {
    std::optional<uint32_t> best;
    double least = reach_m * reach_m;
    const int reach = static_cast<int>(reach_m / window_.cells.cell_m);
    const int column = window_.column(site_m.x), row = window_.row(site_m.y);
    const size_t own = window_.cells.index(column, row);
    if (open(own)) return static_cast<uint32_t>(own);
    for (int r = row - reach; r <= row + reach; ++r)
      for (int c = column - reach; c <= column + reach; ++c) {
        if (!window_.cells.contains(c, r)) continue;
        const size_t cell = window_.cells.index(c, r);
        const double d = squared_distance(window_.centre(cell), site_m);
        if (d >= least || !open(cell)) continue;
        least = d;
        best = static_cast<uint32_t>(cell);
      }
    return best;
  }

  const PlacementInputs& inputs_;
  const FeatureIndex& water_;
  Vec2 site_m_;
  double room_;
  double more_m_ = 0;  ///< that cells stand farther from water, as outlines bulge towards closed ones
  std::vector<Other> others_;
  std::vector<std::pair<Vec2, double>> kept_;  ///< sites of later plans, and what is left to them, m
  Window window_;
  std::vector<uint8_t> open_;
  size_t wanted_ = 0;
  std::optional<uint32_t> start_;
  bool held_ = false;  ///< hold_site was called
};

/// Least-squares plane of the ground on the cells, tilted by `grade` at most.
LevelGround plane_of(const PlacementInputs& inputs, const Window& window, const Mask& taken, double grade) {
  double n = 0, sx = 0, sy = 0, sz = 0;
  std::vector<std::pair<Vec2, double>> ground;
  for (size_t c = 0; c < taken.size(); ++c) {
    if (taken[c] == 0) continue;
    const Vec2 at = window.centre(c);
    const auto z = static_cast<double>(bilinear(inputs.island.height_m, at));
    ground.emplace_back(at, z);
    n += 1;
    sx += at.x;
    sy += at.y;
    sz += z;
  }
  LevelGround out{{sx / n, sy / n}, sz / n, {}, 0};
  double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0;
  for (const auto& [at, z] : ground) {
    const Vec2 d = at - out.centre_m;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
    xz += d.x * (z - out.base_m);
    yz += d.y * (z - out.base_m);
  }
  const double area = xx * yy - xy * xy;
  if (area > 0) out.tilt = {(xz * yy - yz * xy) / area, (yz * xx - xz * xy) / area};
  const double tilt = std::sqrt(out.tilt.x * out.tilt.x + out.tilt.y * out.tilt.y);
  if (tilt > grade) out.tilt = out.tilt * (grade / tilt);
  return out;
}

/// The outline of a plan, and the cells that it was drawn round.
struct GrownPlan {
  Mask taken;
  std::vector<Vec2> ring;
  bool holds = false;      ///< its site
  bool keeps_off = false;  ///< water
};
GrownPlan grow_plan(Grower& grower, double area_m2, Vec2 site_m) {
  GrownPlan out;
  // Where level ground lies to one side the plan would leave its site: then slopes about it count as level.
  for (const PlanRung& rung : kPlanLadder) {
    if (rung.level_radii > 0) grower.hold_site(rung.site_room);
    Mask cells;
    std::vector<Vec2> ring =
        grower.outline_of(rung.level_radii * std::sqrt(area_m2 / kPi), rung.blur_cells, cells);
    out.holds = ring_holds(ring, site_m) && grower.is_dry(ring);
    if (out.holds || rung.level_radii == 0) {
      out.taken = std::move(cells);
      out.ring = std::move(ring);
    }
    if (out.holds) break;
  }
  out.keeps_off = grower.keeps_off(out.ring);
  return out;
}

/// A place in whole metres that a plan of that area holds: from `edge_m`, where the plan that left its site
/// out began to grow, to that plan's middle.
std::optional<Vec2> place_that_holds(const PlacementInputs& inputs, const FeatureIndex& water,
                                     std::span<const PlanSite> sites, const GroundPlans& others, Vec2 edge_m,
                                     const GrownPlan& plan) {
  const auto& [point, area_m2, site_m] = sites.front();
  const Bounds box = bounds_of(plan.ring);
  const Vec2 middle = (box.low + box.high) * 0.5;
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const Vec2 exact = edge_m + (middle - edge_m) * share;
    const Vec2 at{std::round(exact.x), std::round(exact.y)};
    if (!inputs.map.code.grid.contains(at)) continue;
    Grower there(inputs, water, others.footprints, sites.subspan(1), area_m2, at, 0);
    if (grow_plan(there, area_m2, at).holds) return at;
  }
  return {};
}

/// The plan of one landmark; nothing where it has no ground or stands off the frame.
void add_plan(const PlacementInputs& inputs, const FeatureIndex& water, const Landmark& landmark,
              std::span<const PlanSite> sites, GroundPlans& out) {
  const auto& [point, area_m2, site_m] = sites.front();
  const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
  if (!inputs.map.code.grid.contains(site_m)) return;  // a pin's, off the frame
  Grower grower(inputs, water, out.footprints, sites.subspan(1), area_m2, site_m, 0);
  Footprint plan;
  plan.point = point;
  const Vec2 edge_m = grower.start().value_or(site_m);
  GrownPlan grown = grow_plan(grower, area_m2, site_m);
  for (const double more_cells : kFarther_cells) {
    if (grown.keeps_off || !grown.holds) break;
    Grower farther(inputs, water, out.footprints, sites.subspan(1), area_m2, site_m, more_cells);
    GrownPlan again = grow_plan(farther, area_m2, site_m);
    if (again.holds) grown = std::move(again);
  }
  const bool in_water = water.distance_m(site_m, 0) <= 0;
  if (grown.ring.size() < 3)
    return landmark.hand.empty()
               ? report_area(kind, landmark, area_m2, 0, out.findings)
               : report_off_site(kind, landmark, {.off_m = {}, .in_water = in_water, .holds_m = {}},
                                 out.findings);
  if (!landmark.hand.empty() && !ring_holds(grown.ring, site_m))
    report_off_site(kind, landmark,
                    {.off_m = ring_distance_m(grown.ring, site_m),
                     .in_water = in_water,
                     .holds_m = place_that_holds(inputs, water, sites, out, edge_m, grown)},
                    out.findings);
  plan.outline_m = std::move(grown.ring);
  for (Vec2& v : plan.outline_m) v = to_millimetres(v);
  plan.area_m2 = ring_area_m2(plan.outline_m);
  plan.walls_m = ring_length_m(plan.outline_m);
  LevelGround level = plane_of(inputs, grower.window(), grown.taken, inputs.tmpl.footprints.grade);
  plan.grade = std::sqrt(level.tilt.x * level.tilt.x + level.tilt.y * level.tilt.y);
  level.radius_m = std::sqrt(area_m2 / kPi);
  report_area(kind, landmark, area_m2, plan.area_m2, out.findings);
  out.footprints.push_back(std::move(plan));
  out.level.push_back(level);
}

}  // namespace

GroundPlans make_footprints(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                            const Roads& roads) {
  GroundPlans out;
  FeatureSources sources{.grid = inputs.map.code.grid, .water = inputs.water};
  const FeatureIndex water = feature_index("water_m", sources);
  std::vector<PlanSite> sites;
  for (size_t i = 0; i < landmarks.size(); ++i) {
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmarks[i].kind)];
    const double ha = kind.role == LandmarkRole::seat    ? inputs.tmpl.footprints.settlement_ha
                      : kind.role == LandmarkRole::guard ? inputs.tmpl.footprints.fort_ha
                                                         : 0;
    if (ha > 0)
      sites.push_back({static_cast<int>(i), ha * 1e4, landmark_position(inputs.map.code.grid, landmarks[i])});
  }
  for (size_t k = 0; k < sites.size(); ++k)
    add_plan(inputs, water, landmarks[static_cast<size_t>(sites[k].point)], std::span(sites).subspan(k), out);
  for (Footprint& plan : out.footprints) add_gates(roads, plan);
  return out;
}

}  // namespace fw
