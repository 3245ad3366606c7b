#include "app/job/usual/fairness.h"

#include <algorithm>
#include <utility>

#include "app/job/usual/usual_ranges.h"
#include "core/measure/kpi/kpi.h"

namespace fw {

std::shared_ptr<const Lazy<FairnessReport>> fairness_of(std::shared_ptr<const World> world,
                                                        std::shared_ptr<const Template> tmpl) {
  return std::make_shared<const Lazy<FairnessReport>>([world = std::move(world), tmpl = std::move(tmpl)] {
    FairnessReport report = fairness_report(*world, play_of(tmpl->play, tmpl->vocabulary));
    const UsualRanges usual = shipped_ranges(*tmpl, std::max(world->grid.columns, world->grid.rows));
    for (FairnessReport::Aspect& aspect : report.aspects)
      if (const auto range = usual.find(aspect.name); range != usual.end()) aspect.usual = range->second;
    return report;
  });
}

}  // namespace fw
