#pragma once

namespace fw {

/// How many threads the parallel loops of the caller may use now: every core, or what a ThreadLimit or
/// on_one_thread() leaves.
int worker_threads();

}  // namespace fw
