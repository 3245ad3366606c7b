#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/base/result.h"

namespace fw {

/// Refuses a place that write_file_atomically would refuse: a link, something other than a file, a missing
/// folder, and a file that may not be replaced. Errors are ErrorKind::io.
Result<Done> check_output_file(const std::filesystem::path& file, bool overwrite);

/// Writes a file so that its name always stands for all the old bytes or all the new ones: beside its place,
/// in a staging folder of its own, synced, then renamed. Links are not followed. Errors are ErrorKind::io;
/// the place is then as it was.
Result<Done> write_file_atomically(const std::filesystem::path& file, std::string_view bytes, bool overwrite);

/// The same for a writer that needs a path: `write` makes the file that it is given.
using WriteFile = std::function<Result<Done>(const std::filesystem::path& part)>;
Result<Done> write_file_atomically(const std::filesystem::path& file, const WriteFile& write, bool overwrite);

}  // namespace fw
