#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/field/vertex_grid.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"

// How much of each class covers the ground at samples (docs/export.md, 2). Private to this room.
namespace fw {

/// Where samples of weights stand.
struct WeightGrid {
  int columns = 0, rows = 0;
  double first_x_m = 0, first_y_m = 0;  ///< of the first sample of row 0
  double step_m = 0;                    ///< east, and south from row to row
};
/// At the vertices of a surface.
WeightGrid weights_at(const VertexGrid& grid);

/// The bytes of every class at every sample of rows [first, end): out[((row - first) * columns + column) *
/// classes + code]; each sample sums to 255. Rows are made side by side.
std::vector<uint8_t> class_weights(const Raster<uint8_t>& codes, int classes, const WeightGrid& grid,
                                   int first, int end);

/// One picture of weights: takes the classes from `first` on, as many as it has channels; 0 beyond the last.
struct WeightPicture {
  std::string file;
  size_t first = 0;
  int channels = 1;
};
/// Stages the pictures of a layer as PNGs. They are made together, band by band, and a band alone is held.
Result<Done> put_weights(const ClassLayerView& layer, const WeightGrid& grid,
                         const std::vector<WeightPicture>& pictures, ExportSink& sink);

/// The layer of biomes, from code 0 (the sea) on.
ClassLayerView biome_layer(const ExportSource& source);

/// `folder`weights_K.png: four classes of the biomes a picture, red the first; K from 0.
Result<Done> put_weight_pngs(const ExportSource& source, const VertexGrid& grid, const std::string& folder,
                             ExportSink& sink);

}  // namespace fw
