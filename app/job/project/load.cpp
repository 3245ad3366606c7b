#include "app/job/project/load.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "app/job/folder/file_io.h"
#include "app/job/project/pack.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

Result<std::vector<PackedFile>> read_pack(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMostPackBytes);
  if (!bytes) return bytes.error();
  return unpack_files(bytes.value(), path);
}

/// All of standard input.
Result<std::string> read_standard_input() {
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", "standard input", errno);
    if (got == 0) break;
    text.append(piece.data(), static_cast<size_t>(got));
    if (text.size() > kMaxTemplateBytes)
      return Error{ErrorKind::limit,
                   "standard input: larger than " + std::to_string(kMaxTemplateBytes) + " bytes"};
  }
  if (text.empty())
    return Error{ErrorKind::io, "standard input (-): it is empty, expected a template; it can be read once"};
  return text;
}

Result<std::string> read_text(const std::string& path) {
  if (path == kStandardInput) return read_standard_input();
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return Error{ErrorKind::io, no_template_text(path)};
  if (!is_packed_file(path)) return read_file(path, kMaxTemplateBytes);
  const auto files = read_pack(path);
  if (!files) return files.error();
  for (const PackedFile& packed : files.value())
    if (packed.name == kPackedTemplate && packed.bytes.size() <= kMaxTemplateBytes) return packed.bytes;
  return Error{ErrorKind::limit,
               path + ": its template is larger than " + std::to_string(kMaxTemplateBytes) + " bytes"};
}

std::optional<uint64_t> parse_number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size() || value > kMaxSeed)
    return std::nullopt;
  return value;
}

Error bad_seed(const std::string& text) {
  return {ErrorKind::usage, "--seed " + text + ": expected a whole number from 0 to " +
                                std::to_string(kMaxSeed) +
                                ", or layout=A,noise=B,place=C, or parts: N,land=A,biomes=B,points=C"};
}

/// Sets a stream or a part by its name; false if there is none.
bool set_stream(SeedBundle& seeds, const std::string& name, uint64_t seed) {
  if (name == "layout") return seeds.layout = seed, true;
  if (name == "noise") return seeds.noise = seed, true;
  if (name == "place") return seeds.place = seed, true;
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (name == kSeedPartSlugs[part]) return seeds.parts[part] = seed, true;
  return false;
}

}  // namespace

std::string no_template_text(const std::string& name_or_path) {
  const std::string_view instead = builtin_in_place_of(name_or_path);
  if (!instead.empty())
    return name_or_path +
           ": no such file, and no built-in template has this name any more: " + std::string(instead) +
           " took its place";
  std::string names;
  for (const BuiltinTemplate& builtin : builtin_templates())
    names += (names.empty() ? "" : ", ") + std::string(builtin.name);
  return name_or_path + ": no such file, and no built-in template has this name (built in: " + names + ")";
}

bool is_packed_file(const std::string& path) {
  std::error_code ignored;
  if (path == kStandardInput) return false;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string head(4, '\0');
  return file.read(head.data(), static_cast<std::streamsize>(head.size())) && is_pack(head);
}

Result<TemplateText> read_template_text(const std::string& name_or_path) {
  if (const BuiltinTemplate* builtin = find_builtin(name_or_path))
    return TemplateText{std::string(builtin->name), std::string(builtin->text)};
  Result<std::string> text = read_text(name_or_path);
  if (!text) return text.error();
  return TemplateText{name_or_path, std::move(text).value()};
}

std::filesystem::path template_folder(const std::string& name_or_path) {
  if (find_builtin(name_or_path) != nullptr) return {};
  return std::filesystem::absolute(name_or_path).parent_path();
}

Result<TemplateHome> template_home(const std::string& name_or_path) {
  namespace fs = std::filesystem;
  if (find_builtin(name_or_path) != nullptr) return TemplateHome{};
  if (name_or_path == kStandardInput) return TemplateHome{{template_folder(name_or_path), ""}};
  if (!is_packed_file(name_or_path))
    return TemplateHome{{template_folder(name_or_path), fs::path(name_or_path).stem().string()}};
  const auto files = read_pack(name_or_path);
  if (!files) return files.error();
  std::error_code problem;
  const fs::path temporary = fs::temp_directory_path(problem);
  remove_stale_staging(temporary);
  Result<StagingFolder> made = StagingFolder::make(temporary);
  if (!made) return made.error();
  const fs::path& folder = made.value().path();
  for (const PackedFile& file : files.value()) {
    fs::create_directories((folder / file.name).parent_path(), problem);
    if (const auto written = write_new_file(folder / file.name, file.bytes); !written) return written.error();
  }
  return TemplateHome{{folder, ""}, std::make_shared<const StagingFolder>(std::move(made).value())};
}

Result<Template> load_template(const std::string& name_or_path, const std::vector<std::string>& settings) {
  const Result<TemplateText> source = read_template_text(name_or_path);
  if (!source) return source.error();
  return parse_template_with(source.value().text, source.value().name, settings);
}

Result<SeedBundle> parse_seed(const std::string& text, const SeedBundle& fallback) {
  if (text.empty()) return fallback;
  SeedBundle seeds = fallback;
  std::set<std::string> seen;
  std::istringstream items(text);
  for (std::string item; std::getline(items, item, ',');) {
    const size_t equals = item.find('=');
    const auto seed = parse_number(equals == std::string::npos ? item : item.substr(equals + 1));
    if (!seed || !seen.insert(item.substr(0, equals)).second) return bad_seed(text);
    if (equals == std::string::npos) {
      if (seen.size() > 1) return bad_seed(text);
      seeds = {*seed, *seed, *seed, fallback.parts, fallback.salt};
    } else if (!set_stream(seeds, item.substr(0, equals), *seed)) {
      return bad_seed(text);
    }
  }
  if (text.back() == ',') return bad_seed(text);
  return seeds;
}

}  // namespace fw
