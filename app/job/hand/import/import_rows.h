#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/hand/import/import_notes.h"
#include "app/job/hand/import/import_raster.h"
#include "app/job/hand/row_columns.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "render/geo/geo_import.h"

namespace fw {

/// A column filled from a field of the file, or with the same value for every row.
struct FieldChoice {
  std::string column;
  std::string field;
  std::optional<std::string> constant;
};
/// "class=type,name=label,of:=all"; ErrorKind::usage.
Result<std::vector<FieldChoice>> read_field_choices(const std::string& text);

/// Where a column of a list gets its values from.
struct ColumnSource {
  RowColumn column;
  size_t field = SIZE_MAX;  ///< of the layer
  std::optional<std::string> constant{};
};

/// The columns of a list that a layer fills: those of --fields, else the field of the column's name or one of
/// its usual other names; of pins only what a person would state. `own`: a layer that export_rows() wrote,
/// taken column by column.
Result<std::vector<ColumnSource>> column_sources(const std::vector<RowColumn>& columns,
                                                 const SourceLayer& layer,
                                                 const std::vector<FieldChoice>& choices,
                                                 std::string_view list, bool own);

/// What a table of columns alone has, and what it would need to say where its rows lie: "found the columns
/// class, east, north, expected ...".
std::string no_places_text(const SourceLayer& layer);

/// What kinds of rows a file of shapes becomes: words of --what and the lists that they fill.
struct RowKind {
  std::string_view word, list;
};
inline constexpr std::array<RowKind, 13> kRowKinds{{{"points", "pins"},
                                                    {"bans", "bans"},
                                                    {"areas", "areas"},
                                                    {"biome", "biome"},
                                                    {"danger", "danger"},
                                                    {"faction", "faction"},
                                                    {"regions", "regions"},
                                                    {"land", "land"},
                                                    {"terrain", "terrain"},
                                                    {"waters", "waters"},
                                                    {"lines", "lines"},
                                                    {"zones", "zones"},
                                                    {"notes", "notes"}}};
/// All lists, from a file that export_rows() wrote.
inline constexpr std::string_view kAllRows = "rows";
/// The list of a word of --what; "" where it is none.
std::string_view list_of_rows(std::string_view what);

struct RowsImportRequest {
  std::filesystem::path file;
  std::string what;   ///< of kRowKinds, or kAllRows
  std::string layer;  ///< of a file with more than one; "" = the one named like the list, or the only one
  std::vector<FieldChoice> fields;
  std::string map;       ///< "Wald=forest, Meer=none": which value of a class is which row; none = left out
  std::string encoding;  ///< of texts without a mark; "" = UTF-8
  std::string dissolve;  ///< field whose equal values make one row; "" = every feature is one
  std::optional<ShapesPlace> place;  ///< where shapes without coordinates on Earth lie
  bool from_top = false;             ///< y counts from the top edge down
  Progress progress{};
  std::string as;    ///< name of the import; "" = the file's
  bool add = false;  ///< rows are added, whatever an import of this name made before
};

/// What values of a file mean: by value in small letters, with a word of the template, or "none".
using ValueWords = std::map<std::string, std::string>;
/// "Wald=forest, Meer=none"; ErrorKind::usage.
Result<ValueWords> read_value_words(const std::string& text);

struct RowsImport {
  Template tmpl;  ///< with the rows added or, of kAllRows, put in the place of those with their ids
  std::string placed_by;
  std::vector<ImportNote> notes;
  std::vector<std::string> added, replaced;  ///< ids
  std::vector<std::string> removed{};        ///< ids of rows whose features went
  size_t unchanged = 0;                      ///< rows whose features did not change
  std::vector<std::string> features{};       ///< of every row added by fill_list(): its feature's id, or ""
};

/// Turns the features of a file into rows (docs/hand-files.md, 4). What cannot be a row is left out and
/// counted with the reason; ErrorKind::io where nothing of a file with features can be.
Result<RowsImport> import_rows(const RowsImportRequest& request, const Template& tmpl);

/// Adds a row of a list for every feature of a layer that can be one; counts why the others cannot.
/// ErrorKind::usage for choices of fields that do not fit, ErrorKind::limit for more rows than a list takes.
Result<Done> fill_list(RowsImport& made, ImportCounts& counts, const RowsImportRequest& request,
                       std::string_view list, const SourceLayer& layer, const ValueWords& words);

}  // namespace fw
