#pragma once

#include <string>
#include <string_view>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/template/template.h"

namespace fw {

/// "enemy.wolf": the class's own part of its tags.
std::string class_tag(Category category, const PointClass& cls);
/// The streams that a class draws from: its own seed, else those of the points. `seeds` are salted.
SeedBundle class_seeds(const SeedBundle& seeds, const PointClass& cls);
/// A stack may take another layer's seed: that layer's name then precedes category and class.
NoiseField class_noise(const SeedBundle& seeds, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag);

}  // namespace fw
