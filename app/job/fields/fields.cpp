#include "app/job/fields/fields.h"

#include <cmath>
#include <utility>

#include "app/job/folder/atomic_file.h"
#include "core/field/noise/noise.h"
#include "render/geo/raster/strip_tiff.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

std::vector<WorldStack> stacks_of(const FieldsRequest& request) {
  std::vector<WorldStack> stacks;
  for (const StackLayer layer : request.layers)
    for (WorldStack& stack : world_stacks(layer, request.tmpl, request.seeds))
      stacks.push_back(std::move(stack));
  return stacks;
}

StripTiff describe(const FieldsRequest& request, const std::vector<WorldStack>& stacks) {
  StripTiff tiff{frame_grid(request.tmpl.frame, request.resolution), {}};
  for (const WorldStack& stack : stacks) tiff.bands.push_back(stack.name);
  tiff.metadata = {{"generator", "fieldwright " FIELDWRIGHT_VERSION},
                   {"template", request.tmpl.name},
                   {"noise_seed", std::to_string(request.seeds.noise)},
                   {"values", "(noise + 1) / 2"}};
  tiff.strip_rows = request.strip_rows;
  tiff.threads = request.threads;
  return tiff;
}

Result<Done> check_limits(const FieldsRequest& request, const std::vector<WorldStack>& stacks, double bytes) {
  const auto refused = [](std::string message) { return Error{ErrorKind::limit, std::move(message)}; };
  if (request.resolution < kMinResolution || request.resolution > kMaxFieldsResolution)
    return Error{request.resolution < kMinResolution ? ErrorKind::usage : ErrorKind::limit,
                 "resolution " + std::to_string(request.resolution) + ": expected " +
                     std::to_string(kMinResolution) + " to " + std::to_string(kMaxFieldsResolution)};
  if (const auto fits = check_memory(bytes, request.resolution, request.limits); !fits) return fits;
  double octaves = 0;
  for (const WorldStack& stack : stacks) octaves += static_cast<double>(stack.field.octaves.size());
  const double work =
      octaves * static_cast<double>(frame_grid(request.tmpl.frame, request.resolution).cells());
  if (!(work <= request.limits.max_cell_octaves))
    return refused("needs about " + std::to_string(std::llround(work / 1e9)) +
                   " billion noise evaluations; the limit is " +
                   std::to_string(std::llround(request.limits.max_cell_octaves / 1e9)) +
                   " billion. Use a smaller --resolution or fewer --layers");
  return Done{};
}

}  // namespace

double fields_bytes(const FieldsRequest& request) {
  return kProcessBytes + strip_bytes(describe(request, stacks_of(request)));
}

Result<FieldsDone> write_fields(const FieldsRequest& request, const Progress& progress) {
  const std::vector<WorldStack> stacks = stacks_of(request);
  const StripTiff tiff = describe(request, stacks);
  FieldsDone done{tiff.bands, fields_bytes(request), 0};
  if (const auto fits = check_limits(request, stacks, done.memory_bytes); !fits) return fits.error();
  const FillStrip fill = [&](size_t band, int first_row, int rows, std::span<float> out) {
    fill_noise_rows(stacks[band].field, tiff.grid, request.tmpl.noise.phase, first_row, rows, out);
    normalise_half(out);
  };
  const WriteFile write = [&](const fs::path& part) -> Result<Done> {
    if (const auto written = write_strips(part, tiff, fill, progress); !written) return written.error();
    std::error_code ignored;
    done.file_bytes = fs::file_size(part, ignored);
    return Done{};
  };
  if (const auto written = write_file_atomically(request.file, write, request.overwrite); !written)
    return written.error();
  return done;
}

}  // namespace fw
