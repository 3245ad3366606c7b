#pragma once

#include <string>

#include "core/base/result.h"

namespace fw {

inline Error usage_error(const std::string& text) {
  return {ErrorKind::usage, text};
}

}  // namespace fw
