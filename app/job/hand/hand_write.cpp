#include "app/job/hand/hand_write.h"

#include <set>
#include <string>
#include <vector>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/file_io.h"
#include "app/job/project/import_copies.h"
#include "app/job/project/load.h"
#include "app/job/project/pack.h"
#include "core/base/file_name.h"
#include "core/template/template_io.h"
#include "render/map/symbols/symbol_files.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

/// What was written for a change that did not come to its end goes away again.
class Undo {
 public:
  ~Undo() {
    std::error_code ignored;
    for (auto path = paths_.rbegin(); path != paths_.rend(); ++path) fs::remove(*path, ignored);
  }
  void add(fs::path path) { paths_.push_back(std::move(path)); }
  void keep() { paths_.clear(); }

 private:
  std::vector<fs::path> paths_;
};

Result<Done> put_file(const fs::path& file, const std::string& bytes, bool overwrite, Undo& undo) {
  std::error_code ignored;
  const bool there = fs::exists(fs::symlink_status(file, ignored));
  if (there) {
    const auto held = read_file(file.parent_path(), file.filename().string(), bytes.size());
    if (held && held.value() == bytes) return Done{};
    if (!overwrite)
      return Error{ErrorKind::io, file.string() +
                                      ": another file of this name lies there; rename it, write the template "
                                      "under another name, or replace it with --force"};
  }
  if (const auto written = write_file_atomically(file, bytes, overwrite); !written) return written;
  if (!there) undo.add(file);
  return Done{};
}

/// Calls put(name, bytes) once for every file of imports.
template <typename Put>
Result<Done> each_import(const Template& tmpl, const FilesOf& from, const ImportSet& fresh,
                         FileLetters letters, const Put& put) {
  const std::vector<std::string> names = import_copy_names(tmpl.hand.imports, letters);
  std::set<std::string> seen;
  for (size_t k = 0; k < names.size(); ++k) {
    const ImportRow& row = tmpl.hand.imports[k];
    if (seen.contains(names[k])) continue;
    const Result<std::string> bytes = import_bytes(row, from, fresh);
    if (!bytes && !row.on) continue;  // a row that is off needs no file
    if (!bytes) return bytes.error();
    if (const auto done = put(names[k], bytes.value()); !done) return done;
    seen.insert(names[k]);
  }
  return Done{};
}

/// Puts a file beside the template that came from another folder, where no other one has its name.
Result<Done> put_beside(const fs::path& file, const std::string& bytes, const char* whose, Undo& undo) {
  std::error_code ignored;
  const auto put = put_file(file, bytes, false, undo);
  if (!put && fs::exists(file, ignored))
    return Error{ErrorKind::io,
                 file.string() + ": another file of " + whose +
                     " name lies there; rename one of them, or write the template into another "
                     "folder"};
  return put;
}

/// Copies the SVG symbols of a template that lay in another folder. Those that cannot be read stay away: a
/// picture of the map names them.
Result<Done> put_symbols(const Template& tmpl, const fs::path& from, const fs::path& folder, Undo& undo) {
  std::error_code ignored;
  if (from.empty() || fs::equivalent(from, folder, ignored)) return Done{};
  const Result<SymbolSet> symbols = load_symbols(tmpl.vocabulary, from);
  if (!symbols) return Done{};
  for (const auto& [name, svg] : symbol_files(symbols.value(), FileLetters::all)) {
    if (const auto put = put_beside(folder / name, std::string(svg_text(*svg)), "a symbol's", undo); !put)
      return put;
  }
  return Done{};
}

/// Copies the files of the vocabulary and the bases that a text names, where it comes from another folder.
Result<Done> put_named_files(const std::string& text, const fs::path& from, const fs::path& folder,
                             Undo& undo) {
  std::error_code ignored;
  if (from.empty() || fs::equivalent(from, folder, ignored)) return Done{};
  const auto named = files_beside(text, (from / kPackedTemplate).string());
  if (!named) return named.error();
  for (const std::string& name : named.value()) {
    const std::string own = fs::path(name).filename().string(), portable = portable_file_name(own);
    if (portable != own)
      return Error{ErrorKind::io,
                   (from / name).string() +
                       ": not every system can hold a file of this name, so it is not copied; rename "
                       "it, for instance into " +
                       portable + ", and state that in the template"};
    const Result<std::string> bytes = read_file(from, name, kMaxTemplateBytes);
    if (!bytes) return bytes.error();
    if (const auto put = put_beside(folder / name, bytes.value(), "the same", undo); !put) return put;
  }
  return Done{};
}

/// The folder of a file to write, and its imports' folder by its name.
FilesOf home_of(const fs::path& file) {
  return {file.has_parent_path() ? file.parent_path() : fs::path("."), file.stem().string()};
}

/// The first of the folders with every symbol of the template; the first of all where none has them.
FilesOf symbols_from(const Template& tmpl, const std::vector<FilesOf>& sides) {
  for (const FilesOf& side : sides)
    if (!side.folder.empty() && load_symbols(tmpl.vocabulary, side.folder)) return side;
  return sides.empty() ? FilesOf{} : sides.front();
}

}  // namespace

Result<std::string> import_bytes(const ImportRow& row, const FilesOf& from, const ImportSet& fresh) {
  if (!is_plain_file_name(row.file))
    return Error{ErrorKind::io,
                 "\"" + row.file + "\" of row " + row.id + ": expected a plain name of a file"};
  const auto found = fresh.find(row.sha256);
  return found == fresh.end() ? read_import_file(row, from) : encode_import(*found->second);
}

Result<TemplateEdit> edited_text(const TemplateText& source, const Template& tmpl) {
  return edit_template_text(source.text, source.name, tmpl);
}

std::string links_note(const fs::path& file) {
  std::error_code problem;
  const auto names =
      fs::is_regular_file(fs::symlink_status(file, problem)) ? fs::hard_link_count(file, problem) : 0;
  if (problem || names < 2) return "";
  return file.string() + ": it has " + std::to_string(names - 1) +
         (names == 2 ? " other name" : " other names") + " (hard links), which " +
         (names == 2 ? "keeps" : "keep") + " the old text";
}

Result<Done> write_with_files(const Template& tmpl, const std::string& text, const FilesOf& from,
                              const ImportSet& fresh, const TemplateWrite& to) {
  const fs::path& file = to.file;
  const bool overwrite = to.overwrite;
  if (const auto free = check_output_file(file, overwrite); !free) return free;
  if (is_packed_file(file.string()) || file.extension() == ".fwt")
    return Error{ErrorKind::usage, file.string() +
                                       ": found the name of a packed template, expected one of a plain file: "
                                       "write FILE.json, then fieldwright hand pack FILE.json -o " +
                                       file.filename().string()};
  const auto [home, stem] = home_of(file);
  const fs::path folder = home / import_folder(stem);
  Undo undo;
  std::error_code problem;
  if (!tmpl.hand.imports.empty() && fs::create_directory(folder, problem)) undo.add(folder);
  if (problem) return Error{ErrorKind::io, folder.string() + ": could not create it: " + problem.message()};
  const auto filled = each_import(tmpl, from, fresh, FileLetters::all,
                                  [&](const std::string& name, const std::string& bytes) {
                                    return put_file(folder / name, bytes, overwrite, undo);
                                  });
  if (!filled) return filled;
  if (const auto put = put_symbols(tmpl, from.folder, home, undo); !put) return put;
  const fs::path words = to.vocabulary_from.value_or(from.folder);
  if (const auto put = put_named_files(text, words, home, undo); !put) return put;
  const auto unchanged = [&to](const fs::path& at) -> Result<Done> {
    if (!to.unchanged) return Done{};
    const Result<std::string> now = read_file(at, kMaxTemplateBytes);
    if (now && now.value() == *to.unchanged) return Done{};
    return Error{ErrorKind::io, at.string() +
                                    ": another program changed it after it was read here; nothing was "
                                    "written. Run the command again"};
  };
  if (const auto written = write_file_atomically(file, text, overwrite, unchanged); !written) return written;
  undo.keep();
  return Done{};
}

Result<std::vector<Error>> write_merged(const Template& merged, const std::string& text,
                                        const std::vector<FilesOf>& sides, const TemplateWrite& to) {
  const fs::path& file = to.file;
  Template tmpl = merged;
  HandRows<ImportRow>& rows = tmpl.hand.imports;
  std::vector<bool> on;
  for (size_t k = 0; k < rows.size(); ++k) {  // files of rows that are off come along where they are
    on.push_back(rows[k].on);
    rows.edit(k).on = true;
  }
  const ImportSet there = load_imports(tmpl, home_of(file)).pixels;
  ImportSet found = there;
  std::vector<ImportProblem> problems;
  for (const FilesOf& side : sides) {
    LoadedImports loaded = load_imports(tmpl, side, found);
    found.insert(loaded.pixels.begin(), loaded.pixels.end());
    if (&side == &sides.front()) problems = std::move(loaded.problems);
  }
  std::vector<Error> missing;
  for (const ImportProblem& problem : problems)
    if (on[problem.row] && !found.contains(rows[problem.row].sha256)) missing.push_back(problem.error);
  for (size_t k = rows.size(); k-- > 0;)
    if (there.contains(rows[k].sha256) || !found.contains(rows[k].sha256)) rows.erase(k);
  const auto written = write_with_files(tmpl, text, symbols_from(tmpl, sides), found, to);
  if (!written) return written.error();
  return missing;
}

Result<std::string> pack_template(const Template& tmpl, const FilesOf& from) {
  std::vector<PackedFile> files{{std::string(kPackedTemplate), write_template(tmpl)}};
  const Result<SymbolSet> symbols = load_symbols(tmpl.vocabulary, from.folder);
  if (!symbols) return symbols.error();
  for (const auto& [name, svg] : symbol_files(symbols.value(), FileLetters::plain))
    files.push_back({name, std::string(svg_text(*svg))});
  const auto filled =
      each_import(tmpl, from, {}, FileLetters::plain, [&](const std::string& name, const std::string& bytes) {
        files.push_back({std::string(kBundledImports) + "/" + name, bytes});
        return Result<Done>(Done{});
      });
  if (!filled) return filled.error();
  return pack_files(files);
}

}  // namespace fw
