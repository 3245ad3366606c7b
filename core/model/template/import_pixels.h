#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

// The rasters that a template's rows of `imports` name (docs/hand-files.md), as values.
namespace fw {

/// The pixels of a row: over the whole frame, north row first.
struct ImportPixels {
  int columns = 0, rows = 0;
  bool heights = false;          ///< 16 bits a pixel, low_m to high_m of the row; else 8: codes of its `map`
  std::vector<uint16_t> values;  ///< columns * rows

  friend bool operator==(const ImportPixels&, const ImportPixels&) = default;
};

/// SHA-256 of the pixels, little-endian.
std::string pixels_digest(const ImportPixels& pixels);

/// Pixels by the `sha256` of their row.
using ImportSet = std::map<std::string, std::shared_ptr<const ImportPixels>, std::less<>>;
inline const ImportSet kNoImports;

inline constexpr int kMostImportColumns = 4096;

/// The grid of a row's pixels over the frame; nothing where no grid over it has these columns and rows.
std::optional<GridSpec> import_grid(const ImportRow& row, const FrameParams& frame);

/// A row of `imports` that is on, with its pixels.
struct ImportedRow {
  size_t index = 0;  ///< in hand.imports
  const ImportRow* row = nullptr;
  const ImportPixels* pixels = nullptr;
};
/// The rows of `what` whose pixels are at hand and fit the frame, in order.
std::vector<ImportedRow> imported_rows(const Template& tmpl, const ImportSet& imports, std::string_view what);

/// What the codes of a row mean: "1 forest, 2 snow".
struct ImportCode {
  uint16_t code = 0;
  std::string word;
};
/// Fails with what was found and expected: no pair of a number and a word, a code out of range or stated
/// twice.
Result<std::vector<ImportCode>> read_import_map(std::string_view map);
std::string write_import_map(const std::vector<ImportCode>& codes);

/// The word of heights' code 0 where pixels without a height have it: "0 none".
inline constexpr std::string_view kNoHeightMap = "0 none";

/// Codes of a row of classes as rows of a table + 1 (0 = none), by `ids`; words that the table has not are 0.
Raster<uint8_t> import_classes(const ImportRow& row, const ImportPixels& pixels, const FrameParams& frame,
                               const std::vector<std::string>& ids);
/// Metres; NaN where a pixel has no height.
Raster<float> import_heights(const ImportRow& row, const ImportPixels& pixels, const FrameParams& frame);

}  // namespace fw
