#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"

namespace fw {

/// A database of SQLite as one piece of memory, with what its log has of it.
struct SqliteImage {
  std::string bytes;
  std::set<std::string> queries;  ///< views and virtual tables, in lower case: nothing of them is read
  std::map<std::string, std::set<std::string>>
      formulas;  ///< by table, in lower case: the columns whose values are formulas, which are not computed
};

/// Whether bytes begin as such a database does.
bool begins_as_sqlite(std::string_view bytes);

/// Reads a GeoPackage with all that is committed, also what another program holds in its write-ahead log or
/// left in a journal. The files on the disk are only read. A log that cannot be read, a file that is being
/// written, damaged pages, and queries or formulas in the place of the GeoPackage's own tables are refused
/// with ErrorKind::io.
Result<SqliteImage> read_sqlite(const std::filesystem::path& file, const Progress& progress);

}  // namespace fw
