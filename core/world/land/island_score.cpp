#include "core/world/land/island_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise.h"

namespace fw {
namespace {

constexpr int kDraws = 16;
constexpr int kDrawResolution = 64;
constexpr double kLobes = 0.16, kBends = 0.05;  // displacement by the two noises, half frames
constexpr double kReach = 0.97;                 // of half the frame: how far a stretched island may go
constexpr double kMiddle = 0.95, kShift = 0.7;  // of half the frame: how far its middle may lie off the frame's
constexpr double kFalloff = 1.8;              // of edge_falloff_m
constexpr double kEdgeBend = 0.06;            // of half the frame's shorter side, per standard deviation

const NoiseStack kLobeStack{4500, 2, 0.40, 2.00};
const NoiseStack kBendStack{1300, 3, 0.50, 2.10};

/// Displacement of a draw, in standard deviations.
struct Lobes {
  Raster<float> x, y;
};
Lobes lobes_of(int draw, const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  const std::string tail = "#" + std::to_string(draw);
  return {even_noise(kLobeStack, "coast.wx" + tail, frame_scale(tmpl), tmpl, seeds, grid),
          even_noise(kLobeStack, "coast.wy" + tail, frame_scale(tmpl), tmpl, seeds, grid)};
}

/// Where an island lies and how it is turned, in half frames.
struct Placement {
  double u = 0, v = 0;
  double cos = 1, sin = 0;
  double across = 1;  ///< square root of its length over its width

  double norm(const SuperellipseNorm& of, double x, double y) const {
    const double a = x - u, b = y - v;
    return of((a * cos + b * sin) / across, (b * cos - a * sin) * across);
  }
};
Placement place_island(const SeedBundle& seeds, int draw, const LandForm& form) {
  const uint64_t random = derive(seeds.noise_stream(), "coast.axis#" + std::to_string(draw));
  Placement out;
  const auto [sin, cos] = exact::sincos(random_uniform(random, 0) * std::numbers::pi);
  out.sin = sin;
  out.cos = cos;
  const double radius = 2 * std::sqrt(form.part / std::numbers::pi);  // of a disc of this share of the frame
  const double reach = kReach / (radius * std::max(std::fabs(cos), std::fabs(sin)));
  const double most = std::clamp(reach * reach, 1.0, form.stretch);
  out.across = std::sqrt(1 + (most - 1) * std::sqrt(random_uniform(random, 1)));
  const double room = kShift * std::max(0.0, kMiddle - radius);
  out.u = room * (2 * random_uniform(random, 2) - 1);
  out.v = room * (2 * random_uniform(random, 3) - 1);
  return out;
}

/// The coordinate of the outline along an axis of `length_m`: 0 where land is sure, 1 at an edge in the sea.
double outline_coordinate(double x, double length_m, bool land_low, bool land_high) {
  if (land_low && land_high) return 0;
  if (land_low) return x / length_m;
  if (land_high) return x / length_m - 1;
  return 2 * x / length_m - 1;
}

/// What is taken near the frame's edges, round in its corners; the edges lie `east_m` and `north_m` farther
/// to the east and north than the frame's.
double penalty_at(Vec2 p, double east_m, double north_m, const FrameParams& frame, const LandEdges& edges,
                  double falloff_m) {
  constexpr double kInland = std::numeric_limits<double>::infinity();
  const auto near_edge = [&](double low_m, double high_m) {
    return std::clamp(1 - std::min(low_m, high_m) / falloff_m, 0.0, 1.0);
  };
  const double x =
      near_edge(edges.west ? kInland : p.x + east_m, edges.east ? kInland : frame.width_m - p.x - east_m);
  const double y = near_edge(edges.south ? kInland : p.y + north_m,
                             edges.north ? kInland : frame.height_m - p.y - north_m);
  return edge_penalty(falloff_m * (1 - std::sqrt(x * x + y * y)), falloff_m);
}

}  // namespace

LandEdges land_edges(const LandParams& land) {
  if (land.shape == LandShape::inland) return {true, true, true, true};
  if (land.shape != LandShape::coast) return {};
  const auto goes_on = [&](std::string_view side) {
    return std::ranges::find(land.sea_sides, side) == land.sea_sides.end();
  };
  return {goes_on("north"), goes_on("east"), goes_on("south"), goes_on("west")};
}

LandForm seed_form() {
  return {.part = 0.6, .superellipse = 2, .stretch = 2.2, .roughness = 0.5, .detail = 0, .falls_off = false};
}

int best_draw(const Template& tmpl, const SeedBundle& seeds) {
  if (tmpl.land.shape != LandShape::island) return 0;
  const LandForm form = seed_form();
  const GridSpec few = frame_grid(tmpl.frame, kDrawResolution);
  const SuperellipseNorm norm(form.superellipse);
  std::vector<double> pressed(kDraws);
  parallel_for(kDraws, 1, [&](size_t draw, size_t) {
    const Lobes lobes = lobes_of(static_cast<int>(draw), tmpl, seeds, few);
    const Placement at = place_island(seeds, static_cast<int>(draw), form);
    std::vector<float> distance(few.cells());
    for (size_t cell = 0; cell < distance.size(); ++cell) {
      const Vec2 p = few.centre(cell);
      distance[cell] = static_cast<float>(
          at.norm(norm, 2 * p.x / tmpl.frame.width_m - 1 + kLobes * static_cast<double>(lobes.x[cell]),
                  2 * p.y / tmpl.frame.height_m - 1 + kLobes * static_cast<double>(lobes.y[cell])));
    }
    std::vector<float> sorted = distance;
    const auto level =
        sorted.begin() + static_cast<std::ptrdiff_t>(form.part * static_cast<double>(sorted.size()));
    std::nth_element(sorted.begin(), level, sorted.end());
    for (size_t cell = 0; cell < distance.size(); ++cell)
      if (distance[cell] <= *level)
        pressed[draw] += penalty_at(few.centre(cell), 0, 0, tmpl.frame, {}, kFalloff * edge_falloff_m(tmpl));
  });
  return static_cast<int>(std::min_element(pressed.begin(), pressed.end()) - pressed.begin());
}

Raster<float> island_score(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid, int draw,
                           const LandForm& form, const RimNoise& rim) {
  const FrameParams& frame = tmpl.frame;
  const LandEdges edges = land_edges(tmpl.land);
  const Lobes lobes = lobes_of(draw, tmpl, seeds, grid);
  const Raster<float> bend_x = even_noise(kBendStack, "coast.w2x", frame_scale(tmpl), tmpl, seeds, grid);
  const Raster<float> bend_y = even_noise(kBendStack, "coast.w2y", frame_scale(tmpl), tmpl, seeds, grid);
  const Placement at = edges.any() ? Placement{} : place_island(seeds, draw, form);
  const SuperellipseNorm norm(form.superellipse);
  const double falloff_m = kFalloff * edge_falloff_m(tmpl), edge_bend_m = kEdgeBend * frame.shorter_m() / 2;
  const double along_x = edges.west && edges.east ? 0 : 1, along_y = edges.south && edges.north ? 0 : 1;
  Raster<float> score(grid);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t cell = begin * static_cast<size_t>(grid.columns);
         cell < end * static_cast<size_t>(grid.columns); ++cell) {
      const Vec2 p = grid.centre(cell);
      const auto lobe_x = static_cast<double>(lobes.x[cell]), lobe_y = static_cast<double>(lobes.y[cell]);
      const double u = outline_coordinate(p.x, frame.width_m, edges.west, edges.east) +
                       along_x * (kLobes * lobe_x + kBends * static_cast<double>(bend_x[cell]));
      const double v = outline_coordinate(p.y, frame.height_m, edges.south, edges.north) +
                       along_y * (kLobes * lobe_y + kBends * static_cast<double>(bend_y[cell]));
      double value = 1 - at.norm(norm, u, v) + rim_at(rim, cell, form.roughness, form.detail);
      if (form.falls_off)
        value -= penalty_at(p, edge_bend_m * lobe_x, edge_bend_m * lobe_y, frame, edges, falloff_m);
      score[cell] = static_cast<float>(value);
    }
  });
  return score;
}

}  // namespace fw
