#include <algorithm>

#include "app/job/audit/audit_html_internal.h"
#include "core/base/decimal.h"
#include "core/base/plain_text.h"

namespace fw {

std::string html_escaped(std::string_view text) {
  return markup_text(text, "'");
}

std::string html_percent(double share, int decimals) {
  return short_decimal(100 * share, decimals) + " %";
}

HtmlRow& HtmlRow::text(std::string_view words) {
  html_ += "<td>" + html_escaped(words) + "</td>";
  return *this;
}

HtmlRow& HtmlRow::number(double value, const std::string& shown, bool error) {
  html_ += "<td class=\"n" + std::string(error ? " error" : "") + "\" data-v=\"" + short_decimal(value, 6) +
           "\">" + html_escaped(shown) + "</td>";
  return *this;
}

HtmlRow& HtmlRow::count(int64_t value, bool error) {
  return number(static_cast<double>(value), std::to_string(value), error);
}

HtmlRow& HtmlRow::meter(double actual, double target, double full) {
  const auto place = [full](double value) {
    return short_decimal(100 * (full > 0 ? std::clamp(value / full, 0.0, 1.0) : 0), 2) + "%";
  };
  html_ += "<td data-v=\"" + short_decimal(full > 0 ? actual / full : 0, 6) +
           "\"><span class=\"meter\" aria-hidden=\"true\"><i style=\"width:" + place(actual) +
           "\"></i><b style=\"left:" + place(target) + "\"></b></span></td>";
  return *this;
}

std::string html_table(std::string_view title, std::string_view about, const std::vector<HtmlColumn>& columns,
                       const std::string& rows) {
  std::string out = "<h2>" + html_escaped(title) + "</h2>\n";
  if (!about.empty()) out += "<p class=\"soft\">" + html_escaped(about) + "</p>\n";
  out += "<div class=\"wide\"><table><thead><tr>";
  for (const HtmlColumn& column : columns)
    out += std::string("<th scope=\"col\"") + (column.number ? " class=\"n\"" : "") + "><button>" +
           html_escaped(column.name) + "</button></th>";
  return out + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace fw
