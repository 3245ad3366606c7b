#pragma once

#include <string>

namespace fw {

/// The text with its letters A to Z in lower case, whatever the locale; all other bytes stay.
inline std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace fw
