#pragma once

#include <optional>
#include <string>
#include <string_view>

// What a row of the hand says of the import that made it (column `source`; docs/hand-files.md, 8).
namespace fw {

/// "camps.csv#den-12#k3f9q2xt"
struct RowSource {
  std::string import;   ///< its name: of the file, or what --as says
  std::string feature;  ///< its id, or '@' and a digest of its place and class; "" of a raster
  std::string made;     ///< a digest of the row as the import made it
};
std::string source_text(const RowSource& source);
/// Nothing for a text that is none.
std::optional<RowSource> read_source(std::string_view text);

}  // namespace fw
