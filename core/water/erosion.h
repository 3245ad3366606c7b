#pragma once

#include "core/base/parallel/progress.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/water/plan/shore_openness.h"

namespace fw {

/// Where the land is lifted (docs/water.md, 2).
struct Uplift {
  Raster<float> share;  ///< of the highest, [0, 1], low on plains; 0 off the land
  Raster<float> rank;   ///< on the land, before plains are lowered, [0, 1]
  double kept = 1;      ///< what lowering plains leaves of the sum
};
/// What a place of this rank keeps of its uplift, (0, 1]; `plains`: relief.plains.
double plain_uplift(double rank, double plains);
/// `relief_m`: the noise relief of the land.
Uplift find_uplift(const Template& tmpl, const Mask& land, const Raster<float>& relief_m);

/// The relief that rivers and slopes make of `relief_m`, which says where it is lifted (docs/water.md, 2):
/// heights of the land with the maximum of the template; 0 elsewhere. Not yet drained. `valleys`: heights
/// over the frame whose valleys the rivers take, [0, 1] on any grid. No grid of the erosion is finer than the
/// land's. A cancelled call returns early.
Raster<float> erode(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                    const Raster<float>& relief_m, const Raster<float>& valleys, const Openness& openness,
                    const Progress& progress = {});

/// `steps` steps of length `dt` of the same erosion on the grid of `land` alone, without cliffs or a relief
/// of its own: heights in units of the uplift ([0, 1.5], 0 off the land). `valley_m`: length of a hillside.
Raster<float> incise(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                     const Raster<float>& uplift, int steps, double dt, double valley_m);

}  // namespace fw
