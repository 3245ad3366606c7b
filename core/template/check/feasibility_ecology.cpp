#include <algorithm>

#include "core/base/number_text.h"
#include "core/model/world/habitat.h"
#include "core/template/check/feasibility_internal.h"

namespace fw::feasibility {
namespace {

/// Shares of the land, biomes and bands taken as independent.
struct CommonGround {
  double predator = 0, prey = 0, both = 0;

  double share() const {
    const double smaller = std::min(predator, prey);
    return smaller > 0 ? both / smaller : 0;
  }
};
CommonGround common_ground(const Template& t, const PointClass& predator, const PointClass& prey) {
  CommonGround ground;
  const Vocabulary& v = t.vocabulary;
  const bool apart = of_water(predator.conditions.ground) != of_water(prey.conditions.ground);
  for (size_t b = 0; b < v.biomes.size(); ++b)
    for (size_t d = 0; d < v.danger.size(); ++d) {
      const double share = v.biomes[b].share * v.danger[d].share;
      const auto lives = [&](const PointClass& cls) {
        return habitat_weight(v, Category::wildlife, cls, static_cast<Biome>(b), static_cast<Danger>(d)) > 0;
      };
      ground.predator += lives(predator) ? share : 0;
      ground.prey += lives(prey) ? share : 0;
      ground.both += !apart && lives(predator) && lives(prey) ? share : 0;
    }
  return ground;
}

}  // namespace

void check_prey(const Template& t, Findings& findings) {
  for (size_t row = 0; row < t.wildlife.size(); ++row)
    for (const PreyRow& eaten : t.wildlife[row].life.prey) {
      const PointClass& predator = t.wildlife[row];
      const auto prey = std::find_if(t.wildlife.begin(), t.wildlife.end(),
                                     [&](const PointClass& cls) { return cls.slug == eaten.cls; });
      if (prey == t.wildlife.end() || predator.quota == 0) continue;
      const double common = common_ground(t, predator, *prey).share();
      if (common >= kLeastCommonGround) continue;
      findings.push_back({Severity::warning,
                          "prey_out_of_reach",
                          "wildlife[" + std::to_string(row) + "].prey",
                          predator.label + " and its prey " + prey->label + " share about " +
                              rounded_text(100 * common, 2) + " % of their ground, less than " +
                              number_text(100 * kLeastCommonGround) +
                              " %: they will hardly meet. Give them biomes, bands and a ground in common, or "
                              "take the row of prey out.",
                          {}});
    }
}

}  // namespace fw::feasibility
