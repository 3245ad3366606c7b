#include <cpl_string.h>
#include <cpl_vsi.h>
#include <ogrsf_frmts.h>

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/vector_layer.h"

namespace fw {
namespace {

constexpr const char* kTilesDriver = "MVT";

/// Steps of a tile's side in which places are stated.
constexpr const char* kSteps = "65536";
// No tile is thinned: more than any export holds.
constexpr const char* kMostBytes = "1000000000";
constexpr const char* kMostPlaces = "100000000";

CPLStringList tile_options(int least, int most) {
  CPLStringList options;
  for (const auto& [key, value] : {std::pair<const char*, std::string>{"FORMAT", "DIRECTORY"},
                                   {"MINZOOM", std::to_string(least)},
                                   {"MAXZOOM", std::to_string(most)},
                                   {"COMPRESS", "NO"},
                                   {"EXTENT", kSteps},
                                   {"BUFFER", "0"},  // every place in one tile
                                   {"MAX_SIZE", kMostBytes},
                                   {"MAX_FEATURES", kMostPlaces}})
    options.SetNameValue(key, value.c_str());
  return options;
}

/// The tiles under a folder in memory.
std::vector<VectorTile> read_tiles(const std::string& folder) {
  std::vector<VectorTile> tiles;
  const CPLStringList names(VSIReadDirRecursive(folder.c_str()));
  for (int i = 0; i < names.size(); ++i) {
    VectorTile tile;
    if (std::sscanf(names[i], "%d/%d/%d.pbf", &tile.z, &tile.x, &tile.y) != 3) continue;
    vsi_l_offset size = 0;
    const GByte* bytes = VSIGetMemFileBuffer((folder + "/" + names[i]).c_str(), &size, FALSE);
    if (bytes == nullptr) continue;
    tile.bytes.assign(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
    tiles.push_back(std::move(tile));
  }
  std::sort(tiles.begin(), tiles.end(), [](const VectorTile& a, const VectorTile& b) {
    return std::tie(a.z, a.x, a.y) < std::tie(b.z, b.x, b.y);
  });
  return tiles;
}

}  // namespace

Result<std::vector<VectorTile>> make_vector_tiles(const std::string& name, const AttributeTable& table,
                                                  const std::vector<Vec2>& places, int least, int most) {
  const GdalSession session;
  const MemoryFile memory("");
  Dataset dataset(GetGDALDriverManager()
                      ->GetDriverByName(kTilesDriver)
                      ->Create(memory.name(), 0, 0, 0, GDT_Unknown, tile_options(least, most).List()));
  if (!dataset) return session.error("tiles of " + name);
  LayerSpec spec;
  spec.name = name;
  spec.type = wkbPoint;  // without a CRS it is the tiles' own
  Geometries points;
  for (const Vec2 p : places) points.push_back(std::make_unique<OGRPoint>(p.x, p.y));
  if (auto added = add_layer(session, *dataset, spec, table, points); !added) return added.error();
  dataset.reset();
  const std::vector<VectorTile> tiles =
      session.failed() ? std::vector<VectorTile>() : read_tiles(memory.name());
  VSIRmdirRecursive(memory.name());
  if (session.failed()) return session.error("tiles of " + name);
  return tiles;
}

}  // namespace fw
