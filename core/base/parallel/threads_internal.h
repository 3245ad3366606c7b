#pragma once

#include <cstddef>
#include <functional>
#include <span>

// How parallel.cpp reaches the threads of the process; private to this room. threads_tbb.cpp runs the work on
// those of oneTBB. Portable builds (option FIELDWRIGHT_PORTABLE) take one of two others in its place:
// threads_std.cpp, a pool of the standard library's threads, or threads_none.cpp, the calling thread, for
// WebAssembly.

namespace fw::threads {

/// Calls piece(i) for every i < pieces; pieces > 1.
void run_pieces(size_t pieces, const std::function<void(size_t)>& piece);

/// As parallel_invoke() and parallel_chain(), without an executor in force.
void run_tasks(std::span<const std::function<void()>> tasks);
void run_chain(size_t first, const std::function<size_t()>& work);

}  // namespace fw::threads
