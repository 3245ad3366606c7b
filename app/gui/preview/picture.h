#pragma once

#include <memory>
#include <string>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/audit_report.h"
#include "core/model/template.h"
#include "core/model/world.h"
#include "render/map/atlas.h"

namespace fw {

class StageCache;

/// The data for showing one template: the world, its findings, and all inputs of a painter. Immutable and
/// shared; the atlas refers to the other members.
struct Picture {
  std::shared_ptr<const Template> tmpl;
  std::shared_ptr<const World> world;
  AuditReport audit;  ///< empty for a coarse picture
  std::unique_ptr<const Atlas> atlas;
  bool coarse = false;  ///< only layers at kCoarseResolution, before the full picture is ready
  double seconds = 0;   ///< wall time of the generation

  int resolution() const { return world->grid.columns; }
};

/// Cells per side of the quick first picture, which has no points.
inline constexpr int kCoarseResolution = 128;

/// Generates a picture of a template without errors, with its own seeds. `cache` may be null. Fails if
/// cancelled or if the cost is over the limit.
Result<std::shared_ptr<const Picture>> make_picture(std::shared_ptr<const Template> tmpl, int resolution,
                                                    bool coarse, StageCache* cache,
                                                    const Progress& progress = {});

/// Equal for templates with equal worlds: digest and seeds.
std::string world_key(const Template& tmpl);

}  // namespace fw
