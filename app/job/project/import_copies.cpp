#include "app/job/project/import_copies.h"

#include "app/job/project/import_files.h"

namespace fw {

std::string import_copy_name(const ImportRow& row, FileLetters letters) {
  return copied_file_names({row.file}, letters).front() == row.file ? row.file
                                                                    : import_file_name(row.what, row.sha256);
}

}  // namespace fw
