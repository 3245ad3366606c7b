#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/folder/atomic_folder.h"
#include "app/job/hand/export_rows.h"
#include "app/job/render/render.h"
#include "core/model/world/world.h"
#include "render/geo/geo.h"

namespace fw {

/// What an exporter writes from, and where to. Exporters run side by side.
struct ExportInput {
  const RenderRequest& request;
  const Build& made;
  AtomicFolder& folder;
  PageBuffers& buffers;
  const Progress& progress;
  const HandLayers* hand = nullptr;  ///< null where the template has no hand
};

/// One kind of files that a render can write. To add one: a row of exporters() and its `write`.
struct Exporter {
  std::string_view word;    ///< in --formats and manifests
  std::string_view title;   ///< for people: "GeoJSON"
  std::string_view help;    ///< what is in its files
  bool by_default = false;  ///< wanted by a person who asks for nothing else
  bool pages = false;       ///< draws the views asked for, as many pixels as the style says
  /// Names of its files in the render's folder.
  std::vector<std::string> (*files)(const RenderRequest& request);
  /// Loads libraries and memory on a spare thread while the world is generated; may be null.
  void (*prepare)(const RenderRequest& request, PageBuffers& buffers);
  /// Stages its files; what fails says which file.
  Result<Done> (*write)(const ExportInput& input);
};

/// Every exporter, in the order of --formats, manifests and dialogs.
std::span<const Exporter> exporters();
/// The exporter of that word, or null.
const Exporter* find_exporter(std::string_view word);

/// The words of every exporter.
std::vector<std::string> every_format();
/// What a render writes by default.
Formats usual_formats();
/// The words of what is wanted, in the order of exporters().
std::vector<std::string> format_words(const Formats& formats);

/// The exporters of a request's formats.
std::vector<const Exporter*> wanted_exporters(const Formats& formats);
/// The names of the files that they write.
std::vector<std::string> export_files(const RenderRequest& request);

/// The bands that fields.tif has besides the world's fields: river_m and discharge_m3_s with rivers, road_m
/// with a network of roads (docs/formats.md, 2). Infinite where the world has none of it.
std::vector<FieldBand> water_bands(const World& world);

}  // namespace fw
