#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/job/audit/audit_files.h"
#include "core/base/plain_text.h"
#include "core/model/finding.h"

namespace fw {
namespace {

using Json = nlohmann::json;

/// What the readers below throw; it never leaves read_audit_json.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One row of one section; knows its place for the message.
class Row {
 public:
  Row(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw Malformed(place_ + ": expected an object");
  }
  const Json& member(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw Malformed(place_ + "." + key + ": missing");
    return *found;
  }
  std::string text(const char* key) const {
    const Json& value = member(key);
    if (!value.is_string() || !is_plain_text(value.get_ref<const std::string&>()))
      wrong(key, "a text without control or direction characters");
    return value.get<std::string>();
  }
  std::string text_or_null(const char* key) const {
    return member(key).is_null() ? std::string() : text(key);
  }
  double number(const char* key) const {
    const Json& value = member(key);
    if (!value.is_number()) wrong(key, "a number");
    return value.get<double>();
  }
  int64_t whole(const char* key) const {
    const Json& value = member(key);
    if (!value.is_number_integer()) wrong(key, "a whole number");
    return value.get<int64_t>();
  }
  bool truth(const char* key) const {
    const Json& value = member(key);
    if (!value.is_boolean()) wrong(key, "true or false");
    return value.get<bool>();
  }
  bool has(const std::string& key) const { return json_.contains(key); }
  /// Of a member that only audits of a hand have.
  int64_t whole_or_0(const char* key) const { return has(key) ? whole(key) : 0; }
  /// NaN where the file has null.
  double number_or_nan(const char* key) const {
    return member(key).is_null() ? std::numeric_limits<double>::quiet_NaN() : number(key);
  }
  double number_or_0(const char* key) const { return has(key) ? number(key) : 0; }
  /// The keys of its truths.
  std::vector<std::string> truths() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json_.items())
      if (value.is_boolean()) keys.push_back(key);
    return keys;
  }
  Row row(const char* key) const { return {member(key), place_ + "." + key}; }

 private:
  [[noreturn]] void wrong(const char* key, const char* expected) const {
    throw Malformed(place_ + "." + key + ": expected " + expected + ", found " + member(key).type_name());
  }
  const Json& json_;
  std::string place_;
};

template <typename T, typename Read>
void read_section(std::vector<T>& out, const Row& root, const char* key, const Read& read) {
  const Json& list = root.member(key);
  if (!list.is_array()) throw Malformed(std::string(key) + ": expected a list");
  for (size_t i = 0; i < list.size(); ++i)
    out.push_back(read(Row(list[i], std::string(key) + "[" + std::to_string(i) + "]")));
}

AuditReport::Quota quota_of(const Row& r) {
  const Row reasons = r.row("reasons");
  return {r.text("category"),      r.text("class"),          r.text_or_null("region"),
          r.whole("target"),       r.whole("actual"),        r.whole("shortfall"),
          reasons.whole("mask"),   reasons.whole("spacing"), reasons.whole("density"),
          r.whole_or_0("by_hand"), r.whole_or_0("banned")};
}

AuditReport::KpiRow kpi_of(const Row& r) {
  return {r.text("name"), r.number_or_nan("value"), r.text("unit")};
}

HandOutcome outcome_of(const Row& r) {
  const auto state = from_slug<HandState>(kHandStateSlugs, r.text("state"));
  if (!state) throw Malformed("hand: unknown state '" + r.text("state") + "'");
  return {r.text("id"), r.text("list"), *state, r.number("asked"), r.number("got"), r.text("reason")};
}

AuditReport::ViewRow view_of(const Row& r) {
  return {r.text("id"),          r.truth("held"),         r.number("length_m"),
          r.number("visible_m"), r.number("clearance_m"), r.number("least_at_m")};
}

AuditReport::FrozenEdge frozen_edge_of(const Row& r) {
  return {r.text("layer"), r.text("id"), r.whole("contacts"), r.number("share")};
}

Finding finding_of(const Row& r) {
  constexpr std::array<std::string_view, 3> severities{"info", "warning", "error"};
  const auto severity = from_slug<Severity>(severities, r.text("severity"));
  if (!severity) throw Malformed("findings: unknown severity '" + r.text("severity") + "'");
  return {*severity, r.text("code"), r.text("where"), r.text("message")};
}

/// The kinds that a region's members name: the seat has its band beside it.
void name_kinds(AuditReport& report, const Row& region) {
  for (const std::string& key : region.truths())
    if (region.has(key + "_band"))
      report.seat_kind = key;
    else
      report.guard_kinds.push_back(key);
}

AuditReport report_of(const Json& json) {
  const Row root(json, "$");
  AuditReport out;
  read_section(out.mix, root, "mix", [](const Row& r) {
    return AuditReport::Mix{r.text("layer"),
                            r.text_or_null("region"),
                            r.text("class"),
                            r.number("target"),
                            r.number("actual"),
                            r.number("error"),
                            r.text("origin") == "asked",
                            r.has("by_hand") ? r.number("by_hand") : 0};
  });
  read_section(out.quota, root, "quota", quota_of);
  read_section(out.spacing, root, "spacing", [](const Row& r) {
    return AuditReport::Spacing{r.text("class"),       r.number("asked_m"),
                                r.number("min_m"),     r.number("observed_min_m"),
                                r.number("nn_mean_m"), r.number_or_0("hand_min_m")};
  });
  read_section(out.contiguity, root, "contiguity", [](const Row& r) {
    return AuditReport::Contiguity{r.text("layer"),
                                   r.text("class"),
                                   r.whole("patches"),
                                   r.number("largest_share"),
                                   r.number("speckle_share"),
                                   r.whole_or_0("patches_by_hand"),
                                   r.number_or_0("speckle_by_hand")};
  });
  read_section(out.colocation, root, "colocation", [](const Row& r) {
    return AuditReport::Colocation{r.text("a"), r.text("b"), r.number("share"), r.number("expected")};
  });
  read_section(out.seam, root, "seam", [](const Row& r) {
    return AuditReport::Seam{r.text("layer"), r.number("score")};
  });
  read_section(out.regions, root, "regions", [&](const Row& r) {
    if (out.seat_kind.empty() && out.guard_kinds.empty()) name_kinds(out, r);
    AuditReport::RegionRow row{r.text("region"), r.text("owner"), false, "", {}};
    if (!out.seat_kind.empty()) {
      row.seat = r.truth(out.seat_kind.c_str());
      row.seat_band = r.text((out.seat_kind + "_band").c_str());
    }
    for (const std::string& kind : out.guard_kinds) row.guards.push_back(r.truth(kind.c_str()));
    return row;
  });
  read_section(out.rarity, root, "rarity", [](const Row& r) {
    return AuditReport::RarityRow{r.text("rarity"), r.text("band"), r.whole("count")};
  });
  if (root.has("kpi")) read_section(out.kpi, root, "kpi", kpi_of);
  if (root.has("water"))
    read_section(out.water, root, "water", [](const Row& r) {
      const bool asked = !r.member("target").is_null();
      const double actual = r.number("actual");
      return AuditReport::WaterRow{r.text("what"), asked ? r.number("target") : actual, actual, asked,
                                   r.truth("met")};
    });
  if (root.has("roads"))
    read_section(out.roads, root, "roads", [](const Row& r) {
      return AuditReport::RoadRow{r.text("class"),
                                  r.number("km"),
                                  static_cast<int>(r.whole("towns")),
                                  static_cast<int>(r.whole("towns_reached")),
                                  r.number("detour_mean"),
                                  r.number("detour_max"),
                                  static_cast<int>(r.whole("bridges")),
                                  static_cast<int>(r.whole("fords"))};
    });
  if (root.has("conditions"))
    read_section(out.conditions, root, "conditions", [](const Row& r) {
      return AuditReport::ConditionRow{r.text("category"),
                                       r.text("class"),
                                       r.text("feature"),
                                       r.number_or_nan("low_m"),
                                       r.number_or_nan("high_m"),
                                       r.number_or_nan("observed_min_m"),
                                       r.number_or_nan("observed_max_m"),
                                       r.whole("violations")};
    });
  if (root.has("hand")) read_section(out.hand, root, "hand", outcome_of);
  if (root.has("views")) read_section(out.views, root, "views", view_of);
  if (root.has("frozen_edges")) read_section(out.frozen_edges, root, "frozen_edges", frozen_edge_of);
  read_section(out.findings, root, "findings", finding_of);
  out.passed = root.truth("passed");
  return out;
}

}  // namespace

Result<AuditReport> read_audit_json(std::string_view text, const std::string& source) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{ErrorKind::io, source + ": not valid JSON"};
  try {
    return report_of(json);
  } catch (const Malformed& problem) {
    return Error{ErrorKind::io, source + ": " + plain_text(problem.what())};
  }
}

}  // namespace fw
