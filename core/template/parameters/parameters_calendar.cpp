#include "core/model/calendar.h"
#include "core/template/parameters/parameter_rows.h"

// The day and the year (docs/coordinators.md, 6). Outside the identity.
namespace fw::table {
namespace {

constexpr size_t kMostCurves = 16;

void add_clock(Builder& table) {
  aside(table, row(
                   ParameterType::number,
                   {"calendar.day_s", "", "s", 60, 604800, "Seconds of the simulation's clock in a day."},
                   [](auto& t, size_t) -> auto& { return t.calendar.day_s; }));
  aside(table, row(
                   ParameterType::integer, {"calendar.year_d", "", "d", 4, 4000, "Days in a year."},
                   [](auto& t, size_t) -> auto& { return t.calendar.year_d; }));
  aside(table,
        row(
            ParameterType::number,
            {"calendar.start_d", "", "d", 0, 4000,
             "The date at second 0, from midwinter's midnight: 0.25 = six in the morning; below year_d."},
            [](auto& t, size_t) -> auto& { return t.calendar.start_d; }));
  Parameter daylight = described(ParameterType::range, {"calendar.daylight", "", "h", 1, 23,
                                                        "Hours of daylight in midwinter and in midsummer."});
  daylight.get = [](const Template& t, ParameterPlace) -> ParameterValue {
    return std::array<double, 2>{t.calendar.daylight_low_h, t.calendar.daylight_high_h};
  };
  daylight.set = [](Template& t, ParameterPlace, const ParameterValue& value) {
    const auto& hours = std::get<std::array<double, 2>>(value);
    t.calendar.daylight_low_h = hours[0], t.calendar.daylight_high_h = hours[1];
  };
  aside(table, std::move(daylight));
  aside(table, row(
                   ParameterType::yes_no,
                   {"calendar.repeat", "", "", 0, 0, "Whether every year has the same fields."},
                   [](auto& t, size_t) -> auto& { return t.calendar.repeat; }));
  Parameter& crowd = aside(
      table, row(
                 ParameterType::reference,
                 {"calendar.crowd", "", "", 0, 0, "The curve of how much of a simulated crowd is awake."},
                 [](auto& t, size_t) -> auto& { return t.calendar.crowd; }));
  crowd.refers_to = "calendar.curves";
  crowd.choices.assign(std::begin(kCalendarCurves), std::end(kCalendarCurves));
}

void add_curves(Builder& table) {
  ParameterList list{
      "calendar.curves", "calendar.curves", "id", kMostCurves,
      "Curves of the studio's over the hours of a day, joined by smoothsteps, round the clock; "
      "always, day, night and twilight are there besides."};
  list.size = [](const Template& t, ParameterPlace) { return t.calendar.curves.size(); };
  list.resize = [](Template& t, size_t n, ParameterPlace) { t.calendar.curves.resize(n); };
  list.aside = true;
  table.lists.push_back(std::move(list));
  auto curves = columns(
      table, "calendar.curves[]", [](auto& t, size_t i) -> auto& { return t.calendar.curves[i]; });
  const auto column = [&](const char* key, ParameterType type, auto member, double min, double max,
                          const char* unit, const char* help) {
    Parameter& p = curves.add(type, key, member, unit, min, max, help);
    p.required = true, p.in_digest = false;
  };
  column("id", ParameterType::slug, &CalendarCurve::id, 1, 64, "", "What names the curve.");
  column("hours", ParameterType::numbers, &CalendarCurve::hours, 0, 24, "h",
         "Hours of the day, ascending, at least two.");
  column("shares", ParameterType::numbers, &CalendarCurve::shares, 0, 1, "",
         "The share at each of these hours.");
}

}  // namespace

void add_calendar_rows(Builder& table) {
  add_clock(table);
  add_curves(table);
}

}  // namespace fw::table
