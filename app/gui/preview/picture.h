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

/// What a window shows of one template: the world, what is to be said of it, and everything a painter needs.
/// Immutable and shared; the atlas refers to the other members.
struct Picture {
  std::shared_ptr<const Template> tmpl;
  std::shared_ptr<const World> world;
  AuditReport audit;  ///< empty for a coarse picture
  std::unique_ptr<const Atlas> atlas;
  bool coarse = false;  ///< layers alone at kCoarseResolution, while the full one is being made
  double seconds = 0;   ///< wall time of the making

  int resolution() const { return world->grid.columns; }
};

/// Cells per side of the quick picture that comes first: no points yet.
inline constexpr int kCoarseResolution = 128;

/// Generates a picture from a template that check_template() finds valid, with its own seeds. `cache` may be
/// null. Fails by cancellation or where the cost is over the limit.
Result<std::shared_ptr<const Picture>> make_picture(std::shared_ptr<const Template> tmpl, int resolution,
                                                    bool coarse, StageCache* cache,
                                                    const Progress& progress = {});

/// Equal for templates that give equal worlds: digest and seeds.
std::string world_key(const Template& tmpl);

}  // namespace fw
