#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/job/hand/import/import_notes.h"
#include "app/job/hand/import/import_rows.h"
#include "app/job/hand/row_source.h"
#include "core/model/template/template.h"
#include "render/geo/geo_import.h"

// Imports that know the rows that they made (docs/hand-files.md, 8).
namespace fw {

inline constexpr size_t kMostImportName = 100;  ///< bytes
/// The name of an import: what is stated, else the file's with the layer or band that was chosen of several.
/// ErrorKind::usage for a name that is empty, too long, or has characters that no text of a template has.
Result<std::string> import_name(const std::string& stated, const std::filesystem::path& file,
                                const std::string& part);

/// The field that tells the features of a layer apart: `own` (SIZE_MAX = none), else one of the names that
/// programs give it. Every feature has a value in it, each another. SIZE_MAX where there is none.
size_t feature_id_field(const SourceLayer& layer, size_t own);

/// The rows of a list without those that an import of that name made.
void take_rows_of_import(Template& tmpl, std::string_view list, const std::string& import);

/// `made` has the rows of `before` without those of the import (take_rows_of_import()), and after them from
/// `first` on those that the file makes now, `made.features` by row. Puts them in order: a feature that did
/// not change keeps its row, with what the designer changed; another takes the place and id of the row that
/// it made before; rows without a feature any more go. Counts and ids follow.
void settle_rows(RowsImport& made, ImportCounts& counts, const Template& before, std::string_view list,
                 size_t first, const std::string& import);

/// The digest of a raster's row as it stands, without id, source and whether it is on.
std::string made_digest(const Template& tmpl, const ImportRow& row);

/// Counts new pins that stand on one of the template's of their class.
void note_same_places(const RowsImport& made, ImportCounts& counts);

}  // namespace fw
