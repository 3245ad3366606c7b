#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

// What parameters of every kind have in common: the rule of a number or word, its words in messages, and the
// reader of "path=value". Rows of the coordinators are built on it (tuning.h); a scalar of a template has
// more types, and gives such a rule where it is a number or a word (core/template/parameters/parameters.h).
namespace fw {

/// What one number or word may be.
struct ValueRule {
  std::string_view path{};  ///< "crowd.beta"
  std::string_view unit{};  ///< "m", "s", "rad"; "" = pure number
  double min = 0;
  double max = 0;
  bool whole = false;                           ///< integers only
  std::span<const std::string_view> choices{};  ///< not empty: the value is an index into these
  std::string_view help{};
};

/// "ema, ou"; an empty word as "".
std::string words_text(std::span<const std::string_view> words);
/// "a number from 0 to 1 (m)", "a whole number from 1 to 8", "one of ema, ou"
std::string expected_text(const ValueRule& rule);
/// Whether a number fits: finite, in range, whole where it must be.
bool allows(const ValueRule& rule, double value);
/// The same; the error names path, found and expected.
Result<Done> check_value(const ValueRule& rule, double value);
/// The number that a typed text means, or the index of a choice; errors as check_value.
Result<double> read_value(const ValueRule& rule, std::string_view text);

/// A finite decimal number and nothing else, whatever the locale.
std::optional<double> read_number(std::string_view text);
/// "yes" or "true", "no" or "false".
std::optional<bool> read_yes_no(std::string_view text);

/// "path=value" in its two parts.
struct Setting {
  std::string path, value;
};
/// Usage error without a path and a "=".
Result<Setting> split_setting(const std::string& setting);
/// A usage error: "--set crowd.beta=7: " and what is wrong.
Error setting_error(const std::string& setting, const std::string& what);

/// "; did you mean beta?": the known word that is nearest, else a path that ends in the word, or "".
std::string parameter_hint(std::string_view word, const std::vector<std::string>& known,
                           std::span<const std::string_view> paths);

}  // namespace fw
