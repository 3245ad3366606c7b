#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/job/audit/audit_files.h"
#include "core/base/plain_text.h"
#include "core/model/audit/audit_tables.h"
#include "core/model/cure.h"

namespace fw {
namespace {

using Json = nlohmann::ordered_json;  // a region names its kinds in their order

/// What the readers below throw; it never leaves read_audit_json.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An object of the file; knows its place for the message.
class Object {
 public:
  Object(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw Malformed(place_ + ": expected an object");
  }
  bool has(std::string_view key) const { return json_.contains(key); }
  const Json& member(std::string_view key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw Malformed(place_of(key) + ": missing");
    return *found;
  }
  Object object(std::string_view key) const { return {member(key), place_of(key)}; }
  bool truth(std::string_view key) const { return std::get<bool>(cell(key, AuditKind::truth)); }
  /// The keys of its truths.
  std::vector<std::string> truths() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json_.items())
      if (value.is_boolean()) keys.push_back(key);
    return keys;
  }
  AuditCell cell(std::string_view key, AuditKind kind) const {
    const Json& value = member(key);
    switch (kind) {
      case AuditKind::text:
        if (!value.is_string() || !is_plain_text(value.get_ref<const std::string&>()))
          wrong(key, "a text without control or direction characters");
        return value.get<std::string>();
      case AuditKind::truth:
        if (!value.is_boolean()) wrong(key, "true or false");
        return value.get<bool>();
      case AuditKind::whole:
        if (!value.is_number_integer()) wrong(key, "a whole number");
        return value.get<int64_t>();
      case AuditKind::number:
        if (!value.is_number()) wrong(key, "a number");
        return value.get<double>();
      case AuditKind::cures:
        return cures(key);
      case AuditKind::range:
        break;
    }
    if (!value.is_array() || value.size() != 3 || !value[0].is_number() || !value[1].is_number() ||
        !value[2].is_number())
      wrong(key, "three numbers or null");
    return value.get<std::array<double, 3>>();
  }
  /// Ways of edits, each an object with verb, path and value.
  std::vector<Cure> cures(std::string_view key) const {
    std::vector<Cure> out;
    for (const Json& way : list(member(key), place_of(key))) {
      const std::string place = place_of(key) + "[" + std::to_string(out.size()) + "]";
      Cure cure;
      for (const Json& edit : list(way, place))
        cure.push_back(edit_of({edit, place + "[" + std::to_string(cure.size()) + "]"}));
      out.push_back(std::move(cure));
    }
    return out;
  }
  std::string place_of(std::string_view key) const { return place_ + "." + std::string(key); }

 private:
  static const Json& list(const Json& json, const std::string& place) {
    if (!json.is_array()) throw Malformed(place + ": expected a list, found " + json.type_name());
    return json;
  }
  static PathEdit edit_of(const Object& from) {
    const auto text = [&](std::string_view key) {
      return std::get<std::string>(from.cell(key, AuditKind::text));
    };
    const auto verb = from_slug<PathEdit::Verb>(kEditVerbSlugs, text("verb"));
    if (!verb) throw Malformed(from.place_of("verb") + ": unknown word '" + text("verb") + "'");
    return {*verb, text("path"), text("value")};
  }
  [[noreturn]] void wrong(std::string_view key, const char* expected) const {
    throw Malformed(place_of(key) + ": expected " + expected + ", found " + member(key).type_name());
  }
  const Json& json_;
  std::string place_;
};

template <typename Row>
void read_cell(Row& row, const Object& from, const AuditColumn<Row>& column) {
  const AuditValue<Row>& value = column.value;
  if (column.may_lack && !from.has(column.slug)) return;
  const bool null = value.nullable && from.member(column.slug).is_null();
  const AuditCell cell = null ? AuditCell() : from.cell(column.slug, value.kind);
  if (!value.set(row, cell))
    throw Malformed(from.place_of(column.slug) + ": unknown word '" + std::get<std::string>(cell) + "'");
}

/// The kinds that a region's members name: the seat has its band beside it.
void name_kinds(AuditReport& report, const Object& region) {
  for (const std::string& key : region.truths())
    if (region.has(key + "_band"))
      report.seat_kind = key;
    else
      report.guard_kinds.push_back(key);
}

template <typename Row>
void read_table(AuditReport& report, const Object& root, const AuditTable<Row>& table) {
  if (!table.always && !root.has(table.slug)) return;
  const Json& list = root.member(table.slug);
  const std::string slug(table.slug);
  if (!list.is_array()) throw Malformed(slug + ": expected a list");
  std::vector<AuditColumn<Row>> columns;
  for (size_t i = 0; i < list.size(); ++i) {
    const Object from(list[i], slug + "[" + std::to_string(i) + "]");
    if constexpr (std::is_same_v<Row, AuditReport::RegionRow>)
      if (i == 0) name_kinds(report, from);
    if (i == 0) columns = audit_file_columns<Row>(report);
    Row row;
    for (const AuditColumn<Row>& column : columns)
      read_cell(row, column.within.empty() ? from : from.object(column.within), column);
    (report.*table.rows).push_back(std::move(row));
  }
}

AuditReport report_of(const Json& json) {
  const Object root(json, "$");
  AuditReport out;
  read_table(out, root, audit_table_of<HandOutcome>());  // first: other tables have columns of the hand
  visit_audit_tables([&]<typename Row>(const AuditTable<Row>& table) {
    if constexpr (!std::is_same_v<Row, HandOutcome>) read_table(out, root, table);
  });
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
