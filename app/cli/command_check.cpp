#include <algorithm>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/template/check/feasibility.h"

namespace fw::cli {
namespace {

/// What a world of this resolution needs, and a render of it as `render` makes one by default.
std::string memory_line(const BuildRequest& build) {
  RenderRequest render;
  render.build = build;
  render.formats = usual_formats();
  render.views = {View::overview};
  return "resolution " + std::to_string(build.resolution) + ": about " +
         mebibytes(build_bytes(build.tmpl, build.resolution)) + " of memory to generate, " +
         mebibytes(render_bytes(render)) + " to render\n";
}

}  // namespace

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
    if (!print(findings_json(findings, request.value()) + "\n")) return static_cast<int>(ErrorKind::io);
  } else {
    print_findings(findings, options, &request.value());
  }
  if (contradictory) return static_cast<int>(ErrorKind::invalid_template);
  if (const auto symbols = symbols_of(request.value()); !symbols) return fail(symbols.error());
  if (const auto imports = imports_of(request.value()); !imports) return fail(imports.error());
  if (const auto cost = check_cost(tmpl, options.resolution, request.value().limits); !cost)
    return fail(cost.error());
  if (!options.json && !options.quiet &&
      !print(tmpl.name + ": " + (clean ? "ok" : "valid, with findings") + "\n" +
             memory_line(request.value())))
    return static_cast<int>(ErrorKind::io);
  return strict_code(clean, options);
}

}  // namespace fw::cli
