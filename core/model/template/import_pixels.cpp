#include "core/model/template/import_pixels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/hash.h"
#include "core/model/template/classes.h"
#include "core/model/template/hand_words.h"

namespace fw {

std::string pixels_digest(const ImportPixels& pixels) {
  Sha256 hash;
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < pixels.values.size();) {
    bytes.clear();
    for (const size_t end = std::min(i + 65536, pixels.values.size()); i < end; ++i) {
      bytes.push_back(static_cast<uint8_t>(pixels.values[i] & 0xFF));
      if (pixels.heights) bytes.push_back(static_cast<uint8_t>(pixels.values[i] >> 8));
    }
    hash.update(bytes.data(), bytes.size());
  }
  return hash.hex();
}

std::optional<GridSpec> import_grid(const ImportRow& row, const FrameParams& frame) {
  const int longer = std::max(row.columns, row.rows);
  if (row.columns < 1 || row.rows < 1 || longer > kMostImportColumns) return std::nullopt;
  const GridSpec grid = frame_grid(frame, longer);
  if (grid.columns != row.columns || grid.rows != row.rows) return std::nullopt;
  return grid;
}

std::vector<ImportedRow> imported_rows(const Template& tmpl, const ImportSet& imports,
                                       std::string_view what) {
  std::vector<ImportedRow> rows;
  for (size_t k = 0; k < tmpl.hand.imports.size(); ++k) {
    const ImportRow& row = tmpl.hand.imports[k];
    const auto found = imports.find(row.sha256);
    if (!row.on || row.what != what || found == imports.end() || !import_grid(row, tmpl.frame)) continue;
    const ImportPixels& pixels = *found->second;
    if (pixels.columns == row.columns && pixels.rows == row.rows && pixels.heights == (what == "height"))
      rows.push_back({k, &row, &pixels});
  }
  return rows;
}

Result<std::vector<ImportCode>> read_import_map(std::string_view map) {
  std::vector<ImportCode> codes;
  if (map.find_first_not_of(' ') == std::string_view::npos) return codes;
  const auto key = read_hand_key(map);
  if (!key) return key.error();
  const auto bad = [](const std::string& found, const char* expected) {
    return Error{ErrorKind::invalid_template,
                 "found \"" + found.substr(0, 40) + "\" in a map, expected " + expected};
  };
  for (const auto& [sign, word] : key.value()) {
    ImportCode code{0, word};
    const auto [end, problem] = std::from_chars(sign.data(), sign.data() + sign.size(), code.code);
    if (problem != std::errc() || end != sign.data() + sign.size() || word.empty())
      return bad(sign + " " + word, "a code from 0 to 65535 and a word, as in 1 forest");
    if (std::any_of(codes.begin(), codes.end(), [&](const ImportCode& c) { return c.code == code.code; }))
      return bad(sign + " " + word, "every code once");
    codes.push_back(std::move(code));
  }
  return codes;
}

std::string write_import_map(const std::vector<ImportCode>& codes) {
  std::string text;
  for (const ImportCode& code : codes)
    text += (text.empty() ? "" : ", ") + std::to_string(code.code) + " " + code.word;
  return text;
}

Raster<uint8_t> import_classes(const ImportRow& row, const ImportPixels& pixels, const FrameParams& frame,
                               const std::vector<std::string>& ids) {
  std::array<uint8_t, 256> row_of{};
  const Result<std::vector<ImportCode>> map = read_import_map(row.map);
  if (map)
    for (const ImportCode& code : map.value()) {
      const auto found = std::find(ids.begin(), ids.end(), code.word);
      if (code.code < row_of.size() && found != ids.end())
        row_of[code.code] = static_cast<uint8_t>(found - ids.begin() + 1);
    }
  Raster<uint8_t> classes(import_grid(row, frame).value_or(GridSpec{}));
  for (size_t i = 0; i < classes.size(); ++i) classes[i] = row_of[pixels.values[i] & 0xFF];
  return classes;
}

Raster<float> import_heights(const ImportRow& row, const ImportPixels& pixels, const FrameParams& frame) {
  const double step = (row.high_m - row.low_m) / 65535;
  const bool gaps = row.map == kNoHeightMap;
  Raster<float> heights(import_grid(row, frame).value_or(GridSpec{}));
  for (size_t i = 0; i < heights.size(); ++i) {
    const uint16_t value = pixels.values[i];
    heights[i] = gaps && value == 0 ? std::numeric_limits<float>::quiet_NaN()
                                    : static_cast<float>(row.low_m + step * static_cast<double>(value));
  }
  return heights;
}

}  // namespace fw
