#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace fw {

/// Steers a running search from another thread.
class SearchControl {
 public:
  /// While held, no world is made: those in the making are dropped, and made when the search goes on.
  void hold(bool on);
  /// Ends the search, held or not; finished seeds stay.
  void stop();

  /// For Progress::cancel of the whole search: stopped.
  const std::atomic<bool>* stopped() const { return &stopped_; }
  /// For Progress::cancel of one world: held or stopped.
  const std::atomic<bool>* halted() const { return &halted_; }
  /// Blocks while held. False: stopped.
  bool may_go_on();

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  bool held_ = false;
  std::atomic<bool> stopped_{false}, halted_{false};
};

}  // namespace fw
