#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/plain_text.h"

namespace fw {

/// One JSON object on one line, members in the order given. Numbers in shortest form, whatever the locale; a
/// number that is not finite becomes null, which JSON has instead.
class JsonRow {
 public:
  JsonRow& text(std::string_view key, std::string_view value) { return raw(key, json_string(value)); }
  JsonRow& text_or_null(std::string_view key, std::string_view value) {
    return raw(key, value.empty() ? "null" : json_string(value));
  }
  JsonRow& number(std::string_view key, double value);
  JsonRow& whole(std::string_view key, int64_t value) { return raw(key, std::to_string(value)); }
  JsonRow& truth(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  /// A value that is JSON already.
  JsonRow& raw(std::string_view key, std::string_view json);
  std::string str() const { return members_.empty() ? "{}" : "{" + members_ + "}"; }

 private:
  std::string members_;
};

/// An array of values that are JSON already: on one line, or one element a line at the given indent.
std::string json_array(const std::vector<std::string>& values);
std::string json_lines(const std::vector<std::string>& values, int indent);

/// A document of top-level members, one a line (arrays of rows over several), with a final newline.
struct JsonMember {
  std::string key;
  std::string json;
};
std::string json_document(const std::vector<JsonMember>& members);

}  // namespace fw
