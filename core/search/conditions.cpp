#include "core/search/conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {

std::optional<Judgement> judge_at(KpiStage stage, std::span<const ConditionPart> parts,
                                  std::span<const double> values, const FigureTable& table) {
  for (size_t k = 0; k < parts.size(); ++k) {
    const double slack = value_of(parts[k].formula, values, table);
    if (slack < 0) return Judgement{SearchFate::rejected, k, stage};
    if (std::isnan(slack) && parts[k].stage <= stage) return Judgement{SearchFate::undefined, k, stage};
  }
  if (stage < KpiStage::points) return std::nullopt;
  return Judgement{SearchFate::passed, 0, stage};
}

std::vector<KpiStage> looks_of(std::span<const ConditionPart> parts) {
  std::vector<KpiStage> looks{KpiStage::points};
  for (const ConditionPart& part : parts) looks.push_back(part.stage);
  std::sort(looks.begin(), looks.end());
  looks.erase(std::unique(looks.begin(), looks.end()), looks.end());
  return looks;
}

Judgement judge(std::span<const ConditionPart> parts, std::span<const double> values,
                const FigureTable& table) {
  std::vector<double> known(values.begin(), values.end());
  for (const KpiStage look : looks_of(parts)) {
    for (size_t k = 0; k < known.size(); ++k)
      known[k] = table.figures[k].stage <= look ? values[k] : std::numeric_limits<double>::quiet_NaN();
    if (const auto verdict = judge_at(look, parts, known, table)) return *verdict;
  }
  return {};
}

}  // namespace fw
