#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fw {

/// One thing that an import counted: nothing is guessed away.
struct ImportNote {
  std::string code;  ///< stable: "outside", "no_data", "unknown_value", ...
  int64_t count = 0;
  std::string text;  ///< a sentence with the count
};

/// Counts by reason; the first few details stand behind each sentence. `what` follows the count and has both
/// numbers of its words: "feature{|s} {has|have} no shape".
class ImportCounts {
 public:
  void add(const std::string& code, const std::string& what, const std::string& detail = "",
           int64_t count = 1);
  std::vector<ImportNote> notes() const;

 private:
  struct Entry {
    int64_t count = 0;
    std::string what;
    std::vector<std::pair<std::string, int64_t>> details;  ///< in the order in which they came
    std::map<std::string, size_t> place_of;
  };
  std::map<std::string, Entry> entries_;
};

/// What was asked for cannot be done.
inline Error usage_error(const std::string& text) {
  return {ErrorKind::usage, text};
}

/// The file holds nothing that can be taken.
inline Error source_error(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, file.string() + ": " + why};
}

}  // namespace fw
