#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/import_pixels.h"

// The files that hold the pixels of rows of `imports`: grey PNG of 8 or 16 bits beside the template.
namespace fw {

/// Where a template's other files lie.
struct FilesOf {
  std::filesystem::path folder;  ///< of the template's file
  std::string stem;              ///< of its name; "" where it lies in a bundle
};

/// A folder of imports beside `T.json`: "T.hand"; in a bundle, "hand".
inline constexpr const char* kBundledImports = "hand";
std::string import_folder(const std::string& stem);

/// Pixels that the rows of a template may have in all, those of one file as often as rows name it: a hundred
/// of the largest.
inline constexpr int64_t kMostImportPixels = int64_t{100} * kMostImportColumns * kMostImportColumns;

/// Whether a name is one of a file alone, without a folder. Any other is refused when the file is needed.
bool is_plain_file_name(const std::string& name);

/// A row whose file has no plain name, is missing, altered, linked, too large, or of other pixels than the
/// row says.
struct ImportProblem {
  size_t row = 0;  ///< in hand.imports
  Error error;     ///< ErrorKind::io: the file's name, and what to do
};
struct LoadedImports {
  ImportSet pixels;  ///< of every row that is on and has no problem
  std::vector<ImportProblem> problems;
};
/// Pixels that `known` has are not read again.
LoadedImports load_imports(const Template& tmpl, const FilesOf& files, const ImportSet& known = {});

/// The bytes of a row's file, looked for as load_imports does.
Result<std::string> read_import_file(const ImportRow& row, const FilesOf& files);

/// Pixels as a file, and the name that such a file gets: "land-1a2b3c4d.png".
Result<std::string> encode_import(const ImportPixels& pixels);
std::string import_file_name(const std::string& what, const std::string& sha256);

}  // namespace fw
