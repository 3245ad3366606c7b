#include "render/geo/vector/audit_fields.h"

namespace fw {
namespace {

Attribute region_or_null(const std::string& region) {
  if (region.empty()) return std::monostate{};
  return region;
}

}  // namespace

AttributeTable audit_mix_attributes(const AuditReport& audit) {
  AttributeTable table;
  table.columns = {{"layer", AttributeKind::text},  {"region", AttributeKind::text},
                   {"class", AttributeKind::text},  {"target", AttributeKind::real},
                   {"actual", AttributeKind::real}, {"error", AttributeKind::real},
                   {"origin", AttributeKind::text}};
  const bool has_hand = !audit.hand.empty();
  if (has_hand) table.columns.push_back({"by_hand", AttributeKind::real});
  for (const AuditReport::Mix& mix : audit.mix) {
    table.rows.push_back({mix.layer, region_or_null(mix.region), mix.cls, mix.target, mix.actual, mix.error,
                          std::string(mix_origin(mix))});
    if (has_hand) table.rows.back().push_back(mix.by_hand);
  }
  return table;
}

AttributeTable audit_quota_attributes(const AuditReport& audit) {
  AttributeTable table;
  table.columns = {{"category", AttributeKind::text},  {"class", AttributeKind::text},
                   {"region", AttributeKind::text},    {"target", AttributeKind::integer},
                   {"actual", AttributeKind::integer}, {"shortfall", AttributeKind::integer},
                   {"mask", AttributeKind::integer},   {"spacing", AttributeKind::integer},
                   {"density", AttributeKind::integer}};
  const bool has_hand = !audit.hand.empty();
  if (has_hand)
    table.columns.insert(table.columns.end(),
                         {{"by_hand", AttributeKind::integer}, {"banned", AttributeKind::integer}});
  for (const AuditReport::Quota& quota : audit.quota) {
    table.rows.push_back({quota.category, quota.cls, region_or_null(quota.region), quota.target, quota.actual,
                          quota.shortfall, quota.refused_mask, quota.refused_spacing, quota.refused_density});
    if (has_hand) table.rows.back().insert(table.rows.back().end(), {quota.by_hand, quota.banned});
  }
  return table;
}

}  // namespace fw
