#pragma once

namespace fw {

/// Lets the arrays that this program drops serve the next ones, however large, instead of going back to the
/// system and coming anew, zeroed page by page: all of them lie in the heap, which shrinks when 256 MiB at
/// its end are free. Called once, before the first thread.
void keep_freed_memory();

}  // namespace fw
