// Arrival fields: the bits of a search by a heap, the distances of level ground, ways round walls, the
// descent.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/field/arrival.h"
#include "core/field/shape.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Paces from 0.6 to 6 with closed cells and walls.
Raster<float> rough_ground(int columns, int rows, uint64_t seed) {
  RandomCursor random{derive(seed, "arrival")};
  Raster<float> pace(GridSpec{columns, rows, 10});
  for (float& p : pace.cells) p = random.uniform() < 0.2 ? 0.0f : static_cast<float>(random.uniform(0.6, 6));
  for (int row = 3; row + 3 < rows; ++row) pace.at(columns / 2, row) = 0;
  return pace;
}

Raster<float> level_ground(int side) {
  return Raster<float>(GridSpec{side, side, 10}, 1.0f);
}

/// The same equations, cell by cell off a heap.
Raster<float> arrival_by_heap(const Raster<float>& pace, const std::vector<ArrivalStart>& starts) {
  const GridSpec& grid = pace.grid;
  Raster<double> known(grid, kNever), value(grid, kNever);
  using Entry = std::pair<double, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const ArrivalStart& start : starts) {
    if (!(pace[start.cell] > 0) || start.value_m >= value[start.cell]) continue;
    value[start.cell] = start.value_m;
    open.emplace(start.value_m, start.cell);
  }
  while (!open.empty()) {
    const auto [estimate, cell] = open.top();
    open.pop();
    if (known[cell] < kNever) continue;
    known[cell] = value[cell];
    const int column = grid.column_of(cell), row = grid.row_of(cell);
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int c = column + dx, r = row + dy;
      if (!grid.contains(c, r) || !(pace.at(c, r) > 0) || known.at(c, r) < kNever) continue;
      const auto at = [&](int x, int y) { return grid.contains(x, y) ? known.at(x, y) : kNever; };
      const double a = std::min(at(c - 1, r), at(c + 1, r)), b = std::min(at(c, r - 1), at(c, r + 1));
      const double f = static_cast<double>(pace.at(c, r)) * grid.cell_m, gap = std::fabs(a - b);
      const double reached = gap < f ? 0.5 * (a + b + std::sqrt(2 * f * f - gap * gap)) : std::min(a, b) + f;
      if (reached >= value.at(c, r)) continue;
      value.at(c, r) = reached;
      open.emplace(reached, grid.index(c, r));
    }
  }
  Raster<float> out(grid);
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(known[i]);
  return out;
}

std::vector<ArrivalStart> at_place(const Raster<float>& pace, Vec2 place) {
  return arrival_starts(pace, std::vector<Vec2>{place});
}

}  // namespace

class TestArrival : public QObject {
  Q_OBJECT

 private slots:
  void bucketsGiveTheBitsOfAHeap() {
    for (const uint64_t seed : {1u, 2u, 3u, 4u}) {
      const Raster<float> pace = rough_ground(61 + static_cast<int>(seed), 40, seed);
      const auto starts = arrival_starts(pace, std::vector<Vec2>{{105, 205}, {420, 90}, {300, 300}});
      QVERIFY(!starts.empty());
      QVERIFY(arrival(pace, starts).cells == arrival_by_heap(pace, starts).cells);
    }
  }

  void theOrderOfTheStartsMeansNothing() {
    const Raster<float> pace = rough_ground(64, 64, 9);
    auto starts = arrival_starts(pace, std::vector<Vec2>{{105, 205}, {420, 90}});
    const Raster<float> once = arrival(pace, starts);
    std::reverse(starts.begin(), starts.end());
    starts.push_back(starts.front());
    QVERIFY(arrival(pace, starts).cells == once.cells);
  }

  void levelGroundHasTheDistances() {
    const Raster<float> pace = level_ground(161);
    const Vec2 place{803, 797};
    const Raster<float> field = arrival(pace, at_place(pace, place));
    for (size_t i = 0; i < field.size(); ++i) {
      const double distance = std::sqrt(squared_distance(pace.grid.centre(i), place));
      // First order: never too short by more than rounding, too long by a few cells' worth at most.
      QVERIFY2(field[i] > distance - 0.01 && field[i] < 1.02 * distance + 8,
               qPrintable(QString("%1 %2").arg(field[i]).arg(distance)));
    }
  }

  void theErrorFallsWithTheCell() {
    double before = kNever;
    for (const int side : {41, 81, 161}) {
      Raster<float> pace(GridSpec::square(1600, side), 1.0f);
      const Vec2 place{800, 800};
      const Raster<float> field = arrival(pace, at_place(pace, place));
      double worst = 0;
      for (size_t i = 0; i < field.size(); ++i)
        worst = std::max(worst, std::fabs(static_cast<double>(field[i]) -
                                          std::sqrt(squared_distance(pace.grid.centre(i), place))));
      QVERIFY(worst < 0.75 * before);
      before = worst;
    }
  }

  void aWallIsWalkedRound() {
    Raster<float> pace = level_ground(80);
    for (int row = 0; row < 70; ++row) pace.at(40, row) = 0;
    const Raster<float> field = arrival(pace, at_place(pace, {205, 605}));
    const double round = std::sqrt(squared_distance({205, 605}, {400, 100})) +
                         std::sqrt(squared_distance({410, 100}, {605, 605})) + 10;
    const double left = field[pace.grid.cell_at({605, 605})];
    QVERIFY2(std::fabs(left - round) < 0.03 * round, qPrintable(QString::number(left)));
    QVERIFY(std::isinf(field.at(40, 10)));
    for (int row = 70; row < 80; ++row) pace.at(40, row) = 0;
    QVERIFY(std::isinf(arrival(pace, at_place(pace, {205, 605}))[pace.grid.cell_at({605, 605})]));
  }

  void dearGroundIsLeftWhereADetourIsCheaper() {
    // Snell's law: across a straight border between paces 1 and 3 the cheapest way is refracted.
    Raster<float> pace(GridSpec::square(2000, 200), 1.0f);
    for (int row = 0; row < 100; ++row)
      for (int column = 0; column < 200; ++column) pace.at(column, row) = 3;
    const Vec2 goal{500, 500}, from{1500, 1500};
    double best = kNever;
    for (double x = 0; x <= 2000; x += 0.5)
      best = std::min(best, std::sqrt(squared_distance(goal, {x, 1000})) +
                                3 * std::sqrt(squared_distance(from, {x, 1000})));
    const Raster<float> field = arrival(pace, at_place(pace, goal));
    const double left = descent_at(field, from.x, from.y).left_m;
    QVERIFY2(std::fabs(left - best) < 0.015 * best, qPrintable(QString("%1 %2").arg(left).arg(best)));
  }

  void shapesBeginInside() {
    const Raster<float> pace = level_ground(60);
    const Shape square = read_shape("POLYGON ((200 200, 400 200, 400 400, 200 400))").value();
    const Raster<float> field = arrival(pace, arrival_starts(pace, square, 0));
    QCOMPARE(field[pace.grid.cell_at({305, 305})], 0.0f);
    QVERIFY(std::fabs(static_cast<double>(field[pace.grid.cell_at({505, 305})]) - 105) < 0.5);
  }

  void aPlaceOnClosedGroundBeginsBeside() {
    Raster<float> pace = level_ground(40);
    for (int row = 17; row <= 22; ++row)
      for (int column = 17; column <= 22; ++column) pace.at(column, row) = 0;
    QVERIFY(!at_place(pace, {200, 200}).empty());
    for (float& p : pace.cells) p = 0;
    QVERIFY(at_place(pace, {200, 200}).empty());
    QVERIFY(std::isinf(arrival(pace, {})[0]));
  }

  void theDescentLeadsToThePlace() {
    const Raster<float> pace = level_ground(100);
    const Vec2 place{333, 666};
    const Raster<float> field = arrival(pace, at_place(pace, place));
    for (const Vec2 from : {Vec2{900, 100}, Vec2{50, 50}, Vec2{340, 980}, Vec2{990, 666}}) {
      const Descent d = descent_at(field, from.x, from.y);
      const double length = std::sqrt(squared_distance(from, place));
      const double cosine = (d.x * (place.x - from.x) + d.y * (place.y - from.y)) / length;
      QVERIFY2(cosine > 0.98, qPrintable(QString::number(cosine)));
    }
  }
};

FW_TEST(TestArrival)
#include "test_arrival.moc"
