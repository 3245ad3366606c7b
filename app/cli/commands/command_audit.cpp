#include <filesystem>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/audit/audit_files.h"
#include "app/job/audit/audit_html.h"
#include "app/job/build/audit_seeds.h"
#include "app/job/render/stored.h"
#include "app/job/search/usual_values.h"
#include "app/job/usual/usual_figures.h"
#include "core/measure/audit/audit_json.h"
#include "core/template/check/feasibility.h"

namespace fw::cli {
namespace {

constexpr uint64_t kMostAudits = 100'000;

std::string report_text(const AuditReport& report, const AuditSubject& subject, const Options& options) {
  if (options.html) return audit_html(report, subject);
  if (options.json) return audit_json(report);
  if (options.csv) return audit_csv(report);
  return audit_table(report, options.output.empty() && use_colour(options));
}

/// An option that only a world to be made can follow; "" if none is given.
std::string option_of_new_worlds(const Options& options) {
  if (!options.seed.empty()) return "--seed";
  if (!options.seeds.empty()) return "--seeds";
  if (!options.seed_list.empty()) return "--seed-list";
  if (!options.settings.empty()) return "--set";
  return options.without_hand ? "--without-hand" : "";
}

int audit_stored(const Options& options) {
  if (const std::string given = option_of_new_worlds(options); !given.empty())
    return fail({ErrorKind::usage, options.target + ": found a finished render and " + given +
                                       ", which is of worlds to make: leave it out, or name the template (" +
                                       options.target + "/template.json)"});
  const Result<StoredAudit> stored = read_stored_audit(options.target);
  if (!stored) return fail(stored.error());
  const Manifest& m = stored.value().manifest;
  const AuditReport& report = stored.value().report;
  const AuditSubject subject{m.template_name, m.seeds, m.grid.columns, m.grid.rows};
  const int code = deliver(report_text(report, subject, options), options);
  return code ? code : strict_code(report.passed && is_clean(report.findings), options);
}

int audit_one(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  announce_memory(build_bytes(request.value().tmpl, request.value().resolution), options);
  Result<Build> made = build(request.value(), console_progress(options));
  if (!made) return fail(made.error());
  AuditReport& report = made.value().audit;
  if (options.kpi) set_usual(report, shipped_ranges(request.value().tmpl, request.value().resolution));
  const GridSpec& grid = made.value().world->grid;
  const AuditSubject subject{request.value().tmpl.name, request.value().seeds, grid.columns, grid.rows};
  const int code = deliver(report_text(report, subject, options), options);
  if (options.strict) print_findings(made.value().feasibility, options, &request.value());
  return code ? code : strict_code(is_clean(made.value()), options);
}

int audit_many(const Options& options) {
  const Result<SeedList> seeds = asked_seeds(options, kMostAudits);
  if (!seeds) return fail(seeds.error());
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const auto made = audit_seeds(request.value(), seeds.value(), console_progress(options));
  if (!made) return fail(made.error());
  const SeedAudits& audits = made.value();
  const int code = deliver(options.csv    ? seeds_csv(audits)
                           : options.json ? seeds_json(audits)
                                          : worst_table(audits),
                           options);
  const Findings feasibility = check_feasibility(request.value().tmpl);
  if (options.strict) print_findings(feasibility, options, &request.value());
  return code ? code : strict_code(audits.passed() && is_clean(feasibility), options);
}

int usual_worlds(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const Result<std::string> text = make_usual_csv(request.value(), console_progress(options));
  return text ? deliver(text.value(), options) : fail(text.error());
}

}  // namespace

int run_audit(const Options& options) {
  if (options.usual) return usual_worlds(options);
  std::error_code ignored;
  if (std::filesystem::is_directory(options.target, ignored)) return audit_stored(options);
  return options.seeds.empty() && options.seed_list.empty() ? audit_one(options) : audit_many(options);
}

}  // namespace fw::cli
