#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"

namespace fw {

/// A GeoJSON text anew, with every value of properties as a text of the characters that stand in the file:
/// 1e5, true and 007 too, which GDAL would turn into values of types that it guesses. Text that is no JSON is
/// refused with line, column and what was expected there. `lines`: a document a line (GeoJSONSeq), also after
/// the mark RS.
Result<std::string> geojson_of_texts(const std::filesystem::path& file, std::string_view text, bool lines,
                                     const Progress& progress);

/// Whether a text that begins as JSON is a document a line.
bool is_json_lines(std::string_view text);

}  // namespace fw
