#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/render/missing_letters.h"
#include "core/base/seed.h"
#include "core/ecology/ecology.h"
#include "core/model/world/hand_told.h"
#include "core/template/check/feasibility.h"
#include "core/world/generate.h"

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

/// What a world of the seed finds, and every other row of the hand that holds in part.
Result<Findings> ground_findings(const BuildRequest& request, const ImportSet& imports,
                                 const Options& options) {
  const auto world = generate(request.tmpl, request.seeds, request.resolution, console_progress(options),
                              nullptr, GenerateScope::whole, imports);
  end_progress();
  if (!world) return world.error();
  const Findings& told = world.value()->findings;
  Findings findings = told;
  for (const HandOutcome& row : world.value()->hand) {  // suspended ones are among the findings
    if (row.state != HandState::part) continue;
    const std::string path = hand_path(row.list, row.id);
    if (std::none_of(told.begin(), told.end(), [&](const Finding& f) { return f.where == path; }))
      findings.push_back({Severity::info, "hand_part", path, row.reason});
  }
  return findings;
}

/// From here on people should know what they wait for.
constexpr double kLongHand_s = 30;

/// What the rows of the hand cost, where that is much.
void tell_hand_cost(const BuildRequest& request, Findings& findings) {
  const double hand_s = estimate_cost(request.tmpl, request.resolution, 1).hand_s;
  if (hand_s < kLongHand_s) return;
  findings.push_back(
      {Severity::warning, "hand_cost", "hand",
       "The rows of the hand take about " + std::to_string(std::llround(hand_s)) +
           " s of one core at resolution " + std::to_string(request.resolution) +
           ". Use fewer or smaller rows, or simpler outlines; a smaller --resolution for a look."});
}

/// Everything that can be told without a world; with --ground also what a world tells.
Result<Findings> all_findings(const BuildRequest& request, const Options& options) {
  Findings findings = changed_defaults(request.source.text, request.source.name);
  const Findings arithmetic = check_feasibility(request.tmpl);
  findings.insert(findings.end(), arithmetic.begin(), arithmetic.end());
  const bool contradictory = std::any_of(findings.begin(), findings.end(),
                                         [](const Finding& f) { return f.severity == Severity::error; });
  if (contradictory) return findings;
  if (std::any_of(request.tmpl.wildlife.begin(), request.tmpl.wildlife.end(),
                  [](const PointClass& cls) { return !cls.life.prey.empty(); }))
    template_web(request.tmpl, findings);
  if (const auto symbols = symbols_of(request); !symbols) return symbols.error();
  const Findings letters = missing_letters(request.tmpl);
  findings.insert(findings.end(), letters.begin(), letters.end());
  const auto imports = imports_of(request);
  if (!imports) return imports.error();
  if (const auto cost = check_cost(request.tmpl, options.resolution, request.limits); !cost)
    return cost.error();
  tell_hand_cost(request, findings);
  if (!options.ground) return findings;
  const auto more = ground_findings(request, imports.value(), options);
  if (!more) return more.error();
  const Findings fresh = not_told(findings, more.value());
  findings.insert(findings.end(), fresh.begin(), fresh.end());
  return findings;
}

}  // namespace

int run_check(const Options& options) {
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const Template& tmpl = request.value().tmpl;
  const Result<Findings> findings = all_findings(request.value(), options);
  if (!findings) {
    // What arithmetic finds is told before what is missing or too large.
    const Findings first = check_feasibility(tmpl);
    if (!options.json) print_findings(first, options, &request.value());
    return fail(findings.error());
  }
  const bool clean = is_clean(findings.value());
  if (options.json) {
    if (!print(findings_json(findings.value(), request.value()) + "\n"))
      return static_cast<int>(ErrorKind::io);
  } else {
    print_findings(findings.value(), options, &request.value());
  }
  const bool contradictory = std::any_of(findings.value().begin(), findings.value().end(),
                                         [](const Finding& f) { return f.severity == Severity::error; });
  if (contradictory) return static_cast<int>(ErrorKind::invalid_template);
  if (!options.json && !options.quiet &&
      !print(tmpl.name + ": " + (clean ? "ok" : "valid, with findings") +
             (options.ground ? " with seed " + seed_text(request.value().seeds) : "") + "\n" +
             memory_line(request.value())))
    return static_cast<int>(ErrorKind::io);
  return strict_code(clean, options);
}

}  // namespace fw::cli
