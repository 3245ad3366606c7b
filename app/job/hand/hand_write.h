#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/project/import_files.h"
#include "core/model/template/template.h"

namespace fw {

/// The bytes of the file of a row's pixels: of fresh ones, or of the file itself. ErrorKind::io, also where
/// the row's name of a file is not a plain one.
Result<std::string> import_bytes(const ImportRow& row, const FilesOf& from, const ImportSet& fresh);

/// Writes a template, into the folder `<stem>.hand` beside it the files of its imports (those of `fresh`
/// anew, the others from where they lay), and beside it its SVG symbols from another folder. The template
/// comes last; a failure leaves it as it was and takes new files away again. A file of the same name with
/// other bytes is replaced only with `overwrite`, a symbol's never.
Result<Done> write_with_files(const Template& tmpl, const FilesOf& from, const ImportSet& fresh,
                              const std::filesystem::path& file, bool overwrite);
/// The same with another text of the template than write_template()'s.
Result<Done> write_with_files(const Template& tmpl, const std::string& text, const FilesOf& from,
                              const ImportSet& fresh, const std::filesystem::path& file, bool overwrite);

/// Writes what a merge made, with the files of its imports and symbols from wherever one of the sides has
/// them. A row whose pixels no side has is written as it is and told. What lies beside `file` already is left
/// as it is. Without sides the template alone is written: git's merge driver gets temporary files, and git
/// brings the others itself.
Result<std::vector<Error>> write_merged(const std::string& text, const std::vector<FilesOf>& sides,
                                        const std::filesystem::path& file, bool overwrite);

/// A template with its symbols and imports as the bytes of a pack.
Result<std::string> pack_template(const Template& tmpl, const FilesOf& from);

}  // namespace fw
