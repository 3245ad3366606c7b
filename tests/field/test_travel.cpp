// Least times over nodes.
#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/travel.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kSide = NodeGrid::kSide;

/// Paces of 0.5 to 2 s/m, with closed nodes.
std::vector<double> rough_paces(uint64_t seed, double closed) {
  std::vector<double> out;
  for (uint64_t i = 0; i < static_cast<uint64_t>(kSide) * kSide; ++i)
    out.push_back(random_uniform(seed, 2 * i) < closed ? 0 : 0.5 + 1.5 * random_uniform(seed, 2 * i + 1));
  return out;
}

NodeGrid square() {
  return node_grid(GridSpec::square(8000, 512));
}

}  // namespace

class TestTravel : public QObject {
  Q_OBJECT

 private slots:
  void whoArrivesFirstIsTheOneWithTheLeastTime() {
    const std::vector<Vec2> places{{1000, 1000}, {7000, 1500}, {4000, 6000}, {4100, 5900}};
    const TravelGround ground = travel_ground(square(), rough_paces(5, 0.2), places);
    std::vector<TravelEnds> ends;
    std::vector<TravelTimes> times;
    for (const Vec2 place : places) {
      ends.push_back(travel_ends(ground, place));
      times.push_back(travel_times(ground, ends.back()));
    }
    const FirstArrivals first = first_arrivals(ground, ends);
    for (const uint32_t node : ground.land) {
      double least = kInfinity;
      for (const TravelTimes& of : times) least = std::min(least, of.time_s[node]);
      QCOMPARE(first.time_s[node], least);
      if (std::isinf(least)) {
        QCOMPARE(first.start[node], -1);
        continue;
      }
      QCOMPARE(times[static_cast<size_t>(first.start[node])].time_s[node], least);
    }
  }

  void onlyTheLargestPieceAndThoseWithAPlaceAreTravelled() {
    std::vector<double> pace(static_cast<size_t>(kSide) * kSide, 0);
    const auto open = [&pace](int first, int last) {
      for (int row = 10; row < 40; ++row)
        for (int column = first; column < last; ++column) pace[static_cast<size_t>(row * kSide + column)] = 1;
    };
    open(10, 60);
    open(80, 100);
    open(120, 130);
    const NodeGrid nodes = square();
    const Vec2 place = nodes.position_m(20 * kSide + 125);
    const TravelGround ground = travel_ground(nodes, pace, {&place, 1});
    QCOMPARE(ground.land.size(), size_t{30 * 60});
    const FirstArrivals first = first_arrivals(ground, {});
    QVERIFY(std::isinf(first.time_s[ground.land.front()]));
  }
};

FW_TEST(TestTravel)
#include "test_travel.moc"
