#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"

namespace fw {

/// `count` distinct names of two syllables; `tag` is the list ("names.town" ...) whose sub-stream draws them.
std::vector<std::string> make_names(const SeedBundle& seeds, std::string_view tag, int count);

}  // namespace fw
