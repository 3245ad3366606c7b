#include "render/engine/weights.h"

#include <algorithm>

#include "core/base/parallel/parallel.h"
#include "core/field/class_shares.h"
#include "render/engine/target_parts.h"

namespace fw {

WeightGrid weights_at(const VertexGrid& grid) {
  return {grid.columns, grid.rows, 0, grid.top_m, grid.spacing_m};
}

std::vector<uint8_t> class_weights(const Raster<uint8_t>& codes, int classes, const WeightGrid& grid) {
  const auto wide = static_cast<size_t>(grid.columns) * static_cast<size_t>(classes);
  std::vector<uint8_t> out(wide * static_cast<size_t>(grid.rows));
  parallel_for(static_cast<size_t>(grid.rows), 8, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row)
      class_shares(codes,
                   {grid.first_x_m, grid.step_m, grid.first_y_m - static_cast<double>(row) * grid.step_m,
                    grid.columns},
                   classes, std::span(out).subspan(row * wide, wide));
  });
  return out;
}

ClassLayerView biome_layer(const ExportSource& source) {
  for (ClassLayerView& layer : class_rasters(source))
    if (layer.codes == &source.world->biome) return std::move(layer);
  return {};
}

Result<Done> put_weight_pngs(const ExportSource& source, const VertexGrid& grid, const std::string& folder,
                             ExportSink& sink) {
  const ClassLayerView layer = biome_layer(source);
  const size_t classes = layer.classes.size(), columns = static_cast<size_t>(grid.columns);
  const std::vector<uint8_t> all = class_weights(*layer.codes, static_cast<int>(classes), weights_at(grid));
  for (size_t first = 0; first < classes; first += 4) {
    const auto png = png_of({grid.columns, grid.rows, 4, 8}, [&](int row, uint8_t* out) {
      const uint8_t* from = all.data() + static_cast<size_t>(row) * columns * classes;
      for (size_t i = 0; i < columns; ++i, from += classes)
        for (size_t k = first; k < first + 4; ++k) *out++ = k < classes ? from[k] : uint8_t{0};
    });
    if (!png) return png.error();
    if (auto put = sink.put(folder + "weights_" + std::to_string(first / 4) + ".png", png.value()); !put)
      return put;
  }
  return Done{};
}

}  // namespace fw
