#include "app/job/audit/audit_files.h"

#include <algorithm>
#include <cmath>

#include "app/job/folder/csv.h"
#include "core/base/number_text.h"
#include "core/measure/audit/audit_json.h"

namespace fw {
namespace {

/// "settlement; no fort"
std::string region_note(const AuditReport& report, const AuditReport::RegionRow& row) {
  std::string note;
  const auto add = [&](const std::string& kind, bool there) {
    note += (note.empty() ? "" : "; ") + std::string(there ? "" : "no ") + kind;
  };
  if (!report.seat_kind.empty()) add(report.seat_kind, row.seat);
  for (size_t g = 0; g < row.guards.size(); ++g) add(report.guard_kinds[g], row.guards[g]);
  return note;
}

constexpr std::string_view kColumns[] = {"section",         "group",           "class", "region",
                                         "target",          "actual",          "error", "refused_mask",
                                         "refused_spacing", "refused_density", "note"};

}  // namespace

std::string audit_csv_header(const std::vector<std::string>& leading) {
  CsvLine line(leading);
  for (const std::string_view column : kColumns) line.add(column);
  return line.str();
}

std::string audit_csv_rows(const AuditReport& report, const std::vector<std::string>& leading) {
  std::string out;
  const auto begin = [&](std::string_view section, std::string_view group, std::string_view cls,
                         std::string_view region) {
    CsvLine line(leading);
    line.add(section).add(group).add(cls).add(region);
    return line;
  };
  for (const auto& row : report.mix)
    out += begin("mix", row.layer, row.cls, row.region)
               .add(row.target)
               .add(row.actual)
               .add(row.error)
               .skip(3)
               .add(std::string(mix_origin(row)) +
                    (row.by_hand > 0 ? "; by_hand " + number_text(row.by_hand) : ""))
               .str();
  for (const auto& row : report.quota)
    out += begin("quota", row.category, row.cls, row.region)
               .add(row.target)
               .add(row.actual)
               .add(row.shortfall)
               .add(row.refused_mask)
               .add(row.refused_spacing)
               .add(row.refused_density)
               .add(report.hand.empty()
                        ? ""
                        : "by_hand " + std::to_string(row.by_hand) + "; banned " + std::to_string(row.banned))
               .str();
  for (const auto& row : report.spacing)
    out += begin("spacing", "", row.cls, "")
               .add(row.min_m)
               .add(row.observed_min_m)
               .add(std::max(0.0, row.min_m - row.observed_min_m))
               .skip(3)
               .add("nn_mean_m " + number_text(row.nn_mean_m) + "; asked_m " + number_text(row.asked_m) +
                    (report.hand.empty() ? "" : "; hand_min_m " + number_text(row.hand_min_m)))
               .str();
  for (const auto& row : report.contiguity)
    out += begin("contiguity", row.layer, row.cls, "")
               .skip(1)
               .add(row.patches)
               .skip(4)
               .add("largest_share " + number_text(row.largest_share) + "; speckle_share " +
                    number_text(row.speckle_share))
               .str();
  for (const auto& row : report.colocation)
    out += begin("colocation", row.a, row.b, "").add(row.expected).add(row.share).skip(5).str();
  for (const auto& row : report.seam)
    out += begin("seam", row.layer, "", "").skip(1).add(row.score).skip(5).str();
  for (const auto& row : report.regions)
    out += begin("region", row.owner, row.seat_band, row.region).skip(6).add(region_note(report, row)).str();
  for (const auto& row : report.rarity)
    out += begin("rarity", row.rarity, row.band, "").skip(1).add(row.count).skip(5).str();
  for (const auto& row : report.water) {
    CsvLine line = begin("water", "", row.what, "");
    if (row.asked)
      line.add(row.target);
    else
      line.skip(1);
    out += line.add(row.actual).skip(4).add(row.met ? "" : "not met").str();
  }
  for (const auto& row : report.roads)
    out += begin("roads", "", row.cls, "")
               .add(int64_t{row.towns})
               .add(int64_t{row.towns_reached})
               .skip(4)
               .add("km " + number_text(row.km) + "; detour_mean " + number_text(row.detour_mean) +
                    "; detour_max " + number_text(row.detour_max) + "; bridges " +
                    std::to_string(row.bridges) + "; fords " + std::to_string(row.fords))
               .str();
  const auto metres = [](const char* key, double value) {
    return std::string(key) + " " + (std::isfinite(value) ? number_text(value) : "none");
  };
  for (const auto& row : report.conditions)
    out += begin("conditions", row.category, row.cls, row.feature)
               .skip(2)
               .add(row.violations)
               .skip(3)
               .add(metres("low_m", row.low_m) + "; " + metres("high_m", row.high_m) + "; " +
                    metres("observed_min_m", row.observed_min_m) + "; " +
                    metres("observed_max_m", row.observed_max_m))
               .str();
  for (const auto& row : report.hand)
    out += begin("hand", row.list, row.id, "")
               .add(row.asked)
               .add(row.got)
               .skip(4)
               .add(std::string(kHandStateSlugs[static_cast<size_t>(row.state)]) +
                    (row.reason.empty() ? "" : ": " + row.reason))
               .str();
  for (const auto& row : report.views)
    out += begin("view", "", row.id, "")
               .add(row.length_m)
               .add(row.visible_m)
               .skip(4)
               .add(std::string(row.held ? "held" : "cut") + "; clearance_m " + number_text(row.clearance_m) +
                    "; least_at_m " + number_text(row.least_at_m))
               .str();
  for (const auto& row : report.frozen_edges)
    out += begin("frozen_edge", row.layer, row.id, "")
               .skip(1)
               .add(row.share)
               .skip(4)
               .add("contacts " + std::to_string(row.contacts))
               .str();
  for (const auto& row : report.kpi) {
    CsvLine line = begin("kpi", row.unit, row.name, "");
    line.skip(1);
    if (std::isfinite(row.value))
      line.add(row.value);
    else
      line.skip(1);
    out += line.skip(5).str();
  }
  for (const auto& row : report.findings)
    out += begin("finding", kSeveritySlugs[static_cast<size_t>(row.severity)], row.code, row.where)
               .skip(6)
               .add(row.message)
               .str();
  out += begin("passed", "", "", "").skip(1).add(int64_t{report.passed}).skip(5).str();
  return out;
}

std::string audit_csv(const AuditReport& report) {
  return audit_csv_header({}) + audit_csv_rows(report, {});
}

}  // namespace fw
