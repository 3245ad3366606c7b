#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace fw {

enum class AttributeKind : uint8_t { text, integer, real, boolean };

/// monostate is null.
using Attribute = std::variant<std::monostate, std::string, int64_t, double, bool>;

struct AttributeColumn {
  std::string name;
  AttributeKind kind = AttributeKind::text;
};

/// The properties of a layer's features, the same whatever format they end in.
struct AttributeTable {
  std::vector<AttributeColumn> columns;
  std::vector<std::vector<Attribute>> rows;
};

/// ErrorKind::internal, naming layer, row and column, for a number that no format can hold: GDAL drops it
/// without a word, and JSON has none.
Result<Done> check_finite(const AttributeTable& table, const std::string& layer);

/// Rounded to so many decimals, half away from zero: what a file shows is what it holds.
double round_decimals(double value, int decimals);

}  // namespace fw
