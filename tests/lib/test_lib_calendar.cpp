// The calendar and exact shares over the C interface: the rooms' own answers, and what is refused.
#include <QTest>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/field/upper_set.h"
#include "core/model/calendar.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

fw_calendar usual_calendar() {
  return {sizeof(fw_calendar), 360, 1200, 0.25, 8, 16};
}

}  // namespace

class LibCalendarTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QCOMPARE(fw_open(FW_ABI, nullptr, &context_, nullptr), FW_OK); }
  void cleanupTestCase() { fw_close(context_); }

  void datesAndSharesAreTheRoomsOwn() {
    const fw_calendar asked = usual_calendar();
    Calendar calendar;
    calendar.day_s = 1200;
    for (const double time_s : {0.0, 17.5, 599.0, 1e6 + 0.25, 1e9, -3.5, -1e7}) {
      fw_date date{};
      QCOMPARE(fw_calendar_at(&asked, time_s, &date, nullptr), FW_OK);
      const Date expected = date_at(calendar, time_s);
      QVERIFY(date.day == expected.day && date.hour == expected.hour && date.turn == expected.turn &&
              date.season == expected.season && date.daylight_h == expected.daylight_h);
      for (const std::string_view curve : kCalendarCurves) {
        double share = -1;
        QCOMPARE(fw_calendar_share(&asked, curve.data(), time_s, &share, nullptr), FW_OK);
        QCOMPARE(share, curve_share(calendar, curve, expected));
      }
    }
  }

  void whatCannotBeIsRefusedAndNothingWritten() {
    fw_error e{};
    fw_date date{};
    date.day = 77;
    const auto refused = [&](const fw_calendar* calendar, double time_s, const char* says) {
      QCOMPARE(fw_calendar_at(calendar, time_s, &date, &e), FW_E_USAGE);
      QVERIFY2(std::string(e.message).find(says) != std::string::npos, e.message);
      QCOMPARE(date.day, int64_t{77});
    };
    refused(nullptr, 0, "found NULL");
    fw_calendar c = usual_calendar();
    refused(&c, std::nan(""), "time_s");
    refused(&c, std::numeric_limits<double>::infinity(), "time_s");
    const auto with = [&](auto change, const char* says) {
      fw_calendar other = usual_calendar();
      change(other);
      refused(&other, 0, says);
    };
    with([](fw_calendar& o) { o.size = 3; }, "sizeof(fw_calendar)");
    with([](fw_calendar& o) { o.day_s = 59; }, "day_s: found 59, expected 60 to 604800");
    with([](fw_calendar& o) { o.day_s = std::nan(""); }, "day_s");
    with([](fw_calendar& o) { o.year_d = 3; }, "year_d");
    with([](fw_calendar& o) { o.start_d = 360; }, "start_d");
    with([](fw_calendar& o) { o.daylight_low_h = 17; }, "daylight_high_h");
    double share = 0;
    QCOMPARE(fw_calendar_share(&c, "noon", 0, &share, &e), FW_E_USAGE);
    QVERIFY2(std::string(e.message).find("expected always, day, night or twilight") != std::string::npos,
             e.message);
    QCOMPARE(fw_calendar_share(&c, nullptr, 0, &share, &e), FW_E_USAGE);
    QCOMPARE(fw_calendar_share(&c, "day", 0, nullptr, &e), FW_E_USAGE);
    QCOMPARE(fw_calendar_at(&c, 0, nullptr, &e), FW_E_USAGE);
  }

  void theUpperSetIsExact() {
    const std::vector<float> score{0.5F, 2, 2, -1, 2};
    const std::vector<uint32_t> id{9, 7, 3, 1, 5};
    std::vector<uint8_t> in(5, 0), expected(5, 0);
    QCOMPARE(fw_upper_set(context_, 5, id.data(), score.data(), 0, 2, in.data(), nullptr), FW_OK);
    QVERIFY(in == (std::vector<uint8_t>{0, 0, 1, 0, 1}));
    in = expected = {1, 0, 0, 0, 0};
    QCOMPARE(fw_upper_set(context_, 5, nullptr, score.data(), 1.6F, 3, in.data(), nullptr), FW_OK);
    upper_set({}, score, 1.6F, 3, expected);
    QVERIFY(in == expected && in[0] == 1);
    fw_error e{};
    QCOMPARE(fw_upper_set(nullptr, 5, nullptr, score.data(), 0, 2, in.data(), &e), FW_E_USAGE);
    QCOMPARE(fw_upper_set(context_, 5, nullptr, nullptr, 0, 2, in.data(), &e), FW_E_USAGE);
    QCOMPARE(fw_upper_set(context_, 5, nullptr, score.data(), 0, 2, nullptr, &e), FW_E_USAGE);
    QCOMPARE(fw_upper_set(context_, 5, nullptr, score.data(), std::nanf(""), 2, in.data(), &e), FW_E_USAGE);
    QVERIFY(in == expected);
    QCOMPARE(fw_upper_set(context_, 0, nullptr, nullptr, 0, 2, nullptr, &e), FW_OK);
  }

  void aGameClosesAFieldOverItsDay() {
    fw_params* stack = nullptr;
    QCOMPARE(fw_params_open(context_, "stack", nullptr, &stack, nullptr), FW_OK);
    QCOMPARE(fw_params_set(stack, "stack.cells_t", 3, nullptr), FW_OK);
    QCOMPARE(fw_params_set(stack, "stack.drift_per_s", 3.0 / 1024, nullptr), FW_OK);
    fw_seeds seeds{};
    fw_seeds_of(42, &seeds);
    fw_field* field = nullptr;
    QCOMPARE(fw_field_open(context_, stack, "mood/day", &seeds, 0, &field, nullptr), FW_OK);
    for (int k = 0; k < 200; ++k) {
      const double x = 37.5 * k, y = 11.25 * k;
      QCOMPARE(fw_field_value(field, 0, x, y), fw_field_value(field, 1024, x, y));
      QCOMPARE(fw_field_value(field, 100, x, y), fw_field_value(field, 100 + 5 * 1024, x, y));
    }
    fw_field_close(field);
    fw_params_close(stack);
  }

 private:
  fw_context* context_ = nullptr;
};

FW_TEST(LibCalendarTest)
#include "test_lib_calendar.moc"
