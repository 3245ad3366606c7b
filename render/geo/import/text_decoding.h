#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace fw {

/// The bytes of a text file as UTF-8 without a mark. A mark of UTF-8, UTF-16 or UTF-32 at its beginning
/// counts; else it is in `encoding` ("" = UTF-8). ErrorKind::io says which byte of which line does not fit;
/// ErrorKind::usage that nobody knows the encoding.
Result<std::string> decoded_text(const std::filesystem::path& file, std::string bytes,
                                 const std::string& encoding);

/// The line of a byte of a text, from 1 on.
size_t line_at(std::string_view text, size_t offset);

}  // namespace fw
