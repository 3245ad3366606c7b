#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/calendar.h"
#include "core/model/template/ecology.h"

// The clock of the day and the year (docs/coordinators.md, 6): pure functions of a calendar and the seconds
// of a simulation's clock. Nothing here keeps time.
namespace fw {

struct Template;

/// Whether the number of a class goes over the day or the year at all.
bool has_dates(const ClassDates& dates);
/// Whether what a template states of the group `calendar` (its fields apart) differs from the defaults.
bool has_calendar(const Calendar& calendar);
/// The same, or some class has dates: then hours and days mean something.
bool has_calendar(const Template& tmpl);

/// A moment of a calendar.
struct Date {
  int64_t day = 0;        ///< whole days since the midnight in midwinter that days are counted from
  int64_t year = 0;       ///< whole years since then
  double hour = 0;        ///< [0, 24); an hour is 1/24 of the calendar's day
  double turn = 0;        ///< of the year that has passed, [0, 1); 0 = midwinter
  double season = -1;     ///< -1 in midwinter, 1 in midsummer
  double daylight_h = 8;  ///< hours between sunrise and sunset
};

/// The date after time_s seconds of the clock; before the beginning where negative. Whole days of the clock
/// are taken off exactly: every day of every year has the same bits. |time_s| / day_s below 2^52.
Date date_at(const Calendar& calendar, double time_s);

/// The date when `share` in [0, 1) of a day has passed.
Date date_on(const Calendar& calendar, int64_t day, double share);

/// Days from the midnight that days are counted from: 2.5 = day 2, noon.
double days_of(const Date& date);
/// The second of the clock at which a number of days has passed; negative before the clock's beginning.
double time_at(const Calendar& calendar, double days);

/// Which of the days' `parts` equal parts the date is in, counted from day 0's first. A moment less than 1e-8
/// days before a part begins, as rounding leaves it, is in that part.
int64_t part_of_days(const Date& date, int64_t parts);

/// "day 2 18:30", to the minute that has begun; day 0 is the first.
std::string date_text(const Date& date);
/// The days of "day 2 18:30" or "day 2"; nothing for other texts. Hours 0..23, minutes 0..59, days up to 1e9.
std::optional<double> read_date(std::string_view text);

/// The built-in curves: always 1; day, 1 at noon, 1/2 at sunrise and sunset, 0 at midnight; night = 1 - day;
/// twilight = 4 day (1 - day), 1 at dawn and dusk.
inline constexpr std::string_view kCalendarCurves[] = {"always", "day", "night", "twilight"};

/// The ids of a calendar's curves: the built-in ones, then the studio's.
std::vector<std::string> curve_ids(const Calendar& calendar);

/// A curve's share at an hour of a day with that much daylight, in [0, 1]. The id is one of curve_ids().
double curve_share(const Calendar& calendar, std::string_view curve, double hour, double daylight_h);
inline double curve_share(const Calendar& calendar, std::string_view curve, const Date& date) {
  return curve_share(calendar, curve, date.hour, date.daylight_h);
}
/// Its mean over such a day, in closed form.
double curve_mean(const Calendar& calendar, std::string_view curve, double daylight_h);
/// What a curve does to a number or an activity: 1 + depth (share / mean - 1), whose mean over the day is 1.
/// depth in [0, 1]. 1 for a curve that is 0 all day.
double curve_factor(const Calendar& calendar, std::string_view curve, double depth, const Date& date);

/// What a class's number is of its quota at that hour of the day, and on that day of the year: the curve's
/// factor by `active`, 1 + peak_depth cos 2 pi (turn - that of `peak`). The means over a day and over a year
/// are 1. Never below 0.
double day_factor(const Calendar& calendar, const ClassDates& dates, const Date& date);
double year_factor(const ClassDates& dates, const Date& date);
/// Both: quota(t) = quota * this. Of wildlife the number goes with year_factor alone; day_factor is how far
/// it walks.
inline double quota_factor(const Calendar& calendar, const ClassDates& dates, const Date& date) {
  return day_factor(calendar, dates, date) * year_factor(dates, date);
}

/// Sunrise and sunset of a day with that date's daylight, hours.
inline double sunrise_h(const Date& date) {
  return 12 - date.daylight_h / 2;
}
inline double sunset_h(const Date& date) {
  return 12 + date.daylight_h / 2;
}
/// The days at which the sun rises and sets on a day: there the hour is that moment's own sunrise or sunset.
struct SunTimes {
  double rise_d, set_d;
};
SunTimes sun_times(const Calendar& calendar, int64_t day);

/// The phase of a field that closes over the day (NoiseStack::cells_t cells).
double day_phase(int cells_t, const Date& date);
/// A stack as the years read it: closed over the year with cells_t cells; endless where years do not repeat.
NoiseStack year_stack(const Calendar& calendar, NoiseStack stack, int cells_t);
/// The phase of such a stack.
double year_phase(const Calendar& calendar, int cells_t, const Date& date);

}  // namespace fw
