#pragma once

// What the benchmarks of the designer share.

#include <benchmark/benchmark.h>

#include <QCoreApplication>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

#include "app/gui/map/map_view.h"
#include "app/gui/window/main_window.h"

namespace fw {

using BenchClock = std::chrono::steady_clock;

inline constexpr int kEvent_ms = 16;  ///< a mouse's pace

inline double milliseconds(BenchClock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return NAN;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Takes events, at least once: a hand's next edit is an event, too. Sleeps while nothing happens: a loop that
/// polls would take a core from the workers.
inline void turn_until(const std::function<bool()>& done) {
  QTimer tick;
  tick.start(1);
  do {
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  } while (!done());
}

/// Processor time of this thread, milliseconds.
inline double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Processor time of all threads, milliseconds.
inline double process_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Registers strokes and pins of the hand over a file that was worked on for long.
void register_hand(MainWindow& window, MapView& map);

}  // namespace fw
