#pragma once

namespace fw {

/// Keeps freed arrays in the heap for reuse (sets malloc's mmap and trim thresholds): saves the page faults
/// of new large arrays. The heap shrinks when 256 MiB at its end are free. Call once, before the first thread
/// starts.
void keep_freed_memory();

}  // namespace fw
