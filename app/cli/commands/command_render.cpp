#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/render/missing_letters.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

std::string summary_text(const Rendered& rendered, const RenderRequest& request) {
  const World& world = *rendered.build.world;
  const AuditReport& audit = rendered.build.audit;
  int64_t asked = 0;
  int64_t got = 0;
  for (const auto& row : audit.quota) {
    if (row.category == "rarity") continue;
    asked += row.target;
    got += row.actual;
  }
  return request.build.tmpl.name + ": " + std::to_string(world.regions.size()) + " regions, " +
         std::to_string(got) + " of " + std::to_string(asked) + " points, audit " +
         (audit.passed ? "passed" : "has findings") + "\n" + plain_text(request.folder.string()) + ": " +
         std::to_string(rendered.files.size()) + " files\n";
}

std::string summary_json(const Rendered& rendered, const RenderRequest& request) {
  return nlohmann::ordered_json{{"template", request.build.tmpl.name},
                                {"folder", request.folder.string()},
                                {"passed", rendered.build.audit.passed},
                                {"files", rendered.files}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace

int run_render(const Options& options) {
  const Result<RenderRequest> request = render_request(options);
  if (!request) return fail(request.error());
  announce_memory(render_bytes(request.value()), options);
  const Result<Rendered> rendered = render(request.value(), console_progress(options));
  if (!rendered) return fail(rendered.error());
  const Build& made = rendered.value().build;
  print_findings(made.feasibility, options, &request.value().build);
  print_findings(not_told(made.feasibility, made.audit.findings), options);
  const Findings letters =
      request.value().views.empty() ? Findings() : missing_letters(request.value().build.tmpl);
  print_findings(letters, options, &request.value().build);
  print_findings(rendered.value().of_plates, options);
  if (options.json) {
    if (!print(summary_json(rendered.value(), request.value()))) return static_cast<int>(ErrorKind::io);
  } else if (!options.quiet && !print(summary_text(rendered.value(), request.value()))) {
    return static_cast<int>(ErrorKind::io);
  }
  return strict_code(is_clean(made) && letters.empty(), options);
}

}  // namespace fw::cli
