#include <algorithm>
#include <set>

#include "core/base/number_text.h"
#include "core/model/calendar.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

void check_curve(const CalendarCurve& curve, const std::string& path, const ReadTemplate& read,
                 Problems& problems) {
  const auto problem = [&](const char* column, const std::string& what) {
    problems.add(read.node_at(path + column), path + column, what);
  };
  if (std::ranges::find(kCalendarCurves, std::string_view(curve.id)) != std::end(kCalendarCurves))
    problem(".id", "found the id of a built-in curve, " + curve.id + "; expected another");
  if (curve.hours.size() < 2)
    problem(".hours", "found " + std::to_string(curve.hours.size()) + " hours, expected at least 2");
  const auto falls = std::ranges::adjacent_find(curve.hours, std::greater_equal<>());
  if (falls != curve.hours.end())
    problem(".hours", "found " + number_text(falls[1]) + " after " + number_text(falls[0]) +
                          ", expected ascending hours");
  if (curve.shares.size() != curve.hours.size())
    problem(".shares", "found " + std::to_string(curve.shares.size()) + " shares for " +
                           std::to_string(curve.hours.size()) + " hours, expected as many");
}

}  // namespace

void check_calendar(const ReadTemplate& read, Problems& problems) {
  const Calendar& calendar = read.tmpl.calendar;
  if (calendar.start_d >= calendar.year_d)
    problems.add(read.node_at("calendar.start_d"), "calendar.start_d",
                 "found " + number_text(calendar.start_d) + ", expected a date before the year ends, below " +
                     std::to_string(calendar.year_d) + " (calendar.year_d)");
  std::set<std::string> seen;
  for (size_t i = 0; i < calendar.curves.size(); ++i) {
    const CalendarCurve& curve = calendar.curves[i];
    const std::string path = "calendar.curves[" + std::to_string(i) + "]";
    if (!seen.insert(curve.id).second)
      problems.add(read.node_at(path + ".id"), path + ".id",
                   "found the id " + curve.id + " again, expected an id once in its list");
    check_curve(curve, path, read, problems);
  }
}

}  // namespace fw
