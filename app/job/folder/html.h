#pragma once

#include <string>
#include <string_view>

namespace fw {

/// A page's beginning up to its policy: it loads nothing but what `sources` names ("style-src
/// 'unsafe-inline'").
std::string html_head(std::string_view sources);

/// A plain page, light and dark, that loads nothing: everything up to its content, and the end.
std::string html_begin(std::string_view title);
std::string html_end();

}  // namespace fw
