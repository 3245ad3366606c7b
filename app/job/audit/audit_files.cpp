#include "app/job/audit/audit_files.h"

#include <algorithm>
#include <cmath>

#include "app/job/folder/csv.h"
#include "app/job/folder/json_rows.h"
#include "core/model/number_text.h"

namespace fw {
namespace {

constexpr std::string_view kSeveritySlugs[] = {"info", "warning", "error"};

template <typename Row, typename Write>
std::string rows_json(const std::vector<Row>& rows, const Write& write) {
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    JsonRow json;
    write(json, row);
    lines.push_back(json.str());
  }
  return json_lines(lines, 2);
}

std::string range_json(const std::array<double, 3>& range) {
  return json_array({number_text(range[0]), number_text(range[1]), number_text(range[2])});
}

/// What paint holds is stated where the template has a hand.
std::string mix_origin(const AuditReport::Mix& row) {
  return row.by_hand > 0 ? "hand" : row.asked ? "asked" : "derived";
}

std::string mix_json(const AuditReport& report) {
  return rows_json(report.mix, [&](JsonRow& json, const AuditReport::Mix& row) {
    json.text("layer", row.layer).text_or_null("region", row.region).text("class", row.cls);
    json.number("target", row.target).number("actual", row.actual).number("error", row.error);
    json.text("origin", mix_origin(row));
    if (!report.hand.empty()) json.number("by_hand", row.by_hand);
  });
}

std::string quota_json(const AuditReport& report) {
  return rows_json(report.quota, [&](JsonRow& json, const AuditReport::Quota& row) {
    json.text("category", row.category).text("class", row.cls).text_or_null("region", row.region);
    json.whole("target", row.target).whole("actual", row.actual).whole("shortfall", row.shortfall);
    if (!report.hand.empty()) json.whole("by_hand", row.by_hand).whole("banned", row.banned);
    JsonRow reasons;
    reasons.whole("mask", row.refused_mask)
        .whole("spacing", row.refused_spacing)
        .whole("density", row.refused_density);
    json.raw("reasons", reasons.str());
  });
}

std::string spacing_json(const AuditReport& report) {
  return rows_json(report.spacing, [&](JsonRow& json, const AuditReport::Spacing& row) {
    json.text("class", row.cls).number("min_m", row.min_m).number("observed_min_m", row.observed_min_m);
    json.number("nn_mean_m", row.nn_mean_m).number("asked_m", row.asked_m);
    if (!report.hand.empty()) json.number("hand_min_m", row.hand_min_m);
  });
}

std::string hand_json(const AuditReport& report) {
  return rows_json(report.hand, [](JsonRow& json, const HandOutcome& row) {
    json.text("id", row.id).text("list", row.list);
    json.text("state", kHandStateSlugs[static_cast<size_t>(row.state)]);
    json.number("asked", row.asked).number("got", row.got).text("reason", row.reason);
  });
}

std::string water_json(const AuditReport& report) {
  return rows_json(report.water, [](JsonRow& json, const AuditReport::WaterRow& row) {
    json.text("what", row.what);
    if (row.asked)
      json.number("target", row.target);
    else
      json.raw("target", "null");
    json.number("actual", row.actual).truth("met", row.met);
  });
}

std::string roads_json(const AuditReport& report) {
  return rows_json(report.roads, [](JsonRow& json, const AuditReport::RoadRow& row) {
    json.text("class", row.cls).number("km", row.km).whole("towns", row.towns);
    json.whole("towns_reached", row.towns_reached).number("detour_mean", row.detour_mean);
    json.number("detour_max", row.detour_max).whole("bridges", row.bridges).whole("fords", row.fords);
  });
}

std::string conditions_json(const AuditReport& report) {
  return rows_json(report.conditions, [](JsonRow& json, const AuditReport::ConditionRow& row) {
    json.text("category", row.category).text("class", row.cls).text("feature", row.feature);
    json.number("low_m", row.low_m).number("high_m", row.high_m);
    json.number("observed_min_m", row.observed_min_m).number("observed_max_m", row.observed_max_m);
    json.whole("violations", row.violations);
  });
}

std::string contiguity_json(const AuditReport& report) {
  return rows_json(report.contiguity, [](JsonRow& json, const AuditReport::Contiguity& row) {
    json.text("layer", row.layer).text("class", row.cls).whole("patches", row.patches);
    json.number("largest_share", row.largest_share).number("speckle_share", row.speckle_share);
  });
}

std::string colocation_json(const AuditReport& report) {
  return rows_json(report.colocation, [](JsonRow& json, const AuditReport::Colocation& row) {
    json.text("a", row.a).text("b", row.b).number("share", row.share).number("expected", row.expected);
  });
}

std::string regions_json(const AuditReport& report) {
  return rows_json(report.regions, [&](JsonRow& json, const AuditReport::RegionRow& row) {
    json.text("region", row.region).text("owner", row.owner);
    if (!report.seat_kind.empty()) json.truth(report.seat_kind, row.seat);
    for (size_t g = 0; g < row.guards.size(); ++g) json.truth(report.guard_kinds[g], row.guards[g]);
    if (!report.seat_kind.empty()) json.text(report.seat_kind + "_band", row.seat_band);
  });
}

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

std::string audit_json(const AuditReport& report, const UsualRanges& usual) {
  std::vector<JsonMember> members{
      {"mix", mix_json(report)},
      {"quota", quota_json(report)},
      {"spacing", spacing_json(report)},
      {"contiguity", contiguity_json(report)},
      {"colocation", colocation_json(report)},
      {"seam", rows_json(report.seam,
                         [](JsonRow& json, const AuditReport::Seam& row) {
                           json.text("layer", row.layer).number("score", row.score);
                         })},
      {"regions", regions_json(report)},
      {"rarity", rows_json(report.rarity,
                           [](JsonRow& json, const AuditReport::RarityRow& row) {
                             json.text("rarity", row.rarity).text("band", row.band).whole("count", row.count);
                           })},
      {"findings",
       rows_json(report.findings,
                 [](JsonRow& json, const Finding& row) {
                   json.text("severity", kSeveritySlugs[static_cast<size_t>(row.severity)]);
                   json.text("code", row.code).text("where", row.where).text("message", row.message);
                 })},
  };
  if (!report.water.empty()) members.push_back({"water", water_json(report)});
  if (!report.roads.empty()) members.push_back({"roads", roads_json(report)});
  if (!report.conditions.empty()) members.push_back({"conditions", conditions_json(report)});
  if (!report.hand.empty()) members.push_back({"hand", hand_json(report)});
  if (!report.kpi.empty())
    members.push_back({"kpi", rows_json(report.kpi, [&](JsonRow& json, const AuditReport::KpiRow& row) {
                         json.text("name", row.name).number("value", row.value).text("unit", row.unit);
                         const auto range = usual.find(row.name);
                         json.raw("usual", range == usual.end() ? "null" : range_json(range->second));
                       })});
  members.push_back({"passed", report.passed ? "true" : "false"});
  return json_document(members);
}

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
               .add(mix_origin(row))
               .str();
  for (const auto& row : report.quota)
    out += begin("quota", row.category, row.cls, row.region)
               .add(row.target)
               .add(row.actual)
               .add(row.shortfall)
               .add(row.refused_mask)
               .add(row.refused_spacing)
               .add(row.refused_density)
               .skip(1)
               .str();
  for (const auto& row : report.spacing)
    out += begin("spacing", "", row.cls, "")
               .add(row.min_m)
               .add(row.observed_min_m)
               .add(std::max(0.0, row.min_m - row.observed_min_m))
               .skip(3)
               .add("nn_mean_m " + number_text(row.nn_mean_m) + "; asked_m " + number_text(row.asked_m))
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
  for (const auto& row : report.conditions)
    out += begin("conditions", row.category, row.cls, row.feature)
               .skip(2)
               .add(row.violations)
               .skip(3)
               .add("low_m " + number_text(row.low_m) + "; high_m " + number_text(row.high_m) +
                    "; observed_min_m " + number_text(row.observed_min_m) + "; observed_max_m " +
                    number_text(row.observed_max_m))
               .str();
  for (const auto& row : report.hand)
    out += begin("hand", row.list, row.id, "")
               .add(row.asked)
               .add(row.got)
               .skip(4)
               .add(std::string(kHandStateSlugs[static_cast<size_t>(row.state)]) +
                    (row.reason.empty() ? "" : ": " + row.reason))
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
