#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/template/template.h"

namespace fw {

/// Sub-stream tag of class `index` (a row's index and id) of a layer. Own: "<layer>.<id>" ("<layer>" for a
/// single field). With seed_of = M the name M replaces the layer's, and class i takes the tag of M's class i,
/// so that the two layers are correlated; a class beyond M's classes takes "M.<its own id>".
std::string noise_tag(const Vocabulary& vocabulary, std::string_view layer, std::string_view seed_of,
                      size_t index, std::string_view id);
/// A stack with the sub-stream of that tag.
NoiseField layer_noise(const Vocabulary& vocabulary, const SeedBundle& seeds, std::string_view layer,
                       const NoiseStack& stack, size_t index, std::string_view id);

/// The world layers that begin with plain noise: what of them needs no island, mask or fit.
enum class StackLayer : uint8_t { type, feature, danger, height, biome, faction };
inline constexpr std::array<std::string_view, 6> kStackLayerSlugs{"type",   "feature", "danger",
                                                                  "height", "biome",   "faction"};

/// One stack as the generator binds it. Its raster at any resolution is noise_raster(field, grid,
/// tmpl.noise.phase).
struct WorldStack {
  /// "type_field" and "feature" are, as (n + 1) / 2, the bands of that name in fields.tif; the others are
  /// where their layers start: "danger_stack" and "height_stack", "biome_<id>_stack" ... one per class.
  std::string name;
  NoiseField field;
};

/// The stacks of a layer: one, or one per row for biome and faction (owners only; neutral ground is no matter
/// of noise). In strict_quantile mode biome and faction have one stack each.
std::vector<WorldStack> world_stacks(StackLayer layer, const Template& tmpl, const SeedBundle& seeds);

}  // namespace fw
