#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/job/search/search_plan.h"
#include "app/job/search/search_rows.h"

namespace fw {

/// Says what stands in the way of a search without a pass: which condition ends most worlds, how near it came
/// to holding, and how many worlds could pass at most without it.
class Hopeless {
 public:
  static constexpr uint64_t kWorlds = 1000;

  explicit Hopeless(const SearchRules& rules) : rules_(rules), parts_(rules.parts.size()) {}
  void add(const SearchRow& row);
  /// After kWorlds worlds without a pass.
  bool is_hopeless() const { return worlds_ >= kWorlds && passed_ == 0 && !parts_.empty(); }
  std::string text() const;

 private:
  struct Part {
    uint64_t fails = 0;  ///< worlds in which it is known not to hold
    uint64_t alone = 0;  ///< of those, worlds in which no other condition is known to fail
    bool seen = false;
    double best = 0;              ///< greatest slack
    std::vector<double> at_best;  ///< the values of its figures there
  };
  const SearchRules& rules_;
  std::vector<Part> parts_;
  uint64_t worlds_ = 0, passed_ = 0;
};

}  // namespace fw
