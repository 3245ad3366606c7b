#include "app/job/search/search_control.h"

namespace fw {

void SearchControl::hold(bool on) {
  {
    const std::lock_guard lock(guard_);
    held_ = on;
    halted_ = held_ || stopped_;
  }
  changed_.notify_all();
}

void SearchControl::stop() {
  {
    const std::lock_guard lock(guard_);
    stopped_ = true;
    halted_ = true;
  }
  changed_.notify_all();
}

bool SearchControl::may_go_on() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [this] { return !held_ || stopped_; });
  return !stopped_;
}

}  // namespace fw
