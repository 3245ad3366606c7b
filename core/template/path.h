#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

// Paths of a template's values: "island.coast_scale_m", "resources[3].quota". Members are slugs; a list's row
// stands in brackets, counted from 0 (parameters.h finds the value at a path).

/// "resources[3].quota" -> "resources[].quota" and 3, the first row alone; without a row the path itself and
/// nothing.
struct RowPath {
  std::string pattern;
  std::optional<size_t> row;
};
RowPath split_row(std::string_view path);
/// The way back: "resources[].quota" and 3 -> "resources[3].quota".
std::string with_row(std::string pattern, size_t row);

/// "resources[3].quota" -> resources, 3, quota
std::vector<std::string> path_steps(std::string_view path);
/// A whole number in digits alone; nothing for any other text.
std::optional<size_t> row_number(std::string_view text);

/// The path without its last member: "resources[].biomes", "island", "".
std::string group_of(std::string_view path);
/// The last member: "biomes.pine" -> "pine".
std::string member_of(std::string_view path);
/// Its first step: "resources[3].quota" -> "resources".
std::string_view first_step(std::string_view path);

/// "iron_vein" -> "iron vein"
std::string slug_in_words(std::string_view slug);
/// "iron_vein" -> "Iron vein"
std::string slug_as_title(std::string_view slug);

}  // namespace fw
