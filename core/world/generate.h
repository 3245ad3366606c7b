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

/// What is made of a world: everything, or the layers alone (ground, regions, discrete layers and their
/// fields), without landmarks, tracks and points and with intensities of 0: what a window shows first.
enum class GenerateScope : uint8_t { whole, layers };

/// Template and seed in, finished world out. Fails only by cancellation (checked about every ten
/// milliseconds at 512 cells a side; the cache stays valid); what could not be met is in
/// World::findings and World::ledger. Same inputs, same bytes at any thread count and SIMD level, with a
/// cache or without: a cache only saves stages whose inputs have not changed (core/world/stage_cache.h).
/// `imports`: the pixels of the template's rows of `imports`; a row without them is suspended.
Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds,
                                              int resolution = kDefaultResolution,
                                              const Progress& progress = {}, StageCache* cache = nullptr,
                                              GenerateScope scope = GenerateScope::whole,
                                              const ImportSet& imports = {});

}  // namespace fw
