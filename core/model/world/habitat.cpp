#include "core/model/world/habitat.h"

#include <optional>

namespace fw {

double habitat_weight(const Vocabulary& vocabulary, Category category, const PointClass& cls, Biome biome,
                      Danger danger) {
  const double by_biome = cls.biome_affinity[static_cast<size_t>(biome)];
  const auto band = static_cast<size_t>(danger);
  if (category == Category::enemy) return by_biome * cls.danger_affinity[band];
  if (category == Category::wildlife) return by_biome * band_weight(vocabulary, cls, danger);
  return danger < cls.danger_min || danger > cls.danger_max ? 0 : by_biome;
}

double band_weight(const Vocabulary& vocabulary, const PointClass& cls, Danger danger) {
  if (danger < cls.danger_min || danger > cls.danger_max) return 0;
  const auto band = static_cast<size_t>(danger);
  const std::optional<double> own = band < cls.band_weight.size() ? cls.band_weight[band] : std::nullopt;
  return own.value_or(vocabulary.danger[band].wildlife);
}

bool is_open(const World& world, size_t cell) {
  return world.on_island(cell) &&
         (world.water.size() == 0 || world.water[cell] != static_cast<uint8_t>(WaterCode::lake));
}

}  // namespace fw
