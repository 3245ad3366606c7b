#include "render/geo/table_number.h"

#include <cmath>
#include <string>
#include <system_error>

#include "core/base/number_text.h"

namespace fw {

std::optional<double> table_number(std::string_view cell, bool comma_is_point) {
  const size_t first = cell.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  std::string text(cell.substr(first, cell.find_last_not_of(" \t\r\n") + 1 - first));
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.erase(0, 1);
  if (const size_t comma = text.find(','); comma != std::string::npos) {
    constexpr size_t kOfThousands = 3;
    const size_t before = comma - (text[0] == '-' ? 1 : 0), after = text.size() - comma - 1;
    const bool either =
        after == kOfThousands && before >= 1 && before <= kOfThousands && text[comma - before] != '0';
    if (text.find('.') != std::string::npos || text.find(',', comma + 1) != std::string::npos ||
        (either && !comma_is_point))
      return std::nullopt;
    text[comma] = '.';
  }
  double number = 0;
  const auto [end, problem] = read_double(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

}  // namespace fw
