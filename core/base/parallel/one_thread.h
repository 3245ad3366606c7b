#pragma once

#include <functional>

namespace fw {

/// Runs work and all parallel loops inside it on the calling thread only: for background work that must leave
/// the other cores free. Loops of other threads are not affected.
void on_one_thread(const std::function<void()>& work);

}  // namespace fw
