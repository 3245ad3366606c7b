#pragma once

#include <functional>

namespace fw {

/// Runs work and every parallel loop inside it on the calling thread alone: for work in the background that
/// must leave the other cores to whoever else computes. Loops of other threads are as they were.
void on_one_thread(const std::function<void()>& work);

}  // namespace fw
