#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_text.h"

namespace fw {

/// One line of comma-separated fields, quoted where RFC 4180 asks for it.
class CsvLine {
 public:
  CsvLine() = default;
  explicit CsvLine(const std::vector<std::string>& leading) {
    for (const std::string& field : leading) add(field);
  }
  CsvLine& add(std::string_view field) {
    if (!first_) line_ += ',';
    first_ = false;
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
      line_ += field;
      return *this;
    }
    line_ += '"';
    for (const char c : field) {
      if (c == '"') line_ += '"';
      line_ += c;
    }
    line_ += '"';
    return *this;
  }
  /// Shortest text; a number that is not finite is an empty field.
  CsvLine& add(double value) {
    return add(std::string_view(std::isfinite(value) ? number_text(value) : std::string()));
  }
  CsvLine& add(int64_t value) { return add(std::string_view(std::to_string(value))); }
  CsvLine& skip(int fields) {
    for (int i = 0; i < fields; ++i) add(std::string_view());
    return *this;
  }
  std::string str() const { return line_ + "\n"; }

 private:
  std::string line_;
  bool first_ = true;
};

}  // namespace fw
