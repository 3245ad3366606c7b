// Ways through the interface: against the rooms themselves, round walls, and what is refused.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/field/arrival.h"
#include "core/steer/guide.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

using WaysHandle = Handle<fw_ways, fw_ways_close>;
constexpr uint32_t kCells = 60;
constexpr double kFrame_m = 600;

/// A wall from the south edge up, with a gap in the north.
std::vector<uint8_t> walled() {
  std::vector<uint8_t> open(kCells * kCells, 1);
  for (uint32_t row = 10; row < kCells; ++row) open[row * kCells + 30] = 0;
  return open;
}
fw_ground mask_of(const std::vector<uint8_t>& open) {
  fw_ground ground{};
  ground.size = sizeof ground, ground.kind = FW_MASK;
  ground.width_m = ground.height_m = kFrame_m;
  ground.mask = open.data(), ground.columns = ground.rows = kCells;
  return ground;
}

struct Asked {
  std::vector<float> x, y, left;
};
Asked ask(const fw_ways* ways, std::vector<double> at_x, std::vector<double> at_y) {
  Asked out{std::vector<float>(at_x.size()), std::vector<float>(at_x.size()),
            std::vector<float>(at_x.size())};
  const fw_column xs = packed(at_x), ys = packed(at_y);
  [&] {
    FW_VERIFY(fw_ways_ask(ways, at_x.size(), &xs, &ys, out.x.data(), out.y.data(), out.left.data(), error));
  }();
  return out;
}

}  // namespace

class LibWaysTest : public QObject {
  Q_OBJECT

  Context context_;

 private slots:
  void initTestCase() { FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error)); }

  void answersAreThoseOfTheRooms() {
    const std::vector<uint8_t> open = walled();
    const fw_ground ground = mask_of(open);
    Raster<float> pace(GridSpec::square(kFrame_m, kCells));
    for (size_t i = 0; i < pace.size(); ++i)
      pace[i] = open[i] == 0 ? 0.0f : 1.0f + 0.01f * static_cast<float>(i % 7);
    const double goal_x = 105, goal_y = 85;
    WaysHandle ways;
    FW_VERIFY(fw_ways_open(context_, &ground, pace.cells.data(), 1, &goal_x, &goal_y, 5, &ways, error));
    const GuideGround guide{pace, {}};
    const Raster<float> field = arrival(pace, arrival_starts(pace, std::vector<Vec2>{{goal_x, goal_y}}));
    std::vector<double> x, y;
    for (double at = 40; at < kFrame_m; at += 37) x.push_back(at), y.push_back(kFrame_m - at);
    const Asked asked = ask(ways, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      const GuideReading read = read_guide(guide, field, 0, 5, {x[i], y[i]});
      QCOMPARE(asked.left[i], read.left_m);
      QCOMPARE(asked.x[i], read.x);
      QCOMPARE(asked.y[i], read.y);
    }
  }

  void walkersComeRoundTheWallAndArrive() {
    const std::vector<uint8_t> open = walled();
    const fw_ground ground = mask_of(open);
    const double goal_x = 100, goal_y = 100;
    WaysHandle ways;
    FW_VERIFY(fw_ways_open(context_, &ground, nullptr, 1, &goal_x, &goal_y, 4, &ways, error));
    double x = 500, y = 100, walked = 0;
    const float whole = ask(ways, {x}, {y}).left[0];
    for (int step = 0; step < 2000; ++step) {
      const Asked now = ask(ways, {x}, {y});
      if (now.left[0] == 0) break;
      x += now.x[0], y += now.y[0], walked += 1;
      const auto cell = static_cast<size_t>((kFrame_m - y) / 10) * kCells + static_cast<size_t>(x / 10);
      QVERIFY(open[cell] != 0);
    }
    QVERIFY(std::hypot(x - goal_x, y - goal_y) <= 4);
    QVERIFY2(std::fabs(walked + 4 - static_cast<double>(whole)) < 0.04 * walked,
             qPrintable(QString("%1 of %2").arg(walked).arg(whole)));
  }

  void whoIsWithinTheRadiusHasArrivedOnGroundHoweverDear() {
    const std::vector<uint8_t> open(kCells * kCells, 1);
    const fw_ground ground = mask_of(open);
    const double goal_x = 305, goal_y = 295;
    for (const float dear : {1.0f, 1000.0f, 1e6f}) {
      const std::vector<float> pace(open.size(), dear);
      WaysHandle ways;
      FW_VERIFY(fw_ways_open(context_, &ground, pace.data(), 1, &goal_x, &goal_y, 60, &ways, error));
      const Asked asked = ask(ways, {goal_x + 58, goal_x + 70}, {goal_y, goal_y});
      QCOMPARE(asked.left[0], 0.0f);
      QCOMPARE(asked.x[0], 0.0f);
      QVERIFY(asked.left[1] > 0);
    }
  }

  void whatIsClosedOrOutsideHasNoWay() {
    std::vector<uint8_t> open = walled();
    for (uint32_t row = 0; row < 10; ++row) open[row * kCells + 30] = 0;
    const fw_ground ground = mask_of(open);
    const double goal_x = 100, goal_y = 100;
    WaysHandle ways;
    FW_VERIFY(fw_ways_open(context_, &ground, nullptr, 1, &goal_x, &goal_y, 4, &ways, error));
    const Asked asked = ask(ways, {500, -20, 101}, {100, 50, 101});
    QVERIFY(std::isinf(asked.left[0]) && std::isinf(asked.left[1]));
    QVERIFY(asked.left[2] == 0 && asked.x[2] == 0 && asked.y[2] == 0);
  }

  void wrongCallsAreRefused() {
    const std::vector<uint8_t> open = walled();
    fw_ground ground = mask_of(open);
    const double goal = 100, nowhere = std::numeric_limits<double>::quiet_NaN(), wall = 305;
    fw_ways* ways = nullptr;
    fw_error e{};
    QVERIFY(fw_ways_open(context_, &ground, nullptr, 0, &goal, &goal, 4, &ways, &e) == FW_E_USAGE);
    QVERIFY(fw_ways_open(context_, &ground, nullptr, 1, &nowhere, &goal, 4, &ways, &e) == FW_E_USAGE);
    QVERIFY(fw_ways_open(context_, &ground, nullptr, 1, &goal, nullptr, 4, &ways, &e) == FW_E_USAGE);
    QVERIFY(fw_ways_open(context_, &ground, nullptr, 1, &goal, &goal, -1, &ways, &e) == FW_E_USAGE);
    std::vector<float> pace(open.size(), 1.0f);
    pace[17] = -1;
    QVERIFY(fw_ways_open(context_, &ground, pace.data(), 1, &goal, &goal, 4, &ways, &e) == FW_E_USAGE);
    QVERIFY(std::string(e.message).find("pace[17]") != std::string::npos);
    std::fill(pace.begin(), pace.end(), 0.0f);
    QVERIFY(fw_ways_open(context_, &ground, pace.data(), 1, &wall, &goal, 4, &ways, &e) == FW_E_USAGE);
    ground.kind = FW_TORUS, ground.mask = nullptr;
    QVERIFY(fw_ways_open(context_, &ground, nullptr, 1, &goal, &goal, 4, &ways, &e) == FW_E_USAGE);
    QVERIFY(ways == nullptr);
    QVERIFY(fw_ways_ask(nullptr, 1, nullptr, nullptr, nullptr, nullptr, nullptr, &e) == FW_E_USAGE);
  }
};

FW_TEST(LibWaysTest)
#include "test_lib_ways.moc"
