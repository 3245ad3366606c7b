#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/model/world/audit_report.h"

namespace fw {

/// A figure of a row of the audit: null, a truth, a count, a number (NaN: there is none), a text, the
/// percentiles 5, 50 and 95 of a range, or the cures of a finding.
using AuditCell = std::variant<std::monostate, bool, int64_t, double, std::string, std::array<double, 3>,
                               std::vector<Cure>>;
enum class AuditKind : uint8_t { text, truth, whole, number, range, cures };

/// How a figure is read from a row, and written to it when a file is read.
template <typename Row>
struct AuditValue {
  AuditKind kind = AuditKind::text;
  bool nullable = false;  ///< null may stand in its place
  std::function<AuditCell(const Row&)> get{};
  /// Takes a cell of that kind, or null where it may be; false: a text that is none of the words. Empty for
  /// figures that files do not hold.
  std::function<bool(Row&, const AuditCell&)> set{};
};

/// The columns of audit.csv, which are the same for all tables. Notes of one row stand side by side.
enum class AuditCsvField : uint8_t {
  none,
  group,
  cls,
  region,
  target,
  actual,
  error,
  mask,
  spacing,
  density,
  note
};

template <typename Row>
struct AuditCsv {
  AuditCsvField field = AuditCsvField::none;
  /// Of a note: the text in place of "slug value"; "" = no note.
  std::function<std::string(const Row&)> words;

  AuditCsv(AuditCsvField of_file = AuditCsvField::none, std::function<std::string(const Row&)> note = {})
      : field(of_file), words(std::move(note)) {}
};

/// How a number is shown: factor * number, with that many decimals and a sign behind it.
struct AuditStyle {
  int decimals = 0;
  double factor = 1;
  bool all_decimals = false;  ///< zeros at the end too
  std::string_view sign{};

  /// Of a finite number.
  std::string text(double number) const;
};

/// A column for people. The default shows the value in its style.
template <typename Row>
struct AuditShown {
  std::string title{};  ///< heading; "" = the column is not shown
  AuditStyle style{};
  std::string none{};                              ///< in place of null and of a number that there is not
  std::function<std::string(const Row&)> words{};  ///< in place of the value
};

/// One column of a table of the audit, for all that read or write it.
template <typename Row>
struct AuditColumn {
  std::string slug{};  ///< key in audit.json and column of the GeoPackage; "" = not in files
  AuditValue<Row> value{};
  AuditCsv<Row> csv{};
  AuditShown<Row> page{};       ///< of the HTML page
  AuditShown<Row> terminal{};   ///< null is "-"
  std::string_view within{};    ///< the object of the row that holds the key in audit.json; "" = the row
  bool only_with_hand = false;  ///< only where the report has rows of the hand
  bool may_lack = false;        ///< files of earlier versions lack it: the member keeps its default
  bool bar = false;             ///< the page shows the table's bar here
  /// Whether a row that is off is off by this figure; empty: no row is.
  std::function<bool(const Row&)> judged{};
};

/// A result beside its target on a scale from 0 to `full`; NaN: there is none.
struct AuditBar {
  double actual = std::numeric_limits<double>::quiet_NaN();
  double target = std::numeric_limits<double>::quiet_NaN();
  double full = 1;
};

/// One list of the report.
template <typename Row>
struct AuditTable {
  std::string_view slug;     ///< key in audit.json
  std::string_view section;  ///< in audit.csv
  std::string_view title;    ///< heading on a page
  std::string_view help;     ///< sentence below it
  std::vector<Row> AuditReport::*rows = nullptr;
  /// In the order of audit.json. Columns may depend on the report's kinds, never on its rows.
  std::vector<AuditColumn<Row>> (*columns)(const AuditReport&) = nullptr;
  bool always = false;  ///< stands in files though the list is empty
  int page_place = 0;   ///< order of the tables on the page, from 1; 0 = not a table there
  /// Slugs of the columns that people read first; the others follow in their own order.
  std::vector<std::string_view> first{};
  bool worst_first = false;  ///< order of rows on the page; else the report's
  /// The larger, the worse; null: all rows alike.
  double (*badness)(const AuditReport&, const Row&) = nullptr;
  /// Whether a row is outside its tolerance. Rows whose tolerance the report does not hold are off if a
  /// finding names them, since the audit owns the tolerances.
  bool (*off)(const AuditReport&, const Row&) = nullptr;
  AuditBar (*bar)(const AuditReport&, const Row&) = nullptr;
};

}  // namespace fw
