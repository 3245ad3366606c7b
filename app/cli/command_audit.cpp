#include <algorithm>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/job/audit/audit_files.h"
#include "app/job/audit/audit_html.h"
#include "app/job/audit/audit_summary.h"
#include "app/job/render/stored.h"
#include "core/base/parallel/parallel.h"

namespace fw::cli {
namespace {

std::string report_text(const AuditReport& report, const AuditSubject& subject, const Options& options) {
  if (options.html) return audit_html(report, subject);
  if (options.json) return audit_json(report);
  if (options.csv) return audit_csv(report);
  return audit_table(report, options.output.empty() && use_colour(options));
}

int audit_stored(const Options& options) {
  const Result<AuditReport> report = read_stored_audit(options.target);
  if (!report) return fail(report.error());
  const Result<Manifest> manifest = read_manifest(options.target);
  if (!manifest) return fail(manifest.error());
  const Manifest& m = manifest.value();
  const AuditSubject subject{m.template_name, m.seeds, m.grid.columns};
  const int code = deliver(report_text(report.value(), subject, options), options);
  return code ? code : strict_code(report.value().passed, options);
}

int audit_one(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  announce_memory(build_bytes(request.value().tmpl, request.value().resolution), options);
  const Result<Build> made = build(request.value(), console_progress(options));
  if (!made) return fail(made.error());
  const AuditSubject subject{request.value().tmpl.name, request.value().seeds, request.value().resolution};
  const int code = deliver(report_text(made.value().audit, subject, options), options);
  return code ? code : strict_code(made.value().audit.passed && made.value().feasibility.empty(), options);
}

using Summary = std::vector<AuditFigure>;

/// Summaries of every seed in the range, several seeds at a time; the rows stand in seed order.
Result<std::vector<Summary>> audit_range(const BuildRequest& request, SeedRange range,
                                         const Progress& progress) {
  const size_t count = static_cast<size_t>(range.last - range.first + 1);
  std::vector<Summary> rows(count);
  std::optional<Error> problem;
  std::mutex guard;
  size_t done = 0;
  parallel_for(count, 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      BuildRequest one = request;
      one.seeds = SeedBundle::from_master(range.first + i);
      Progress quiet;
      quiet.cancel = progress.cancel;
      const Result<Build> made = build(one, quiet);
      const std::lock_guard lock(guard);
      if (made) {
        rows[i] = summarise_audit(made.value().audit);
        progress.at("seed " + std::to_string(range.first + i),
                    static_cast<double>(++done) / static_cast<double>(count));
      } else {
        problem = made.error();
      }
    }
  });
  if (problem) return *problem;
  return rows;
}

std::string csv_table(const std::string& name, SeedRange range, const std::vector<Summary>& rows) {
  std::string text = "template,seed";
  for (const AuditFigure& figure : rows.front()) text += "," + figure.name;
  text += "\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    text += name + "," + std::to_string(range.first + i);
    for (const AuditFigure& figure : rows[i]) text += "," + figure_text(figure.value);
    text += "\n";
  }
  return text;
}

std::string json_table(const std::string& name, SeedRange range, const std::vector<Summary>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    nlohmann::ordered_json row{{"template", name}, {"seed", range.first + i}};
    for (const AuditFigure& figure : rows[i]) row[figure.name] = figure.value;
    list.push_back(std::move(row));
  }
  return list.dump(2) + "\n";
}

/// Figures down, the worst over all seeds and its seed across.
std::string worst_table(const std::string& name, SeedRange range, const std::vector<Summary>& rows) {
  const Summary worst = worst_of(rows);
  std::string text =
      "| " + name + ", " + std::to_string(rows.size()) + " seeds | worst | at seed |\n|---|---|---|\n";
  for (size_t f = 0; f < worst.size(); ++f) {
    size_t at = 0;
    while (rows[at][f].value != worst[f].value) ++at;
    text += "| " + worst[f].name + " | " + figure_text(worst[f].value) + " | " +
            std::to_string(range.first + at) + " |\n";
  }
  return text;
}

int audit_many(const Options& options) {
  const Result<SeedRange> range = parse_seed_range(options.seeds);
  if (!range) return fail(range.error());
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const auto rows = audit_range(request.value(), range.value(), console_progress(options));
  if (!rows) return fail(rows.error());
  const std::string& name = request.value().tmpl.name;
  const int code = deliver(options.csv    ? csv_table(name, range.value(), rows.value())
                           : options.json ? json_table(name, range.value(), rows.value())
                                          : worst_table(name, range.value(), rows.value()),
                           options);
  const bool passed = std::all_of(rows.value().begin(), rows.value().end(),
                                  [](const Summary& row) { return row.back().value == 1; });
  return code ? code : strict_code(passed, options);
}

}  // namespace

int run_audit(const Options& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.target, ignored)) return audit_stored(options);
  return options.seeds.empty() ? audit_one(options) : audit_many(options);
}

}  // namespace fw::cli
