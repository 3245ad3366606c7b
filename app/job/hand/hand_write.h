#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/job/project/import_files.h"
#include "app/job/project/load.h"
#include "core/model/template/template.h"
#include "core/template/template_edit.h"

namespace fw {

/// The bytes of the file of a row's pixels: of fresh ones, or of the file itself. ErrorKind::io, also where
/// the row's name of a file is not a plain one.
Result<std::string> import_bytes(const ImportRow& row, const FilesOf& from, const ImportSet& fresh);

/// How a template is written.
struct TemplateWrite {
  std::filesystem::path file;
  bool overwrite = false;
  /// The text that `file` must still have when it is replaced: another writer's change is not lost.
  std::optional<std::string> unchanged{};
  /// Where the text's vocabulary lies, if not in the folder of the template's other files.
  std::optional<std::filesystem::path> vocabulary_from{};
};

/// Writes the text of a template, into the folder `<stem>.hand` beside it the files of its imports (those of
/// `fresh` anew, the others from where they lay), and beside it its SVG symbols and its vocabulary from
/// another folder. The template comes last; a failure leaves it as it was and takes new files away again. A
/// file of the same name with other bytes is replaced only with `overwrite`, a symbol's or a vocabulary's
/// never.
Result<Done> write_with_files(const Template& tmpl, const std::string& text, const FilesOf& from,
                              const ImportSet& fresh, const TemplateWrite& to);

/// The text of a template that was read from `source`, edited to say what `tmpl` is: edit_template_text().
Result<TemplateEdit> edited_text(const TemplateText& source, const Template& tmpl);
/// What is to be told of a file that is replaced: its other names (hard links) keep the old text; "" =
/// nothing.
std::string links_note(const std::filesystem::path& file);

/// Writes what a merge made, with the files of its imports and symbols from wherever one of the sides has
/// them. A row whose pixels no side has is written as it is and told. What lies beside `file` already is left
/// as it is. Without sides the template alone is written: git's merge driver gets temporary files, and git
/// brings the others itself.
Result<std::vector<Error>> write_merged(const Template& merged, const std::string& text,
                                        const std::vector<FilesOf>& sides, const TemplateWrite& to);

/// A template with its symbols and imports as the bytes of a pack.
Result<std::string> pack_template(const Template& tmpl, const FilesOf& from);

}  // namespace fw
