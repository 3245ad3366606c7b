#pragma once

#include <vector>

#include "core/model/spawn_tables.h"
#include "core/model/template/template.h"
#include "core/spawn/class_year.h"

// What of a class's tables hangs on the date. Private to core/spawn.
namespace fw::spawn {

/// How many may be alive in each part of the year and of the day, [year * kDayParts + day]: the quota times
/// the mean of its factor there. Empty where the class does not hang on the date.
std::vector<int> part_caps(const Calendar& calendar, Category category, const ClassDates& dates, int quota);

/// The same of a simulated year: how many stood, the same at every hour.
std::vector<int> part_caps(const ClassYear& year);

/// These caps dealt out to pools by weights, [part of the year][pool], largest remainder first, in as few
/// rows as say the same. `pool` of the rows counts from 0.
std::vector<SpawnTablePeriod> pool_periods(const Calendar& calendar, const std::vector<int>& caps,
                                           const std::vector<std::vector<double>>& weights);

}  // namespace fw::spawn
