#pragma once

#include <filesystem>
#include <functional>

#include "app/job/folder/file_io.h"
#include "core/base/result.h"

namespace fw {

/// Locks a file (flock) that will be read, changed and replaced, and waits for the process that does so now.
/// The lock is of the file that has the name when it is taken, and ends with the descriptor or the process.
/// No descriptor where there is no regular file of that name, or the file system knows no locks: whoever
/// replaces the file then still sees whether it is the one that was read. `go_on` is asked while it waits,
/// every 50 ms; false gives up (ErrorKind::io).
Result<Descriptor> lock_file(const std::filesystem::path& file, const std::function<bool()>& go_on);

}  // namespace fw
