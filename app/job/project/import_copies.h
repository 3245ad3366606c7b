#pragma once

#include <string>
#include <vector>

#include "core/base/file_name.h"
#include "core/model/template/hand/hand.h"

namespace fw {

/// The names of copies of the rows' files in one folder, by row: the row's own, or, where that is no name of
/// such letters for every system or differs from that of a row before it by case alone, the name that such
/// pixels get. Rows of equal pixels may share one. read_import_file() looks for a file under both.
std::vector<std::string> import_copy_names(const HandRows<ImportRow>& rows, FileLetters letters);

}  // namespace fw
