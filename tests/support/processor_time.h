#pragma once

#include <ctime>

namespace fw::test {

/// Seconds that this process has used of the processors so far, all its threads together.
inline double processor_s() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace fw::test
