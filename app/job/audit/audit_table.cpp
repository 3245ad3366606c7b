#include <algorithm>
#include <array>
#include <map>

#include "app/job/audit/audit_files.h"
#include "core/base/number_text.h"
#include "core/model/audit/audit_tables.h"

namespace fw {
namespace {

constexpr size_t kRegionalRowsShown = 8;
constexpr size_t kSpacingRowsShown = 8;

std::string percent(double share) {
  return decimal(100 * share, 2);
}

/// Columns that a terminal shows by code points; names may carry accents.
size_t shown_width(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Text in aligned columns; the first `left` columns are words, the rest numbers.
class Columns {
 public:
  Columns(std::vector<std::string> head, size_t left) : left_(left) { add(std::move(head)); }
  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()), 0);
    for (size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], shown_width(row[i]));
    rows_.push_back(std::move(row));
  }
  std::string str() const {
    std::string out;
    for (const auto& row : rows_) {
      std::string line = " ";
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string pad(widths_[i] - shown_width(row[i]), ' ');
        line += ' ';
        line += i < left_ ? row[i] + pad : pad + row[i];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
    return out;
  }

 private:
  size_t left_;
  std::vector<size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

struct Paint {
  bool on = false;
  std::string operator()(const char* code, const std::string& text) const {
    return on ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
  }
  std::string heading(const std::string& text) const { return (*this)("1", text) + "\n"; }
};

/// Changes to the columns that a table's rows show by default.
struct Columned {
  std::vector<std::string_view> first{};   ///< slugs of the columns that lead
  std::vector<std::string_view> hidden{};  ///< slugs of those left out
};

template <typename Row>
std::string rows_text(const AuditReport& report, const std::vector<Row>& rows, const Columned& change) {
  std::vector<AuditColumn<Row>> columns =
      audit_shown_columns(report, &AuditColumn<Row>::terminal, change.first);
  std::erase_if(columns, [&](const auto& column) {
    return std::find(change.hidden.begin(), change.hidden.end(), column.slug) != change.hidden.end();
  });
  std::vector<std::string> head;
  for (const auto& column : columns) head.push_back(column.terminal.title);
  const auto number = std::find_if(columns.begin(), columns.end(),
                                   [](const auto& column) { return column.value.kind > AuditKind::truth; });
  Columns table(head, static_cast<size_t>(number - columns.begin()));
  for (const Row& row : rows) {
    std::vector<std::string> line;
    for (const auto& column : columns)
      line.push_back(audit_text(column.terminal, row, column.value.get(row), "-"));
    table.add(std::move(line));
  }
  return table.str();
}

template <typename Row>
std::string rows_text(const AuditReport& report, const std::vector<Row>& rows) {
  return rows_text(report, rows, {.first = audit_table_of<Row>().first});
}

/// The whole table; nothing where it may be missing and is.
template <typename Row>
std::string table_text(const AuditReport& report, const Paint& paint) {
  const AuditTable<Row>& table = audit_table_of<Row>();
  const std::vector<Row>& rows = report.*table.rows;
  if (rows.empty() && !table.always) return {};
  return paint.heading(std::string(table.title)) + rows_text(report, rows);
}

/// The worst rows, at most so many.
template <typename Row>
std::vector<Row> worst_rows(const AuditReport& report, const std::vector<Row>& rows, size_t most) {
  std::vector<Row> worst =
      largest_first(rows, [&](const Row& row) { return audit_table_of<Row>().badness(report, row); });
  worst.resize(std::min(worst.size(), most));
  return worst;
}

std::string mix_text(const AuditReport& report, const Paint& paint) {
  std::vector<AuditReport::Mix> island, regional;
  for (const auto& row : report.mix) (row.region.empty() ? island : regional).push_back(row);
  const std::string out =
      paint.heading("Mix, island") + rows_text(report, island, {.hidden = {"region", "origin"}});
  if (regional.empty()) return out;
  const auto worst = worst_rows(report, regional, kRegionalRowsShown);
  return out +
         paint.heading("Mix by region, largest errors, " + std::to_string(worst.size()) + " of " +
                       std::to_string(regional.size())) +
         rows_text(report, worst, {.first = {"layer", "region", "class", "origin"}});
}

std::string quota_text(const AuditReport& report, const Paint& paint) {
  struct Total {
    int64_t target = 0, actual = 0, shortfall = 0;
  };
  std::vector<std::pair<std::string, Total>> totals;
  std::vector<AuditReport::Quota> missed;
  for (const auto& row : report.quota) {
    auto at =
        std::find_if(totals.begin(), totals.end(), [&](const auto& t) { return t.first == row.category; });
    if (at == totals.end()) at = totals.insert(totals.end(), {row.category, {}});
    at->second.target += row.target;
    at->second.actual += row.actual;
    at->second.shortfall += row.shortfall;
    if (row.shortfall > 0) missed.push_back(row);
  }
  Columns table({"category", "asked", "got", "short"}, 1);
  for (const auto& [category, t] : totals)
    table.add({category, std::to_string(t.target), std::to_string(t.actual), std::to_string(t.shortfall)});
  const std::string out = paint.heading("Quotas") + table.str();
  if (missed.empty()) return out;
  return out + paint("33;1", "Shortfalls, with cells refused by mask, spacing and density") + "\n" +
         rows_text(report, largest_first(missed, [](const auto& row) { return row.shortfall; }));
}

std::string spacing_text(const AuditReport& report, const Paint& paint) {
  const auto worst = worst_rows(report, report.spacing, kSpacingRowsShown);
  return paint.heading("Spacing, tightest " + std::to_string(worst.size()) + " of " +
                       std::to_string(report.spacing.size())) +
         rows_text(report, worst);
}

std::string layer_text(const AuditReport& report, const Paint& paint) {
  Columns table({"layer", "patches", "specks in class %, worst", "seam score"}, 1);
  for (const auto& seam : report.seam) {
    int64_t patches = 0;
    double specks = 0;
    for (const auto& row : report.contiguity) {
      if (row.layer != seam.layer) continue;
      patches += row.patches;
      specks = std::max(specks, row.speckle_share);
    }
    table.add({seam.layer, std::to_string(patches), percent(specks), decimal(seam.score, 2)});
  }
  return paint.heading("Layers") + table.str();
}

std::string rarity_text(const AuditReport& report, const Paint& paint) {
  std::vector<std::string> bands;
  std::vector<std::string> rarities;
  std::map<std::pair<std::string, std::string>, int64_t> counts;
  const auto note = [](std::vector<std::string>& list, const std::string& value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  };
  for (const auto& row : report.rarity) {
    note(bands, row.band);
    note(rarities, row.rarity);
    counts[{row.rarity, row.band}] += row.count;
  }
  std::vector<std::string> head{"rarity"};
  head.insert(head.end(), bands.begin(), bands.end());
  Columns table(head, 1);
  for (const std::string& rarity : rarities) {
    std::vector<std::string> line{rarity};
    for (const std::string& band : bands) line.push_back(std::to_string(counts[{rarity, band}]));
    table.add(line);
  }
  return paint.heading("Enemies by rarity and band") + table.str();
}

/// The designer's rows that do not hold as they stand, and how many do; nothing without any.
std::string hand_text(const AuditReport& report, const Paint& paint) {
  if (report.hand.empty()) return {};
  std::array<size_t, kHandStateSlugs.size()> count{};
  std::vector<HandOutcome> failed;
  for (const HandOutcome& row : report.hand) {
    ++count[static_cast<size_t>(row.state)];
    if (row.state == HandState::part || row.state == HandState::suspended) failed.push_back(row);
  }
  std::string head = "By hand:";
  for (size_t k = 0; k < count.size(); ++k)
    if (count[k] > 0) head += " " + std::to_string(count[k]) + " " + std::string(kHandStateSlugs[k]);
  return paint.heading(head) + (failed.empty() ? "" : rows_text(report, failed));
}

std::string findings_text(const AuditReport& report, const Paint& paint) {
  std::string out = paint.heading("Findings: " + std::to_string(report.findings.size()));
  for (const Finding& f : largest_first(report.findings, [](const Finding& x) { return x.severity; })) {
    const std::string word = f.severity == Severity::error     ? paint("31;1", "error")
                             : f.severity == Severity::warning ? paint("33", "warning")
                                                               : "info";
    out += "  " + word + " " + f.code + " (" + f.where + "): " + f.message + "\n";
  }
  return out;
}

}  // namespace

std::string audit_table(const AuditReport& report, bool colour) {
  const Paint paint{colour};
  const std::string verdict =
      report.passed ? paint("32;1", "Audit passed") : paint("31;1", "Audit did not pass");
  return verdict + "\n" + mix_text(report, paint) + table_text<AuditReport::BiomeLimitRow>(report, paint) +
         quota_text(report, paint) + spacing_text(report, paint) + layer_text(report, paint) +
         table_text<AuditReport::Colocation>(report, paint) +
         table_text<AuditReport::RegionRow>(report, paint) + rarity_text(report, paint) +
         table_text<AuditReport::WaterRow>(report, paint) + table_text<AuditReport::RoadRow>(report, paint) +
         table_text<AuditReport::ConditionRow>(report, paint) + hand_text(report, paint) +
         table_text<AuditReport::KpiRow>(report, paint) + findings_text(report, paint);
}

}  // namespace fw
