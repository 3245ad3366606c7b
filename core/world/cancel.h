#pragma once

#include "core/base/parallel/progress.h"

namespace fw {

/// What a stage throws when it finds that nobody waits for it any more; it never leaves generate(), and a
/// stage that ends so leaves nothing in a cache.
struct Cancelled {};

/// Between the steps of a stage, some ten milliseconds apart at 512 cells a side.
inline void stop_if_cancelled(const Progress& progress) {
  if (progress.cancelled()) throw Cancelled{};
}

}  // namespace fw
