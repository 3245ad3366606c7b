#include "core/model/template/value_rule.h"

#include <cmath>

#include "core/base/number_text.h"
#include "core/base/suggest.h"

namespace fw {
namespace {

Error refuse(const ValueRule& rule, const std::string& found) {
  return {ErrorKind::usage,
          std::string(rule.path) + ": found " + found + ", expected " + expected_text(rule)};
}

}  // namespace

std::string words_text(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "" : ", ") + (word.empty() ? std::string("\"\"") : std::string(word));
  return text;
}

std::string expected_text(const ValueRule& rule) {
  if (!rule.choices.empty()) return "one of " + words_text(rule.choices);
  std::string text = rule.whole ? "a whole number from " : "a number from ";
  text += number_text(rule.min) + " to " + number_text(rule.max);
  if (!rule.unit.empty()) text += " (" + std::string(rule.unit) + ")";
  return text;
}

bool allows(const ValueRule& rule, double value) {
  const bool word = !rule.choices.empty();
  const double bottom = word ? 0 : rule.min;
  const double top = word ? static_cast<double>(rule.choices.size()) - 1 : rule.max;
  return std::isfinite(value) && value >= bottom && value <= top &&
         (!(rule.whole || word) || value == std::floor(value));
}

Result<Done> check_value(const ValueRule& rule, double value) {
  if (allows(rule, value)) return Done{};
  return refuse(rule, std::isfinite(value) ? number_text(value) : "a number that is not finite");
}

Result<double> read_value(const ValueRule& rule, std::string_view text) {
  for (size_t i = 0; i < rule.choices.size(); ++i)
    if (rule.choices[i] == text) return static_cast<double>(i);
  const bool yes_no = rule.choices.size() == 2 && rule.choices[0] == "no" && rule.choices[1] == "yes";
  if (const auto yes = read_yes_no(text); yes && yes_no) return *yes ? 1.0 : 0.0;
  const auto number = read_number(text);
  if (!number || !rule.choices.empty()) return refuse(rule, "\"" + std::string(text) + "\"");
  if (auto fits = check_value(rule, *number); !fits) return fits.error();
  return *number;
}

std::optional<double> read_number(std::string_view text) {
  double number = 0;
  const auto [end, problem] = read_double(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<bool> read_yes_no(std::string_view text) {
  if (text == "yes" || text == "true") return true;
  if (text == "no" || text == "false") return false;
  return std::nullopt;
}

Result<Setting> split_setting(const std::string& setting) {
  const size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) return setting_error(setting, "expected path=value");
  return Setting{setting.substr(0, equals), setting.substr(equals + 1)};
}

Error setting_error(const std::string& setting, const std::string& what) {
  return {ErrorKind::usage, "--set " + setting + ": " + what};
}

std::string parameter_hint(std::string_view word, const std::vector<std::string>& known,
                           std::span<const std::string_view> paths) {
  if (std::string hint = did_you_mean(word, known); !hint.empty()) return hint;
  const std::string end = "." + std::string(word);
  for (const std::string_view path : paths)
    if (path.ends_with(end)) return "; did you mean " + std::string(path) + "?";
  return "";
}

}  // namespace fw
