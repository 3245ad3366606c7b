#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace fw {

/// Progress reporting and cancellation of a long job. Both members may be empty.
struct Progress {
  /// Called with a stage's name and the share of the whole done so far, [0, 1]; from one thread at a time.
  std::function<void(std::string_view stage, double fraction)> report;
  /// Set by a signal handler or a window; checked between stages.
  const std::atomic<bool>* cancel = nullptr;
  /// The same for a caller of the C interface: anything but 0 stops.
  const volatile int32_t* stop = nullptr;

  bool cancelled() const {
    return (cancel != nullptr && cancel->load(std::memory_order_relaxed)) || (stop != nullptr && *stop != 0);
  }
  void at(std::string_view stage, double fraction) const {
    if (report) report(stage, fraction);
  }
};

}  // namespace fw
