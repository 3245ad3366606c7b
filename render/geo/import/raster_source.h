#pragma once

#include <memory>

#include "render/geo/import/source_band.h"

namespace fw {

/// Sides along the frame's axes, or along its rows from south to north: the file's own cells.
std::unique_ptr<RasterSource> aligned_source(std::unique_ptr<SourceBand> band, const RasterPlace& place,
                                             bool south_first);

/// Any other place: the file's cells by way of `placed` and its affine map, sampled on a grid along the
/// frame's axes of half their size, but at most kMostSourceSide columns of the frame.
Result<std::unique_ptr<RasterSource>> turned_source(std::unique_ptr<SourceBand> band, GeoPlacement placed,
                                                    const Affine& affine, const FrameOnEarth& frame,
                                                    bool classes);

/// A file of bare samples.
Result<std::unique_ptr<RasterSource>> raw_source(const RasterRequest& request);

/// The third rule of placing: stated, or stretched over the frame where the sides fit to 1 %.
Result<RasterPlace> place_without_coordinates(int columns, int rows, const RasterRequest& request);

/// The cells of a raster along the axes with a centre outside the frame.
int64_t cells_outside(const RasterPlace& place, const FrameOnEarth& frame);

/// A cell's side along the frame's longer side.
double cell_along(const RasterPlace& place, const FrameOnEarth& frame);

}  // namespace fw
