#pragma once

#include <string>
#include <string_view>

namespace fw {

/// Any bytes as base64 on one line (RFC 4648, 4).
std::string base64_text(std::string_view bytes);

}  // namespace fw
