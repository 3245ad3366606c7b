#pragma once

#include <string>

#include "core/field/shape.h"

namespace fw::test {

/// A shape that is written rightly.
inline Shape shape_of(const std::string& wkt) {
  return read_shape(wkt).value();
}

}  // namespace fw::test
