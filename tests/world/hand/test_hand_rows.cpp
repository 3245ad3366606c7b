// Regional rows round paint: rows that hold their paint stay, the others move by the least.

#include <QTest>
#include <cmath>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/world/hand/paint/hand_rows.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Regions in a row, each touching the next; `cells` each.
RowProblem line_of(const std::vector<std::vector<int64_t>>& natural) {
  RowProblem p;
  p.natural = natural;
  p.core.assign(natural.size(), std::vector<int64_t>(natural[0].size(), 0));
  p.want = p.core;
  p.asked.assign(natural.size(), false);
  p.neighbours.resize(natural.size());
  for (size_t r = 0; r + 1 < natural.size(); ++r) {
    p.neighbours[r].push_back(r + 1);
    p.neighbours[r + 1].push_back(r);
  }
  p.speck_cells = 64;
  return p;
}
void paint(RowProblem& p, size_t region, size_t cls, int64_t core, int64_t want) {
  p.core[region][cls] += core;
  p.want[region][cls] += want;
}

int64_t column(const ZoneCounts& table, size_t k) {
  int64_t total = 0;
  for (const auto& row : table) total += row[k];
  return total;
}
int64_t sum(const std::vector<int64_t>& row) {
  return std::accumulate(row.begin(), row.end(), int64_t{0});
}
double cells_off(int64_t difference) {
  return static_cast<double>(std::abs(difference));
}
double land_of(const RowProblem& p) {
  double land = 0;
  for (const auto& row : p.natural) land += static_cast<double>(sum(row));
  return land;
}

/// What holds for every solution: cells stay in their region, no class below its paint.
void check(const RowProblem& p, const RowSolution& s) {
  const ZoneCounts whole = whole_rows(p, s);
  for (size_t r = 0; r < whole.size(); ++r) {
    QCOMPARE(sum(whole[r]), sum(p.natural[r]));
    for (size_t k = 0; k < whole[r].size(); ++k) {
      QVERIFY(whole[r][k] >= p.core[r][k]);
      QVERIFY(whole[r][k] >= s.painted[r][k]);
      if (!s.moved[r]) QCOMPARE(whole[r][k], p.natural[r][k]);
    }
  }
}

RowProblem four_regions() {
  return line_of({{6000, 3000, 1000}, {5000, 4000, 1000}, {3000, 6000, 1000}, {8000, 2000, 0}});
}

}  // namespace

class HandRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void rowsThatHoldTheirPaintDoNotMove() {
    RowProblem p = four_regions();
    paint(p, 0, 0, 6000, 6000);
    paint(p, 0, 2, 1000, 1000);
    paint(p, 1, 1, 2000, 3999);
    paint(p, 3, 1, 0, 2000);
    const RowSolution s = solve_rows(p);
    QVERIFY(s.moved == std::vector<bool>(4, false));
    QVERIFY(whole_rows(p, s) == p.natural);
    QVERIFY(s.over_mix == (std::vector<int64_t>{0, 0, 0}));
  }

  void theLandsMixHoldsAndNeighboursGiveFirst() {
    RowProblem p = four_regions();
    paint(p, 0, 1, 3600, 3600);  // 600 more than it has
    const RowSolution s = solve_rows(p);
    check(p, s);
    const ZoneCounts whole = whole_rows(p, s);
    for (size_t k = 0; k < 3; ++k)
      QVERIFY(cells_off(column(whole, k) - column(p.natural, k)) <= 2e-4 * land_of(p) + 4);
    QVERIFY(s.moved[0] && s.moved[1]);
    QVERIFY(!s.moved[2] && !s.moved[3]);
    QVERIFY(whole[0][1] >= 3600);
  }

  void noRegionWithoutPaintMovesByOverTenPoints() {
    RowProblem p = four_regions();
    paint(p, 0, 1, 5500, 5500);  // 2500 more: the next region alone would give a quarter of its cells
    const RowSolution s = solve_rows(p);
    check(p, s);
    const ZoneCounts whole = whole_rows(p, s);
    QVERIFY(s.moved[2]);
    for (size_t r = 1; r < 4; ++r)
      for (size_t k = 0; k < 3; ++k)
        QVERIFY(std::abs(whole[r][k] - p.natural[r][k]) <= sum(p.natural[r]) / 10 + 1);
    QVERIFY(cells_off(column(whole, 1) - column(p.natural, 1)) <= 2e-4 * land_of(p) + 4);
  }

  void wantsAloneNeverExceedTheMix() {
    RowProblem p = four_regions();
    for (size_t r = 0; r < 4; ++r) paint(p, r, 2, 100, 2000);  // 8000 wanted, 3000 there
    const RowSolution s = solve_rows(p);
    check(p, s);
    const ZoneCounts whole = whole_rows(p, s);
    QVERIFY(cells_off(column(whole, 2) - 3000) <= 2e-4 * land_of(p) + 4);
    QCOMPARE(s.over_mix[2], int64_t{0});
  }

  void wantsBelowASpeckDoNotCountWithoutACore() {
    RowProblem p = four_regions();
    paint(p, 3, 2, 0, 63);
    QVERIFY(!solve_rows(p).moved[3]);
    paint(p, 3, 2, 0, 1);
    QVERIFY(solve_rows(p).moved[3]);
    RowProblem q = four_regions();
    paint(q, 3, 2, 5, 40);
    QCOMPARE(solve_rows(q).painted[3][2], int64_t{40});
  }

  void coresBeyondTheMixHoldAndTheOthersGiveInProportion() {
    RowProblem p = four_regions();
    for (size_t r = 0; r < 4; ++r) paint(p, r, 2, 2000, 2000);  // 8000 painted, 3000 there
    const RowSolution s = solve_rows(p);
    check(p, s);
    QCOMPARE(s.over_mix[2], int64_t{5000});
    const ZoneCounts whole = whole_rows(p, s);
    QVERIFY(cells_off(column(whole, 2) - 8000) <= 8);
    const double a = static_cast<double>(column(whole, 0)) / static_cast<double>(column(p.natural, 0));
    const double b = static_cast<double>(column(whole, 1)) / static_cast<double>(column(p.natural, 1));
    QVERIFY(std::fabs(a / b - 1) < 0.01);
    QVERIFY(std::fabs(a - 32000.0 / 37000) < 0.002);
  }

  void followLeavesRegionsWithoutPaintAlone() {
    RowProblem p = four_regions();
    p.mix = HandMix::follow;
    paint(p, 0, 1, 5500, 5500);
    const RowSolution s = solve_rows(p);
    check(p, s);
    QVERIFY(s.moved == (std::vector<bool>{true, false, false, false}));
    const ZoneCounts whole = whole_rows(p, s);
    QCOMPARE(whole[0][1], int64_t{5500});
    QVERIFY(std::abs(whole[0][0] * 1000 - whole[0][2] * 6000) < 6000);  // the rest as it was
    QCOMPARE(s.over_mix[1], int64_t{0});
  }

  void rowsThatTheTemplateStatesGiveWayToTheirOwnPaintAlone() {
    RowProblem p = four_regions();
    p.asked[1] = true;
    paint(p, 0, 1, 3600, 3600);
    RowSolution s = solve_rows(p);
    check(p, s);
    QVERIFY(!s.moved[1]);  // its neighbour beyond it is the next to help
    QVERIFY(s.moved[2] || s.moved[3]);

    p = four_regions();
    p.asked[1] = true;
    paint(p, 1, 2, 1500, 1700);
    s = solve_rows(p);
    check(p, s);
    QCOMPARE(s.over_ask[1][2], int64_t{500});
    QCOMPARE(whole_rows(p, s)[1][2], int64_t{1500});  // the core; the want counts up to the row alone
    QVERIFY(cells_off(column(whole_rows(p, s), 2) - 3000) <= 2e-4 * land_of(p) + 4);
  }

  void rowsThatTheCallerHoldsStayAndTheOthersMakeUpForThem() {
    RowProblem p = four_regions();
    p.held.resize(4);
    p.held[0] = std::vector<double>{5000, 4000, 1000};
    const RowSolution s = solve_rows(p);
    QVERIFY(s.rows[0] == *p.held[0]);
    const ZoneCounts whole = whole_rows(p, s);
    for (size_t k = 0; k < 3; ++k)
      QVERIFY(cells_off(column(whole, k) - column(p.natural, k)) <= 2e-4 * land_of(p) + 4);
    QVERIFY(s.moved[1]);
  }

  void smallSharesOfAClassThatWasNotThereAreClosed() {
    RowProblem p = line_of({{9000, 1000, 0}, {9000, 1000, 0}, {9000, 0, 1000}, {9000, 0, 1000}});
    paint(p, 0, 2, 300, 300);
    const RowSolution s = solve_rows(p);
    check(p, s);
    const ZoneCounts whole = whole_rows(p, s);
    for (size_t r = 0; r < 4; ++r)
      for (size_t k = 0; k < 3; ++k)
        QVERIFY(whole[r][k] == 0 || whole[r][k] >= 100 || whole[r][k] == p.natural[r][k]);
  }

  void randomPaintAlwaysHasRowsThatHoldIt() {
    for (uint64_t stream = 0; stream < 200; ++stream) {
      const size_t regions = 2 + stream % 9, classes = 2 + stream % 5;
      std::vector<std::vector<int64_t>> natural(regions, std::vector<int64_t>(classes, 0));
      for (size_t r = 0; r < regions; ++r)
        for (size_t k = 0; k < classes; ++k)
          if (random_uniform(stream, 100 * r + k) < 0.7)
            natural[r][k] = static_cast<int64_t>(3000 * random_uniform(stream, 100 * r + k + 50));
      RowProblem p = line_of(natural);
      p.mix = stream % 4 == 0 ? HandMix::follow : HandMix::hold;
      for (size_t r = 0; r < regions; ++r) {
        if (random_uniform(stream, 5000 + r) < 0.4) continue;
        const auto k = static_cast<size_t>(random_uniform(stream, 6000 + r) * static_cast<double>(classes));
        const auto want =
            static_cast<int64_t>(static_cast<double>(sum(natural[r])) * random_uniform(stream, 7000 + r));
        paint(p, r, k, want / 2, want);
      }
      const RowSolution s = solve_rows(p);
      check(p, s);
      double worst = 0;
      const ZoneCounts whole = whole_rows(p, s);
      bool over = p.mix == HandMix::follow;
      for (size_t k = 0; k < classes; ++k) {
        over = over || s.over_mix[k] > 0;
        worst = std::max(worst, std::fabs(static_cast<double>(column(whole, k) - column(p.natural, k))));
      }
      if (!over) QVERIFY2(worst <= 5e-3 * land_of(p) + 20, qPrintable(QString::number(worst)));
    }
  }

  void regionsThatTouchByAnEdgeAreNeighbours() {
    Raster<uint8_t> region(GridSpec{4, 2, 10});
    region.cells = {1, 1, 2, 0, 3, 0, 2, 4};
    const auto neighbours = region_neighbours(region, 4);
    QVERIFY(neighbours == (std::vector<std::vector<size_t>>{{1, 2}, {0, 3}, {0}, {1}}));
  }
};

FW_TEST(HandRowsTest)
#include "test_hand_rows.moc"
