#include "render/engine/writers/terrain_mesh.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "render/engine/axes.h"
#include "render/engine/target_parts_internal.h"

namespace fw {
namespace {

/// Vertices and triangles of one chunk.
struct Chunk {
  std::vector<float> positions, normals, uv;
  std::vector<uint32_t> triangles;

  uint32_t count() const { return static_cast<uint32_t>(positions.size() / 3); }
};

/// The surface's own normal in the file's axes, by central differences.
std::array<float, 3> normal_at(const GroundSurface& s, int i, int j) {
  const int west = std::max(i - 1, 0), east = std::min(i + 1, s.grid.columns - 1);
  const int north = std::max(j - 1, 0), south = std::min(j + 1, s.grid.rows - 1);
  const double dx = (s.height_m(east, j) - s.height_m(west, j)) / ((east - west) * s.grid.spacing_m);
  const double dz = (s.height_m(i, south) - s.height_m(i, north)) / ((south - north) * s.grid.spacing_m);
  const double length = std::sqrt(dx * dx + 1 + dz * dz);
  return {static_cast<float>(-dx / length), static_cast<float>(1 / length), static_cast<float>(-dz / length)};
}

class ChunkMaker {
 public:
  ChunkMaker(const GroundSurface& surface, const GridSpec& cells, double skirt_m)
      : s_(surface), cells_(cells), skirt_m_(skirt_m) {}

  /// The quads [i0, i1) x [j0, j1), from their north-west vertex.
  Chunk make(int i0, int j0, int i1, int j1) {
    Chunk c;
    const auto wide = static_cast<uint32_t>(i1 - i0 + 1);
    for (int j = j0; j <= j1; ++j)
      for (int i = i0; i <= i1; ++i) vertex(c, i, j, i0, j0, 0);
    for (uint32_t j = 0; j + 1 <= static_cast<uint32_t>(j1 - j0); ++j)
      for (uint32_t i = 0; i + 1 < wide; ++i) {
        const uint32_t nw = j * wide + i, ne = nw + 1, sw = nw + wide, se = sw + 1;
        c.triangles.insert(c.triangles.end(), {nw, sw, ne, ne, sw, se});
      }
    if (skirt_m_ > 0) hang_skirt(c, i0, j0, i1, j1);
    return c;
  }

 private:
  void vertex(Chunk& c, int i, int j, int i0, int j0, double drop_m) {
    const VertexGrid& g = s_.grid;
    const auto put = [](std::vector<float>& out, std::initializer_list<double> values) {
      for (const double value : values) out.push_back(static_cast<float>(value));
    };
    put(c.positions, {(i - i0) * g.spacing_m, s_.height_m(i, j) - drop_m, (j - j0) * g.spacing_m});
    const auto n = normal_at(s_, i, j);
    c.normals.insert(c.normals.end(), n.begin(), n.end());
    put(c.uv, {std::min(g.x_of(i) / cells_.width_m(), 1.0),
               std::clamp((cells_.height_m() - g.y_of(j)) / cells_.height_m(), 0.0, 1.0)});
  }

  /// Along the rim clockwise as seen from above, so that the outer side shows.
  void hang_skirt(Chunk& c, int i0, int j0, int i1, int j1) {
    std::vector<std::pair<int, int>> rim;
    for (int i = i0; i < i1; ++i) rim.emplace_back(i, j0);
    for (int j = j0; j < j1; ++j) rim.emplace_back(i1, j);
    for (int i = i1; i > i0; --i) rim.emplace_back(i, j1);
    for (int j = j1; j > j0; --j) rim.emplace_back(i0, j);
    const auto wide = static_cast<uint32_t>(i1 - i0 + 1);
    const uint32_t first = c.count();
    for (const auto& [i, j] : rim) vertex(c, i, j, i0, j0, skirt_m_);
    for (uint32_t k = 0; k < rim.size(); ++k) {
      const uint32_t next = (k + 1) % static_cast<uint32_t>(rim.size());
      const auto top = [&](uint32_t n) {
        return static_cast<uint32_t>(rim[n].second - j0) * wide + static_cast<uint32_t>(rim[n].first - i0);
      };
      c.triangles.insert(c.triangles.end(),
                         {top(k), top(next), first + k, top(next), first + next, first + k});
    }
  }

  const GroundSurface& s_;
  const GridSpec& cells_;
  double skirt_m_;
};

}  // namespace

GroundSurface decimate(const GroundSurface& surface, int step) {
  GroundSurface out{{(surface.grid.columns - 1) / step + 1, (surface.grid.rows - 1) / step + 1,
                     surface.grid.spacing_m * step, surface.grid.top_m},
                    surface.quantum_m,
                    {}};
  out.level.reserve(out.grid.vertices());
  for (int j = 0; j < out.grid.rows; ++j)
    for (int i = 0; i < out.grid.columns; ++i)
      out.level.push_back(static_cast<int16_t>(surface.level_at(i * step, j * step)));
  return out;
}

LodError lod_error(const GroundSurface& full, const GroundSurface& coarse) {
  std::vector<float> errors;
  errors.reserve(full.grid.vertices());
  for (int j = 0; j < full.grid.rows; ++j)
    for (int i = 0; i < full.grid.columns; ++i) {
      const Vec2 p{full.grid.x_of(i), full.grid.y_of(j)};
      errors.push_back(
          static_cast<float>(std::fabs(full.height_m(i, j) - ground_under(coarse, p, QuadShape::triangles))));
    }
  const auto rank = static_cast<std::ptrdiff_t>(static_cast<double>(errors.size() - 1) * 0.99);
  std::nth_element(errors.begin(), errors.begin() + rank, errors.end());
  const float p99 = errors[static_cast<size_t>(rank)];
  return {static_cast<double>(*std::max_element(errors.begin(), errors.end())), static_cast<double>(p99)};
}

std::vector<int> add_terrain(Glb& glb, const GroundSurface& surface, const GridSpec& cells, int material,
                             double skirt_m) {
  const VertexGrid& g = surface.grid;
  const ToTarget axes = to_target(axes_of("gltf"), cells.width_m(), cells.height_m());
  ChunkMaker maker(surface, cells, skirt_m);
  std::vector<int> nodes;
  for (int j = 0; j + 1 < g.rows; j += kChunkQuads)
    for (int i = 0; i + 1 < g.columns; i += kChunkQuads) {
      const Chunk c =
          maker.make(i, j, std::min(i + kChunkQuads, g.columns - 1), std::min(j + kChunkQuads, g.rows - 1));
      const int positions = glb.floats({c.positions, 3, true}), normals = glb.floats({c.normals, 3, false}),
                uv = glb.floats({c.uv, 2, false}), triangles = glb.indices(c.triangles, c.count());
      const std::string name =
          "terrain_x" + std::to_string(i / kChunkQuads) + "_y" + std::to_string(j / kChunkQuads);
      const int mesh = glb.mesh(name, {positions, material, normals, uv, triangles});
      const Place3 origin = axes({g.x_of(i), g.y_of(j), 0});
      nodes.push_back(glb.node("{\"name\":\"" + name + "\",\"mesh\":" + std::to_string(mesh) +
                               ",\"translation\":[" + number_text(origin.x) + "," + number_text(origin.y) +
                               "," + number_text(origin.z) + "]}"));
    }
  return nodes;
}

Result<std::string> albedo_png(const ExportSource& source) {
  for (const ClassLayerView& layer : class_rasters(source)) {
    if (layer.codes != &source.world->biome) continue;
    const GridSpec& g = layer.codes->grid;
    return png_of({g.columns, g.rows, 3, 8}, [&](int row, uint8_t* out) {
      for (int c = 0; c < g.columns; ++c)
        for (const uint8_t byte : layer.classes[layer.codes->at(c, row)].rgb) *out++ = byte;
    });
  }
  return Error{ErrorKind::internal, "the world has no layer of biomes"};
}

}  // namespace fw
