#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/job/hand/import/import_notes.h"
#include "core/model/template/import_pixels.h"
#include "render/geo/geo_import.h"

namespace fw {

/// What is to be read, as a person states it.
struct RasterImportRequest {
  std::filesystem::path file;
  std::string what;  ///< of kImportWhatSlugs
  std::string
      map;  ///< "1 forest, 2 snow" or "#2f6b2f=forest"; "" = what the file itself says, or its colours
  std::string band;
  std::optional<StatedPlace> place;
  std::optional<Raw16> raw;
  std::optional<double> low_m, high_m;  ///< heights in shades: what the least and the greatest stand for
  bool offsets = false;                 ///< heights that are added to others: above 0 is no land
  Progress progress{};
};

struct RasterImport {
  ImportRow row;  ///< without an id
  ImportPixels pixels;
  std::string placed_by;
  std::vector<ImportNote> notes;
};

/// Reads a file into pixels on a grid of the template's frame (docs/hand-files.md, 2). ErrorKind::io names
/// the file; ErrorKind::usage what was asked of it.
Result<RasterImport> import_raster(const RasterImportRequest& request, const Template& tmpl);

/// Cells along the frame's longer side for a file of that cell size.
int import_resolution(const FrameParams& frame, double cell_m);

FrameOnEarth frame_on_earth(const Template& tmpl);

}  // namespace fw
