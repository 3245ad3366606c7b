#pragma once

#include "core/water/plan_coast.h"

namespace fw {

/// Fills grade and noise of a coast whose types are known.
void make_sea_floor(const Template& tmpl, const SeedBundle& seeds, CoastPlan& coast);

/// Coast cells with deep water near, by descending utility.
std::vector<HarbourPlace> harbour_places(const Template& tmpl, const CoastGround& ground,
                                         const CoastPlan& coast);

}  // namespace fw
