#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/job/folder/atomic_file.h"
#include "app/job/project/import_files.h"
#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/model/template/template.h"

namespace fw {

/// A longer template file is not read.
inline constexpr uint64_t kMaxTemplateBytes = uint64_t{8} << 20;

/// The template that standard input holds; its other files are those of the working folder.
inline constexpr const char* kStandardInput = "-";

/// A template's text, its name in messages, and the "path=value" settings applied to it.
struct TemplateText {
  std::string name;
  std::string text;
  std::vector<std::string> settings{};
};
/// The folder of the file that a template was read from; "" for a built-in one.
std::filesystem::path template_folder(const std::string& name_or_path);
/// Where the other files of a template lie: its symbols and imports.
struct TemplateHome {
  FilesOf files;                                    ///< folder "" for a built-in one
  std::shared_ptr<const StagingFolder> unpacked{};  ///< of a packed one: goes with the last who holds it
};
/// Whether a regular file begins as a packed template does.
bool is_packed_file(const std::string& path);
/// Unpacks a packed template into a temporary folder; errors as unpack_files (app/job/project/pack.h).
Result<TemplateHome> template_home(const std::string& name_or_path);
/// What to say of a name that is neither a file nor a built-in template: which template took the place of
/// one of an earlier version, else which built-in ones there are.
std::string no_template_text(const std::string& name_or_path);
/// By built-in name (case-insensitive), kStandardInput, or file path, packed ones too; errors as
/// load_template.
Result<TemplateText> read_template_text(const std::string& name_or_path);

/// Reads a template by built-in name (case-insensitive) or file path and applies `path=value` settings.
/// A missing or unreadable file is ErrorKind::io; see no_template_text().
Result<Template> load_template(const std::string& name_or_path, const std::vector<std::string>& settings);

/// "42", "layout=1,noise=2,place=3", "42,danger=7": streams and parts left out take `fallback`'s; a number
/// alone stands for the three streams. ErrorKind::usage otherwise.
Result<SeedBundle> parse_seed(const std::string& text, const SeedBundle& fallback);

}  // namespace fw
