#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"

namespace fw {

/// A table of texts: every cell with the characters of the file.
struct TextTable {
  std::vector<std::string> fields;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as fields
  bool comma_is_point = false;                 ///< its separator leaves the comma to the numbers
};

/// Reads what spreadsheets write as CSV or TSV: separated by what a first line "sep=;" says, else by the
/// comma, semicolon, tab or bar that the first line has most of; cells with separators and line ends in
/// double quotes. A first line with a number names no fields: they are field_1, field_2, ... ErrorKind::io
/// for a quote without an end, more rows than `most_rows`, or no table at all.
Result<TextTable> read_table(const std::filesystem::path& file, const std::string& text, size_t most_rows,
                             const Progress& progress);

}  // namespace fw
