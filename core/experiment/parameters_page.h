#pragma once

#include <string>

namespace fw {

/// The reference page (Markdown) of every number that `--set` reaches in the studies: path, meaning,
/// what is expected, and the value that each method's preset gives it.
std::string study_parameters_page();

}  // namespace fw
