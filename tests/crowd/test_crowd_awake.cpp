// Who of a crowd is awake: exact shares, few changes, every year the same; and the way home.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd.h"
#include "core/field/upper_set.h"
#include "core/model/calendar.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Sleepers {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  std::vector<uint8_t> awake;
  AwakeScratch scratch;

  Sleepers(size_t n, double side_m, uint64_t seed) : id(n), x_m(n), y_m(n), awake(n, 0) {
    std::iota(id.begin(), id.end(), 0U);
    RandomCursor random{derive(seed, "homes")};
    for (size_t i = 0; i < n; ++i) x_m[i] = random.uniform(0, side_m), y_m[i] = random.uniform(0, side_m);
  }
  void refresh(const AwakeFields& fields, const AwakeMoment& moment) {
    choose_awake(fields, moment, id, x_m, y_m, scratch, awake);
  }
  size_t count() const { return static_cast<size_t>(std::ranges::count(awake, uint8_t{1})); }
};

Calendar town_calendar() {
  Calendar calendar;
  calendar.curves = {{"town", {0, 5, 7, 12, 18, 21}, {.08, .15, .7, .45, .75, .2}}};
  calendar.crowd = "town";
  return calendar;
}

/// Changes per agent and day over `days` days, and whether every count was exact.
struct Changes {
  double per_day = 0, forced = 0;
  bool exact = true;
};
template <typename Share>
Changes changes_of(const Calendar& calendar, uint64_t seed, int days, const Share& share_at) {
  constexpr size_t kAgents = 5000;
  Sleepers people(kAgents, 4000, seed);
  const AwakeFields fields = bind_awake(calendar, SeedBundle::from_master(seed));
  size_t changed = 0;
  Changes out;
  double last = -1;
  for (int refresh = 0; refresh <= days * kAwakeRefreshes; ++refresh) {
    const double share = static_cast<double>(refresh % kAwakeRefreshes) / kAwakeRefreshes;
    const Date date = date_on(calendar, refresh / kAwakeRefreshes, share);
    AwakeMoment moment = awake_moment(calendar, date);
    moment.share = share_at(date);
    const std::vector<uint8_t> before = people.awake;
    people.refresh(fields, moment);
    out.exact = out.exact && people.count() == count_of_share(moment.share, kAgents);
    if (refresh > 0) {
      for (size_t i = 0; i < kAgents; ++i) changed += before[i] != people.awake[i] ? 1 : 0;
      out.forced += std::fabs(moment.share - last) / days;
    }
    last = moment.share;
  }
  out.per_day = static_cast<double>(changed) / kAgents / days;
  return out;
}

}  // namespace

class TestCrowdAwake : public QObject {
  Q_OBJECT

 private slots:
  void sharesAreExactAndChangesAreFew() {
    const Calendar town = town_calendar(), plain;
    for (uint64_t seed = 100; seed < 105; ++seed) {
      const Changes rows =
          changes_of(town, seed, 2, [&](const Date& date) { return curve_share(town, "town", date); });
      const Changes day = changes_of(plain, seed, 2, [&](const Date& date) {
        return .18 + (.72 - .18) * curve_share(plain, "day", date);
      });
      qInfo("seed %d: changes per agent and day: rows %.2f (the curve forces %.2f), day %.2f (%.2f)",
            static_cast<int>(seed), rows.per_day, rows.forced, day.per_day, day.forced);
      QVERIFY(rows.exact && day.exact);
      QVERIFY(rows.per_day <= 2.25);
      QVERIFY(day.per_day <= 1.65);
    }
  }

  void everyYearWakesTheSamePeople() {
    for (const int year_d : {4, 12}) {
      Calendar calendar = town_calendar();
      calendar.year_d = year_d;
      calendar.day_s = 1200;
      Sleepers people(5000, 4000, 7);
      const AwakeFields fields = bind_awake(calendar, SeedBundle::from_master(7));
      std::vector<std::vector<uint8_t>> second_year;
      size_t differ = 0, compared = 0;
      for (int refresh = 0; refresh < 3 * year_d * kAwakeRefreshes; ++refresh) {
        const double share = static_cast<double>(refresh % kAwakeRefreshes) / kAwakeRefreshes;
        people.refresh(fields, awake_moment(calendar, date_on(calendar, refresh / kAwakeRefreshes, share)));
        const int year = refresh / (year_d * kAwakeRefreshes);
        if (refresh % 3 != 0) continue;
        if (year == 1) second_year.push_back(people.awake);
        if (year != 2) continue;
        const std::vector<uint8_t>& then =
            second_year[static_cast<size_t>(refresh / 3 - 2 * year_d * kAwakeRefreshes / 3)];
        for (size_t i = 0; i < then.size(); ++i) differ += then[i] != people.awake[i] ? 1 : 0;
        compared += then.size();
      }
      qInfo("year_d %d: %zu of %zu differ between the second year and the third", year_d, differ, compared);
      QCOMPARE(differ, size_t{0});
      QVERIFY(compared > 0);
    }
  }

  void theSetHangsNeitherOnOrderNorOnThreads() {
    const Calendar calendar = town_calendar();
    const AwakeFields fields = bind_awake(calendar, SeedBundle::from_master(3));
    const AwakeMoment moment = awake_moment(calendar, date_on(calendar, 3, 0.4));
    Sleepers people(20000, 4000, 3), turned(20000, 4000, 3);
    std::ranges::reverse(turned.id), std::ranges::reverse(turned.x_m), std::ranges::reverse(turned.y_m);
    people.refresh(fields, moment);
    {
      const ThreadLimit limit(7);
      turned.refresh(fields, moment);
    }
    std::ranges::reverse(turned.awake);
    QVERIFY(people.awake == turned.awake);
  }

  void whoSleepsWalksHomeAndStandsThere() {
    for (const CrowdMethod method : {CrowdMethod::curl_dual, CrowdMethod::ou, CrowdMethod::vicsek}) {
      const Crowd crowd = bind_crowd(crowd_preset(method), {}, SeedBundle::from_master(4));
      CrowdState state = start_crowd(crowd, 500);
      state.sleep = {std::vector<uint8_t>(500, 1), state.agents.x_m, state.agents.y_m};
      const CrowdState start = state;
      for (int t = 0; t < 100; ++t) step_crowd(crowd, state);
      for (size_t i = 0; i < 250; ++i) state.sleep.awake[i] = 0;
      for (int t = 0; t < 600; ++t) step_crowd(crowd, state);
      size_t home = 0;
      for (size_t i = 0; i < 250; ++i) {
        const double left_m =
            std::hypot(state.agents.x_m[i] - start.agents.x_m[i], state.agents.y_m[i] - start.agents.y_m[i]);
        home += left_m <= 0.02 && state.agents.speed_mps[i] == 0 ? 1 : 0;
      }
      QCOMPARE(home, size_t{250});
      for (size_t i = 0; i < 500; ++i) state.sleep.awake[i] = 1;
      for (int t = 0; t < 60; ++t) step_crowd(crowd, state);
      const auto stands = std::ranges::count(state.agents.speed_mps, 0.0F);
      QCOMPARE(stands, 0);
    }
  }

  void aCrowdThatIsAwakeMovesAsOneWithoutACalendar() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::curl_dual), {}, SeedBundle::from_master(4));
    CrowdState plain = start_crowd(crowd, 3000), awake = plain;
    awake.sleep = {std::vector<uint8_t>(3000, 1), plain.agents.x_m, plain.agents.y_m};
    for (int t = 0; t < 20; ++t) step_crowd(crowd, plain), step_crowd(crowd, awake);
    QVERIFY(plain.agents.x_m == awake.agents.x_m && plain.agents.heading_x == awake.agents.heading_x);
  }
};

FW_TEST(TestCrowdAwake)
#include "test_crowd_awake.moc"
