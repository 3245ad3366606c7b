#pragma once

#include <string>

#include "core/base/file_name.h"
#include "core/model/template/hand/hand.h"

namespace fw {

/// The name of a copy of a row's file: the row's, or, where that is no name of such letters for every system,
/// the name that such pixels get. read_import_file() looks for it under both.
std::string import_copy_name(const ImportRow& row, FileLetters letters);

}  // namespace fw
