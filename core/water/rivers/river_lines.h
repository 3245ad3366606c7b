#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/seed.h"
#include "core/model/template/template.h"
#include "core/water/drainage/drainage.h"
#include "core/water/plan/shore_openness.h"
#include "core/water/rivers/river_paths.h"

// Rivers as lines (docs/water.md, 7).
namespace fw {

/// Where a tributary's line ends, along the path of its river: below the confluence of their cells, so that
/// they meet at an acute angle.
inline constexpr double kBelowConfluence_cells = 1.7;
inline double joining_place(const RiverPath& path) {
  return static_cast<double>(path.joins) + kBelowConfluence_cells;
}

/// An arm of a delta.
struct RiverArm {
  std::vector<Vec2> at_m;
  std::vector<float> bed_m, width_m;
  double discharge = 0;  ///< share of the river's
};

/// A river's line from its head to its mouth, a vertex every few metres; all arrays of equal length.
struct RiverLine {
  std::vector<Vec2> at_m;
  std::vector<float> place;  ///< along the river's path: k at the centre of cell k; ascending
  std::vector<float> bed_m;  ///< never rises
  std::vector<float> width_m;
  std::vector<Vec2> axis_m;      ///< the line before it meanders
  std::vector<float> floor_m;    ///< half the width of the flat ground along the axis
  std::vector<float> slope;      ///< of the bed, over a few of its vertices
  std::vector<uint8_t> in_lake;  ///< number of the lake, as HeldLakes has it; 0: none
  std::vector<size_t> falls;     ///< vertices above waterfalls
  size_t estuary_from = 0;       ///< the vertex where an estuary begins; size() without one
  std::vector<RiverArm> arms;
  bool leaves_frame = false;  ///< it ends at an edge of the frame that is land

  size_t size() const { return at_m.size(); }
  /// The first vertex at a place or after it.
  size_t vertex_at(double where) const;
  /// The vertex at which a line that joins this one ends.
  size_t joint_of(const RiverLine& joining) const;
};

/// What lines are drawn through.
struct RiverLineInputs {
  const Mask& land;
  const Raster<float>& height_m;  ///< drained, lakes at their levels
  const HeldLakes& lakes;
  const Drainage& drainage;
  const std::vector<double>& catchment_m2;
  const std::vector<double>& weighted_m2;
  const Openness& openness;
  const std::vector<uint32_t>& ends;  ///< ends_of the drainage
  const Raster<uint8_t>& shore;       ///< ShoreType by cell, whatever rivers make of it
  /// Cells of rivers by hand, and where in each of them the line runs: it neither swings nor wanders there.
  const std::map<uint32_t, Vec2>& drawn_m;
};

/// Lines of all rivers; those of tributaries end on the lines of their rivers.
std::vector<RiverLine> draw_rivers(const Template& tmpl, const SeedBundle& seeds,
                                   const RiverLineInputs& inputs, const std::vector<RiverPath>& paths);

/// Weights of a Gaussian along a path; the path goes on beyond its ends as its mirror image through them, so
/// that they stay where they are. `sigma` in steps.
std::vector<double> smooth_path(const std::vector<double>& values, double sigma);

}  // namespace fw
