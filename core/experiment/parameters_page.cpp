#include "core/experiment/parameters_page.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/action/action.h"
#include "core/crowd/crowd.h"
#include "core/model/number_text.h"
#include "core/model/template/tuning.h"
#include "core/spawn/spawn.h"

namespace fw {
namespace {

std::string value_text(const ValueRule& row, double value) {
  if (row.choices.empty()) return number_text(value);
  return std::string(row.choices[static_cast<size_t>(value)]);
}

/// "0.9; curl_dual 0.5": the value of most methods, then the exceptions.
template <typename Params>
std::string presets_text(const TuningRow<Params>& row,
                         const std::vector<std::pair<std::string_view, Params>>& presets) {
  std::vector<std::pair<std::string, std::string>> groups;  // value, methods
  std::vector<size_t> counts;
  for (const auto& [method, params] : presets) {
    const std::string value = value_text(row.rule, row.get(params));
    size_t g = 0;
    while (g < groups.size() && groups[g].first != value) ++g;
    if (g == groups.size()) groups.push_back({value, ""}), counts.push_back(0);
    groups[g].second += (counts[g]++ > 0 ? ", " : "") + std::string(method);
  }
  size_t most = 0;
  for (size_t g = 1; g < groups.size(); ++g)
    if (counts[g] > counts[most]) most = g;
  std::string text = groups[most].first;
  for (size_t g = 0; g < groups.size(); ++g)
    if (g != most) text += "; " + groups[g].second + " " + groups[g].first;
  return text;
}

template <typename Params>
std::string section(std::string_view title, std::span<const TuningRow<Params>> rows,
                    const std::vector<std::pair<std::string_view, Params>>& presets) {
  std::string text =
      "## " + std::string(title) + "\n\n| path | meaning | expected | presets |\n|---|---|---|---|\n";
  for (const TuningRow<Params>& row : rows) {
    if (row.rule.path.ends_with(".method")) continue;  // --methods chooses it
    text += "| `" + std::string(row.rule.path) + "` | " + std::string(row.rule.help) + " | " +
            expected_text(row.rule) + " | " + presets_text(row, presets) + " |\n";
  }
  return text + "\n";
}

template <typename Params, typename Method, size_t N>
std::vector<std::pair<std::string_view, Params>> presets_of(const std::array<std::string_view, N>& slugs,
                                                            Params (*preset)(Method)) {
  std::vector<std::pair<std::string_view, Params>> out;
  for (size_t i = 0; i < N; ++i) out.push_back({slugs[i], preset(static_cast<Method>(i))});
  return out;
}

}  // namespace

std::string study_parameters_page() {
  return "# Parameters of the studies\n\n"
         "Generated from the coordinators' tables by `fieldwright experiment --reference`; edit those, not "
         "this "
         "page.\nOn the command line `--set path=value` changes one number for every method of a study. The "
         "last "
         "column gives what\nmost methods' presets say, then the methods that differ.\n\n" +
         section<CrowdParams>("crowd", crowd_tuning(), presets_of(kCrowdMethodSlugs, crowd_preset)) +
         section<ActionParams>("action", action_tuning(), presets_of(kActionMethodSlugs, action_preset)) +
         section<SpawnParams>("spawn", spawn_tuning(), presets_of(kSpawnMethodSlugs, spawn_preset));
}

}  // namespace fw
