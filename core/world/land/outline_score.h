#pragma once

#include <array>
#include <string_view>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/land/shore.h"

// What the outlines of all shapes are made of. Private to island_outline and archipelago.

namespace fw {

/// Displacement of the outline by noise, in shares of half the frame.
inline constexpr double kOutlineWarp = 0.30;

/// (1 + t^p)^(1/p) on [0, 1]: the superellipse norm of (1, t). A table because two powers per cell cost more
/// than the noise; linear interpolation over 2048 pieces is exact to 1e-7.
class SuperellipseNorm {
 public:
  explicit SuperellipseNorm(double exponent);
  double operator()(double u, double v) const;

 private:
  static constexpr int kPieces = 2048;
  std::array<double, kPieces + 1> values_{};
};

/// The outline's noise describes the frame: its waves grow with it, so a small island is no smoother than a
/// large one. `scale` is the frame's shorter side, or an island's part of it, over 8 km.
Raster<float> outline_noise(NoiseStack stack, std::string_view tag, double scale, const Template& tmpl,
                            const SeedBundle& seeds, const GridSpec& grid);
/// The shorter side of the frame over 8 km.
double frame_scale(const Template& tmpl);

/// The noises of an outline: its displacement, and the roughness of its rim (land.roughness and land.detail
/// times their noises).
struct OutlineNoise {
  Raster<float> warp_x, warp_y, rough;
  double roughness = 0;
  Raster<float> detail;  ///< empty where land.detail is 0
  double detail_weight = 0;
};
OutlineNoise outline_noises(double scale, const Template& tmpl, const SeedBundle& seeds,
                            const GridSpec& grid);

/// What is taken from a score near the sea's edge of the frame: 0 beyond `falloff_m` from it.
double edge_penalty(double edge_m, double falloff_m);
/// Distance from the frame's edge within which land ends.
double edge_falloff_m(const Template& tmpl);

/// Deep inside the plan's ground is land, far outside is sea; only the strip between is decided by this grid.
void force_plan(Raster<float>& score, const Mask& plan);
/// The rim at the edges that lie in the sea is sea.
void force_rim(Raster<float>& score, const LandEdges& edges);

}  // namespace fw
