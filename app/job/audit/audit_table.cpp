#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/job/audit/audit_files.h"
#include "core/base/decimal.h"

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

template <typename Row, typename Key>
std::vector<Row> sorted_by(std::vector<Row> rows, const Key& key) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return key(a) > key(b); });
  return rows;
}

std::string mix_text(const AuditReport& report, const Paint& paint) {
  Columns island({"layer", "class", "asked %", "got %", "off pp"}, 2);
  std::vector<AuditReport::Mix> regional;
  for (const auto& row : report.mix) {
    if (!row.region.empty())
      regional.push_back(row);
    else
      island.add({row.layer, row.cls, percent(row.target), percent(row.actual), percent(row.error)});
  }
  std::string out = paint.heading("Mix, island") + island.str();
  if (regional.empty()) return out;
  const size_t all = regional.size();
  regional = sorted_by(std::move(regional), [](const auto& row) { return row.error; });
  regional.resize(std::min(all, kRegionalRowsShown));
  Columns table({"layer", "region", "class", "target", "asked %", "got %", "off pp"}, 4);
  for (const auto& row : regional)
    table.add({row.layer, row.region, row.cls, row.asked ? "asked" : "derived", percent(row.target),
               percent(row.actual), percent(row.error)});
  return out +
         paint.heading("Mix by region, largest errors, " + std::to_string(regional.size()) + " of " +
                       std::to_string(all)) +
         table.str();
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
  std::string out = paint.heading("Quotas") + table.str();
  if (missed.empty()) return out;
  Columns worst({"category", "class", "region", "asked", "got", "short", "mask", "spacing", "density"}, 3);
  for (const auto& row : sorted_by(missed, [](const auto& r) { return r.shortfall; }))
    worst.add({row.category, row.cls, row.region.empty() ? "-" : row.region, std::to_string(row.target),
               std::to_string(row.actual), std::to_string(row.shortfall), std::to_string(row.refused_mask),
               std::to_string(row.refused_spacing), std::to_string(row.refused_density)});
  return out + paint("33;1", "Shortfalls, with cells refused by mask, spacing and density") + "\n" +
         worst.str();
}

std::string spacing_text(const AuditReport& report, const Paint& paint) {
  auto rows = sorted_by(report.spacing,
                        [](const auto& row) { return row.asked_m / std::max(row.observed_min_m, 1e-9); });
  const size_t all = rows.size();
  rows.resize(std::min(all, kSpacingRowsShown));
  Columns table({"class", "asked m", "kept m", "observed m", "mean nearest m"}, 1);
  for (const auto& row : rows)
    table.add({row.cls, decimal(row.asked_m, 1), decimal(row.min_m, 1), decimal(row.observed_min_m, 1),
               decimal(row.nn_mean_m, 1)});
  return paint.heading("Spacing, tightest " + std::to_string(rows.size()) + " of " + std::to_string(all)) +
         table.str();
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

std::string colocation_text(const AuditReport& report, const Paint& paint) {
  Columns table({"what", "where", "share", "by chance"}, 2);
  for (const auto& row : report.colocation)
    table.add({row.a, row.b, decimal(row.share, 3), decimal(row.expected, 3)});
  return paint.heading("Who stands where") + table.str();
}

std::string regions_text(const AuditReport& report, const Paint& paint) {
  std::vector<std::string> head{"region", "owner"};
  if (!report.seat_kind.empty()) head.push_back(report.seat_kind);
  head.insert(head.end(), report.guard_kinds.begin(), report.guard_kinds.end());
  Columns table(head, head.size());
  for (const auto& row : report.regions) {
    std::vector<std::string> line{row.region, row.owner};
    if (!report.seat_kind.empty()) line.push_back(row.seat ? row.seat_band : "-");
    for (const bool there : row.guards) line.push_back(there ? "yes" : "-");
    table.add(std::move(line));
  }
  return paint.heading("Regions") + table.str();
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

/// Rivers and lakes, roads, conditions; nothing where the template asks for none.
std::string waters_text(const AuditReport& report, const Paint& paint) {
  std::string out;
  if (!report.water.empty()) {
    Columns table({"what", "asked", "got"}, 1);
    for (const auto& row : report.water)
      table.add({row.what, row.asked ? short_decimal(row.target, 4) : "-", short_decimal(row.actual, 4)});
    out += paint.heading("Water") + table.str();
  }
  if (!report.roads.empty()) {
    Columns table({"class", "km", "towns", "reached", "detour mean", "worst", "bridges", "fords"}, 1);
    for (const auto& row : report.roads)
      table.add({row.cls, decimal(row.km, 1), std::to_string(row.towns), std::to_string(row.towns_reached),
                 decimal(row.detour_mean, 2), decimal(row.detour_max, 2), std::to_string(row.bridges),
                 std::to_string(row.fords)});
    out += paint.heading("Roads") + table.str();
  }
  if (!report.conditions.empty()) {
    Columns table({"class", "condition", "from m", "to m", "observed from", "to", "violations"}, 2);
    const auto metres = [](double value) { return std::isfinite(value) ? decimal(value, 1) : "-"; };
    for (const auto& row : report.conditions)
      table.add({row.cls, row.feature, metres(row.low_m), metres(row.high_m), metres(row.observed_min_m),
                 metres(row.observed_max_m), std::to_string(row.violations)});
    out += paint.heading("Conditions") + table.str();
  }
  return out;
}

/// The designer's rows that do not hold as they stand, and how many do; nothing without any.
std::string hand_text(const AuditReport& report, const Paint& paint) {
  if (report.hand.empty()) return {};
  std::array<size_t, kHandStateSlugs.size()> count{};
  Columns table({"row", "list", "state", "why"}, 4);
  for (const HandOutcome& row : report.hand) {
    ++count[static_cast<size_t>(row.state)];
    if (row.state == HandState::part || row.state == HandState::suspended)
      table.add({row.id, row.list, std::string(kHandStateSlugs[static_cast<size_t>(row.state)]), row.reason});
  }
  std::string head = "By hand:";
  for (size_t k = 0; k < count.size(); ++k)
    if (count[k] > 0) head += " " + std::to_string(count[k]) + " " + std::string(kHandStateSlugs[k]);
  const bool all =
      count[static_cast<size_t>(HandState::part)] + count[static_cast<size_t>(HandState::suspended)] == 0;
  return paint.heading(head) + (all ? "" : table.str());
}

std::string kpi_text(const AuditReport& report, const UsualRanges& usual, const Paint& paint) {
  if (report.kpi.empty()) return {};
  Columns table({"figure", "value", "unit", "usual"}, 1);
  for (const auto& row : report.kpi) {
    const auto range = usual.find(row.name);
    std::string words;
    if (range != usual.end())
      for (const double v : range->second) words += (words.empty() ? "" : " .. ") + short_decimal(v, 3);
    table.add({row.name, std::isfinite(row.value) ? short_decimal(row.value, 4) : "-", row.unit, words});
  }
  return paint.heading("Key figures") + table.str();
}

std::string findings_text(const AuditReport& report, const Paint& paint) {
  std::string out = paint.heading("Findings: " + std::to_string(report.findings.size()));
  for (const Finding& f : sorted_by(report.findings, [](const Finding& x) { return x.severity; })) {
    const std::string word = f.severity == Severity::error     ? paint("31;1", "error")
                             : f.severity == Severity::warning ? paint("33", "warning")
                                                               : "info";
    out += "  " + word + " " + f.code + " (" + f.where + "): " + f.message + "\n";
  }
  return out;
}

}  // namespace

std::string audit_table(const AuditReport& report, bool colour, const UsualRanges& usual) {
  const Paint paint{colour};
  std::string out = report.passed ? paint("32;1", "Audit passed") : paint("31;1", "Audit did not pass");
  out += "\n";
  out += mix_text(report, paint) + quota_text(report, paint) + spacing_text(report, paint);
  out += layer_text(report, paint) + colocation_text(report, paint) + regions_text(report, paint);
  out += rarity_text(report, paint) + waters_text(report, paint) + hand_text(report, paint) +
         kpi_text(report, usual, paint) + findings_text(report, paint);
  return out;
}

}  // namespace fw
