#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"

namespace fw {

/// Wall seconds per stage of a render, for timings.json; never part of a digest.
class StageTimer {
 public:
  /// Ends the stage that runs and starts another.
  void start(std::string_view stage);
  /// A progress that times every stage reported through it and passes it on, scaled into [from, to].
  Progress watch(const Progress& onward, double from, double to);
  /// {"stages":[{"name","seconds"}],"total_seconds"}; ends the running stage.
  std::string json();

 private:
  using Clock = std::chrono::steady_clock;
  void stop();
  Clock::time_point began_ = Clock::now();
  Clock::time_point stage_began_ = began_;
  std::string stage_;
  std::vector<std::pair<std::string, double>> stages_;
};

}  // namespace fw
