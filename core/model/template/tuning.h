#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/model/template/value_rule.h"

namespace fw {

/// One number of a coordinator's parameters (crowd, action, spawn): a rule with a place in `Params`. Range
/// checks, `--set path=value`, the reference page and a form all work from these rows. Plain function
/// pointers, so that a table is a constant of its room; a template's rows, which are put together at run
/// time and reach into lists, have a table of their own (core/template/parameters/parameters.h).
template <typename Params>
struct TuningRow {
  ValueRule rule;
  double (*get)(const Params&);
  void (*set)(Params&, double);
};

/// Words of the choices that several coordinators have: a bool, and FieldUpdate (core/field/noise/noise.h).
inline constexpr std::array<std::string_view, 2> kNoYesSlugs{"no", "yes"};
inline constexpr std::array<std::string_view, 2> kFieldUpdateSlugs{"drift", "resample"};

/// The member at the end of a path of member pointers.
template <auto First, auto... Rest>
auto& tuned_member(auto& object) {
  if constexpr (sizeof...(Rest) == 0)
    return object.*First;
  else
    return tuned_member<Rest...>(object.*First);
}

/// A row whose number, int, bool or enum stands at the end of a path of member pointers.
template <typename Params, auto... Path>
constexpr TuningRow<Params> tuning_row(ValueRule rule) {
  return {rule, [](const Params& p) { return static_cast<double>(tuned_member<Path...>(p)); },
          [](Params& p, double value) {
            auto& member = tuned_member<Path...>(p);
            member = static_cast<std::remove_reference_t<decltype(member)>>(value);
          }};
}

/// Applies one "path=value".
template <typename Params>
Result<Done> tune(Params& params, std::span<const TuningRow<Params>> rows, const std::string& setting) {
  const auto parts = split_setting(setting);
  if (!parts) return parts.error();
  const auto& [path, value] = parts.value();
  std::vector<std::string> known;
  std::vector<std::string_view> paths;
  for (const auto& row : rows) {
    known.emplace_back(row.rule.path);
    paths.push_back(row.rule.path);
    if (row.rule.path != path) continue;
    const auto number = read_value(row.rule, value);
    if (!number) return setting_error(setting, number.error().message);
    row.set(params, number.value());
    return Done{};
  }
  return setting_error(setting, "there is no parameter " + path + parameter_hint(path, known, paths));
}

/// Applies settings in order. A method among them is refused: `option` chooses it, because every method has
/// numbers of its own.
template <typename Params>
Result<Done> tune_all(Params& params, std::span<const TuningRow<Params>> rows,
                      const std::vector<std::string>& settings, const std::string& option) {
  for (const std::string& setting : settings) {
    if (setting.find(".method=") != std::string::npos)
      return setting_error(setting, "choose the method with " + option);
    if (auto tuned = tune(params, rows, setting); !tuned) return tuned;
  }
  return Done{};
}

/// Every number inside its range; the first that is not is the error.
template <typename Params>
Result<Done> check(const Params& params, std::span<const TuningRow<Params>> rows) {
  for (const auto& row : rows)
    if (auto fits = check_value(row.rule, row.get(params)); !fits) return fits;
  return Done{};
}

}  // namespace fw
