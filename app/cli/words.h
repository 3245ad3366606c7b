#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fw::cli {

Error usage(std::string message);

/// The parts of a comma-separated list.
std::vector<std::string> split(const std::string& list);

/// The place of a word in a list of slugs; the error names them all.
Result<size_t> place_of(std::string_view option, const std::string& word,
                        std::span<const std::string_view> slugs);

}  // namespace fw::cli
