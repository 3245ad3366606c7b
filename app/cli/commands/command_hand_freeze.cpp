#include "app/cli/commands/command_hand.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/output.h"
#include "app/job/hand/freeze.h"
#include "app/job/hand/hand_write.h"
#include "core/template/template_io.h"
#include "core/world/land/island_outline.h"

namespace fw::cli {
namespace {

Result<FreezeRequest> freeze_request(const Options& options) {
  FreezeRequest request;
  request.region = options.region;
  request.shape = options.shape;
  request.cls = options.class_id;
  request.points = split(options.points);
  if (options.layers.empty()) return request;
  if (request.region.empty() && request.shape.empty())
    return usage("--layers is of a region or a shape; --class and --point freeze points and landmarks alone");
  request.parts.clear();
  for (const std::string& word : split(options.layers)) {
    const auto part = place_of("--layers", word, kFreezePartSlugs);
    if (!part) return part.error();
    request.parts.insert(static_cast<FreezePart>(part.value()));
  }
  return request;
}

std::string summary(const Frozen& frozen, const Options& options) {
  if (options.json)
    return nlohmann::ordered_json{
               {"rows", frozen.rows}, {"pins", frozen.pins}, {"kept_already", frozen.kept_already}}
               .dump(2) +
           "\n";
  return options.output + ": " + std::to_string(frozen.rows.size()) + " rows, " +
         std::to_string(frozen.pins) + " of them pins" +
         (frozen.kept_already > 0 ? "; " + std::to_string(frozen.kept_already) + " stood in the hand already"
                                  : "") +
         "\n";
}

}  // namespace

void add_hand_freeze(CLI::App& c, Options& o) {
  fw::cli::add_world(c, o);
  fw::cli::add_common(c, o);
  c.add_option("--region", o.region, "Freeze a region by its name");
  c.add_option("--shape", o.shape, "Freeze all in a POLYGON or MULTIPOLYGON (WKT, metres of the frame)");
  c.add_option("--class", o.class_id, "Freeze all points of a class, or all landmarks of a kind");
  c.add_option("--point", o.points, "Freeze points by their ids, comma-separated");
  c.add_option("--layers", o.layers,
               "Of a region or shape: " + fw::cli::join(fw::kFreezePartSlugs, ",") + " (all)");
  c.add_option("-o,--output", o.output, "Template to write")->required();
}

int run_hand_freeze(const Options& options) {
  const Result<FreezeRequest> wish = freeze_request(options);
  if (!wish) return fail(wish.error());
  Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  if (keeps_cells(wish.value()) && request.value().resolution != kPlanResolution)
    return fail({ErrorKind::usage,
                 "--resolution " + std::to_string(request.value().resolution) +
                     ": biomes, bands, factions and regions are kept by the cells of --resolution " +
                     std::to_string(kPlanResolution) + "; points and landmarks alone at any"});
  const Result<Build> made = build(request.value(), console_progress(options));
  if (!made) return fail(made.error());
  const Result<Frozen> frozen = freeze(request.value().tmpl, *made.value().world, wish.value());
  if (!frozen) return fail(frozen.error());
  const std::string text = write_compact(frozen.value().tmpl);
  if (options.output == "-") return deliver(text, options);
  if (const auto written = write_with_files(frozen.value().tmpl, text, request.value().files(), {},
                                            options.output, options.force);
      !written)
    return fail(written.error());
  if (options.quiet) return 0;
  return print(summary(frozen.value(), options)) ? 0 : static_cast<int>(ErrorKind::io);
}

}  // namespace fw::cli
