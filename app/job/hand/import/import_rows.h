#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/hand/import/field_choices.h"
#include "app/job/hand/import/import_raster.h"
#include "core/model/template/template.h"
#include "render/geo/geo_import.h"

namespace fw {

/// What kinds of rows a file of shapes becomes: words of --what and the lists that they fill.
struct RowKind {
  std::string_view word, list;
};
inline constexpr std::array<RowKind, 10> kRowKinds{{{"points", "pins"},
                                                    {"bans", "bans"},
                                                    {"areas", "areas"},
                                                    {"biome", "biome"},
                                                    {"danger", "danger"},
                                                    {"faction", "faction"},
                                                    {"regions", "regions"},
                                                    {"land", "land"},
                                                    {"terrain", "terrain"},
                                                    {"lines", "lines"}}};
/// All lists, from a file that export_rows() wrote.
inline constexpr std::string_view kAllRows = "rows";
/// The list of a word of --what; "" where it is none.
std::string_view list_of_rows(std::string_view what);

struct RowsImportRequest {
  std::filesystem::path file;
  std::string what;   ///< of kRowKinds, or kAllRows
  std::string layer;  ///< of a file with more than one; "" = the one named like the list, or the only one
  std::vector<FieldChoice> fields;
};

struct RowsImport {
  Template tmpl;  ///< with the rows added or, of kAllRows, put in the place of those with their ids
  std::string placed_by;
  std::vector<ImportNote> notes;
  std::vector<std::string> added, replaced;  ///< ids
};

/// Turns the features of a file into rows (docs/hand-files.md, 4). What cannot be a row is left out and
/// counted with the reason.
Result<RowsImport> import_rows(const RowsImportRequest& request, const Template& tmpl);

}  // namespace fw
