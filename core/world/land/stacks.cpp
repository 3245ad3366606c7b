#include "core/world/land/stacks.h"

#include "core/world/land/island_outline.h"

namespace fw {
namespace {

size_t class_count_of_layer(std::string_view layer) {
  if (layer == "biome") return kBiomes;
  if (layer == "faction") return kFactions;
  return 1;
}

std::string_view class_slug_of_layer(std::string_view layer, size_t index) {
  return layer == "biome" ? kBiomeSlugs[index] : kFactionSlugs[index];
}

/// One stack per class, or the one that strict_quantile cuts.
template <size_t N>
std::vector<WorldStack> class_stacks(std::string_view layer, const std::array<std::string_view, N>& slugs,
                                     size_t count, const NoiseStack& stack, const Template& tmpl,
                                     const SeedBundle& seeds) {
  const std::string prefix = std::string(layer) + "_";
  if (tmpl.layer_mode == LayerMode::strict_quantile)
    return {{prefix + "stack", bind_noise(stack, noise_substream(seeds, stack, layer))}};
  std::vector<WorldStack> stacks;
  for (size_t k = 0; k < count; ++k) {
    const uint64_t stream = derive(seeds.noise_stream(), noise_tag(layer, stack.seed_of, k, slugs[k]));
    stacks.push_back({prefix + std::string(slugs[k]) + "_stack", bind_noise(stack, stream)});
  }
  return stacks;
}

}  // namespace

std::string noise_tag(std::string_view layer, std::string_view seed_of, size_t index, std::string_view slug) {
  const std::string_view source = seed_of.empty() ? layer : seed_of;
  const size_t classes = class_count_of_layer(source);
  if (classes > 1) {
    const std::string_view name = index < classes ? class_slug_of_layer(source, index) : slug;
    return std::string(source) + "." + std::string(name);
  }
  if (index == 0 || slug.empty()) return std::string(source);
  return std::string(source) + "." + std::string(slug);
}

std::vector<WorldStack> world_stacks(StackLayer layer, const Template& tmpl, const SeedBundle& seeds) {
  const WorldNoise& noise = tmpl.noise;
  const auto one = [&](const char* name, const NoiseStack& stack, uint64_t substream) {
    return std::vector<WorldStack>{{name, bind_noise(stack, substream)}};
  };
  // A fitted layer that takes another's seed takes that of the other's first class.
  const auto fitted = [&](const char* name, const NoiseStack& stack) {
    return derive(seeds.noise_stream(), noise_tag(name, stack.seed_of, 0, ""));
  };
  switch (layer) {
    case StackLayer::type:
      return one("type_field", noise.type, fitted("type", noise.type));
    case StackLayer::feature:
      return one("feature", noise.feature, noise_substream(seeds, noise.feature, "feature"));
    case StackLayer::danger:
      return one("danger_stack", noise.danger, fitted("danger", noise.danger));
    case StackLayer::height:
      return one("height_stack", noise.height, noise_substream(seeds, noise.height, "height"));
    case StackLayer::biome:
      return class_stacks("biome", kBiomeSlugs, kBiomes, noise.biome, tmpl, seeds);
    case StackLayer::faction:
      return class_stacks("faction", kFactionSlugs, kFactions - 1, noise.faction, tmpl, seeds);
  }
  return {};
}

}  // namespace fw
