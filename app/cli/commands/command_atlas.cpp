#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/atlas/atlas.h"
#include "core/base/plain_text.h"
#include "render/page/numbers.h"

namespace fw::cli {
namespace {

Result<AtlasRequest> atlas_request(const Options& options) {
  AtlasRequest request;
  PlateStyle paper;
  if (const auto asked = parse_paper(options, paper); !asked) return asked.error();
  request.sheet = paper.sheet.value_or(request.sheet);
  request.scale = paper.scale;
  request.danger_patterns = options.danger_patterns;
  request.folder = options.output;
  request.overwrite = options.force;
  Result<WorldSource> source = world_source(options);
  if (!source) return source.error();
  if (!source.value().folder.empty()) request.source = std::move(source.value().folder);
  request.build = std::move(source.value().build);
  if (!options.palette.empty()) {
    const auto palette = choose_palette(options, request.build.tmpl);
    if (!palette) return palette.error();
    request.palette = palette.value();
  }
  if (!options.map_style.empty()) {
    const auto map_style = choose_map_style(options, request.build.tmpl);
    if (!map_style) return map_style.error();
    request.map_style = map_style.value();
  }
  return request;
}

std::string summary_text(const AtlasDone& done, const AtlasRequest& request) {
  return done.template_name + ": 1:" + std::to_string(done.scale) + ", " + std::to_string(done.sheets) +
         " sheets, " + std::to_string(done.pages) + " pages, " + std::to_string(done.places) + " places\n" +
         plain_text(request.folder.string()) + ": " +
         decimal(static_cast<double>(done.bytes) / (1 << 20), 1) + " MiB\n";
}

std::string summary_json(const AtlasDone& done, const AtlasRequest& request) {
  return nlohmann::ordered_json{{"template", done.template_name},
                                {"folder", request.folder.string()},
                                {"scale", done.scale},
                                {"sheets", done.sheets},
                                {"pages", done.pages},
                                {"places", done.places},
                                {"bytes", done.bytes},
                                {"files", done.files}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace

int run_atlas(const Options& options) {
  const Result<AtlasRequest> request = atlas_request(options);
  if (!request) return fail(request.error());
  if (!request.value().source) announce_memory(atlas_bytes(request.value()), options);
  const Result<AtlasDone> done = write_atlas(request.value(), console_progress(options));
  if (!done) return fail(done.error());
  print_findings(done.value().feasibility, options, &request.value().build);
  if (wants_summary(options) && !print(options.json ? summary_json(done.value(), request.value())
                                                    : summary_text(done.value(), request.value())))
    return static_cast<int>(ErrorKind::io);
  return strict_code(is_clean(done.value().feasibility), options);
}

}  // namespace fw::cli
