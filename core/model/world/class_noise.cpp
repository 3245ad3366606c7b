#include "core/model/world/class_noise.h"

namespace fw {

std::string class_tag(Category category, const PointClass& cls) {
  return std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + cls.slug;
}

SeedBundle class_seeds(const SeedBundle& seeds, const PointClass& cls) {
  return cls.seed ? SeedBundle::from_master(*cls.seed) : seeds.of(SeedPart::points);
}

NoiseField class_noise(const SeedBundle& seeds, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag) {
  const std::string lead = stack.seed_of.empty() ? std::string(layer) : stack.seed_of;
  return bind_noise(stack, derive(seeds.noise_stream(), lead + "." + tag));
}

}  // namespace fw
