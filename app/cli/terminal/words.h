#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fw::cli {

Error usage(std::string message);

/// The word for nothing in an option that takes a list.
inline constexpr std::string_view kNone = "none";
/// The table of `params` that is a template's.
inline constexpr std::string_view kTemplateParams = "template";
/// The shells that `completion` writes for.
inline constexpr std::array<std::string_view, 2> kShells{"bash", "zsh"};

/// The parts of a comma-separated list.
std::vector<std::string> split(const std::string& list);

/// The same the other way round: "a, b, c".
std::string join(const auto& words, std::string_view separator = ", ") {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

/// "a, b or c".
std::string either(const auto& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// The place of a word in a list of slugs; the error names them all.
Result<size_t> place_of(std::string_view option, const std::string& word,
                        std::span<const std::string_view> slugs);

/// The number that the whole of a text is; nothing if it is none or out of the type's range.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace fw::cli
