#pragma once

#include "core/base/parallel/progress.h"

namespace fw {

/// Thrown by a stage when the generation is cancelled; caught in generate(). A cancelled stage caches
/// nothing.
struct Cancelled {};

/// Called between the steps of a stage, about every ten milliseconds at 512 cells a side.
inline void stop_if_cancelled(const Progress& progress) {
  if (progress.cancelled()) throw Cancelled{};
}

}  // namespace fw
