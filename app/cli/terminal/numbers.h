#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace fw::cli {

/// The number that the whole of a text is; nothing if it is none or out of the type's range.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace fw::cli
