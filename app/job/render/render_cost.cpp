#include <algorithm>

#include "app/job/render/exporters.h"

namespace fw {
namespace {

// Measured at 256^2 to 2048^2 cells and 512 to 4096 pixels, with a little to spare.
constexpr double kFixedBytes = 48.0 * (1 << 20);
constexpr double kBytesPerPixel =
    22;  // of the square round the map: the page, its ground, its compressed rows
constexpr double kBytesPerCell = 55;  // outlines, patches and bands while files are made

}  // namespace

double render_bytes(const RenderRequest& request) {
  const auto cells =
      static_cast<double>(frame_grid(request.build.tmpl.frame, request.build.resolution).cells());
  const std::vector<const Exporter*> wanted = wanted_exporters(request.formats);
  const bool pages = !request.views.empty() &&
                     std::any_of(wanted.begin(), wanted.end(), [](const Exporter* e) { return e->pages; });
  const double pixels = pages ? static_cast<double>(request.style.map_px) * request.style.map_px : 0;
  return build_bytes(request.build.tmpl, request.build.resolution) + kFixedBytes + kBytesPerCell * cells +
         kBytesPerPixel * pixels;
}

Result<Done> check_render_cost(const RenderRequest& request) {
  const BuildRequest& build = request.build;
  if (const auto affordable = check_cost(build.tmpl, build.resolution, build.limits); !affordable)
    return affordable;
  return check_memory(render_bytes(request), build.resolution, build.limits);
}

}  // namespace fw
