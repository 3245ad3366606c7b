#include "app/job/project/import_copies.h"

#include "app/job/project/import_files.h"

namespace fw {

std::vector<std::string> import_copy_names(const HandRows<ImportRow>& rows, FileLetters letters) {
  std::vector<std::string> stated;
  for (const ImportRow& row : rows) stated.push_back(row.file);
  std::vector<std::string> names = copied_file_names(stated, letters);
  for (size_t k = 0; k < names.size(); ++k)
    if (names[k] != stated[k]) names[k] = import_file_name(rows[k].what, rows[k].sha256);
  return names;
}

}  // namespace fw
