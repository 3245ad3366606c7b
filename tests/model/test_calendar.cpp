// The clock of day and year, its curves, and dates as text.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/model/calendar.h"
#include "core/model/template/template.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Calendar calendar_of(double day_s, int year_d = 360) {
  Calendar calendar;
  calendar.day_s = day_s;
  calendar.year_d = year_d;
  return calendar;
}

Calendar with_rows() {
  Calendar calendar;
  calendar.curves = {{"shift", {0, 5, 7, 12, 18, 21}, {.08, .15, .7, .45, .75, .2}},
                     {"late", {6, 9.5, 23}, {0, 1, .25}},
                     {"sharp", {0, 24}, {1, 0}}};
  return calendar;
}

/// The mean of f over a day by Simpson's rule, cut where the built-in curves change their formula.
template <typename F>
double day_mean(double daylight_h, const std::vector<double>& cuts, const F& f) {
  std::vector<double> at{0, 12 - daylight_h / 2, 12, 12 + daylight_h / 2, 24};
  at.insert(at.end(), cuts.begin(), cuts.end());
  std::sort(at.begin(), at.end());
  double sum = 0;
  for (size_t k = 0; k + 1 < at.size(); ++k) {
    const double low = at[k], high = at[k + 1];
    constexpr int kPieces = 400;
    const double h = (high - low) / (2 * kPieces);
    if (!(h > 0)) continue;
    // Just inside: a curve may jump at midnight.
    const double inside = 1e-12 * (high - low);
    double part = f(low + inside) + f(high - inside);
    for (int i = 1; i < 2 * kPieces; ++i) part += (i % 2 == 1 ? 4 : 2) * f(low + i * h);
    sum += part * h / 3;
  }
  return sum / 24;
}

}  // namespace

class TestCalendar : public QObject {
  Q_OBJECT

 private slots:
  void theDateIsThatOfWholeNumbers() {
    for (const int day_s : {60, 1200, 86400})
      for (const int64_t time_s :
           {int64_t{0}, int64_t{1}, int64_t{59}, int64_t{43199}, int64_t{86399}, int64_t{999999999},
            int64_t{1000000000}, int64_t{1000000007}, int64_t{-1}, int64_t{-86401}}) {
        const Date date = date_at(calendar_of(day_s), static_cast<double>(time_s));
        // In quarters of a second of the day: the clock begins at six in the morning.
        int64_t day = time_s / day_s, rest = time_s % day_s;
        if (rest < 0) rest += day_s, --day;
        int64_t quarters = 4 * rest + day_s;
        if (quarters >= 4 * day_s) quarters -= 4 * day_s, ++day;
        QCOMPARE(date.day, day);
        QCOMPARE(date.hour, 24 * (static_cast<double>(quarters) / (4.0 * day_s)));
        const int64_t year = day >= 0 ? day / 360 : -((-day + 359) / 360);
        QCOMPARE(date.year, year);
        QVERIFY(date.turn >= 0 && date.turn < 1);
        const double turn = (static_cast<double>(day - 360 * year) + date.hour / 24) / 360;
        QVERIFY(std::fabs(date.turn - turn) < 1e-15);
      }
  }

  void everyYearHasTheBitsOfTheFirst() {
    for (const int year_d : {4, 12, 360}) {
      const Calendar calendar = calendar_of(1200, year_d);
      for (int k = 0; k < 4000; ++k) {
        const double time_s = 7.25 * k;
        const Date first = date_at(calendar, time_s);
        for (const int64_t later : {int64_t{1}, int64_t{2}, int64_t{3999}}) {
          const Date date = date_at(calendar, time_s + static_cast<double>(later * year_d) * calendar.day_s);
          QCOMPARE(date.year, first.year + later);
          QVERIFY(date.hour == first.hour && date.turn == first.turn && date.season == first.season &&
                  date.daylight_h == first.daylight_h);
          QVERIFY(day_phase(3, date) == day_phase(3, first));
          QVERIFY(year_phase(calendar, 4, date) == year_phase(calendar, 4, first));
        }
      }
    }
  }

  void seasonsAndDaylightGoRoundTheYear() {
    Calendar calendar = calendar_of(86400, 4);
    calendar.start_d = 0;
    const auto on = [&](int day) { return date_at(calendar, 86400.0 * day); };
    QCOMPARE(on(0).season, -1.0);
    QCOMPARE(on(0).daylight_h, 8.0);
    QVERIFY(std::fabs(on(1).season) < 1e-12);
    QCOMPARE(on(2).season, 1.0);
    QCOMPARE(on(2).daylight_h, 16.0);
    QCOMPARE(sunrise_h(on(2)), 4.0);
    QCOMPARE(sunset_h(on(2)), 20.0);
    for (int64_t day = 0; day < 4; ++day) {
      const SunTimes sun = sun_times(calendar, day);
      const Date rise = date_at(calendar, 86400 * sun.rise_d), set = date_at(calendar, 86400 * sun.set_d);
      QVERIFY(std::fabs(rise.hour - sunrise_h(rise)) < 1e-6 && std::fabs(set.hour - sunset_h(set)) < 1e-6);
      QVERIFY(sun.rise_d < sun.set_d && rise.day == day && set.day == day);
    }
  }

  void theBuiltInCurvesFollowTheSun() {
    const Calendar calendar;
    for (const double daylight_h : {1.0, 8.0, 12.0, 23.0}) {
      const auto share = [&](std::string_view curve, double hour) {
        return curve_share(calendar, curve, hour, daylight_h);
      };
      QCOMPARE(share("day", 12), 1.0);
      QVERIFY(std::fabs(share("day", 0)) < 1e-15);
      for (const double edge : {12 - daylight_h / 2, 12 + daylight_h / 2}) {
        QVERIFY(std::fabs(share("day", edge) - 0.5) < 1e-12);
        QVERIFY(std::fabs(share("twilight", edge) - 1) < 1e-12);
        QVERIFY(std::fabs(share("day", edge - 1e-6) - share("day", edge + 1e-6)) < 1e-5);
      }
      for (double hour = 0; hour < 24; hour += 0.37) {
        QCOMPARE(share("always", hour), 1.0);
        QVERIFY(std::fabs(share("day", hour) + share("night", hour) - 1) < 1e-15);
        QVERIFY(share("day", hour) >= 0 && share("day", hour) <= 1);
      }
    }
  }

  void theStudiosRowsAreJoinedRoundTheClock() {
    const Calendar calendar = with_rows();
    const auto shift = [&](double hour) { return curve_share(calendar, "shift", hour, 12); };
    QCOMPARE(shift(0), .08);
    QCOMPARE(shift(7), .7);
    QCOMPARE(shift(6), (.15 + .7) / 2);
    QVERIFY(std::fabs(shift(22.5) - (.2 + .08) / 2) < 1e-15);  // after the last row, towards tomorrow's first
    const auto late = [&](double hour) { return curve_share(calendar, "late", hour, 12); };
    QCOMPARE(late(2.5), .125);  // between yesterday's last row and the first
    QVERIFY(std::fabs(late(23.999999) - late(0)) < 1e-4);
    QVERIFY(curve_share(calendar, "sharp", 0, 12) == 1 && curve_share(calendar, "sharp", 23.9999, 12) < 1e-6);
    QCOMPARE(curve_ids(calendar).size(), size_t{7});
  }

  void theMeanFactorOfADayIsOne() {
    Calendar calendar = with_rows();
    for (const double daylight_h : {1.0, 8.0, 12.0, 23.0}) {
      calendar.daylight_low_h = calendar.daylight_high_h = daylight_h;
      for (const char* curve : {"always", "day", "night", "twilight", "shift", "late", "sharp"}) {
        std::vector<double> cuts;
        for (const CalendarCurve& row : calendar.curves)
          if (row.id == curve) cuts = row.hours;
        const auto factor = [&](double hour) {
          Date date;
          date.hour = hour, date.daylight_h = daylight_h;
          return curve_factor(calendar, curve, 0.6, date);
        };
        const double mean = day_mean(daylight_h, cuts, factor);
        qInfo("daylight %4.1f h, %-8s: mean factor 1 %+.1e", daylight_h, curve, mean - 1);
        QVERIFY(std::fabs(mean - 1) < 1e-9);
      }
    }
    calendar.curves = {{"never", {0, 12}, {0, 0}}};
    QCOMPARE(curve_factor(calendar, "never", 1, Date{}), 1.0);
  }

  void aQuotaIsItselfOnAverageOverADayAndOverAYear() {
    const Calendar calendar = calendar_of(86400, 40);
    for (const char* curve : {"always", "day", "night", "twilight"})
      for (size_t peak = 0; peak < kPeakSeasonSlugs.size(); ++peak) {
        const ClassDates dates{curve, 0.7, static_cast<PeakSeason>(peak), 0.4};
        double year = 0, least = 9;
        int parts = 0;
        for (int64_t day = 0; day < 40; ++day) {
          double of_day = 0;
          for (int k = 0; k < 96; ++k) {
            const Date date = date_on(calendar, day, (k + 0.5) / 96);
            const double factor = day_factor(calendar, dates, date);
            QCOMPARE(quota_factor(calendar, dates, date), factor * year_factor(dates, date));
            of_day += factor / 96;
            year += quota_factor(calendar, dates, date), ++parts;
            least = std::min(least, factor * year_factor(dates, date));
          }
          QVERIFY2(std::fabs(of_day - 1) < 2e-3, curve);
        }
        QVERIFY2(std::fabs(year / parts - 1) < 2e-3, curve);
        QVERIFY(least >= 0);
      }
    ClassDates autumn{"always", 1, PeakSeason::autumn, 0.4};
    QCOMPARE(year_factor(autumn, date_on(calendar, 30, 0)), 1.4);
    QVERIFY(std::fabs(year_factor(autumn, date_on(calendar, 10, 0)) - 0.6) < 1e-12);
  }

  void aClassWithDatesMakesACalendar() {
    Template tmpl;
    QVERIFY(!has_calendar(tmpl));
    tmpl.enemies.emplace_back();
    QVERIFY(!has_calendar(tmpl));
    tmpl.enemies.back().dates = {"night", 0, PeakSeason::summer, 0};
    QVERIFY(!has_calendar(tmpl));
    tmpl.enemies.back().dates.peak_depth = 0.1;
    QVERIFY(has_calendar(tmpl));
    tmpl.enemies.clear();
    tmpl.calendar.crowd = "day";
    QVERIFY(has_calendar(tmpl));
  }

  void datesAreWrittenAndRead() {
    const Calendar calendar = calendar_of(1200);
    QCOMPARE(date_text(date_at(calendar, 0)), std::string("day 0 06:00"));
    QCOMPARE(date_text(date_at(calendar, 2 * 1200 + 625)), std::string("day 2 18:30"));
    for (int minute = 0; minute < 3 * 1440; ++minute) {
      char text[32];
      std::snprintf(text, sizeof text, "day %d %02d:%02d", minute / 1440, minute / 60 % 24, minute % 60);
      const auto days = read_date(text);
      QVERIFY(days.has_value());
      QVERIFY(std::fabs(*days - minute / 1440.0) < 1e-12);
      QCOMPARE(date_text(date_at(calendar, time_at(calendar, *days))), std::string(text));
    }
    QCOMPARE(read_date("day 7"), std::optional<double>(7));
    for (const char* text :
         {"", "day", "day ", "day x", "day -1", "day 2 ", "day 2 24:00", "day 2 10:60", "day 2 1:5",
          "day 2 10:30 ", "day 2 10:3a", "day 99999999999 10:00", "Day 2", "2 10:00", "day 2 +1:00"})
      QVERIFY2(!read_date(text), text);
  }

  void aTemplateThatStatesNothingHasNoCalendar() {
    Calendar calendar;
    QVERIFY(!has_calendar(calendar));
    calendar.day.wavelength_m = 400;  // fields alone make no clock
    QVERIFY(!has_calendar(calendar));
    calendar.crowd = "day";
    QVERIFY(has_calendar(calendar));
    QVERIFY(has_calendar(calendar_of(1200)));
  }

  void yearsThatDoNotRepeatGoOn() {
    Calendar calendar = calendar_of(1200, 4);
    QCOMPARE(year_stack(calendar, calendar.day, 4).cells_t, 4);
    calendar.repeat = false;
    QCOMPARE(year_stack(calendar, calendar.day, 4).cells_t, 0);
    const Date date = date_at(calendar, 1200.0 * 4 * 10);
    QCOMPARE(year_phase(calendar, 4, date), 4 * (10 + 0.0625));
  }
};

FW_TEST(TestCalendar)
#include "test_calendar.moc"
