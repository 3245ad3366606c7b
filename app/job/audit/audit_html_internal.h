#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/world/audit_report.h"

// Tables of the audit's HTML page.
namespace fw {

/// Text as it may stand in an element or a quoted attribute.
std::string html_escaped(std::string_view text);
/// "12.5 %" of 0.125.
std::string html_percent(double share, int decimals = 2);

/// The cells of one table row; `off` marks it as outside its tolerance.
class HtmlRow {
 public:
  explicit HtmlRow(bool off = false) : html_(off ? "<tr class=\"off\">" : "<tr>") {}
  HtmlRow& text(std::string_view words);
  /// `shown` is what is read, `value` what is sorted by.
  HtmlRow& number(double value, const std::string& shown, bool error = false);
  HtmlRow& count(int64_t value, bool error = false);
  /// The bar of a result with a tick at its target; both as shares of `full`.
  HtmlRow& meter(double actual, double target, double full);
  std::string str() const { return html_ + "</tr>\n"; }

 private:
  std::string html_;
};

struct HtmlColumn {
  std::string_view name;
  bool number = false;
};

std::string html_table(std::string_view title, std::string_view about, const std::vector<HtmlColumn>& columns,
                       const std::string& rows);

/// Rivers and lakes, roads, conditions on distances; nothing where the template asks for none.
std::string audit_html_water(const AuditReport& report);

}  // namespace fw
