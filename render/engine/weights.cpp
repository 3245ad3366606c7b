#include "render/engine/weights.h"

#include <algorithm>
#include <deque>

#include "core/base/parallel/parallel.h"
#include "core/field/class_shares.h"
#include "render/engine/target_parts_internal.h"

namespace fw {

WeightGrid weights_at(const VertexGrid& grid) {
  return {grid.columns, grid.rows, 0, grid.top_m, grid.spacing_m};
}

std::vector<uint8_t> class_weights(const Raster<uint8_t>& codes, int classes, const WeightGrid& grid,
                                   int first, int end) {
  const auto wide = static_cast<size_t>(grid.columns) * static_cast<size_t>(classes);
  std::vector<uint8_t> out(wide * static_cast<size_t>(end - first));
  parallel_for(static_cast<size_t>(end - first), 8, [&](size_t from, size_t to) {
    for (size_t k = from; k < to; ++k)
      class_shares(
          codes,
          {grid.first_x_m, grid.step_m,
           grid.first_y_m - static_cast<double>(first + static_cast<int>(k)) * grid.step_m, grid.columns},
          classes, std::span(out).subspan(k * wide, wide));
  });
  return out;
}

Result<Done> put_weights(const ClassLayerView& layer, const WeightGrid& grid,
                         const std::vector<WeightPicture>& pictures, ExportSink& sink) {
  constexpr int kBand = 4 * PngRows::kStripRows;
  const size_t classes = layer.classes.size(), columns = static_cast<size_t>(grid.columns);
  std::deque<PngFile> files;
  for (const WeightPicture& picture : pictures)
    files.emplace_back(sink, picture.file, PngShape{grid.columns, grid.rows, picture.channels, 8});
  for (int first = 0; first < grid.rows; first += kBand) {
    const int end = std::min(first + kBand, grid.rows);
    const std::vector<uint8_t> band =
        class_weights(*layer.codes, static_cast<int>(classes), grid, first, end);
    parallel_for(pictures.size(), 1, [&](size_t from, size_t to) {
      for (size_t k = from; k < to; ++k)
        files[k].add(end, [&](int row, uint8_t* out) {
          const uint8_t* weights = band.data() + static_cast<size_t>(row - first) * columns * classes;
          const size_t head = pictures[k].first, tail = head + static_cast<size_t>(pictures[k].channels);
          for (size_t i = 0; i < columns; ++i, weights += classes)
            for (size_t c = head; c < tail; ++c) *out++ = c < classes ? weights[c] : uint8_t{0};
        });
    });
  }
  for (PngFile& file : files)
    if (auto staged = file.finish(); !staged) return staged;
  return Done{};
}

ClassLayerView biome_layer(const ExportSource& source) {
  for (ClassLayerView& layer : class_rasters(source))
    if (layer.codes == &source.world->biome) return std::move(layer);
  return {};
}

Result<Done> put_weight_pngs(const ExportSource& source, const VertexGrid& grid, const std::string& folder,
                             ExportSink& sink) {
  const ClassLayerView layer = biome_layer(source);
  std::vector<WeightPicture> pictures;
  for (size_t first = 0; first < layer.classes.size(); first += 4)
    pictures.push_back({folder + "weights_" + std::to_string(pictures.size()) + ".png", first, 4});
  return put_weights(layer, weights_at(grid), pictures, sink);
}

}  // namespace fw
