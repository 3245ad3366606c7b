#include "app/job/render/timings.h"

#include "core/base/decimal.h"

namespace fw {

void StageTimer::stop() {
  const Clock::time_point now = Clock::now();
  if (!stage_.empty())
    stages_.emplace_back(stage_, std::chrono::duration<double>(now - stage_began_).count());
  stage_.clear();
  stage_began_ = now;
}

void StageTimer::start(std::string_view stage) {
  stop();
  stage_ = stage;
}

Progress StageTimer::watch(const Progress& onward, double from, double to) {
  Progress timed;
  timed.cancel = onward.cancel;
  timed.report = [this, &onward, from, to](std::string_view stage, double fraction) {
    if (stage_ != stage) start(stage);
    onward.at(stage, from + (to - from) * fraction);
  };
  return timed;
}

std::string StageTimer::json() {
  stop();
  std::string text = "{\n  \"stages\": [";
  for (size_t i = 0; i < stages_.size(); ++i)
    text += (i ? ",\n    " : "\n    ") + std::string("{\"name\": \"") + stages_[i].first +
            "\", \"seconds\": " + short_decimal(stages_[i].second, 6) + "}";
  const double total = std::chrono::duration<double>(Clock::now() - began_).count();
  return text + "\n  ],\n  \"total_seconds\": " + short_decimal(total, 6) + "\n}\n";
}

}  // namespace fw
