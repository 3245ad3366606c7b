#pragma once

#include <string>
#include <vector>

namespace fw {

enum class Severity { info, warning, error };

/// Something a designer should know, before or after generating. `error` = arithmetic proves it
/// contradictory.
struct Finding {
  Severity severity = Severity::warning;
  std::string code;     ///< stable slug, e.g. "quota_over_capacity"
  std::string where;    ///< template path or place, e.g. "resources[3].quota"
  std::string message;  ///< a sentence with the numbers and the smallest relaxation that would work
};

using Findings = std::vector<Finding>;

}  // namespace fw
