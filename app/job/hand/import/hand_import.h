#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/hand/import/import_raster.h"
#include "app/job/hand/import/import_rows.h"
#include "core/base/parallel/progress.h"

namespace fw {

/// Every word of HandImport::what: those of rasters, the other kinds of rows, kAllRows.
std::vector<std::string_view> import_words();

/// What is read into a template's hand, as a person states it.
struct HandImport {
  RasterImportRequest raster;
  RowsImportRequest rows;
  std::string what;  ///< of kImportWhatSlugs, kRowKinds or kAllRows
  std::string id;    ///< of a raster's row; one with this id is replaced; "" = a new one
  ImportRow row;     ///< mode, blend, force, strength and feather of a raster's row
  Progress progress{};
  std::string as{};  ///< name of the import; "" = the file's
  bool add = false;  ///< rows are added, whatever an import of this name made before
};
/// Whether the file is taken as a raster of pixels: else as shapes.
bool imports_pixels(const HandImport& request);

/// A template with what was read, not written yet.
struct HandImported {
  Template tmpl;
  ImportSet fresh;  ///< pixels without a file
  std::string placed_by;
  std::vector<ImportNote> notes;
  std::vector<std::string> added, replaced;  ///< ids of rows
  std::vector<std::string> removed{};        ///< ids of rows that the file has no feature for any more
  size_t unchanged = 0;                      ///< rows that the import made before, as they are
};

/// Reads a file into the hand of `into`: classes, land and heights of a raster, rows of shapes. What a word
/// of `what` means of both goes by the file. An import of a name that the hand knows changes the rows that it
/// made before (docs/hand-files.md, 8). ErrorKind::usage, io or invalid_template; nothing is written.
Result<HandImported> import_into(const HandImport& request, const Template& into);

/// What a world of the template makes of the rows read: the findings about them, and their outcomes with
/// reasons.
std::vector<ImportNote> try_import(const HandImported& imported, const BuildRequest& into,
                                   const Progress& progress);

}  // namespace fw
