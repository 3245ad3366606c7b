#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/result.h"

namespace fw {

/// Writes a whole file and checks every step including the close; a failed file is removed. Symbolic links
/// are refused: the folder is ours, so another program made the link.
Result<Done> write_bytes(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// Reads a whole file of at most `most_bytes`.
Result<std::string> read_bytes(const std::filesystem::path& file, size_t most_bytes);

}  // namespace fw
