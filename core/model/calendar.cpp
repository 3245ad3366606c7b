#include "core/model/calendar.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/smooth_step.h"
#include "core/model/template/template.h"

namespace fw {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDay_h = 24;
constexpr double kMostDays = 1e9;

/// cos(x pi)
double cos_pi(double x) {
  return exact::sincos(kPi * x).cos;
}

double daytime(double hour, double daylight_h) {
  const double from_noon = std::fabs(hour - 12);
  return from_noon <= daylight_h / 2 ? 0.5 + 0.5 * cos_pi(from_noon / daylight_h)
                                     : 0.5 - 0.5 * cos_pi((12 - from_noon) / (kDay_h - daylight_h));
}

const CalendarCurve* studio_curve(const Calendar& calendar, std::string_view id) {
  for (const CalendarCurve& curve : calendar.curves)
    if (curve.id == id) return &curve;
  return nullptr;
}

/// Row k of a curve and the row after it, which lies in the next day behind the last one.
struct Stretch {
  double from_h, to_h, from, to;
};
Stretch stretch_of(const CalendarCurve& curve, size_t k) {
  const bool last = k + 1 == curve.hours.size();
  return {curve.hours[k], last ? curve.hours[0] + kDay_h : curve.hours[k + 1], curve.shares[k],
          curve.shares[last ? 0 : k + 1]};
}

double rows_share(const CalendarCurve& curve, double hour) {
  size_t k = static_cast<size_t>(std::upper_bound(curve.hours.begin(), curve.hours.end(), hour) -
                                 curve.hours.begin());
  if (k == 0) k = curve.hours.size(), hour += kDay_h;  // before the first row: after yesterday's last
  const Stretch s = stretch_of(curve, k - 1);
  if (!(s.to_h > s.from_h)) return s.to;
  return s.from + (s.to - s.from) * smooth_step((hour - s.from_h) / (s.to_h - s.from_h));
}

double rows_mean(const CalendarCurve& curve) {
  double sum = 0;
  for (size_t k = 0; k < curve.hours.size(); ++k) {
    const Stretch s = stretch_of(curve, k);
    sum += (s.to_h - s.from_h) * (s.from + s.to) / 2;
  }
  return sum / kDay_h;
}

/// The whole number at the front of a text, which loses it.
std::optional<int64_t> take_whole(std::string_view& text) {
  int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end.ptr - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

bool has_dates(const ClassDates& dates) {
  return (dates.active != "always" && dates.active_depth > 0) ||
         (dates.peak != PeakSeason::none && dates.peak_depth > 0);
}

bool has_calendar(const Template& tmpl) {
  const auto any = [](const std::vector<PointClass>& classes) {
    return std::ranges::any_of(classes, [](const PointClass& cls) { return has_dates(cls.dates); });
  };
  return has_calendar(tmpl.calendar) || any(tmpl.resources) || any(tmpl.wildlife) || any(tmpl.enemies);
}

bool has_calendar(const Calendar& c) {
  const Calendar none;
  return c.day_s != none.day_s || c.year_d != none.year_d || c.start_d != none.start_d ||
         c.daylight_low_h != none.daylight_low_h || c.daylight_high_h != none.daylight_high_h ||
         c.repeat != none.repeat || !c.curves.empty() || c.crowd != none.crowd;
}

Date date_on(const Calendar& calendar, int64_t day, double share) {
  const int64_t year_d = calendar.year_d;
  Date date;
  date.day = day;
  date.hour = kDay_h * share;
  date.year = day / year_d - (day % year_d < 0 ? 1 : 0);
  const int64_t day_of_year = day - date.year * year_d;
  date.turn = (static_cast<double>(day_of_year) + share) / static_cast<double>(year_d);
  date.season = -cos_pi(2 * date.turn);
  date.daylight_h =
      calendar.daylight_low_h + (calendar.daylight_high_h - calendar.daylight_low_h) * (1 + date.season) / 2;
  return date;
}

Date date_at(const Calendar& calendar, double time_s) {
  double rest_s = std::fmod(time_s, calendar.day_s);  // exact
  double days = std::nearbyint((time_s - rest_s) / calendar.day_s);
  if (rest_s < 0) rest_s += calendar.day_s, days -= 1;
  const double within = calendar.start_d + rest_s / calendar.day_s;
  const double whole = std::floor(within);
  return date_on(calendar, static_cast<int64_t>(days + whole), within - whole);
}

double days_of(const Date& date) {
  return static_cast<double>(date.day) + date.hour / kDay_h;
}
double time_at(const Calendar& calendar, double days) {
  return (days - calendar.start_d) * calendar.day_s;
}

int64_t part_of_days(const Date& date, int64_t parts) {
  constexpr double kRounding_d = 1e-8;
  return date.day * parts +
         static_cast<int64_t>(std::floor((date.hour / kDay_h + kRounding_d) * static_cast<double>(parts)));
}

std::string date_text(const Date& date) {
  constexpr int64_t kDay_min = 24 * 60;
  const int64_t all = part_of_days(date, kDay_min);
  const auto minute = static_cast<int>((all % kDay_min + kDay_min) % kDay_min);
  char text[48];
  std::snprintf(text, sizeof text, "day %lld %02d:%02d", static_cast<long long>((all - minute) / kDay_min),
                minute / 60, minute % 60);
  return text;
}

std::optional<double> read_date(std::string_view text) {
  if (!take(text, "day ")) return std::nullopt;
  const auto day = take_whole(text);
  if (!day || static_cast<double>(*day) > kMostDays) return std::nullopt;
  if (text.empty()) return static_cast<double>(*day);
  if (!take(text, " ")) return std::nullopt;
  const auto hours = take_whole(text);
  if (!hours || *hours > 23 || !take(text, ":") || text.size() != 2) return std::nullopt;
  const auto minutes = take_whole(text);
  if (!minutes || *minutes > 59 || !text.empty()) return std::nullopt;
  return static_cast<double>(*day) + static_cast<double>(*hours * 60 + *minutes) / (kDay_h * 60);
}

std::vector<std::string> curve_ids(const Calendar& calendar) {
  std::vector<std::string> ids(std::begin(kCalendarCurves), std::end(kCalendarCurves));
  for (const CalendarCurve& curve : calendar.curves) ids.push_back(curve.id);
  return ids;
}

double curve_share(const Calendar& calendar, std::string_view curve, double hour, double daylight_h) {
  if (curve == "always") return 1;
  if (curve == "day") return daytime(hour, daylight_h);
  if (curve == "night") return 1 - daytime(hour, daylight_h);
  if (curve == "twilight") {
    const double day = daytime(hour, daylight_h);
    return 4 * day * (1 - day);
  }
  const CalendarCurve* rows = studio_curve(calendar, curve);
  assert(rows != nullptr);
  return rows_share(*rows, hour);
}

double curve_mean(const Calendar& calendar, std::string_view curve, double daylight_h) {
  const double day = ((0.5 + 1 / kPi) * daylight_h + (0.5 - 1 / kPi) * (kDay_h - daylight_h)) / kDay_h;
  if (curve == "always") return 1;
  if (curve == "day") return day;
  if (curve == "night") return 1 - day;
  if (curve == "twilight") return 0.5;
  const CalendarCurve* rows = studio_curve(calendar, curve);
  assert(rows != nullptr);
  return rows_mean(*rows);
}

double curve_factor(const Calendar& calendar, std::string_view curve, double depth, const Date& date) {
  const double mean = curve_mean(calendar, curve, date.daylight_h);
  return mean > 0 ? 1 + depth * (curve_share(calendar, curve, date) / mean - 1) : 1;
}

double day_factor(const Calendar& calendar, const ClassDates& dates, const Date& date) {
  return dates.active == "always" ? 1 : curve_factor(calendar, dates.active, dates.active_depth, date);
}

double year_factor(const ClassDates& dates, const Date& date) {
  constexpr double kPeakTurn[kPeakSeasonSlugs.size()] = {0, 0, 0.25, 0.5, 0.75};
  if (dates.peak == PeakSeason::none) return 1;
  return 1 + dates.peak_depth * cos_pi(2 * (date.turn - kPeakTurn[static_cast<size_t>(dates.peak)]));
}

SunTimes sun_times(const Calendar& calendar, int64_t day) {
  // The daylight changes by less than an hour in an hour, even in the shortest year, so this closes in.
  constexpr int kRounds = 12;
  const auto moment = [&](double (*hour_of)(const Date&)) {
    double hour = 12;
    for (int k = 0; k < kRounds; ++k)
      hour = std::clamp(hour_of(date_on(calendar, day, hour / kDay_h)), 0.0, kDay_h);
    return static_cast<double>(day) + hour / kDay_h;
  };
  return {moment(sunrise_h), moment(sunset_h)};
}

double day_phase(int cells_t, const Date& date) {
  return cells_t * (date.hour / kDay_h);
}

NoiseStack year_stack(const Calendar& calendar, NoiseStack stack, int cells_t) {
  stack.cells_t = calendar.repeat ? cells_t : 0;
  return stack;
}

double year_phase(const Calendar& calendar, int cells_t, const Date& date) {
  const double years = calendar.repeat ? date.turn : static_cast<double>(date.year) + date.turn;
  return cells_t * years;
}

}  // namespace fw
