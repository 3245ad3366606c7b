#pragma once

#include <cstdint>
#include <vector>

#include "core/model/template/template.h"
#include "core/spawn/spawn.h"

// How a class's numbers go with the hours of a calendar (docs/coordinators.md, 6): pure functions of the
// clock.
namespace fw {

/// The dates of a class and what they count by.
struct ClassHours {
  Calendar calendar;
  Category category = Category::resource;
  ClassDates dates;
};

/// What the class's number is of its quota at a second of the clock: of wildlife that of the year alone.
double number_factor(const ClassHours& hours, double time_s);
/// Factor on the speed at which the class wanders: of wildlife that of the day's hour, else 1.
double pace_factor(const ClassHours& hours, double time_s);

/// The quotas of the cycles that begin on one day of the calendar.
struct DayQuotas {
  int64_t first_cycle = 0;
  std::vector<int64_t> quota = {};

  bool holds(int64_t cycle) const {
    return cycle >= first_cycle && cycle - first_cycle < static_cast<int64_t>(quota.size());
  }
  int64_t of(int64_t cycle) const { return quota[static_cast<size_t>(cycle - first_cycle)]; }
};
/// Of the day on which `cycle` >= 0 begins: quota times the mean factor of each cycle, in whole numbers by
/// largest remainder, so that the day's sum is what the factors make it.
DayQuotas day_quotas(const ClassHours& hours, int cycle_s, int quota, int64_t cycle);

}  // namespace fw
