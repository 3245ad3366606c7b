#pragma once

#include <string>
#include <vector>

#include "core/model/number_text.h"
#include "core/world/explain/explain.h"

// For explain*.cpp.
namespace fw {

using Rows = std::vector<ExplainRow>;

/// "12.5 m"
inline std::string metres(double value) {
  return decimal_text(value, 1) + " m";
}
/// "12 m"
inline std::string whole_metres(double value) {
  return decimal_text(value, 0) + " m";
}

}  // namespace fw
