#include "render/geo/table_number.h"

#include <cmath>
#include <string>
#include <system_error>

#include "core/base/number_text.h"

namespace fw {
namespace {

/// "1.500,25" and "1,500.25" without what parts their thousands: the last of the two signs is the point.
bool without_groups(std::string& text) {
  const size_t point = text.find_last_of(".,");
  const char group = text[point] == '.' ? ',' : '.';
  std::string plain;
  size_t since = 0;  // digits since the last sign
  bool any = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == point || c == group) {
      if (i > point || (any && since != 3) || (!any && (since == 0 || since > 3))) return false;
      any = true;
      since = 0;
      if (i == point) plain += '.';
      continue;
    }
    since += c != '-';
    plain += c;
  }
  text = plain;
  return true;
}

}  // namespace

std::optional<double> table_number(std::string_view cell, bool comma_is_point) {
  const size_t first = cell.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  std::string text(cell.substr(first, cell.find_last_not_of(" \t\r\n") + 1 - first));
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.erase(0, 1);
  if (const size_t comma = text.find(',');
      comma != std::string::npos && text.find('.') != std::string::npos) {
    if (!without_groups(text)) return std::nullopt;
  } else if (comma != std::string::npos) {
    constexpr size_t kOfThousands = 3;
    const size_t before = comma - (text[0] == '-' ? 1 : 0), after = text.size() - comma - 1;
    const bool either =
        after == kOfThousands && before >= 1 && before <= kOfThousands && text[comma - before] != '0';
    if (text.find(',', comma + 1) != std::string::npos || (either && !comma_is_point)) return std::nullopt;
    text[comma] = '.';
  }
  double number = 0;
  const auto [end, problem] = read_double(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

}  // namespace fw
