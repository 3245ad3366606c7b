#include <algorithm>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/model/feasibility.h"

namespace fw::cli {

int run_check(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const Template& tmpl = request.value().tmpl;
  const Findings findings = check_feasibility(tmpl);
  const bool contradictory = std::any_of(findings.begin(), findings.end(),
                                         [](const Finding& f) { return f.severity == Severity::error; });
  const bool clean = std::all_of(findings.begin(), findings.end(),
                                 [](const Finding& f) { return f.severity == Severity::info; });

  if (options.json) {
    if (!print(findings_json(findings) + "\n")) return static_cast<int>(ErrorKind::io);
  } else {
    print_findings(findings, options);
  }
  if (contradictory) return static_cast<int>(ErrorKind::invalid_template);
  if (const auto cost = check_cost(tmpl, options.resolution, request.value().limits); !cost)
    return fail(cost.error());
  if (!options.json && !options.quiet)
    print(tmpl.name + ": " + (clean ? "ok" : "valid, with findings") + "\n");
  return strict_code(clean, options);
}

}  // namespace fw::cli
