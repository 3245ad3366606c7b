#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/template/template_io.h"

namespace fw::test {

/// A template that comes with the program, with settings as `--set` takes them.
inline Template builtin(std::string_view name, const std::vector<std::string>& settings = {}) {
  return parse_template_with(find_builtin(name)->text, name, settings).value();
}

/// The small, fast island.
inline Template tiny(const std::vector<std::string>& settings = {}) {
  return builtin("Tiny", settings);
}

}  // namespace fw::test
