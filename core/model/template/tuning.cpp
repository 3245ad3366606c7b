#include "core/model/template/tuning.h"

#include "core/base/number_text.h"

namespace fw {

std::string value_text(const ValueRule& rule, double value) {
  if (rule.choices.empty()) return number_text(value);
  return std::string(rule.choices[static_cast<size_t>(value)]);
}

Result<Done> tune(TunedParams& params, const std::string& setting) {
  const auto parts = split_setting(setting);
  if (!parts) return parts.error();
  const auto& [path, value] = parts.value();
  std::vector<std::string> known;
  std::vector<std::string_view> paths;
  for (size_t row = 0; row < params.size(); ++row) {
    const ValueRule& rule = params.rule(row);
    known.emplace_back(rule.path);
    paths.push_back(rule.path);
    if (rule.path != path) continue;
    const auto number = read_value(rule, value);
    if (!number) return setting_error(setting, number.error().message);
    params.set(row, number.value());
    return Done{};
  }
  return setting_error(setting, "there is no parameter " + path + parameter_hint(path, known, paths));
}

Result<Done> tune_all(TunedParams& params, const std::vector<std::string>& settings,
                      const std::string& option) {
  for (const std::string& setting : settings) {
    if (setting.find(".method=") != std::string::npos)
      return setting_error(setting, "choose the method with " + option);
    if (auto tuned = tune(params, setting); !tuned) return tuned;
  }
  return Done{};
}

Result<Done> check(const TunedParams& params) {
  for (size_t row = 0; row < params.size(); ++row)
    if (auto fits = check_value(params.rule(row), params.get(row)); !fits) return fits;
  return Done{};
}

}  // namespace fw
