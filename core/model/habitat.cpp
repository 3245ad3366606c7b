#include "core/model/habitat.h"

namespace fw {
namespace {

// Game animals keep out of the dangerous bands even where a template's range would let them in.
constexpr DangerMix kWildlifeBandWeight{1.0, 0.6, 0.0, 0.0};

}  // namespace

double habitat_weight(Category category, const PointClass& cls, Biome biome, Danger danger) {
  const double by_biome = cls.biome_affinity[static_cast<size_t>(biome)];
  const auto band = static_cast<size_t>(danger);
  if (category == Category::enemy) return by_biome * cls.danger_affinity[band];
  if (danger < cls.danger_min || danger > cls.danger_max) return 0;
  return category == Category::wildlife ? by_biome * kWildlifeBandWeight[band] : by_biome;
}

}  // namespace fw
