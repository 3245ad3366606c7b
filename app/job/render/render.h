#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/build/build.h"
#include "render/plate/plate.h"

namespace fw {

/// Which kinds of files a render writes, besides template, audit and manifest.
struct Formats {
  bool png = false;
  bool svg = false;
  bool pdf = false;
  bool geojson = false;
  bool gpkg = false;
  bool geotiff = false;
  bool flatgeobuf = false;
};

/// A kind of file: its word for --formats and manifests.
struct FormatWord {
  std::string_view word;
  bool Formats::*wanted;
};
inline constexpr std::array<FormatWord, 7> kFormatWords{{{"png", &Formats::png},
                                                         {"svg", &Formats::svg},
                                                         {"pdf", &Formats::pdf},
                                                         {"geojson", &Formats::geojson},
                                                         {"gpkg", &Formats::gpkg},
                                                         {"geotiff", &Formats::geotiff},
                                                         {"flatgeobuf", &Formats::flatgeobuf}}};
/// The words of what is wanted.
std::vector<std::string> format_words(const Formats& formats);

/// What a person gets who asks for nothing else: every view, and these.
inline constexpr Formats kUsualFormats{.png = true, .geojson = true, .gpkg = true, .geotiff = true};
/// Bounds of what a person may ask for.
inline constexpr int kLeastDpi = 36, kMostDpi = 2400, kLeastMap_px = 64, kMostThreads = 1024;

struct RenderRequest {
  BuildRequest build;
  PlateStyle style;
  std::vector<View> views;
  Formats formats;
  std::filesystem::path folder;
};

struct Rendered {
  Build build;
  std::vector<std::string> files;  ///< relative to the folder, manifest last
};

/// The most memory that the process holds during render() with the threads it may use now.
double render_bytes(const RenderRequest& request);
/// The cost check of render() alone: check_cost(), and the memory of the drawing as well.
Result<Done> check_render_cost(const RenderRequest& request);

/// The whole chain: build, draw, export, write; the manifest last. A failure or cancellation leaves no
/// manifest and no half-written file.
Result<Rendered> render(const RenderRequest& request, const Progress& progress = {});

}  // namespace fw
