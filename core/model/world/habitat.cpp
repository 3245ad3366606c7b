#include "core/model/world/habitat.h"

namespace fw {

double habitat_weight(const Vocabulary& vocabulary, Category category, const PointClass& cls, Biome biome,
                      Danger danger) {
  const double by_biome = cls.biome_affinity[static_cast<size_t>(biome)];
  const auto band = static_cast<size_t>(danger);
  if (category == Category::enemy) return by_biome * cls.danger_affinity[band];
  if (danger < cls.danger_min || danger > cls.danger_max) return 0;
  return category == Category::wildlife ? by_biome * vocabulary.danger[band].wildlife : by_biome;
}

bool is_open(const World& world, size_t cell) {
  return world.on_island(cell) &&
         (world.water.size() == 0 || world.water[cell] != static_cast<uint8_t>(WaterCode::lake));
}

}  // namespace fw
