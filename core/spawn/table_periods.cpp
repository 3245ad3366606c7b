#include "core/spawn/table_periods_internal.h"

#include <cmath>
#include <span>

#include "core/field/quantile/quantile.h"
#include "core/model/calendar.h"

namespace fw::spawn {
namespace {

/// Moments of a part at which its factor is read.
constexpr int kPartMoments = 12;

double part_factor(const Calendar& calendar, Category category, const ClassDates& dates, int year, int day) {
  const double turn = (year + 0.5) / kYearParts;
  Date middle;
  middle.turn = turn;  // a year may have fewer days than parts
  const double season = year_factor(dates, middle);
  if (category == Category::wildlife) return season;  // animals keep their number by day
  double sum = 0;
  for (int k = 0; k < kPartMoments; ++k) {
    const auto middle_d = static_cast<int64_t>(std::floor(turn * calendar.year_d));
    const Date date = date_on(calendar, middle_d, (day + (k + 0.5) / kPartMoments) / kDayParts);
    sum += day_factor(calendar, dates, date);
  }
  return season * sum / kPartMoments;
}

}  // namespace

std::vector<int> part_caps(const Calendar& calendar, Category category, const ClassDates& dates, int quota) {
  ClassDates counted = dates;
  if (category == Category::wildlife) counted.active_depth = 0;  // animals keep their number by day
  if (!has_dates(counted)) return {};
  std::vector<int> caps;
  for (int year = 0; year < kYearParts; ++year)
    for (int day = 0; day < kDayParts; ++day)
      caps.push_back(
          static_cast<int>(std::floor(quota * part_factor(calendar, category, dates, year, day) + 0.5)));
  return caps;
}

std::vector<int> part_caps(const ClassYear& year) {
  std::vector<int> caps;
  for (const std::vector<double>& heads : year.heads) {
    double sum = 0;
    for (const double in_region : heads) sum += in_region;
    caps.insert(caps.end(), kDayParts, static_cast<int>(std::floor(sum + 0.5)));
  }
  return caps;
}

std::vector<SpawnTablePeriod> pool_periods(const Calendar& calendar, const std::vector<int>& caps,
                                           const std::vector<std::vector<double>>& weights) {
  std::vector<std::vector<int64_t>> dealt;  // by part, then by pool
  for (size_t part = 0; part < caps.size(); ++part)
    dealt.push_back(largest_remainder(weights[part / kDayParts], caps[part]));
  std::vector<SpawnTablePeriod> all;
  for (size_t pool = 0; pool < weights.front().size(); ++pool) {
    const size_t first = all.size();
    for (int year = 0; year < kYearParts; ++year) {
      const double from_d = static_cast<double>(year) * calendar.year_d / kYearParts,
                   to_d = (year + 1.0) * calendar.year_d / kYearParts;
      for (int day = 0; day < kDayParts; ++day) {
        const auto cap_at = [&](int part) {
          return static_cast<int>(dealt[static_cast<size_t>(year * kDayParts + part)][pool]);
        };
        int end = day + 1;
        while (end < kDayParts && cap_at(end) == cap_at(day)) ++end;
        const SpawnTablePeriod row{static_cast<int>(pool), from_d,     to_d, day * 24.0 / kDayParts,
                                   end * 24.0 / kDayParts, cap_at(day)};
        day = end - 1;
        // The same hours with the same cap until now: it goes on.
        bool goes_on = false;
        for (size_t k = first; k < all.size() && !goes_on; ++k) {
          SpawnTablePeriod& before = all[k];
          goes_on = before.to_d == from_d && before.from_h == row.from_h && before.to_h == row.to_h &&
                    before.cap == row.cap;
          if (goes_on) before.to_d = to_d;
        }
        if (!goes_on) all.push_back(row);
      }
    }
  }
  return all;
}

}  // namespace fw::spawn
