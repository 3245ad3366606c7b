#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "core/action/action_clock.h"
#include "core/simulation/simulation.h"

namespace fw::cli {
namespace {

/// A method's preset.
Result<TunedParams> params_of(const std::string& slug, const std::string& method) {
  const auto found = place_of("params", slug, kCoordinatorSlugs);
  if (!found) return found.error();
  const auto coordinator = static_cast<Coordinator>(found.value());
  const bool action = coordinator == Coordinator::action;
  if (action && method == kClockMethod) return TunedParams(action_clock_preset(), action_tuning());
  const auto place =
      place_of_method(coordinator, method.empty() ? std::nullopt : std::optional<std::string_view>(method),
                      action ? kClockMethod : "");
  if (!place) return place.error();
  return preset_of(coordinator, place.value());
}

/// Path, value, what is expected and help, in columns.
std::string text_of(const TunedParams& params) {
  size_t paths = 0, values = 0;
  for (size_t row = 0; row < params.size(); ++row) {
    if (chooses_method(params.rule(row))) continue;
    paths = std::max(paths, params.rule(row).path.size());
    values = std::max(values, value_text(params.rule(row), params.get(row)).size());
  }
  std::string text;
  for (size_t row = 0; row < params.size(); ++row) {
    const ValueRule& rule = params.rule(row);
    if (chooses_method(rule)) continue;
    const std::string value = value_text(rule, params.get(row));
    text += std::string(rule.path) + std::string(paths - rule.path.size() + 2, ' ') + value +
            std::string(values - value.size() + 2, ' ') + std::string(rule.help) + "; " +
            expected_text(rule) + "\n";
  }
  return text;
}

std::string json_of(const TunedParams& params) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (size_t row = 0; row < params.size(); ++row) {
    const ValueRule& rule = params.rule(row);
    if (chooses_method(rule)) continue;
    nlohmann::ordered_json one{{"path", rule.path}};
    if (rule.choices.empty()) {
      one["value"] = params.get(row), one["min"] = rule.min, one["max"] = rule.max;
      one["whole"] = rule.whole;
    } else {
      one["value"] = value_text(rule, params.get(row)), one["words"] = rule.choices;
    }
    one["unit"] = rule.unit, one["help"] = rule.help;
    list.push_back(std::move(one));
  }
  return list.dump(2) + "\n";
}

}  // namespace

int run_params(const Options& options) {
  const auto params = params_of(options.target, options.second);
  if (!params) return fail(params.error());
  return deliver(options.json ? json_of(params.value()) : text_of(params.value()), options);
}

}  // namespace fw::cli
