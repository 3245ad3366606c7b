#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/template.h"

namespace fw {

enum class ParameterType {
  integer,
  number,
  range,   ///< [low, high]
  choice,  ///< one of `choices`
  text,    ///< plain_text (core/base/plain_text.h); min and max bound its length
  name,    ///< text without slashes, not "." or ".."
  slug,    ///< [a-z0-9_]{1,64}
};

/// A parameter's value; monostate = not stated (an optional row).
using ParameterValue = std::variant<std::monostate, double, std::string, std::array<double, 2>>;

/// One scalar of a template. Reading, validation, --set, JSON Schema, canonical writing, the reference page
/// and a form all work from these rows; their order is the canonical key order.
struct Parameter {
  std::string path;     ///< "noise.faction.octaves"; "[]" stands for a list's row index: "resources[].quota"
  std::string pattern;  ///< rows that mean the same thing share it: "noise.*.octaves"
  ParameterType type = ParameterType::number;
  std::string unit;  ///< "m", "deg", "s"; "" = pure number or text
  double min = 0;
  double max = 0;
  std::vector<std::string_view> choices;
  std::string help;
  bool required = false;
  bool in_digest = true;
  bool zero_in_given_group = false;  ///< absent from a group that is stated means 0, not the default
  bool omit_zero = false;            ///< canonical form leaves zeros out
  std::function<ParameterValue(const Template&, size_t row)> get;
  std::function<void(Template&, size_t row, const ParameterValue&)> set;
};

/// A list of rows, such as "resources" or "noise.danger.state_features".
struct ParameterList {
  std::string path;
  std::string pattern;
  std::string key;  ///< member that names a row in --set, "" if none: "class"
  size_t max_rows = 0;
  std::string help;
  std::function<size_t(const Template&)> size;
  std::function<void(Template&, size_t)> resize;
  bool aside = false;  ///< outside the digest, and left out of the canonical form while empty
};

/// The one table. Row arguments of scalars outside lists are ignored.
const std::vector<Parameter>& parameters();
const std::vector<ParameterList>& parameter_lists();

/// The value a template has when it says nothing.
ParameterValue default_value(const Parameter& parameter);

/// "a number from 500 to 100000 (m)"
std::string expected_text(const Parameter& parameter);

}  // namespace fw
