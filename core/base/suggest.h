#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// Edits (insert, delete, replace, swap of neighbours) between two texts; ASCII case is ignored. `most` where
/// there are as many or more.
size_t edit_distance(std::string_view a, std::string_view b, size_t most = SIZE_MAX);

/// The nearest candidate if it is near enough to be a slip of the pen, else "". Ties to the first.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean iron_vein?" or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace fw
