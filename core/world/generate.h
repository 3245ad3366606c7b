#pragma once

#include <cstdint>
#include <memory>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template.h"
#include "core/model/world.h"

namespace fw {

class StageCache;

/// The default raster resolution, cells per side.
inline constexpr int kDefaultResolution = 512;

/// How much of a world is made: everything, or only what covers the ground (island, regions, discrete layers,
/// their fields), without a landmark, track or point and with intensities of 0: what a window shows first.
enum class Extent : uint8_t { whole, layers };

/// Template and seed in, finished world out. Fails only by cancellation (looked for some ten milliseconds
/// apart at 512 cells a side; the cache stays valid); what could not be met stands in
/// World::findings and World::ledger. Same inputs, same bytes at any thread count and SIMD level, with a
/// cache or without: a cache only saves the stages whose inputs are as they were (core/world/stage_cache.h).
Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds,
                                              int resolution = kDefaultResolution,
                                              const Progress& progress = {}, StageCache* cache = nullptr,
                                              Extent extent = Extent::whole);

}  // namespace fw
