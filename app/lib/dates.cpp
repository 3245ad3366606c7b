#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "app/lib/lib_internal.h"
#include "core/base/number_text.h"
#include "core/field/upper_set.h"
#include "core/model/calendar.h"

// The calendar and exact shares: functions of the caller's clock and arrays, without a handle.

using namespace fw;
using namespace fw::lib;

namespace {

constexpr size_t kFirstCalendar = sizeof(fw_calendar);  // of the first version that had it
constexpr double kFarthest_s = 1e12;

Result<Done> check_range(const char* name, double found, double least, double most) {
  if (found >= least && found <= most) return Done{};
  return usage(std::string("fw_calendar.") + name + ": found " + number_text(found) + ", expected " +
               number_text(least) + " to " + number_text(most));
}

Result<Calendar> calendar_of(const fw_calendar* asked) {
  const auto given = grown(asked, kFirstCalendar, "fw_calendar");
  if (!given) return given.error();
  const fw_calendar& c = given.value();
  for (const Result<Done>& fits :
       {check_range("day_s", c.day_s, 60, 604800), check_range("year_d", c.year_d, 4, 4000),
        check_range("start_d", c.start_d, 0, std::nextafter(static_cast<double>(c.year_d), 0)),
        check_range("daylight_low_h", c.daylight_low_h, 1, 23),
        check_range("daylight_high_h", c.daylight_high_h, c.daylight_low_h, 23)})
    if (!fits) return fits.error();
  Calendar calendar;
  calendar.day_s = c.day_s, calendar.year_d = static_cast<int>(c.year_d), calendar.start_d = c.start_d;
  calendar.daylight_low_h = c.daylight_low_h, calendar.daylight_high_h = c.daylight_high_h;
  return calendar;
}

Result<Date> date_of(const fw_calendar* asked, double time_s) {
  const auto calendar = calendar_of(asked);
  if (!calendar) return calendar.error();
  if (!(std::fabs(time_s) <= kFarthest_s))
    return usage("time_s: found " + number_text(time_s) + ", expected -1e12 to 1e12");
  return date_at(calendar.value(), time_s);
}

}  // namespace

fw_status fw_calendar_at(const fw_calendar* asked, double time_s, fw_date* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (out == nullptr) return null_argument("fw_calendar_at", "out");
    const auto date = date_of(asked, time_s);
    if (!date) return date.error();
    const Date& d = date.value();
    *out = {d.day, d.hour, d.turn, d.season, d.daylight_h};
    return Done{};
  });
}

fw_status fw_calendar_share(const fw_calendar* asked, const char* curve, double time_s, double* out,
                            fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (curve == nullptr) return null_argument("fw_calendar_share", "curve");
    if (out == nullptr) return null_argument("fw_calendar_share", "out");
    const auto date = date_of(asked, time_s);
    if (!date) return date.error();
    const std::string_view name(curve);
    if (std::find(std::begin(kCalendarCurves), std::end(kCalendarCurves), name) == std::end(kCalendarCurves))
      return usage("curve: found \"" + std::string(name.substr(0, 64)) +
                   "\", expected always, day, night or twilight");
    *out = curve_share(Calendar(), name, date.value());
    return Done{};
  });
}

fw_status fw_upper_set(const fw_context* context, size_t count, const uint32_t* id, const float* score,
                       float hold, size_t k, uint8_t* in, fw_error* error) {
  if (context == nullptr) return report(error, null_argument("fw_upper_set", "context"));
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (count > std::numeric_limits<uint32_t>::max())
      return usage("fw_upper_set: found a count of " + std::to_string(count) + ", expected at most 2^32 - 1");
    if (count == 0) return Done{};
    if (score == nullptr) return null_argument("fw_upper_set", "score");
    if (in == nullptr) return null_argument("fw_upper_set", "in");
    if (!std::isfinite(hold))
      return usage("hold: found " + number_text(static_cast<double>(hold)) + ", expected a finite number");
    const std::span<const uint32_t> ids = id != nullptr ? std::span(id, count) : std::span<const uint32_t>();
    upper_set(ids, {score, count}, hold, k, {in, count});
    return Done{};
  });
}
