#include "core/world/hand/terrain/hand_views.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/base/number_text.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/cure.h"
#include "core/model/template/hand/hand_idle.h"

namespace fw {
namespace {

constexpr double kStencil_cells = 1.42;  // what a bilinear value reads lies as near as this
constexpr int kMostPasses = 4;           // ground lowered at the eye lowers the line too

/// A view's line over the surface.
struct SightLine {
  Vec2 from, to;
  double length_m;
  double eye_m, target_m;  ///< above the sea

  /// Above the surface at its ends; or the lowest such line: above the lowest cell that makes up the surface.
  SightLine(const ViewRow& view, const Raster<float>& height_m, bool lowest = false)
      : from{view.x_m, view.y_m},
        to{view.to_x_m, view.to_y_m},
        length_m(std::sqrt(squared_distance(from, to))),
        eye_m((lowest ? lowest_round(height_m, from) : surface(height_m, from)) + view.eye_m),
        target_m((lowest ? lowest_round(height_m, to) : surface(height_m, to)) + view.target_m) {}

  static double surface(const Raster<float>& height_m, Vec2 at) {
    return std::max(static_cast<double>(bilinear(height_m, at)), 0.0);
  }
  static double lowest_round(const Raster<float>& height_m, Vec2 at) {
    const double half_m = height_m.grid.cell_m / 2;
    double lowest = surface(height_m, at);
    for (const Vec2 corner :
         {Vec2{-half_m, -half_m}, Vec2{half_m, -half_m}, Vec2{-half_m, half_m}, Vec2{half_m, half_m}}) {
      const Vec2 p{std::clamp(at.x + corner.x, 0.0, height_m.grid.width_m()),
                   std::clamp(at.y + corner.y, 0.0, height_m.grid.height_m())};
      const auto cell = static_cast<double>(height_m[height_m.grid.cell_at(p)]);
      lowest = std::min(lowest, std::max(cell, 0.0));
    }
    return lowest;
  }
  double height_at(double t) const { return eye_m + (target_m - eye_m) * t; }
  /// Where the line is nearest to a place, 0 at the eye, 1 at the target.
  double nearest(Vec2 p) const {
    if (length_m <= 0) return 0;
    const Vec2 d = to - from, q = p - from;
    return std::clamp((d.x * q.x + d.y * q.y) / (length_m * length_m), 0.0, 1.0);
  }
};

/// The corridor's middle; one place where a view looks at its own feet.
Shape corridor_line(const ViewRow& view) {
  const Vec2 from{view.x_m, view.y_m}, to{view.to_x_m, view.to_y_m};
  if (from == to) return {Shape::Kind::points, {{from}}};
  return {Shape::Kind::lines, {{from, to}}};
}

/// Half the width within which a view's ground is lowered in full.
double full_half_m(const ViewRow& view, const GridSpec& grid) {
  return std::max(view.width_m / 2, kStencil_cells * grid.cell_m);
}

/// "its eye", "its target", "its eye and target": the ends of a view whose ground another one lowers; "" =
/// none.
std::string ends_lowered_by(const ViewRow& other, const ViewRow& view, const GridSpec& grid) {
  const double reach_m = full_half_m(other, grid) + other.width_m;
  const auto lowered = [&](Vec2 end) { return inside_m(corridor_line(other), reach_m, end) > 0; };
  const bool eye = lowered({view.x_m, view.y_m}), target = lowered({view.to_x_m, view.to_y_m});
  if (!eye && !target) return "";
  return eye && target ? "its eye and target" : eye ? "its eye" : "its target";
}

/// What opens a lowered view whose ends a later one lowers; "" where none does.
std::string order_mend(const Template& tmpl, size_t k, const GridSpec& grid) {
  const HandRows<ViewRow>& views = tmpl.hand.views;
  for (size_t later = k + 1; later < views.size(); ++later) {
    const ViewRow& other = views[later];
    if (!acts(other, tmpl.frame) || other.ground != ViewGround::lower) continue;
    const std::string ends = ends_lowered_by(other, views[k], grid);
    if (ends.empty()) continue;
    const std::string why = other.id + " lowers the ground at " + ends;
    // Where both lower the other's ends no order opens both.
    return ends_lowered_by(views[k], other, grid).empty()
               ? "write " + other.id + " before it (" + why + ") or "
               : "lead " + other.id + " past it (" + why + ") or ";
  }
  return "";
}

/// What keeps the ground of a lowered view above its line, as far as it is known.
std::string limit_of(const ViewRow& view, const SightClearance& cut, const SightGround& ground) {
  const Vec2 from{view.x_m, view.y_m}, to{view.to_x_m, view.to_y_m};
  const Vec2 at = from + (to - from) * (cut.least_at_m / cut.length_m);
  const auto cell = static_cast<uint32_t>(ground.height_m.grid.cell_at(at));
  if (water_beside(ground, cell)) return ": water there and the ground beside it stand";
  if (static_cast<double>(ground.height_m[cell]) > kLeastSightHeight_m) return "";
  return ": ground is not lowered below " + decimal_text(kLeastSightHeight_m) + " m";
}

}  // namespace

void lower_ground(const ViewRow& view, const Mask& land, const std::function<double(uint32_t cell)>& least_m,
                  Raster<float>& height_m) {
  const double half_m = full_half_m(view, height_m.grid);
  for (int pass = 0; pass < kMostPasses; ++pass) {
    const SightLine line(view, height_m, pass > 0);
    bool lowered = false;
    visit_shape(
        corridor_line(view), half_m, height_m.grid, view.width_m, [&](uint32_t cell, double inside_m) {
          if (land[cell] == 0) return;
          const double t = line.nearest(height_m.grid.centre(static_cast<size_t>(cell)));
          const double clearance = std::min(kViewClearance_m, view.eye_m + (view.target_m - view.eye_m) * t);
          const auto before = static_cast<double>(height_m[cell]);
          const double above = before - std::max(line.height_at(t) - clearance, least_m(cell));
          if (above <= 0) return;
          const double s = inside_m >= 0 ? 1 : 1 + inside_m / view.width_m;
          height_m[cell] = static_cast<float>(before - above * (s * s * (3 - 2 * s)));
          lowered = true;
        });
    if (!lowered || line_of_sight(sight_of(view), height_m).open()) return;
  }
}

std::optional<double> water_beside(const SightGround& ground, uint32_t cell) {
  std::optional<double> highest;
  const GridSpec& grid = ground.height_m.grid;
  if (ground.water.size() == 0) return highest;
  const int column = grid.column_of(cell), row = grid.row_of(cell);
  for (int y = std::max(0, row - 1); y <= std::min(grid.rows - 1, row + 1); ++y)
    for (int x = std::max(0, column - 1); x <= std::min(grid.columns - 1, column + 1); ++x) {
      const auto code = static_cast<WaterCode>(ground.water.at(x, y));
      if (code == WaterCode::dry || code == WaterCode::sea) continue;
      const auto surface_m = static_cast<double>(ground.surface_m.at(x, y));
      highest = std::max(highest.value_or(surface_m), surface_m);
    }
  return highest;
}

void tell_views(const Template& tmpl, const SightGround& ground, HandTold& told) {
  for (size_t k = 0; k < tmpl.hand.views.size(); ++k) {
    const ViewRow& view = tmpl.hand.views[k];
    if (!view.on) continue;
    if (!acts(view, tmpl.frame)) {
      const std::string_view idle = idle_reason(view);
      told.outcomes.push_back(suspended_row(
          "views", view, std::string(idle.empty() ? "the eye or the target lies off the frame" : idle)));
      continue;
    }
    const SightClearance cut = line_of_sight(sight_of(view), ground.height_m);
    if (cut.open()) {
      told.outcomes.push_back(acting_row("views", view, cut.length_m, cut.length_m));
      continue;
    }
    const std::string where = "the ground cuts the line " + decimal_text(cut.visible_m, 0) +
                              " m from the eye and rises " + decimal_text(-cut.clearance_m, 1) +
                              " m above it at " + decimal_text(cut.least_at_m, 0) + " m";
    told.outcomes.push_back(acting_row("views", view, cut.length_m, cut.visible_m, where));
    const std::string mend = view.ground == ViewGround::keep
                                 ? "set ground to lower or raise eye_m or target_m"
                                 : order_mend(tmpl, k, ground.height_m.grid) + "raise eye_m or target_m" +
                                       limit_of(view, cut, ground);
    const std::string path = hand_path("views", view.id);
    const Cure lower = view.ground == ViewGround::keep ? Cure{set_to(path + ".ground", "lower")} : Cure{};
    told.findings.push_back(with_cures({Severity::warning, "view_cut", path,
                                        "View " + view.id + ": " + where + ". To open it, " + mend + "."},
                                       {lower}));
  }
}

HandPlace sight_corridor(const ViewRow& view) {
  HandPlace place;
  place.shape = write_shape(corridor_line(view));
  place.radius_m = view.width_m / 2;
  return place;
}

std::vector<AreaRow> cleared_areas(const Template& tmpl) {
  std::vector<AreaRow> out;
  for (const ViewRow& view : tmpl.hand.views) {
    if (!acts(view, tmpl.frame) || view.clear.empty()) continue;
    AreaRow area;
    area.id = view.id;
    area.of = view.clear;
    area.density = 0;
    area.place = sight_corridor(view);
    out.push_back(std::move(area));
  }
  return out;
}

}  // namespace fw
