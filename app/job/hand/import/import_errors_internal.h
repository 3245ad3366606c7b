#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace fw {

/// What was asked for cannot be done.
inline Error usage_error(const std::string& text) {
  return {ErrorKind::usage, text};
}

/// The file holds nothing that can be taken.
inline Error source_error(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, file.string() + ": " + why};
}

}  // namespace fw
