#include "core/spawn/class_hours.h"

#include <algorithm>
#include <cmath>

#include "core/field/quantile/quantile.h"
#include "core/model/calendar.h"

namespace fw {

namespace {

double mean_factor(const ClassHours& hours, int cycle_s, int64_t cycle) {
  // Moments of a cycle at which its factor is read: a dozen for every day that begins in it.
  const int moments = 12 * std::max(1, static_cast<int>(std::ceil(cycle_s / hours.calendar.day_s)));
  double sum = 0;
  for (int k = 0; k < moments; ++k)
    sum += number_factor(hours, (static_cast<double>(cycle) + (k + 0.5) / moments) * cycle_s);
  return sum / moments;
}

}  // namespace

double number_factor(const ClassHours& hours, double time_s) {
  const Date date = date_at(hours.calendar, time_s);
  return hours.category == Category::wildlife ? year_factor(hours.dates, date)
                                              : quota_factor(hours.calendar, hours.dates, date);
}

double pace_factor(const ClassHours& hours, double time_s) {
  return hours.category == Category::wildlife
             ? day_factor(hours.calendar, hours.dates, date_at(hours.calendar, time_s))
             : 1;
}

DayQuotas day_quotas(const ClassHours& hours, int cycle_s, int quota, int64_t cycle) {
  const auto day_of = [&](int64_t c) {
    return date_at(hours.calendar, static_cast<double>(c) * cycle_s).day;
  };
  const int64_t day = day_of(cycle);
  DayQuotas out{cycle};
  while (out.first_cycle > 0 && day_of(out.first_cycle - 1) == day) --out.first_cycle;
  std::vector<double> share;
  double sum = 0;
  for (int64_t c = out.first_cycle; day_of(c) == day; ++c) {
    share.push_back(mean_factor(hours, cycle_s, c));
    sum += share.back();
  }
  out.quota = largest_remainder(share, std::llround(quota * sum));
  for (int64_t& of : out.quota) of = std::min<int64_t>(of, kMostSpawnLimit);
  return out;
}

}  // namespace fw
