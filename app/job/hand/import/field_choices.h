#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/hand/row_columns.h"
#include "core/base/result.h"
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
/// class, lon, lat, expected ...". `points`: x_m and y_m would do.
std::string no_places_text(const SourceLayer& layer, bool points);

}  // namespace fw
