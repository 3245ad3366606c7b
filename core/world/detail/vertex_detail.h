#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/seed.h"
#include "core/field/vertex_grid.h"
#include "core/model/template/template.h"
#include "core/world/detail/detail_share.h"
#include "core/world/detail/ground_detail.h"

namespace fw {

/// Gives the world's values of whole rows of cells from `first` on, metres.
using HeightRows = std::function<void(int first, std::span<float> out)>;

/// What vertices that lie closer than a raster's cells add to its heights, which have their detail already
/// (docs/export.md, 2): the octaves that the cells cannot hold. The rasters are the caller's.
class VertexDetail {
 public:
  /// `detail_m`: of World::detail_m. Where that is 0 the ground stays as it is.
  VertexDetail(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& region,
               const Raster<uint8_t>& water, HeightRows detail_m, FeatureShape ways, FeatureShape pads);

  /// The octaves of a grid of vertices; none where it lies no closer than the cells.
  OctaveRange octaves(const VertexGrid& grid) const;

  /// Rows of vertices over some rows of cells.
  class Strip {
   public:
    /// Of the rows of cells [first, end).
    Strip(const VertexDetail& of, const VertexGrid& grid, int first, int end);
    /// Adds to the heights of a row of vertices. `cell_row`: heights of the strip's cells, with their detail.
    void add_to(int row, const CellRow& cell_row, std::span<double> heights_m) const;

   private:
    const VertexDetail& of_;
    const VertexGrid& grid_;
    OctaveRange octaves_;
    int first_;
    Raster<float> fixed_m_;
  };

 private:
  GridSpec cells_;
  GroundDetail detail_;
  OctaveRange held_;  ///< by the cells
  double most_m_ = 0;
  const Raster<uint8_t>& region_;
  const Raster<uint8_t>& water_;
  HeightRows detail_m_;
  DetailShare share_;
};

}  // namespace fw
