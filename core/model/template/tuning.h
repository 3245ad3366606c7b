#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/result.h"

namespace fw {

/// What any tuning row says of itself; `Params` below gives it a place.
struct TuningText {
  std::string_view path{};  ///< "crowd.beta"
  std::string_view unit{};  ///< "m", "s", "rad"; "" = pure number
  double min = 0;
  double max = 0;
  bool whole = false;                           ///< integers only
  std::span<const std::string_view> choices{};  ///< not empty: the value is an index into these
  std::string_view help{};
};

/// One number of a coordinator's parameters (crowd, action, spawn). Range checks, `--set path=value`, the
/// reference page and a form all work from these rows; the parameters of a world have their own table
/// (core/template/parameters/parameters.h).
template <typename Params>
struct TuningRow {
  TuningText text;
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
constexpr TuningRow<Params> tuning_row(TuningText text) {
  return {text, [](const Params& p) { return static_cast<double>(tuned_member<Path...>(p)); },
          [](Params& p, double value) {
            auto& member = tuned_member<Path...>(p);
            member = static_cast<std::remove_reference_t<decltype(member)>>(value);
          }};
}

/// The number behind a typed value, checked against the row: usage error naming path, found and expected.
Result<double> parse_tuning(const TuningText& row, std::string_view value);
/// Whether a number fits the row; the error names path, found and expected.
Result<Done> check_tuning(const TuningText& row, double value);
/// "no parameter crowd.bta; did you mean crowd.beta?"
Error unknown_tuning(std::string_view path, const std::vector<std::string>& known);
/// "a number from 0 to 1", "a whole number from 1 to 8", "one of ema, ou"
std::string expected_text(const TuningText& row);
/// Splits "path=value"; usage error without a "=".
Result<std::array<std::string, 2>> split_setting(std::string_view setting);

/// Applies one "path=value".
template <typename Params>
Result<Done> tune(Params& params, std::span<const TuningRow<Params>> rows, std::string_view setting) {
  const auto parts = split_setting(setting);
  if (!parts) return parts.error();
  std::vector<std::string> known;
  for (const auto& row : rows) {
    known.emplace_back(row.text.path);
    if (row.text.path != parts.value()[0]) continue;
    const auto value = parse_tuning(row.text, parts.value()[1]);
    if (!value) return value.error();
    row.set(params, value.value());
    return Done{};
  }
  return unknown_tuning(parts.value()[0], known);
}

/// Every number inside its range; the first that is not is the error.
template <typename Params>
Result<Done> check(const Params& params, std::span<const TuningRow<Params>> rows) {
  for (const auto& row : rows)
    if (auto fits = check_tuning(row.text, row.get(params)); !fits) return fits;
  return Done{};
}

}  // namespace fw
