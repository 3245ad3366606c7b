#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// Separable Gaussian blur, sigma in metres, cut at `cut` sigma, frame edge replicated. sigma_m = 0 copies.
Raster<float> gaussian(const Raster<float>& in, double sigma_m, double cut = 4.0);
/// The same into an existing raster, for repeated blurs.
void gaussian_into(const Raster<float>& in, double sigma_m, Raster<float>& out, double cut = 4.0);
Raster<float> gaussian(const Mask& in, double sigma_m, double cut = 4.0);

/// LG_s[x] = G_s(x on the mask, 0 elsewhere) / G_s(mask); 0 where no mask cell is within reach.
/// `mask_blur` = gaussian(mask, sigma_m), computed once by the caller and shared.
Raster<float> masked_gaussian(const Raster<float>& in, const Mask& mask, const Raster<float>& mask_blur,
                              double sigma_m);

/// Exact Euclidean distance (metres, between cell centres) from every cell to the nearest cell with mask !=
/// 0; 0 on the mask itself; +infinity everywhere if the mask is empty. Felzenszwalb and Huttenlocher 2012,
/// linear time.
Raster<float> distance_to(const Mask& mask);
/// The same in the rows [first, end) alone; row 0 of the result is the mask's row `first`.
Raster<float> distance_to(const Mask& mask, int first, int end);

/// For every cell the index of a nearest mask cell (ties to the lowest found in scan order, deterministic);
/// UINT32_MAX everywhere if the mask is empty.
Raster<uint32_t> nearest_cell(const Mask& mask);

/// nearest_cell() and distance_to() in one pass.
struct NearestCells {
  Raster<uint32_t> cell;
  Raster<float> distance_m;
};
NearestCells nearest_cells(const Mask& mask);

/// 4-connected components of equal nonzero label. Component ids run from 0 in scan order of their first cell.
struct Components {
  Raster<int32_t> id;           ///< -1 where the label is 0
  std::vector<int64_t> cells;   ///< size of each component
  std::vector<uint8_t> label;   ///< label of each component
  std::vector<uint32_t> first;  ///< first cell of each component
};
Components label_components(const Raster<uint8_t>& labels);
/// The same without the raster of ids, which stays empty.
Components list_components(const Raster<uint8_t>& labels);
/// Cells [begin, end) of one row that belong to one component.
struct ComponentRun {
  uint32_t begin = 0, end = 0;
  uint32_t id = 0;  ///< of the component, below the number of runs
};
/// The components as runs in scan order, for labels that cover few cells.
std::vector<ComponentRun> component_runs(const Raster<uint8_t>& labels);

/// Erosion and dilation with the 4-neighbour cross, `steps` times; outside the frame counts as 0.
Mask erode(const Mask& mask, int steps = 1);
Mask dilate(const Mask& mask, int steps = 1);
/// Fills every 0-component that does not touch the frame.
Mask fill_holes(const Mask& mask);
/// The largest 4-connected component of nonzero cells (ties to the first in scan order).
Mask largest_component(const Mask& mask);

/// Gradient norm by central differences (one-sided at the frame), per metre.
Raster<float> gradient_norm(const Raster<float>& in);

/// Bilinear value at a position; clamped to the frame.
float bilinear(const Raster<float>& in, Vec2 p);
/// The same at every cell centre of a grid; computes what rows and columns share only once.
Raster<float> bilinear_at_cells(const Raster<float>& in, const GridSpec& grid);

/// Resamples to another grid over the same frame: nearest for classes, bilinear for values.
Raster<uint8_t> resample_nearest(const Raster<uint8_t>& in, const GridSpec& grid);
Raster<float> resample_bilinear(const Raster<float>& in, const GridSpec& grid);

}  // namespace fw
