#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fw {

enum class Severity { info, warning, error };

/// A value that a finding proposes for a path of the template.
struct PathEdit {
  enum class Verb : uint8_t { set, raise, lower };

  Verb verb = Verb::set;
  std::string path;   ///< "danger.green.share"
  std::string value;  ///< as --set takes it, "0.06"
};
/// Edits that mend a finding together.
using Cure = std::vector<PathEdit>;

/// Something a designer should know, before or after generating. `error` = arithmetic proves it
/// contradictory.
struct Finding {
  Severity severity = Severity::warning;
  std::string code;           ///< stable slug, e.g. "quota_over_capacity"
  std::string where;          ///< template path or place, e.g. "resources[3].quota"
  std::string message;        ///< a sentence with the numbers and the smallest relaxation that would work
  std::vector<Cure> cures{};  ///< the ways out that edits go alone; the message names the same
};

using Findings = std::vector<Finding>;

}  // namespace fw
