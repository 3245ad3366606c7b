#pragma once

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/water/drainage/water_plan.h"

// The raster agrees with the lines (docs/water.md, 8).
namespace fw {

/// Curvature of the valley sides that channels cut, per metre.
double valley_curvature(const Template& tmpl);

/// Heights of the plan's land on a grid: cubic B-spline where it is finer, mean of the area where it is
/// coarser; only land counts. `land` on the grid; 0 elsewhere.
Raster<float> resample_ground(const Raster<float>& plan_m, const Mask& plan_land, const Mask& land);

/// A lake as a smooth field on the plan: inside above 0.5.
Raster<float> lake_shape(const Mask& lake);
/// Depth of a lake's water at a distance from its shore, before a raster fits it to the lake's volume.
double lake_depth_m(const Lake& lake, double shore_m);

/// The rasters of water over a ground.
struct WaterRasters {
  Raster<uint8_t> code;     ///< WaterCode
  Raster<float> bed_m;      ///< the ground under water; elsewhere the ground
  Raster<float> surface_m;  ///< the water's level; elsewhere the ground
};

/// Lowers `height_m` (of `land`, with the sea's depth elsewhere) to the channels, floors and lakes of a plan,
/// and says where water stands.
WaterRasters conform(const Template& tmpl, const WaterPlan& plan, const Mask& land, Raster<float>& height_m);

}  // namespace fw
