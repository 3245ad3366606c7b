#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/field/raster.h"
#include "core/field/vertex_grid.h"

// The one ground that other tools get (docs/export.md, 2).
namespace fw {

/// Height of the sea floor at a distance from the land, metres: it falls away from the shore.
double sea_floor_m(double from_land_m);

/// The ground of every cell without water: the world's height where a region is; at sea the sea floor by the
/// distance to the nearest land, islets too; on islets a slope up from their shore. Rows are computed when
/// they are asked for; the rasters are the caller's.
class SolidGround {
 public:
  /// `region` 0 with `land` 1 is an islet.
  SolidGround(const Raster<uint8_t>& land, const Raster<uint8_t>& region, const Raster<float>& height_m)
      : land_(land), region_(region), height_m_(height_m) {}

  const GridSpec& grid() const { return land_.grid; }
  /// Whole rows from `first` on.
  void rows(int first, std::span<double> out) const;

 private:
  const Raster<uint8_t>& land_;
  const Raster<uint8_t>& region_;
  const Raster<float>& height_m_;
};

/// The step of heights: the least power of two metres from 2^-9 on with which kSurfaceLevels reach from the
/// base to the template's land maximum.
double surface_quantum_m(double height_max_m);

/// The surface on a grid of vertices. Rows are made in strips: the same bits at any thread count.
GroundSurface make_surface(const SolidGround& ground, const VertexGrid& grid, double quantum_m);

/// SHA-256 over the levels as int32, little-endian, north row first.
std::string surface_digest(const GroundSurface& surface);

}  // namespace fw
