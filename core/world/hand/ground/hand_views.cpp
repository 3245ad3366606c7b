#include "core/world/hand/ground/hand_views.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/number_text.h"

namespace fw {
namespace {

constexpr double kLeastSightHeight_m = 0.5;
constexpr double kStencil_cells = 1.42;  // what a bilinear value reads lies as near as this
constexpr double kSeen_m = 0.01;         // the surface may touch the line

/// A view's line over the surface.
struct SightLine {
  Vec2 from, to;
  double length_m;
  double eye_m, target_m;  ///< above the sea

  SightLine(const ViewRow& view, const Raster<float>& height_m)
      : from{view.x_m, view.y_m},
        to{view.to_x_m, view.to_y_m},
        length_m(std::sqrt(squared_distance(from, to))),
        eye_m(surface(height_m, from) + view.eye_m),
        target_m(surface(height_m, to) + view.target_m) {}

  static double surface(const Raster<float>& height_m, Vec2 at) {
    return std::max(static_cast<double>(bilinear(height_m, at)), 0.0);
  }
  Vec2 at(double t) const { return from + (to - from) * t; }
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

bool in_frame(const FrameParams& frame, double x_m, double y_m) {
  return x_m >= 0 && y_m >= 0 && x_m <= frame.width_m && y_m <= frame.height_m;
}

}  // namespace

void lower_ground(const ViewRow& view, const Mask& land, Raster<float>& height_m) {
  const SightLine line(view, height_m);
  const double half_m = std::max(view.width_m / 2, kStencil_cells * height_m.grid.cell_m);
  visit_shape(corridor_line(view), half_m, height_m.grid, view.width_m, [&](uint32_t cell, double inside_m) {
    if (land[cell] == 0) return;
    const double t = line.nearest(height_m.grid.centre(static_cast<size_t>(cell)));
    const double clearance = std::min(kViewClearance_m, view.eye_m + (view.target_m - view.eye_m) * t);
    const auto before = static_cast<double>(height_m[cell]);
    const double above = before - std::max(line.height_at(t) - clearance, kLeastSightHeight_m);
    if (above <= 0) return;
    const double s = inside_m >= 0 ? 1 : 1 + inside_m / view.width_m;
    height_m[cell] = static_cast<float>(before - above * (s * s * (3 - 2 * s)));
  });
}

SightCut line_of_sight(const ViewRow& view, const Raster<float>& height_m) {
  const SightLine line(view, height_m);
  SightCut out;
  out.length_m = out.visible_m = line.length_m;
  const auto steps = static_cast<int64_t>(std::ceil(line.length_m / (height_m.grid.cell_m / 2)));
  for (int64_t i = 1; i < steps; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(steps);
    const double above = SightLine::surface(height_m, line.at(t)) - line.height_at(t);
    if (above <= kSeen_m) continue;
    out.visible_m = std::min(out.visible_m, t * line.length_m);
    if (above <= out.worst_m) continue;
    out.worst_m = above;
    out.worst_at_m = t * line.length_m;
  }
  return out;
}

void tell_views(const Template& tmpl, const Raster<float>& height_m, HandTold& told) {
  for (const ViewRow& view : tmpl.hand.views) {
    if (!view.on) continue;
    if (!acts(view, tmpl.frame)) {
      told.outcomes.push_back(suspended_row("views", view, "the eye or the target lies off the frame"));
      continue;
    }
    const SightCut cut = line_of_sight(view, height_m);
    if (cut.worst_m <= 0) {
      told.outcomes.push_back(acting_row("views", view, cut.length_m, cut.length_m));
      continue;
    }
    const std::string where = "the ground cuts the line " + decimal_text(cut.visible_m, 0) +
                              " m from the eye and rises " + decimal_text(cut.worst_m, 1) +
                              " m above it at " + decimal_text(cut.worst_at_m, 0) + " m";
    told.outcomes.push_back(acting_row("views", view, cut.length_m, cut.visible_m, where));
    const std::string mend = view.ground == ViewGround::keep
                                 ? "set ground to lower or raise eye_m or target_m"
                                 : "raise eye_m or target_m: ground is not lowered below the shore's height";
    told.findings.push_back({Severity::warning, "view_cut", hand_path("views", view.id),
                             "View " + view.id + ": " + where + ". To open it, " + mend + "."});
  }
}

bool acts(const ViewRow& view, const FrameParams& frame) {
  return view.on && in_frame(frame, view.x_m, view.y_m) && in_frame(frame, view.to_x_m, view.to_y_m);
}

std::vector<AreaRow> cleared_areas(const Template& tmpl) {
  std::vector<AreaRow> out;
  for (const ViewRow& view : tmpl.hand.views) {
    if (!acts(view, tmpl.frame) || view.clear.empty()) continue;
    AreaRow area;
    area.id = view.id;
    area.of = view.clear;
    area.density = 0;
    area.place.shape = write_shape(corridor_line(view));
    area.place.radius_m = view.width_m / 2;
    out.push_back(std::move(area));
  }
  return out;
}

}  // namespace fw
