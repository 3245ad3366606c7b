#pragma once

#include <cstdint>
#include <memory>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

class StageCache;

/// The default raster resolution, cells along the longer side.
inline constexpr int kDefaultResolution = 512;

/// How far a world is made; each scope holds the earlier ones.
enum class GenerateScope : uint8_t {
  ground,     ///< land, heights, water, coast; region codes are 1 on the ground
  regions,    ///< regions and their owners
  layers,     ///< discrete layers and their fields: what a window shows first; intensities are 0
  draft,      ///< the same, with heights and waters decided on the raster instead of the plan where it is
              ///< coarser and no cache has the plan's; coast, regions, owners and names are the plan's
  landmarks,  ///< landmarks, tracks, roads, ground plans
  whole,      ///< everything
};

/// Template and seed in, finished world out. Fails only by cancellation (checked about every ten
/// milliseconds at 512 cells a side; the cache stays valid); what could not be met is in
/// World::findings and World::ledger. Same inputs, same bytes at any thread count and SIMD level, with a
/// cache or without: a cache only saves stages whose inputs have not changed (core/world/plan/stage_cache.h).
/// `imports`: the pixels of the template's rows of `imports`; a row without them is suspended.
Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds,
                                              int resolution = kDefaultResolution,
                                              const Progress& progress = {}, StageCache* cache = nullptr,
                                              GenerateScope scope = GenerateScope::whole,
                                              const ImportSet& imports = {});

}  // namespace fw
