#pragma once

#include <array>
#include <string_view>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/land/shore.h"
#include "core/world/land/valley_field.h"

// What the outlines of all shapes are made of. Private to island_outline, island_score, archipelago and
// valley_field.

namespace fw {

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
/// large one. `scale` is the frame's shorter side, or the side of an island's part of it, over 8 km.
Raster<float> outline_noise(NoiseStack stack, std::string_view tag, double scale, const Template& tmpl,
                            const SeedBundle& seeds, const GridSpec& grid);
/// The same with mean 0 and standard deviation 1, both measured on 64 cells along the longer side: every seed
/// gets the same strength, every resolution the same numbers.
Raster<float> even_noise(NoiseStack stack, std::string_view tag, double scale, const Template& tmpl,
                         const SeedBundle& seeds, const GridSpec& grid);
/// The shorter side of the frame over 8 km.
double frame_scale(const Template& tmpl);

/// The noises along an outline's rim, all even_noise.
struct RimNoise {
  Raster<float> rough, detail;
  Raster<float> where;  ///< wild coasts above 0, quiet ones below
};
RimNoise rim_noise(double scale, const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);

/// How much rougher a coast is than the template says, [0.1, 2.2]; `where`: RimNoise::where there.
double wildness(float where);
/// What the rim's noise adds to a score in one cell.
double rim_at(const RimNoise& rim, size_t cell, double roughness, double detail);

/// What decides the shore of a shape, before the frame's rim, the plan and the hand: places of highest score
/// are land.
struct FreeScore {
  Raster<float> ground;
  Raster<float> islets;  ///< of the scenery pieces; empty where the template asks for none
};
/// The score `first` (1 in an island's middle, 0 about its rim) with its valleys under water (land.drowned);
/// `strength`: of the valleys, 1 for a single piece of land.
FreeScore drown(const Template& tmpl, Raster<float> first, const RimNoise& rim, const ValleyField& valleys,
                double strength);

/// What is taken from a score near the sea's edge of the frame: 0 beyond `falloff_m` from it.
double edge_penalty(double edge_m, double falloff_m);
/// Distance from the frame's edge within which land ends.
double edge_falloff_m(const Template& tmpl);

/// round(land.fraction * cells).
int64_t ground_cells(const Template& tmpl, const GridSpec& grid);

/// The score with what the plan's shore added to it; `shift` (PlanOutline) may be empty: nothing.
Raster<float> shifted(const Raster<float>& score, const Raster<float>& shift);
/// Deep inside the plan's ground is land, far outside is sea; only the strip between is decided by this grid.
void force_plan(Raster<float>& score, const Mask& plan);
/// The rim at the edges that lie in the sea is sea.
void force_rim(Raster<float>& score, const LandEdges& edges);

}  // namespace fw
