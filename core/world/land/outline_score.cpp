#include "core/world/land/outline_score.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/frame_side.h"

namespace fw {
namespace {

// Lengths that describe the frame are stated for a frame of this side and grow with it.
constexpr double kEdgeFalloff_m = 420;
constexpr int kMeasured = 64;  // cells along the longer side on which a noise's mean and spread are taken
constexpr double kRimWeight = 0.13;
constexpr double kUneven = 0.6, kQuietest = 0.1, kWildest = 2.2;
constexpr double kDrowned = 1.4;
constexpr size_t kOutlineGrain = 16384;  // cells per piece of work

const NoiseStack kCoastStack{1818, 5, 0.50, 2.20};
const NoiseStack kCoastDetailStack{560, 4, 0.62, 2.10};
const NoiseStack kWhereStack{3600, 2, 0.50, 2.00};

NoiseField bound(NoiseStack stack, std::string_view tag, double scale, const SeedBundle& seeds) {
  stack.wavelength_m *= scale;
  return bind_noise(stack, derive(seeds.noise_stream(), tag), kShortestWorldOctave_m * std::min(scale, 1.0));
}

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
  return noise_raster(bound(std::move(stack), tag, scale, seeds), grid, tmpl.noise.phase);
}

Raster<float> even_noise(NoiseStack stack, std::string_view tag, double scale, const Template& tmpl,
                         const SeedBundle& seeds, const GridSpec& grid) {
  const NoiseField field = bound(std::move(stack), tag, scale, seeds);
  const GridSpec few = frame_grid(tmpl.frame, kMeasured);
  const Raster<float> sample = noise_raster(field, few, tmpl.noise.phase);
  const Moments moments = moments_on(sample, Mask(few, 1));
  const double sd = std::max(moments.sd, 1e-6);
  Raster<float> out = grid == few ? sample : noise_raster(field, grid, tmpl.noise.phase);
  parallel_for(out.size(), kOutlineGrain, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      out[cell] = static_cast<float>((static_cast<double>(out[cell]) - moments.mean) / sd);
  });
  return out;
}

RimNoise rim_noise(double scale, const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  return {even_noise(kCoastStack, "coast.f", scale, tmpl, seeds, grid),
          even_noise(kCoastDetailStack, "coast.detail", scale, tmpl, seeds, grid),
          even_noise(kWhereStack, "coast.where", scale, tmpl, seeds, grid)};
}

double wildness(float where) {
  return std::clamp(1 + kUneven * static_cast<double>(where), kQuietest, kWildest);
}

double rim_at(const RimNoise& rim, size_t cell, double roughness, double detail) {
  return wildness(rim.where[cell]) * kRimWeight *
         (roughness * static_cast<double>(rim.rough[cell]) + detail * static_cast<double>(rim.detail[cell]));
}

FreeScore drown(const Template& tmpl, Raster<float> first, const RimNoise& rim, const ValleyField& valleys,
                double strength) {
  const double weight = kDrowned * tmpl.land.drowned * strength, islets = tmpl.land.islets;
  const Raster<float> depth = resample_bilinear(valleys.depth, first.grid);
  FreeScore out{std::move(first), {}};
  if (islets > 0) out.islets = Raster<float>(out.ground.grid);
  parallel_for(depth.size(), kOutlineGrain, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) {
      const float where = rim.where[cell];
      const double wild = std::clamp(0.5 + 0.5 * static_cast<double>(where), 0.0, 1.0);
      const double score =
          2 * static_cast<double>(out.ground[cell]) - weight * wild * static_cast<double>(depth[cell]);
      out.ground[cell] = static_cast<float>(score);
      if (islets > 0)
        out.islets[cell] =
            static_cast<float>(score + islets * wildness(where) * static_cast<double>(rim.detail[cell]));
    }
  });
  return out;
}

int64_t ground_cells(const Template& tmpl, const GridSpec& grid) {
  return static_cast<int64_t>(std::floor(tmpl.land.fraction * static_cast<double>(grid.cells()) + 0.5));
}

Raster<float> shifted(const Raster<float>& score, const Raster<float>& shift) {
  Raster<float> out = score;
  if (shift.size() == 0) return out;
  const Raster<float> there = shift.grid == score.grid ? shift : resample_bilinear(shift, score.grid);
  for (size_t cell = 0; cell < out.size(); ++cell) out[cell] += there[cell];
  return out;
}

void force_plan(Raster<float>& score, const Mask& plan) {
  Mask sea = plan;
  for (uint8_t& c : sea.cells) c = !c;
  const Raster<float> inside = distance_to(sea);
  const Raster<float> outside = distance_to(plan);
  const GridSpec& g = score.grid;
  const double strip = std::max(plan.grid.cell_m, g.cell_m);
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
