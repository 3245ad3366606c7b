#include "core/template/path.h"

#include <algorithm>
#include <charconv>

namespace fw {

RowPath split_row(std::string_view path) {
  const size_t open = path.find('['), close = path.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return {std::string(path), std::nullopt};
  return {std::string(path.substr(0, open + 1)) + std::string(path.substr(close)),
          row_number(path.substr(open + 1, close - open - 1))};
}

std::string with_row(std::string pattern, size_t row) {
  if (const size_t at = pattern.find("[]"); at != std::string::npos)
    pattern.insert(at + 1, std::to_string(row));
  return pattern;
}

std::vector<std::string> path_steps(std::string_view path) {
  std::vector<std::string> steps(1);
  for (const char c : path) {
    if (c == '.' || c == '[')
      steps.emplace_back();
    else if (c != ']')
      steps.back() += c;
  }
  return steps;
}

std::optional<size_t> row_number(std::string_view text) {
  size_t row = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), row);
  if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
  return row;
}

std::string group_of(std::string_view path) {
  const size_t dot = path.rfind('.');
  return std::string(path.substr(0, dot == std::string_view::npos ? 0 : dot));
}

std::string member_of(std::string_view path) {
  return std::string(path.substr(path.rfind('.') + 1));
}

std::string_view first_step(std::string_view path) {
  return path.substr(0, path.find_first_of(".["));
}

std::string slug_in_words(std::string_view slug) {
  std::string words(slug);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string slug_as_title(std::string_view slug) {
  std::string words = slug_in_words(slug);
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace fw
