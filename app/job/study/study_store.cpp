#include "app/job/study/study_store.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/experiment/protocol.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

constexpr int kRunFormat = 1;
constexpr uint64_t kMaxRunBytes = uint64_t{64} << 20;
constexpr std::string_view kSealBegin = "  \"sha256\": \"";
constexpr std::string_view kSealEnd = "\"\n}\n";

std::string numbers_json(const std::vector<double>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const double value : values) texts.push_back(std::isfinite(value) ? number_text(value) : "null");
  return json_array(texts);
}

std::string rows_json(const std::vector<RunRow>& rows) {
  std::vector<std::string> lines;
  for (const RunRow& row : rows)
    lines.push_back(
        JsonRow().text("metric", row.metric).number("value", row.value).text("unit", row.unit).str());
  return json_lines(lines, 2);
}

std::string series_json(const std::vector<Series>& series) {
  std::vector<std::string> lines;
  for (const Series& s : series)
    lines.push_back(JsonRow()
                        .text("name", s.name)
                        .text("unit", s.unit)
                        .text("x_name", s.x_name)
                        .text("x_unit", s.x_unit)
                        .raw("x", numbers_json(s.x))
                        .raw("y", numbers_json(s.y))
                        .str());
  return json_lines(lines, 2);
}

using Json = nlohmann::ordered_json;

double number_of(const Json& value) {
  return value.is_null() ? std::nan("") : value.get<double>();
}

std::vector<double> numbers_of(const Json& values) {
  std::vector<double> out;
  out.reserve(values.size());
  for (const Json& value : values) out.push_back(number_of(value));
  return out;
}

/// Throws nlohmann's exceptions on a shape that run_text does not write.
RunResult result_of(const Json& root, const RunKey& key) {
  RunResult result;
  for (const Json& row : root.at("rows"))
    result.rows.push_back({key, row.at("metric"), number_of(row.at("value")), row.at("unit")});
  for (const Json& s : root.at("series")) {
    result.series.push_back({key, s.at("name"), s.at("unit"), s.at("x_name"), s.at("x_unit"),
                             numbers_of(s.at("x")), numbers_of(s.at("y"))});
  }
  return result;
}

Result<Done> make_folder(const fs::path& path) {
  std::error_code problem;
  const fs::file_status there = fs::symlink_status(path, problem);
  if (fs::is_symlink(there))
    return Error{ErrorKind::io, path.string() + ": is a symbolic link; a folder is needed here"};
  fs::create_directory(path, problem);
  if (problem) return system_error("create the folder", path, problem.value());
  return Done{};
}

}  // namespace

std::string run_text(const PlannedRun& run, const RunResult& result, std::string_view version) {
  std::string text = json_document({{"format", std::to_string(kRunFormat)},
                                    {"version", json_string(version)},
                                    {"digest", json_string(run_digest(run, version))},
                                    {"parameters", json_string(run_parameters(run))},
                                    {"rows", rows_json(result.rows)},
                                    {"series", series_json(result.series)}});
  text.resize(text.size() - 3);  // "\n}\n" makes room for the seal
  text += ",\n";
  const std::string seal = sha256_hex(text);
  return text + std::string(kSealBegin) + seal + std::string(kSealEnd);
}

std::optional<RunResult> parse_run(std::string_view text, const PlannedRun& run, std::string_view version) {
  const size_t seal = text.rfind(kSealBegin);
  if (seal == std::string_view::npos) return std::nullopt;
  const std::string expected =
      std::string(kSealBegin) + sha256_hex(text.substr(0, seal)) + std::string(kSealEnd);
  if (text.substr(seal) != expected) return std::nullopt;
  const Json root = Json::parse(text, nullptr, false);
  try {
    if (root.is_discarded() || root.at("format") != kRunFormat || root.at("version") != version ||
        root.at("digest") != run_digest(run, version) || root.at("parameters") != run_parameters(run))
      return std::nullopt;
    return result_of(root, run.key);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

Result<RunStore> open_run_store(const fs::path& folder, std::string_view version) {
  std::error_code problem;
  if (folder.empty()) return Error{ErrorKind::io, "no output folder given"};
  fs::create_directories(folder, problem);
  if (!fs::is_directory(folder)) {
    if (!problem || problem == std::errc::file_exists || problem == std::errc::not_a_directory)
      return Error{ErrorKind::io, folder.string() + ": is a file or lies under one; a folder is needed here"};
    return system_error("create the folder", folder, problem.value());
  }
  if (Result<Done> made = make_folder(folder / "runs"); !made) return made.error();
  return RunStore{folder / "runs", std::string(version)};
}

std::optional<RunResult> stored_run(const RunStore& store, const PlannedRun& run) {
  const fs::path path = store.runs / (run_digest(run, store.version) + ".json");
  const Result<std::string> text = read_file(path, kMaxRunBytes);
  if (!text) return std::nullopt;
  return parse_run(text.value(), run, store.version);
}

Result<Done> store_run(const RunStore& store, const PlannedRun& run, const RunResult& result) {
  const fs::path place = store.runs / (run_digest(run, store.version) + ".json");
  return write_file_atomically(place, run_text(run, result, store.version), true);
}

}  // namespace fw
