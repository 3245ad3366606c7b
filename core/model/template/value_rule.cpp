#include "core/model/template/tuning.h"

#include <charconv>
#include <cmath>

#include "core/model/number_text.h"
#include "core/model/suggest.h"

namespace fw {

namespace {

Error refuse(const TuningText& row, const std::string& found) {
  return {ErrorKind::usage, std::string(row.path) + ": found " + found + ", expected " + expected_text(row)};
}

}  // namespace

std::string expected_text(const TuningText& row) {
  if (!row.choices.empty()) {
    std::string text = "one of ";
    for (size_t i = 0; i < row.choices.size(); ++i) text += (i ? ", " : "") + std::string(row.choices[i]);
    return text;
  }
  std::string text = row.whole ? "a whole number from " : "a number from ";
  text += number_text(row.min) + " to " + number_text(row.max);
  if (!row.unit.empty()) text += " (" + std::string(row.unit) + ")";
  return text;
}

Result<Done> check_tuning(const TuningText& row, double value) {
  const double top = row.choices.empty() ? row.max : static_cast<double>(row.choices.size()) - 1;
  const double bottom = row.choices.empty() ? row.min : 0;
  const bool whole = row.whole || !row.choices.empty();
  const bool fits =
      std::isfinite(value) && value >= bottom && value <= top && (!whole || value == std::floor(value));
  if (!fits) return refuse(row, std::isfinite(value) ? number_text(value) : "a number that is not finite");
  return Done{};
}

Result<double> parse_tuning(const TuningText& row, std::string_view value) {
  for (size_t i = 0; i < row.choices.size(); ++i)
    if (row.choices[i] == value) return static_cast<double>(i);
  double number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (!row.choices.empty() || problem != std::errc{} || end != value.data() + value.size())
    return refuse(row, "\"" + std::string(value) + "\"");
  if (auto fits = check_tuning(row, number); !fits) return fits.error();
  return number;
}

Error unknown_tuning(std::string_view path, const std::vector<std::string>& known) {
  return {ErrorKind::usage, "no parameter " + std::string(path) + did_you_mean(path, known)};
}

Result<std::array<std::string, 2>> split_setting(std::string_view setting) {
  const size_t equals = setting.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return Error{ErrorKind::usage, "found \"" + std::string(setting) + "\", expected path=value"};
  return std::array<std::string, 2>{std::string(setting.substr(0, equals)),
                                    std::string(setting.substr(equals + 1))};
}

}  // namespace fw
