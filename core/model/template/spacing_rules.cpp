#include "core/model/template/spacing_rules.h"

#include <algorithm>

#include "core/model/template/template.h"

namespace fw {

double hard_spacing_m(const PointClass& cls, double spacing_m) {
  const double floor_m = cls.spacing_floor_m.value_or(0);
  return floor_m > 0 && floor_m < cls.spacing_m ? spacing_m * (floor_m / cls.spacing_m) : spacing_m;
}

std::vector<double> usual_relaxation() {
  return SiteRules().relax;
}

BandRange step_bands(const LadderStep& step, const Vocabulary& vocabulary) {
  const size_t worst = vocabulary.danger.size() - 1;
  return {static_cast<Danger>(find_row(vocabulary.danger, step.from_band).value_or(0)),
          static_cast<Danger>(find_row(vocabulary.danger, step.to_band).value_or(worst))};
}

double spacing_floor(const RarityRow& rarity) {
  double least = 1;
  for (const LadderStep& step : rarity.ladder) least = std::min(least, step.spacing_factor);
  return least;
}

Danger least_band(const RarityRow& rarity, const Vocabulary& vocabulary) {
  if (rarity.ladder.empty()) return Danger{};
  auto least = static_cast<Danger>(vocabulary.danger.size() - 1);
  for (const LadderStep& step : rarity.ladder) least = std::min(least, step_bands(step, vocabulary).safest);
  return least;
}

}  // namespace fw
