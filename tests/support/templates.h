#pragma once

#include <string_view>

#include "core/template/template_io.h"

namespace fw::test {

/// A template that comes with the program.
inline Template builtin(std::string_view name) {
  return parse_template(find_builtin(name)->text, name).value();
}

/// The small, fast island.
inline Template tiny() {
  return builtin("Tiny");
}

}  // namespace fw::test
