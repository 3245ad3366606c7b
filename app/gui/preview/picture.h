#pragma once

#include <QMetaType>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"
#include "render/map/scene/atlas.h"

namespace fw {

class StageCache;

/// What a picture takes from other files than the template's own.
struct PictureFiles {
  std::filesystem::path folder{};  ///< of the template's file, for SVG symbols
  ImportSet imports{};             ///< pixels of its rows of imports; a row without them is suspended
};

/// The data for showing one template: the world, its findings, and all inputs of a painter. Immutable and
/// shared; the atlas refers to the other members.
struct Picture {
  std::shared_ptr<const Template> tmpl;
  std::shared_ptr<const World> world;
  AuditReport audit;  ///< empty for a coarse picture
  std::unique_ptr<const Atlas> atlas;
  bool coarse = false;  ///< only layers, before the full picture is ready
  bool owners = true;   ///< false: a draft's, which the full picture may not have; not to be shown
  double seconds = 0;   ///< wall time of the generation
  Findings notes;       ///< about the drawing: symbols that could not be read
  PictureFiles files;   ///< that it was made with

  /// Cells along the frame's longer side.
  int resolution() const { return std::max(world->grid.columns, world->grid.rows); }
};

/// Cells along the longer side of the quick first picture, which has no points.
inline constexpr int kCoarseResolution = 128;

/// Generates a picture of a template without errors, with its own seeds. `cache` may be null. `before`: any
/// one, or null; where its layers are the same, what was drawn of them is used again. `last`: the last full
/// one, or null; its owners stand in a draft until those of the result are there. Fails if cancelled or if
/// the cost is over the limit.
Result<std::shared_ptr<const Picture>> make_picture(std::shared_ptr<const Template> tmpl, int resolution,
                                                    bool coarse, StageCache* cache,
                                                    const Progress& progress = {},
                                                    const PictureFiles& files = {},
                                                    const Picture* before = nullptr,
                                                    const Picture* last = nullptr);

/// The world of a full picture on the plan grid, on which the world over time has the numbers of `simulate`:
/// the picture's own where that is its raster. Fails if cancelled.
Result<std::shared_ptr<const World>> plan_world(const Picture& picture, const Progress& progress = {});

/// Equal for templates with equal worlds: digest and seeds. `digest`: template_digest() where it is at hand,
/// else "".
std::string world_key(const Template& tmpl, const std::string& digest = {});
/// Equal for files that give equal pictures of the template: the folder, and which pixels are not at hand.
std::string files_key(const Template& tmpl, const PictureFiles& files);
/// Equal for templates with equal layers that differ in the hand's pins, bans, areas, lines or views alone.
std::string layers_key(const Template& tmpl);

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::Picture>)
