#pragma once

namespace fw {

/// Lets the arrays of megabytes that this program drops serve the next ones, instead of going back to the
/// system and coming anew, zeroed page by page. Some 256 MiB at most stay so, and arrays that are larger than
/// the C library keeps still go back. Called once, before the first thread.
void keep_freed_memory();

}  // namespace fw
