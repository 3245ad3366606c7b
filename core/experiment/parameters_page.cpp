#include "core/experiment/parameters_page.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/experiment/studies.h"

namespace fw {
namespace {

/// "0.9; curl_dual 0.5": the value of most methods, then the exceptions. `presets`: in the order of methods.
std::string presets_text(size_t row, std::span<const Method> methods,
                         const std::vector<TunedParams>& presets) {
  std::vector<std::pair<std::string, std::string>> groups;  // value, methods
  std::vector<size_t> counts;
  for (size_t method = 0; method < presets.size(); ++method) {
    const std::string value = value_text(presets[method].rule(row), presets[method].get(row));
    size_t g = 0;
    while (g < groups.size() && groups[g].first != value) ++g;
    if (g == groups.size()) groups.push_back({value, ""}), counts.push_back(0);
    groups[g].second += (counts[g]++ > 0 ? ", " : "") + std::string(methods[method].slug);
  }
  size_t most = 0;
  for (size_t g = 1; g < groups.size(); ++g)
    if (counts[g] > counts[most]) most = g;
  std::string text = groups[most].first;
  for (size_t g = 0; g < groups.size(); ++g)
    if (g != most) text += "; " + groups[g].second + " " + groups[g].first;
  return text;
}

/// The rows of methods that have the same ones.
std::string rows_text(std::span<const Method> methods, const std::vector<TunedParams>& presets) {
  std::string text = "| path | meaning | expected | presets |\n|---|---|---|---|\n";
  for (size_t row = 0; row < presets[0].size(); ++row) {
    const ValueRule& rule = presets[0].rule(row);
    if (chooses_method(rule)) continue;  // --methods chooses it
    text += "| `" + std::string(rule.path) + "` | " + std::string(rule.help) + " | " + expected_text(rule) +
            " | " + presets_text(row, methods, presets) + " |\n";
  }
  return text + "\n";
}

std::string section(const StudyRow& study) {
  std::string text = "## " + std::string(study.slug) + "\n\n";
  for (size_t first = 0; first < study.methods.size();) {
    std::vector<TunedParams> presets;
    size_t next = first;
    do presets.push_back(study.preset(next++));
    while (next < study.methods.size() && study.preset(next).rule(0).path == presets[0].rule(0).path);
    text += rows_text(study.methods.subspan(first, next - first), presets);
    first = next;
  }
  return text;
}

}  // namespace

std::string study_parameters_page() {
  std::string text =
      "# Parameters of the studies\n\n"
      "Generated from the coordinators' tables by `fieldwright experiment --reference`; edit those, not this "
      "page.\nOn the command line `--set path=value` changes one number for every method of a study. The "
      "last "
      "column gives what\nmost methods' presets say, then the methods that differ.\n\n";
  for (const auto study : kStudies) text += section(study());
  return text;
}

}  // namespace fw
