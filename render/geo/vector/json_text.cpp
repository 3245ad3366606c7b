#include "render/geo/vector/json_text.h"

#include <array>
#include <charconv>

namespace fw {
namespace {

constexpr size_t kMostChars = 40;

/// Digits that binary rounding leaves at the end.
bool has_residue(std::string_view number) {
  const size_t point = number.find('.');
  if (point == std::string_view::npos) return false;
  const std::string_view after = number.substr(point);
  return after.find("999999") != std::string_view::npos || after.find("000000") != std::string_view::npos;
}

std::string with_digits(double value, int digits) {
  std::array<char, kMostChars> buffer{};
  // printf's %.*g as in the C locale; printf itself follows the process's locale.
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits)
          .ptr;
  return {buffer.data(), end};
}

/// Seventeen digits, or up to three fewer if that removes the residue.
std::string careful_digits(double value) {
  const std::string all = with_digits(value, 17);
  if (!has_residue(all)) return all;
  for (const int digits : {16, 15, 14}) {
    std::string fewer = with_digits(value, digits);
    if (fewer.find('.') != std::string::npos && !has_residue(fewer)) return fewer;
  }
  return all;
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  constexpr std::string_view kEscaped = "\b\n\r\t\f\"\\", kLetters = "bnrtf\"\\";
  out += '"';
  for (const char c : text) {
    if (const size_t known = kEscaped.find(c); known != std::string_view::npos) {
      out += '\\';
      out += kLetters[known];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += "\\u00";
      out += kHex[static_cast<size_t>(c) >> 4];
      out += kHex[static_cast<size_t>(c) & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_json(std::string& out, double value) {
  std::array<char, kMostChars> buffer{};
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general).ptr;
  std::string digits(buffer.data(), end);
  // With up to nine digits, seventeen leave a residue of six or more: the result is the shortest form.
  constexpr size_t kSafeChars = 10;
  if (digits.size() > kSafeChars || digits.find('e') != std::string::npos || has_residue(digits))
    digits = careful_digits(value);
  out += digits;
  if (digits.find_first_of(".e") == std::string::npos) out += ".0";
}

void append_json(std::string& out, const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value))
    append_json(out, std::string_view(*text));
  else if (const auto* integer = std::get_if<int64_t>(&value))
    out += std::to_string(*integer);
  else if (const auto* real = std::get_if<double>(&value))
    append_json(out, *real);
  else if (const auto* boolean = std::get_if<bool>(&value))
    out += *boolean ? "true" : "false";
  else
    out += "null";
}

std::string json_object(const AttributeTable& table, size_t row) {
  std::string out = "{";
  for (size_t c = 0; c < table.columns.size(); ++c) {
    out += c == 0 ? " " : ", ";
    append_json(out, std::string_view(table.columns[c].name));
    out += ": ";
    append_json(out, table.rows[row][c]);
  }
  return out + " }";
}

}  // namespace fw
