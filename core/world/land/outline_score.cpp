#include "core/world/land/outline_score.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/model/template/frame_side.h"

namespace fw {
namespace {

// Lengths that describe the frame are stated for a frame of this side and grow with it.
constexpr double kEdgeFalloff_m = 420;

const NoiseStack kCoastStack{1818, 5, 0.50, 2.20};
const NoiseStack kCoastDetailStack{560, 4, 0.62, 2.10};

}  // namespace

SuperellipseNorm::SuperellipseNorm(double exponent) {
  for (size_t i = 0; i < values_.size(); ++i) {
    const double t = static_cast<double>(i) / kPieces;
    values_[i] = exact::pow(1.0 + exact::pow(t, exponent), 1.0 / exponent);
  }
}

double SuperellipseNorm::operator()(double u, double v) const {
  const double a = std::fabs(u), b = std::fabs(v);
  const double large = std::max(a, b);
  if (large <= 0) return 0;
  const double at = std::min(a, b) / large * kPieces;
  const auto piece = std::min(static_cast<size_t>(at), static_cast<size_t>(kPieces - 1));
  const double f = at - static_cast<double>(piece);
  return large * (values_[piece] + f * (values_[piece + 1] - values_[piece]));
}

double frame_scale(const Template& tmpl) {
  return tmpl.frame.shorter_m() / kFrameSide_m;
}

double edge_falloff_m(const Template& tmpl) {
  return kEdgeFalloff_m * frame_scale(tmpl);
}

double edge_penalty(double edge_m, double falloff_m) {
  const double near_edge = std::clamp((falloff_m - edge_m) / falloff_m, 0.0, 1.0);
  return 1.2 * near_edge * std::sqrt(near_edge);
}

Raster<float> outline_noise(NoiseStack stack, std::string_view tag, double scale, const Template& tmpl,
                            const SeedBundle& seeds, const GridSpec& grid) {
  stack.wavelength_m *= scale;
  const double shortest_m = kShortestWorldOctave_m * std::min(scale, 1.0);
  return noise_raster(bind_noise(stack, derive(seeds.noise_stream(), tag), shortest_m), grid,
                      tmpl.noise.phase);
}

OutlineNoise outline_noises(double scale, const Template& tmpl, const SeedBundle& seeds,
                            const GridSpec& grid) {
  OutlineNoise noise;
  noise.warp_x = outline_noise(height_stack(tmpl), "coast.wx", scale, tmpl, seeds, grid);
  noise.warp_y = outline_noise(height_stack(tmpl), "coast.wy", scale, tmpl, seeds, grid);
  noise.rough = outline_noise(kCoastStack, "coast.f", scale, tmpl, seeds, grid);
  noise.roughness = tmpl.land.roughness;
  noise.detail_weight = tmpl.land.detail;
  if (noise.detail_weight > 0)
    noise.detail = outline_noise(kCoastDetailStack, "coast.detail", scale, tmpl, seeds, grid);
  return noise;
}

void force_plan(Raster<float>& score, const Mask& plan) {
  Mask sea = plan;
  for (uint8_t& c : sea.cells) c = !c;
  const Raster<float> inside = distance_to(sea);
  const Raster<float> outside = distance_to(plan);
  const GridSpec& g = score.grid;
  const double strip = std::max(2 * plan.grid.cell_m, g.cell_m);
  for (size_t cell = 0; cell < score.size(); ++cell) {
    const size_t at = plan.grid.cell_at(g.centre(cell));
    if (static_cast<double>(outside[at]) > strip) score[cell] = static_cast<float>(-kForcedScore);
    if (static_cast<double>(inside[at]) > strip) score[cell] = static_cast<float>(kForcedScore);
  }
}

void force_rim(Raster<float>& score, const LandEdges& edges) {
  const GridSpec& g = score.grid;
  const auto sea = static_cast<float>(-2 * kForcedScore);
  for (int column = 0; column < g.columns; ++column) {
    if (!edges.north) score.at(column, 0) = sea;
    if (!edges.south) score.at(column, g.rows - 1) = sea;
  }
  for (int row = 0; row < g.rows; ++row) {
    if (!edges.west) score.at(0, row) = sea;
    if (!edges.east) score.at(g.columns - 1, row) = sea;
  }
}

}  // namespace fw
