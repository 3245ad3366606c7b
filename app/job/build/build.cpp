#include "app/job/build/build.h"

#include <cmath>
#include <utility>

#include "app/job/usual/usual_figures.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/measure/kpi/kpi.h"
#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/world/generate.h"

namespace fw {
namespace {

/// The contradictions of a template as one message, or nothing.
std::string contradictions(const BuildRequest& request, const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::error) continue;
    if (!text.empty()) text += "\n";
    text += place_text(request, finding) + ": " + finding.message;
  }
  return text;
}

}  // namespace

std::string mebibytes(double bytes) {
  return std::to_string(std::llround(std::ceil(bytes / (1 << 20)))) + " MiB";
}

double build_bytes(const Template& tmpl, int resolution) {
  return kProcessBytes + estimate_cost(tmpl, resolution, worker_threads()).bytes;
}

Result<Done> check_memory(double bytes, int resolution, const Limits& limits) {
  if (bytes <= limits.max_bytes) return Done{};
  return Error{ErrorKind::limit, "needs about " + mebibytes(bytes) + " at resolution " +
                                     std::to_string(resolution) + "; the limit is " +
                                     mebibytes(limits.max_bytes) +
                                     ". Use a smaller --resolution or a larger --max-memory"};
}

Result<Done> check_cost(const Template& tmpl, int resolution, const Limits& limits) {
  if (resolution < kMinResolution || resolution > kMaxResolution)
    return Error{resolution < kMinResolution ? ErrorKind::usage : ErrorKind::limit,
                 "resolution " + std::to_string(resolution) + ": expected " + std::to_string(kMinResolution) +
                     " to " + std::to_string(kMaxResolution)};
  if (const auto fits = check_memory(build_bytes(tmpl, resolution), resolution, limits); !fits)
    return fits.error();
  const CostEstimate cost = estimate_cost(tmpl, resolution, worker_threads());
  if (!(cost.cell_octaves <= limits.max_cell_octaves))
    return Error{ErrorKind::limit, "needs about " + std::to_string(std::llround(cost.cell_octaves / 1e9)) +
                                       " billion noise evaluations; the limit is " +
                                       std::to_string(std::llround(limits.max_cell_octaves / 1e9)) +
                                       " billion. Use a smaller --resolution or fewer classes and octaves"};
  if (!(cost.hand_s <= limits.max_hand_s))
    return Error{ErrorKind::limit,
                 "the rows of the hand need about " + std::to_string(std::llround(cost.hand_s / 60)) +
                     " minutes of one core; the limit is " +
                     std::to_string(std::llround(limits.max_hand_s / 60)) +
                     ". Use a smaller --resolution, fewer or smaller rows, or simpler outlines"};
  return Done{};
}

std::vector<TemplatePlace> places_of(const BuildRequest& request, const Findings& findings) {
  const TemplateText& source = request.source;
  std::vector<std::string> paths;
  for (const Finding& finding : findings) paths.push_back(finding.where);
  if (!source.text.empty()) return template_places(source.text, source.name, source.settings, paths);
  std::vector<TemplatePlace> places;
  for (std::string& path : paths)
    places.push_back({.source = request.tmpl.name, .setting = {}, .path = std::move(path)});
  return places;
}

std::string place_text(const TemplatePlace& place) {
  return place.text() + ": " + place.path;
}

std::string place_text(const BuildRequest& request, const Finding& finding) {
  return place_text(places_of(request, {finding}).front());
}

Result<SymbolSet> symbols_of(const BuildRequest& request) {
  Result<SymbolSet> symbols = load_symbols(request.tmpl.vocabulary, request.folder);
  if (symbols) return symbols;
  // "landmarks.<id>.symbol: what is wrong"
  const std::string& text = symbols.error().message;
  const size_t colon = text.find(": ");
  const auto found = find_parameter(request.tmpl, text.substr(0, colon));
  if (!found) return symbols;
  const std::string where = concrete_path(*found->first, request.tmpl, found->second);
  return Error{ErrorKind::invalid_template,
               place_text(request, {Severity::error, "symbol_refused", where, {}}) + text.substr(colon)};
}

Result<ImportSet> imports_of(const BuildRequest& request) {
  LoadedImports loaded = load_imports(request.tmpl, request.files());
  if (loaded.problems.empty()) return std::move(loaded.pixels);
  const ImportProblem& first = loaded.problems.front();
  const std::string where = "hand.imports[" + std::to_string(first.row) + "].file";
  return Error{first.error.kind,
               place_text(request, {Severity::error, "import_file", where, {}}) + ": " + first.error.message};
}

Result<Build> build(const BuildRequest& request, const Progress& progress) {
  Build made;
  made.feasibility = check_feasibility(request.tmpl);
  if (std::string text = contradictions(request, made.feasibility); !text.empty())
    return Error{ErrorKind::invalid_template, std::move(text)};
  if (Result<Done> affordable = check_cost(request.tmpl, request.resolution, request.limits); !affordable)
    return affordable.error();
  Result<ImportSet> imports = imports_of(request);
  if (!imports) return imports.error();
  auto world = generate(request.tmpl, request.seeds, request.resolution, progress, nullptr,
                        GenerateScope::whole, imports.value());
  if (!world) return world.error();
  made.world = std::move(world).value();
  made.audit = audit(*made.world, request.tmpl);
  made.audit.fairness = fairness_of(made.world, std::make_shared<const Template>(request.tmpl));
  if (request.kpi)
    made.audit.kpi = kpi_rows(*made.world, play_of(request.tmpl.play, request.tmpl.vocabulary));
  made.imports = std::move(imports).value();
  return made;
}

}  // namespace fw
