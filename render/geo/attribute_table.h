#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"

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

}  // namespace fw
