#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/spawn_tables.h"
#include "core/model/world/world.h"
#include "render/geo/geo_export.h"

// Names that things keep while the world changes round them (docs/export.md, 5).
namespace fw {

/// 40 bits of the FNV-1a hash of a text.
uint64_t uid_bits(std::string_view text);
/// "iron_vein-0a3f9c2k": the class and 8 letters of base 32 for the bits.
std::string uid_text(std::string_view cls, uint64_t bits);

/// The uids of all points, in the order of the set: of class and place alone, so a point that did not move
/// keeps its own whatever its number becomes. Of points at one place the later by number takes the next free
/// value.
std::vector<std::string> point_uids(const PointSet& points);
/// The uids of places of spawn tables, in their order: that of the world's point where one stands there, else
/// of class and place as above.
std::vector<std::string> spawn_uids(const SpawnTables& tables, const PointSet& points);
/// Of a layer's shapes, by their places: of points like those of the set, of lines with both ends, of areas
/// with the first vertex. An end of a track counts with the uid of the point that stands there (`uid_of_id`:
/// by the columns `from` and `to`). The class is the first word of the column `id`: "river-3/1" is a river.
std::vector<std::string> shape_uids(const ShapeLayer& layer,
                                    const std::map<std::string, std::string>& uid_of_id);
/// Of their names.
std::vector<std::string> region_uids(const World& world);

/// "WindswardLike" -> "windswardlike": a name of files, of a-z, 0-9 and _. A name of which letters of another
/// script, or an end, are left out gets 8 digits of its hash ("world_3f9a02c1"), so that two of them differ;
/// names that Windows keeps for devices get "_world".
std::string file_slug(std::string_view name);

/// The longest identifier of PostgreSQL in bytes.
inline constexpr size_t kMostSchemaBytes = 63;
/// The name of a PostgreSQL schema: the name as it is, every letter of it; a longer one is cut and gets 8
/// digits of its hash. Names that differ give schemas that differ.
std::string schema_name(std::string_view name);

}  // namespace fw
