#pragma once

#include <vector>

#include "core/field/vertex_grid.h"
#include "render/engine/export_source.h"
#include "render/engine/writers/glb.h"

// The ground as meshes of a glTF file. Private to this room.
namespace fw {

/// Quads along a side of a chunk.
inline constexpr int kChunkQuads = 64;

/// How far a coarser ground lies from the full one.
struct LodError {
  double worst_m = 0, p99_m = 0;
};

/// Every `step`-th vertex of a surface; `steps` of quads that do not divide stay as the last, shorter ones
/// out: the caller takes a step that divides both sides.
GroundSurface decimate(const GroundSurface& surface, int step);
LodError lod_error(const GroundSurface& full, const GroundSurface& coarse);

/// Adds the ground in chunks of kChunkQuads, each a node with its own origin at sea level, triangles split
/// from north-east to south-west, normals from the whole surface so that no seam shows. `skirt_m` > 0 hangs a
/// rim of that depth from every chunk. Returns the nodes.
std::vector<int> add_terrain(Glb& glb, const GroundSurface& surface, const GridSpec& cells, int material,
                             double skirt_m);

/// The biomes' colours, a pixel a cell.
Result<std::string> albedo_png(const ExportSource& source);

}  // namespace fw
