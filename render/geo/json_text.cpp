#include "render/geo/json_text.h"

#include <array>
#include <charconv>

#include "core/base/plain_text.h"

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

std::string json_real(double value) {
  std::array<char, kMostChars> buffer{};
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general).ptr;
  std::string digits(buffer.data(), end);
  // With up to nine digits, seventeen leave a residue of six or more: the result is the shortest form.
  constexpr size_t kSafeChars = 10;
  if (digits.size() > kSafeChars || digits.find('e') != std::string::npos || has_residue(digits))
    digits = careful_digits(value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

std::string json_value(const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return json_real(*real);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* json = std::get_if<JsonText>(&value)) return json->text;
  return "null";
}

std::string json_object(const AttributeTable& table, size_t row) {
  std::string out = "{";
  for (size_t c = 0; c < table.columns.size(); ++c) {
    out += c == 0 ? " " : ", ";
    out += json_string(table.columns[c].name);
    out += ": ";
    out += json_value(table.rows[row][c]);
  }
  return out + " }";
}

}  // namespace fw
