#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/export/export.h"
#include "app/job/folder/file_io.h"
#include "app/job/project/load.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

Result<ExportRequest> export_request(const Options& options) {
  ExportRequest request;
  Result<WorldSource> source = world_source(options);
  if (!source) return source.error();
  request.source = std::move(source.value().folder);
  request.build = std::move(source.value().build);
  request.targets = split(options.export_targets);
  request.folder = options.output;
  request.mapping = options.mapping;
  if (options.vertices >= 0) request.vertices = options.vertices;
  if (options.tiles >= 0) request.tiles = options.tiles;
  request.overwrite = options.force;
  return request;
}

std::string summary_text(const std::vector<ExportedTarget>& done) {
  std::string text;
  for (const ExportedTarget& target : done)
    text += target.target + ": " + std::to_string(target.counts.written) + " written, " +
            std::to_string(target.counts.unchanged) + " unchanged, " + std::to_string(target.counts.removed) +
            " removed\n";
  return text;
}

nlohmann::ordered_json findings_of(const ExportedTarget& target) {
  auto rows = nlohmann::ordered_json::array();
  for (const Finding& f : target.findings)
    rows.push_back({{"severity", f.severity == Severity::info ? "info" : "warning"},
                    {"code", f.code},
                    {"where", f.where},
                    {"message", f.message}});
  return rows;
}

std::string summary_json(const std::vector<ExportedTarget>& done) {
  auto rows = nlohmann::ordered_json::array();
  for (const ExportedTarget& target : done)
    rows.push_back({{"target", target.target},
                    {"folder", target.folder.string()},
                    {"written", target.counts.written},
                    {"unchanged", target.counts.unchanged},
                    {"removed", target.counts.removed},
                    {"findings", findings_of(target)}});
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int export_once(const Options& options) {
  const Result<ExportRequest> request = export_request(options);
  if (!request) return fail(request.error());
  const Result<std::vector<ExportedTarget>> done = export_world(request.value(), console_progress(options));
  if (!done) return fail(done.error());
  Findings told;  // each once, however many targets say it
  for (const ExportedTarget& target : done.value())
    for (const Finding& finding : target.findings)
      if (std::none_of(told.begin(), told.end(), [&](const Finding& f) {
            return f.code == finding.code && f.where == finding.where && f.message == finding.message;
          }))
        told.push_back(finding);
  print_findings(told, options);
  const std::string text = options.json    ? summary_json(done.value())
                           : options.quiet ? std::string()
                                           : summary_text(done.value());
  if (!text.empty() && !print(text)) return static_cast<int>(ErrorKind::io);
  return strict_code(is_clean(told), options);
}

constexpr std::chrono::milliseconds kLook{250};  ///< between two looks at the file

/// The bytes that an export is made from; nothing where a file cannot be read, as while it is replaced.
std::optional<std::string> watched_text(const Options& options) {
  std::string all;
  for (const std::string& file : {options.target, options.mapping}) {
    if (file.empty()) continue;
    const Result<std::string> text = read_file(file, kMaxTemplateBytes);
    if (!text) return std::nullopt;
    all += text.value() + '\0';
  }
  return all;
}

/// The text after the next change that has come to rest; nothing when a signal asks to stop.
std::optional<std::string> next_text(const Options& options, const std::optional<std::string>& before) {
  for (std::optional<std::string> last = before; stop_signal() == 0;) {
    std::this_thread::sleep_for(kLook);
    std::optional<std::string> now = watched_text(options);
    if (now && now != before && now == last) return now;  // programs write in several steps
    last = std::move(now);
  }
  return std::nullopt;
}

/// Exports, and again at every change, until a signal comes. A text with errors is told, and left for the
/// next change.
int export_at_changes(const Options& options) {
  if (!std::filesystem::is_regular_file(options.target))
    return fail({ErrorKind::usage, "--watch: found " + options.target +
                                       ", expected the file of a template: only a file can change"});
  std::optional<std::string> text = watched_text(options);
  for (;;) {
    const int code = export_once(options);
    if (code == static_cast<int>(ErrorKind::usage) || stop_signal() != 0) return code;
    if (!options.json && wants_summary(options) && !print("watching " + options.target + "\n"))
      return static_cast<int>(ErrorKind::io);
    std::cout.flush();
    text = next_text(options, text);
    if (!text) return 128 + stop_signal();
  }
}

}  // namespace

int run_export(const Options& options) {
  return options.watch ? export_at_changes(options) : export_once(options);
}

int run_verify_export(const Options& options) {
  const Result<ExportVerification> result = verify_export(options.target, options.against);
  if (!result) return fail(result.error());
  return tell_verified_files(options, result.value().files, result.value().mismatches, "an export");
}

}  // namespace fw::cli
