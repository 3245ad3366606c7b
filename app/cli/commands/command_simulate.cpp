#include <algorithm>
#include <cmath>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/simulate/event_text.h"
#include "app/job/simulate/simulate.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

Result<SimulateJob> simulate_job(const Options& options, BuildRequest request) {
  SimulateJob job;
  job.build = std::move(request);
  job.days = options.days;
  job.players = options.players;
  job.load = options.load;
  for (const std::string& text : options.events) {
    Result<RunEvent> event = read_event(text);
    if (!event) return event.error();
    job.events.push_back(std::move(event).value());
  }
  job.fresh = options.fresh;
  job.folder = options.output;
  job.overwrite = options.force;
  return job;
}

/// "animals within 1.2 %"
std::string within(const TimeAudit& audit, Category category, const char* what) {
  double worst = 0;
  bool any = false;
  for (const TimeRow& row : audit.rows)
    if (row.category == category && row.cls >= 0 && row.held)
      worst = std::max(worst, std::abs(row.error)), any = true;
  return any ? std::string(", ") + what + " within " + rounded_text(100 * worst, 2) + " %" : std::string();
}

std::string summary(const SimulateDone& done) {
  return std::string(done.audit.passed ? "passed" : "not passed") +
         within(done.audit, Category::wildlife, "animals") + within(done.audit, Category::resource, "nodes") +
         " (days " + std::to_string(done.audit.from_day) + " to " + std::to_string(done.audit.to_day) + ")\n";
}

std::string summary_json(const SimulateDone& done, const BuildRequest& request) {
  return JsonRow()
             .truth("passed", done.audit.passed)
             .whole("from_day", done.audit.from_day)
             .whole("to_day", done.audit.to_day)
             .whole("made_days", done.made_days)
             .whole("reused_days", done.reused_days)
             .text("state", done.state_digest)
             .raw("findings", findings_json(done.findings, request))
             .str() +
         "\n";
}

}  // namespace

int run_simulate(const Options& options) {
  Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const auto job = simulate_job(options, request.value());
  if (!job) return fail(job.error());
  const Result<SimulateDone> done = fw::run_simulate(job.value(), console_progress(options));
  if (!done) return fail(done.error());
  end_progress();
  if (options.json) {
    if (!print(summary_json(done.value(), request.value()))) return static_cast<int>(ErrorKind::io);
  } else {
    print_findings(done.value().findings, options, &request.value());
    if (wants_summary(options) && !print(summary(done.value()) + plain_text(options.output) + ": " +
                                         std::to_string(done.value().files.size()) + " files; " +
                                         std::to_string(done.value().made_days) + " days made, " +
                                         std::to_string(done.value().reused_days) + " from before\n"))
      return static_cast<int>(ErrorKind::io);
  }
  return strict_code(done.value().audit.passed && is_clean(done.value().findings), options);
}

}  // namespace fw::cli
