#pragma once

namespace fw {

/// Number of threads that the caller's parallel loops may use now: every core, or the limit set by
/// ThreadLimit or on_one_thread().
int worker_threads();

}  // namespace fw
