#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"

// Rows of `imports` with their pixels, for tests.

/// Adds a row of these pixels to the template and the set; the row's other members are to be set after.
inline fw::ImportRow& add_import(fw::Template& tmpl, fw::ImportSet& imports, const std::string& what,
                                 fw::ImportPixels pixels, const std::string& map = "") {
  fw::ImportRow row;
  row.id = what + std::to_string(tmpl.hand.imports.size());
  row.what = what;
  row.columns = pixels.columns;
  row.rows = pixels.rows;
  row.file = row.id + ".png";
  row.map = map;
  row.sha256 = fw::pixels_digest(pixels);
  imports[row.sha256] = std::make_shared<const fw::ImportPixels>(std::move(pixels));
  tmpl.hand.imports.push_back(row);
  return tmpl.hand.imports.edit(tmpl.hand.imports.size() - 1);
}

/// Codes of a layer as pixels of classes.
inline fw::ImportPixels class_pixels(const fw::Raster<uint8_t>& codes) {
  return {codes.grid.columns, codes.grid.rows, false, {codes.cells.begin(), codes.cells.end()}};
}

/// Metres as pixels of heights from low to high.
inline fw::ImportPixels height_pixels(const fw::Raster<float>& height_m, double low_m, double high_m) {
  fw::ImportPixels pixels{height_m.grid.columns, height_m.grid.rows, true, {}};
  for (const float h : height_m.cells)
    pixels.values.push_back(static_cast<uint16_t>(std::clamp(
        std::floor((static_cast<double>(h) - low_m) / (high_m - low_m) * 65535 + 0.5), 0.0, 65535.0)));
  return pixels;
}
