#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/fields/fields.h"
#include "core/base/plain_text.h"

namespace fw::cli {
namespace {

Result<std::vector<StackLayer>> parse_layers(const std::string& list) {
  std::vector<StackLayer> layers;
  std::istringstream in(list);
  for (std::string name; std::getline(in, name, ',');) {
    const auto layer = from_slug<StackLayer>(kStackLayerSlugs, name);
    if (!layer)
      return Error{ErrorKind::usage, "--layers " + name +
                                         ": no such stack; expected some of type, feature, danger, height, "
                                         "biome, faction"};
    if (std::find(layers.begin(), layers.end(), *layer) == layers.end()) layers.push_back(*layer);
  }
  if (layers.empty()) return Error{ErrorKind::usage, "--layers: expected at least one"};
  return layers;
}

Result<FieldsRequest> fields_request(const Options& options) {
  Result<BuildRequest> build = build_request(options);
  if (!build) return build.error();
  FieldsRequest request;
  if (!options.layers.empty()) {
    auto layers = parse_layers(options.layers);
    if (!layers) return layers.error();
    request.layers = std::move(layers).value();
  }
  request.tmpl = std::move(build.value().tmpl);
  request.seeds = build.value().seeds;
  request.resolution = build.value().resolution;
  request.limits = build.value().limits;
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".tif" && ending != ".tiff")
    return Error{ErrorKind::usage, "-o " + options.output + ": fields are one GeoTIFF, FILE.tif"};
  request.file = options.output;
  request.overwrite = options.force;
  request.threads = options.threads > 0 ? options.threads
                                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return request;
}

std::string summary_json(const FieldsDone& done, const FieldsRequest& request) {
  return nlohmann::ordered_json{{"template", request.tmpl.name},
                                {"file", request.file.string()},
                                {"resolution", request.resolution},
                                {"bands", done.bands},
                                {"bytes", done.file_bytes}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

std::string summary_text(const FieldsDone& done, const FieldsRequest& request) {
  const GridSpec grid = frame_grid(request.tmpl.frame, request.resolution);
  return plain_text(request.file.string()) + ": " + std::to_string(done.bands.size()) + " bands of " +
         std::to_string(grid.columns) + " x " + std::to_string(grid.rows) + " cells, " +
         mebibytes(static_cast<double>(done.file_bytes)) + "\n";
}

}  // namespace

int run_fields(const Options& options) {
  if (is_stdout(options)) return run_to_stdout(options, ".tif", run_fields);
  const Result<FieldsRequest> request = fields_request(options);
  if (!request) return fail(request.error());
  if (!options.quiet)
    std::fprintf(stderr, "about %s of memory, however large the rasters\n",
                 mebibytes(fields_bytes(request.value())).c_str());
  const Result<FieldsDone> done = write_fields(request.value(), console_progress(options));
  if (!done) return fail(done.error());
  if (wants_summary(options) && !print(options.json ? summary_json(done.value(), request.value())
                                                    : summary_text(done.value(), request.value())))
    return static_cast<int>(ErrorKind::io);
  return 0;
}

}  // namespace fw::cli
