#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "app/job/project/load.h"
#include "core/action/action_clock.h"
#include "core/simulation/simulation.h"
#include "core/template/parameters/parameters.h"

namespace fw::cli {
namespace {

/// A method's preset.
Result<TunedParams> params_of(const std::string& slug, const std::string& method) {
  std::vector<std::string_view> kinds(kCoordinatorSlugs.begin(), kCoordinatorSlugs.end());
  kinds.push_back(kTemplateParams);
  const auto found = place_of("params", slug, kinds);
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

/// A row of what the command prints.
struct ParamRow {
  std::string path, value, help, expected;
  nlohmann::ordered_json json;
};

std::vector<ParamRow> rows_of(const TunedParams& params) {
  std::vector<ParamRow> rows;
  for (size_t row = 0; row < params.size(); ++row) {
    const ValueRule& rule = params.rule(row);
    if (chooses_method(rule)) continue;
    const std::string value = value_text(rule, params.get(row));
    nlohmann::ordered_json one{{"path", rule.path}};
    if (rule.choices.empty()) {
      one["value"] = params.get(row), one["min"] = rule.min, one["max"] = rule.max;
      one["whole"] = rule.whole;
    } else {
      one["value"] = value, one["words"] = rule.choices;
    }
    one["unit"] = rule.unit, one["help"] = rule.help;
    rows.push_back({std::string(rule.path), value, std::string(rule.help), expected_text(rule), one});
  }
  return rows;
}

nlohmann::ordered_json json_of(const ParameterValue& value) {
  return std::visit(
      [](const auto& held) -> nlohmann::ordered_json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return nullptr;
        else
          return held;
      },
      value);
}

ParamRow row_of_template(const Parameter& parameter, const std::string& path, const ParameterValue& value) {
  const std::string expected = expected_text(parameter);
  std::string help = parameter.help;
  if (help.ends_with('.')) help.pop_back();
  return {path,
          value_text(value),
          help,
          expected,
          {{"path", path}, {"value", json_of(value)}, {"expected", expected}, {"help", help}}};
}

/// Everything that --set reaches: patterns with their defaults, or, of a template, its values.
std::vector<ParamRow> rows_of_template(const Template* tmpl) {
  std::vector<ParamRow> rows;
  for (const Parameter& p : parameters()) {
    if (tmpl != nullptr)
      each_place(p, *tmpl, [&](ParameterPlace place) {
        rows.push_back(row_of_template(p, setting_path(p, *tmpl, place), p.get(*tmpl, place)));
      });
    else if (std::none_of(rows.begin(), rows.end(), [&](const ParamRow& r) { return r.path == p.pattern; }))
      rows.push_back(row_of_template(p, p.pattern, default_value(p)));
  }
  return rows;
}

Result<std::vector<ParamRow>> asked_rows(const Options& options) {
  if (options.target != kTemplateParams) {
    const auto params = params_of(options.target, options.second);
    if (!params) return params.error();
    return rows_of(params.value());
  }
  if (options.second.empty()) return rows_of_template(nullptr);
  const Result<Template> tmpl = load_template(options.second, {});
  if (!tmpl) return tmpl.error();
  return rows_of_template(&tmpl.value());
}

/// Path, value, what is expected and help, in columns.
std::string text_of(const std::vector<ParamRow>& rows) {
  constexpr size_t kWidestValue = 40;
  size_t paths = 0, values = 0;
  for (const ParamRow& row : rows) {
    paths = std::max(paths, row.path.size());
    values = std::max(values, std::min(row.value.size(), kWidestValue));
  }
  const auto column = [](const std::string& text, size_t width) {
    return text + std::string(text.size() < width + 2 ? width + 2 - text.size() : 2, ' ');
  };
  std::string text;
  for (const ParamRow& row : rows)
    text += column(row.path, paths) + column(row.value, values) + row.help + "; " + row.expected + "\n";
  return text;
}

std::string json_of(const std::vector<ParamRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ParamRow& row : rows) list.push_back(row.json);
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

int run_params(const Options& options) {
  const auto rows = asked_rows(options);
  if (!rows) return fail(rows.error());
  return deliver(options.json ? json_of(rows.value()) : text_of(rows.value()), options);
}

}  // namespace fw::cli
