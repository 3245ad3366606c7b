#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/manifest.h"
#include "render/plate/plate.h"

namespace fw {

/// Which kinds of files a render writes besides template, audit and manifest: words of exporters()
/// (app/job/render/exporters.h).
using Formats = std::set<std::string, std::less<>>;

/// Bounds of what a person may ask for.
inline constexpr int kLeastDpi = 36, kMostDpi = 2400, kLeastMap_px = 64, kMostThreads = 1024;

struct RenderRequest {
  BuildRequest build;
  PlateStyle style;
  std::vector<View> views;
  Formats formats;
  std::filesystem::path folder;
  bool overwrite = false;  ///< files in the folder that no older render wrote
};

struct Rendered {
  Build build;
  std::vector<std::string> files;  ///< relative to the folder, manifest last
  Findings of_plates = {};         ///< notes about the plates' colours
};

/// The world's frame in cells.
inline GridSpec frame_of(const RenderRequest& request) {
  return frame_grid(request.build.tmpl.frame, request.build.resolution);
}

/// The most memory that the process holds during render() with the threads it may use now.
double render_bytes(const RenderRequest& request);
/// The cost check of render() alone: check_cost(), and the memory of the drawing as well.
Result<Done> check_render_cost(const RenderRequest& request);

/// The whole chain: build, draw, export, write; the manifest last. A failure or cancellation leaves the
/// folder as it was (app/job/folder/atomic_folder.h).
Result<Rendered> render(const RenderRequest& request, const Progress& progress = {});

/// What render() would write, in a temporary folder that goes with this.
struct RenderedAside {
  StagingFolder scratch;
  AtomicFolder files;  ///< never committed: they lie in files.staging()
  Manifest manifest;
};
Result<RenderedAside> render_aside(const RenderRequest& request, const Progress& progress = {});

}  // namespace fw
