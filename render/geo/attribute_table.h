#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/model/world/world.h"

namespace fw {

enum class AttributeKind : uint8_t { text, integer, real, boolean, json };

/// A list or object as JSON: such in a GeoJSON file, text elsewhere.
struct JsonText {
  std::string text;
  friend bool operator==(const JsonText&, const JsonText&) = default;
};

/// monostate is null.
using Attribute = std::variant<std::monostate, std::string, int64_t, double, bool, JsonText>;

struct AttributeColumn {
  std::string name;
  AttributeKind kind = AttributeKind::text;
};

/// The properties of a layer's features, the same for every format.
struct AttributeTable {
  std::vector<AttributeColumn> columns;
  std::vector<std::vector<Attribute>> rows;
};

/// ErrorKind::internal, naming layer, row and column, for a number that no format can store: GDAL drops it
/// silently, and JSON cannot express it.
Result<Done> check_finite(const AttributeTable& table, const std::string& layer);

/// Rounded to that many decimals, half away from zero, so that the stored number equals the printed one.
double round_decimals(double value, int decimals);

/// The properties of a point (docs/formats.md), one row per point in the set's order, without nulls. Metres
/// to 3 decimals, ranks to 6, multipliers, loot and seconds to 4.
AttributeTable point_attributes(const World& world);

/// One row per region in code order: id, code, name, owner, neutral, area_km2, tier, and the flat shares
/// <layer>_<class>_target / _actual (faction targets are island-wide, so only _actual there).
AttributeTable region_attributes(const World& world);

/// One row per track: id, from, to (point ids), length_m.
AttributeTable track_attributes(const World& world);

/// Id of an end or junction of the network: its landmark's, or "node-3".
std::string road_node_id(const World& world, size_t node);

// Rows of attributes as JSON with the bytes of GDAL's GeoJSON writer, in a twentieth of the time.

/// The digits that GDAL 3.6 writes for a finite number. At least one stands after the decimal point: from it
/// readers know a real column.
std::string json_real(double value);
std::string json_value(const Attribute& value);

/// A row as an object, `{ "id": "x", "level": 2 }`.
std::string json_object(const AttributeTable& table, size_t row);

}  // namespace fw
