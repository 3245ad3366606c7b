#include "core/base/plain_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace fw {
namespace {

/// The character at the beginning of a text and its bytes; 0 bytes where it is no UTF-8.
struct Character {
  uint32_t code = 0;
  size_t bytes = 0;
};

Character first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  uint32_t code = lead & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool shortest = bytes == 2 || code >= (bytes == 3 ? 0x800u : 0x10000u);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return shortest && !surrogate && code <= 0x10FFFF ? Character{code, bytes} : Character{};
}

bool is_plain(const Character& c) {
  const auto within = [&](uint32_t low, uint32_t high) { return c.code >= low && c.code <= high; };
  return c.bytes > 0 && !within(0, 0x1F) && !within(0x7F, 0x9F) && !within(0x2028, 0x202E) &&
         !within(0x2066, 0x2069) && !within(0xFDD0, 0xFDEF) && (c.code & 0xFFFE) != 0xFFFE;
}

}  // namespace

bool is_plain_text(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!is_plain(c)) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

std::string plain_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character c = first_character(text);
    const size_t bytes = c.bytes > 0 ? c.bytes : 1;
    if (is_plain(c)) {
      out += text.substr(0, bytes);
    } else {
      char written[16];
      const bool wide = c.bytes > 1;
      const unsigned value = wide ? c.code : static_cast<uint8_t>(text.front());
      std::snprintf(written, sizeof written, wide ? "\\u{%x}" : "\\x%02x", value);
      out += written;
    }
    text.remove_prefix(bytes);
  }
  return out;
}

std::string first_names(const std::vector<std::string>& names, size_t most) {
  std::string text;
  for (size_t k = 0; k < std::min(names.size(), most); ++k) text += (k == 0 ? "" : ", ") + names[k];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

std::string json_string(std::string_view text) {
  constexpr std::string_view kEscaped = "\b\n\r\t\f\"\\", kLetters = "bnrtf\"\\", kHex = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const Character c = first_character(text);
    const char first = text.front();
    if (const size_t known = kEscaped.find(first); known != std::string_view::npos) {
      out += '\\';
      out += kLetters[known];
    } else if (c.bytes == 0) {
      out += "\uFFFD";
    } else if (c.code < 0x20) {
      out += "\\u00";
      out += kHex[c.code >> 4];
      out += kHex[c.code & 15];
    } else {
      out += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes > 0 ? c.bytes : 1);
  }
  return out + '"';
}

std::string markup_text(std::string_view text, std::string_view also) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (also.find(c) != std::string_view::npos)
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    else
      out += c;
  }
  return out;
}

}  // namespace fw
