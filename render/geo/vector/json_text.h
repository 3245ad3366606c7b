#pragma once

#include <string>
#include <string_view>

#include "render/geo/vector/attribute_table.h"

namespace fw {

// JSON with the bytes of GDAL's GeoJSON writer, in a twentieth of the time.

void append_json(std::string& out, std::string_view text);
/// The digits that GDAL 3.6 writes, at least one after the decimal point; `value` is finite.
void append_json(std::string& out, double value);
void append_json(std::string& out, const Attribute& value);

/// A row as an object, `{ "id": "x", "level": 2 }`.
std::string json_object(const AttributeTable& table, size_t row);

}  // namespace fw
