#include "core/measure/audit/audit_json.h"

#include "core/base/json_rows.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

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

std::string views_json(const AuditReport& report) {
  return rows_json(report.views, [](JsonRow& json, const AuditReport::ViewRow& row) {
    json.text("id", row.id).truth("held", row.held).number("length_m", row.length_m);
    json.number("visible_m", row.visible_m).number("clearance_m", row.clearance_m);
    json.number("least_at_m", row.least_at_m);
  });
}

std::string frozen_edges_json(const AuditReport& report) {
  return rows_json(report.frozen_edges, [](JsonRow& json, const AuditReport::FrozenEdge& row) {
    json.text("layer", row.layer).text("id", row.id).whole("contacts", row.contacts);
    json.number("share", row.share);
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
  return rows_json(report.contiguity, [&](JsonRow& json, const AuditReport::Contiguity& row) {
    json.text("layer", row.layer).text("class", row.cls).whole("patches", row.patches);
    json.number("largest_share", row.largest_share).number("speckle_share", row.speckle_share);
    if (!report.hand.empty())
      json.whole("patches_by_hand", row.held_patches).number("speckle_by_hand", row.held_speckle_share);
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
  if (!report.views.empty()) members.push_back({"views", views_json(report)});
  if (!report.frozen_edges.empty()) members.push_back({"frozen_edges", frozen_edges_json(report)});
  if (!report.kpi.empty())
    members.push_back({"kpi", rows_json(report.kpi, [&](JsonRow& json, const AuditReport::KpiRow& row) {
                         json.text("name", row.name).number("value", row.value).text("unit", row.unit);
                         const auto range = usual.find(row.name);
                         json.raw("usual", range == usual.end() ? "null" : range_json(range->second));
                       })});
  members.push_back({"passed", report.passed ? "true" : "false"});
  return json_document(members);
}

}  // namespace fw
