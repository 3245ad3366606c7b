#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/island.h"

namespace fw {
namespace {

// docs/world.md, 2.3.
constexpr double kSlopeSigma_m = 23.4;
constexpr double kProminenceSigma_m = 391;
constexpr double kConcavitySigma_m = 125;

Raster<float> minus_blur(const Raster<float>& height_m, double sigma_m) {
  Raster<float> out = gaussian(height_m, sigma_m);
  parallel_for(out.size(), size_t{1} << 15, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) out[cell] = height_m[cell] - out[cell];
  });
  return out;
}

}  // namespace

Relief derive_relief(const Island& island) {
  return {gradient_norm(gaussian(island.height_m, kSlopeSigma_m)),
          minus_blur(island.height_m, kProminenceSigma_m), minus_blur(island.height_m, kConcavitySigma_m)};
}

}  // namespace fw
