#include "core/base/json_rows.h"

#include <cmath>

#include "core/base/number_text.h"

namespace fw {

JsonRow& JsonRow::number(std::string_view key, double value) {
  return raw(key, std::isfinite(value) ? number_text(value) : "null");
}

JsonRow& JsonRow::raw(std::string_view key, std::string_view json) {
  if (!members_.empty()) members_ += ", ";
  members_ += json_string(key);
  members_ += ": ";
  members_ += json;
  return *this;
}

std::string json_array(const std::vector<std::string>& values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + values[i];
  return out + "]";
}

std::string json_lines(const std::vector<std::string>& values, int indent) {
  if (values.empty()) return "[]";
  const std::string pad(static_cast<size_t>(indent), ' ');
  std::string out = "[\n";
  for (size_t i = 0; i < values.size(); ++i)
    out += pad + "  " + values[i] + (i + 1 < values.size() ? ",\n" : "\n");
  return out + pad + "]";
}

std::string json_document(const std::vector<JsonMember>& members) {
  std::string out = "{\n";
  for (size_t i = 0; i < members.size(); ++i)
    out +=
        "  " + json_string(members[i].key) + ": " + members[i].json + (i + 1 < members.size() ? ",\n" : "\n");
  return out + "}\n";
}

}  // namespace fw
