#include "core/world/land/stacks.h"

#include "core/world/land/island_outline.h"

namespace fw {
namespace {

/// The ids of a layer's classes; none for a single field.
std::vector<std::string> class_ids_of_layer(const Vocabulary& vocabulary, std::string_view layer) {
  if (layer == "biome") return row_ids(vocabulary.biomes);
  if (layer == "faction") return row_ids(vocabulary.factions);
  return {};
}

/// One stack per class for which `wanted` is not 0, or the one that strict_quantile cuts.
std::vector<WorldStack> class_stacks(std::string_view layer, const std::vector<uint8_t>& wanted,
                                     const NoiseStack& stack, const Template& tmpl, const SeedBundle& seeds) {
  const std::string prefix = std::string(layer) + "_";
  if (tmpl.layer_mode == LayerMode::strict_quantile)
    return {{prefix + "stack", bind_noise(stack, noise_substream(seeds, stack, layer))}};
  const std::vector<std::string> ids = class_ids_of_layer(tmpl.vocabulary, layer);
  std::vector<WorldStack> stacks;
  for (size_t k = 0; k < ids.size(); ++k)
    if (wanted[k] != 0)
      stacks.push_back(
          {prefix + ids[k] + "_stack", layer_noise(tmpl.vocabulary, seeds, layer, stack, k, ids[k])});
  return stacks;
}

}  // namespace

std::string noise_tag(const Vocabulary& vocabulary, std::string_view layer, std::string_view seed_of,
                      size_t index, std::string_view id) {
  const std::string source(seed_of.empty() ? layer : seed_of);
  const std::vector<std::string> classes = class_ids_of_layer(vocabulary, source);
  if (!classes.empty()) return source + "." + (index < classes.size() ? classes[index] : std::string(id));
  return index == 0 || id.empty() ? source : source + "." + std::string(id);
}

NoiseField layer_noise(const Vocabulary& vocabulary, const SeedBundle& seeds, std::string_view layer,
                       const NoiseStack& stack, size_t index, std::string_view id) {
  return bind_noise(stack,
                    derive(seeds.noise_stream(), noise_tag(vocabulary, layer, stack.seed_of, index, id)));
}

std::vector<WorldStack> world_stacks(StackLayer layer, const Template& tmpl, const SeedBundle& seeds) {
  const WorldNoise& noise = tmpl.noise;
  const auto one = [](const char* name, const NoiseField& field) {
    return std::vector<WorldStack>{{name, field}};
  };
  // A fitted layer that takes another's seed takes that of the other's first class.
  const auto fitted = [&](const char* name, const NoiseStack& stack) {
    return layer_noise(tmpl.vocabulary, seeds, name, stack, 0, "");
  };
  const auto plain = [&](const char* name, const NoiseStack& stack) {
    return bind_noise(stack, noise_substream(seeds, stack, name));
  };
  std::vector<uint8_t> owners;
  for (const FactionRow& row : tmpl.vocabulary.factions) owners.push_back(row.role == FactionRole::owner);
  switch (layer) {
    case StackLayer::type:
      return one("type_field", fitted("type", noise.type));
    case StackLayer::feature:
      return one("feature", plain("feature", noise.feature));
    case StackLayer::danger:
      return one("danger_stack", fitted("danger", noise.danger));
    case StackLayer::height:
      return one("height_stack", plain("height", height_stack(tmpl)));
    case StackLayer::biome:
      return class_stacks("biome", std::vector<uint8_t>(tmpl.vocabulary.biomes.size(), 1), noise.biome, tmpl,
                          seeds);
    case StackLayer::faction:
      return class_stacks("faction", owners, noise.faction, tmpl, seeds);
  }
  return {};
}

}  // namespace fw
