#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/field/raster.h"
#include "core/field/vertex_grid.h"
#include "core/world/detail/vertex_detail.h"

// The one ground that other tools get (docs/export.md, 2).
namespace fw {

/// Height of the sea floor at a distance from the land, metres: it falls away from the shore.
double sea_floor_m(double from_land_m);

/// Of a raster that stays.
HeightRows height_rows(const Raster<float>& height_m);

/// The ground of every cell without water: the world's height where a region is; at sea the sea floor by the
/// distance to the nearest land, islets too; on islets a slope up from their shore. Rows are computed when
/// they are asked for; the rasters are the caller's. Vertices of its surface add `detail` where there is any.
class SolidGround {
 public:
  /// `region` 0 with `land` 1 is an islet.
  SolidGround(const Raster<uint8_t>& land, const Raster<uint8_t>& region, HeightRows height_m,
              std::shared_ptr<const VertexDetail> detail = nullptr)
      : land_(land), region_(region), height_m_(std::move(height_m)), detail_(std::move(detail)) {}
  SolidGround(const Raster<uint8_t>& land, const Raster<uint8_t>& region, const Raster<float>& height_m)
      : SolidGround(land, region, height_rows(height_m)) {}

  const GridSpec& grid() const { return land_.grid; }
  const VertexDetail* detail() const { return detail_.get(); }
  /// Whole rows from `first` on.
  void rows(int first, std::span<double> out) const;

 private:
  const Raster<uint8_t>& land_;
  const Raster<uint8_t>& region_;
  HeightRows height_m_;
  std::shared_ptr<const VertexDetail> detail_;
};

/// The step of heights: the least power of two metres from 2^-9 on with which kSurfaceLevels reach from the
/// base to the template's land maximum.
double surface_quantum_m(double height_max_m);

/// The surface's levels in the rows [first, end). They are made in strips: the same bits at any thread count.
std::vector<int16_t> surface_rows(const SolidGround& solid, const VertexGrid& grid, double quantum_m,
                                  int first, int end);
/// The surface on a grid of vertices.
GroundSurface make_surface(const SolidGround& solid, const VertexGrid& grid, double quantum_m);

}  // namespace fw
