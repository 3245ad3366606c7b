// Floods, receivers and sums along the flow against slow definitions; the lower envelope against brute force.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/field/lower_envelope.h"
#include "core/water/drainage/drainage.h"
#include "core/water/lakes/contour.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Rough ground with a sea, full of pits; heights of whole decimetres, so that many are equal.
struct Ground {
  Mask land;
  Raster<float> height_m;
};
Ground rough_ground(uint64_t seed, int columns, int rows) {
  const GridSpec grid{columns, rows, 10};
  Ground out{Mask(grid), Raster<float>(grid)};
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const double x = grid.column_of(cell) - columns / 2.0, y = grid.row_of(cell) - rows / 2.0;
    out.land[cell] = x * x + y * y < 0.2 * columns * rows || random_uniform(seed, 2 * cell) < 0.1;
    const double h = 20 - 0.5 * std::sqrt(x * x + y * y) + 8 * random_uniform(seed, 2 * cell + 1);
    out.height_m[cell] = out.land[cell] != 0 ? static_cast<float>(std::floor(10 * std::max(h, 1.0)) / 10) : 0;
  }
  return out;
}

/// The lowest water surface over every cell, by relaxation (Planchon and Darboux 2002 without their epsilon).
Raster<float> relaxed(const Ground& ground) {
  const Mask outlets = outlet_cells(ground.land);
  Raster<float> water(ground.land.grid, std::numeric_limits<float>::infinity());
  for (size_t cell = 0; cell < water.size(); ++cell)
    if (outlets[cell] != 0 || ground.land[cell] == 0) water[cell] = ground.height_m[cell];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t cell = 0; cell < water.size(); ++cell)
      for (const uint32_t other : neighbours(ground.land.grid, cell)) {
        if (ground.land[cell] == 0 || ground.land[other] == 0) continue;
        const float level = std::max(ground.height_m[cell], water[other]);
        if (level < water[cell]) {
          water[cell] = level;
          changed = true;
        }
      }
  }
  return water;
}

double upstream(const Donors& donors, uint32_t cell, const std::vector<double>& weight) {
  double sum = weight[cell];
  for (const uint32_t* up = donors.begin(cell); up != donors.end(cell); ++up)
    sum += upstream(donors, *up, weight);
  return sum;
}

/// The receiver by Tarboton's angles: atan(s2 / s1) of a facet, cut to its two sides, 0 along the near one.
uint32_t receiver_by_angles(const Ground& ground, uint32_t cell, double dice) {
  constexpr double kDiagonal = 0.78539816339744831;  // a quarter of pi
  const GridSpec& g = ground.land.grid;
  const double h = static_cast<double>(ground.height_m[cell]);
  uint32_t best = cell;
  double steepest = 0;
  for (const auto& [near_x, near_y] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}})
    for (const int turn : {-1, 1}) {
      const auto lower = [&](int dx, int dy) -> std::pair<uint32_t, double> {
        const int c = g.column_of(cell) + dx, r = g.row_of(cell) + dy;
        if (!g.contains(c, r)) return {cell, h};
        const auto at = static_cast<uint32_t>(g.index(c, r));
        const double there = static_cast<double>(ground.height_m[at]);
        return ground.land[at] != 0 && there < h ? std::pair{at, there} : std::pair{cell, h};
      };
      const auto [near, h_near] = lower(near_x, near_y);
      const auto [far, h_far] = lower(near_x - turn * near_y, near_y + turn * near_x);
      const double s1 = h - h_near, s2 = h_near - h_far;
      const double angle = std::clamp(std::atan2(s2, s1), 0.0, kDiagonal);
      const double steep = angle == 0           ? s1
                           : angle == kDiagonal ? (h - h_far) / std::sqrt(2.0)
                                                : std::hypot(s1, s2);
      if (steep <= steepest) continue;
      steepest = steep;
      best = dice < std::tan(angle) ? far : near;
    }
  return best;
}

}  // namespace

class TestFlow : public QObject {
  Q_OBJECT

 private slots:
  void aFloodFillsDepressionsAsRelaxationDoes() {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const Ground ground = rough_ground(seed, 41, 33);
      Raster<float> filled = ground.height_m;
      const Flood flood = fill_depressions(ground.land, {}, filled);
      QCOMPARE(filled.cells, relaxed(ground).cells);
      QCOMPARE(flood.order.size(),
               static_cast<size_t>(std::count(ground.land.cells.begin(), ground.land.cells.end(), 1)));
    }
  }
  void everyCellDrainsDownhillToAnOutlet() {
    const Ground ground = rough_ground(5, 64, 48);
    const Mask outlets = outlet_cells(ground.land);
    Raster<float> filled = ground.height_m;
    const Flood flood = fill_depressions(ground.land, {}, filled);
    const Drainage drainage = drain(flood, {}, filled, flow_dice(1, filled.size()));
    for (uint32_t cell = 0; cell < filled.size(); ++cell) {
      if (ground.land[cell] == 0) continue;
      uint32_t at = cell;
      size_t steps = 0;
      for (; drainage.receiver[at] != at && steps < filled.size(); ++steps) {
        QVERIFY(filled[drainage.receiver[at]] <= filled[at]);
        at = drainage.receiver[at];
      }
      QVERIFY(outlets[at] != 0);
    }
  }
  void waterDrainsAlongTheSteepestOfTheEightFacets() {
    Ground ground = rough_ground(8, 67, 43);
    for (size_t cell = 0; cell < ground.height_m.size(); ++cell)
      ground.height_m[cell] += static_cast<float>(0.1 * random_uniform(9, cell));
    const Mask outlets = outlet_cells(ground.land);
    const std::vector<float> dice = flow_dice(4, ground.land.size());
    const Drainage drainage = drain_downhill(ground.land, outlets, ground.height_m, dice);
    std::vector<uint32_t> expected(ground.land.size(), kOffLand);
    for (uint32_t cell = 0; cell < expected.size(); ++cell)
      if (ground.land[cell] != 0)
        expected[cell] =
            outlets[cell] != 0 ? cell : receiver_by_angles(ground, cell, static_cast<double>(dice[cell]));
    QCOMPARE(drainage.receiver.cells, expected);
    // After a flood the same where water ran down before, too.
    Raster<float> filled = ground.height_m;
    const Drainage flooded = drain(fill_depressions(ground.land, {}, filled), {}, filled, dice);
    size_t same = 0;
    for (uint32_t cell = 0; cell < expected.size(); ++cell) {
      const auto near = neighbours(ground.land.grid, cell);
      const bool kept = ground.land[cell] != 0 && filled[cell] == ground.height_m[cell] &&
                        std::all_of(near.begin(), near.end(),
                                    [&](uint32_t other) { return filled[other] == ground.height_m[other]; });
      if (!kept || expected[cell] == cell) continue;
      QCOMPARE(flooded.receiver[cell], expected[cell]);
      ++same;
    }
    QVERIFY(same > 100);
  }
  void waterReachesCellsByHeightAndThenByIndex() {
    const Ground ground = rough_ground(10, 60, 70);
    const Mask outlets = outlet_cells(ground.land);
    Raster<float> filled = ground.height_m;
    const Flood flood = fill_depressions(ground.land, {}, filled);
    std::vector<uint8_t> open(outlets.cells);
    std::vector<uint8_t> reached(outlets.cells);
    for (const uint32_t cell : flood.order) {
      for (uint32_t other = 0; other < open.size(); ++other)
        if (open[other] != 0)
          QVERIFY(filled[other] > filled[cell] || (filled[other] == filled[cell] && other >= cell));
      QVERIFY(open[cell] != 0);
      open[cell] = 0;
      for (const uint32_t other : neighbours(ground.land.grid, cell))
        if (ground.land[other] != 0 && reached[other] == 0) {
          open[other] = reached[other] = 1;
          QCOMPARE(flood.back[other], cell);
        }
    }
  }
  void whereThereIsNoLandNothingDrains() {
    Ground sea{Mask(GridSpec{40, 30, 10}), Raster<float>(GridSpec{40, 30, 10})};
    const Mask outlets = outlet_cells(sea.land);
    QVERIFY(fill_depressions(sea.land, {}, sea.height_m).order.empty());
    QVERIFY(drain_downhill(sea.land, outlets, sea.height_m, flow_dice(3, sea.land.size())).order.empty());
    breach_depressions(sea.land, {}, 1e9, sea.height_m);
    QVERIFY(sea.height_m.cells == std::vector<float>(sea.land.size(), 0));
  }
  void sumsAlongTheFlowAreThoseOfTheTree() {
    const Ground ground = rough_ground(6, 40, 40);
    Raster<float> filled = ground.height_m;
    const Flood flood = fill_depressions(ground.land, {}, filled);
    const Drainage drainage = drain(flood, {}, filled, flow_dice(2, filled.size()));
    std::vector<double> weight(filled.size(), 0.0);
    for (size_t cell = 0; cell < weight.size(); ++cell)
      weight[cell] = ground.land[cell] != 0 ? 1 + static_cast<double>(cell % 7) : 0;
    const std::vector<double> sum = accumulate(drainage, weight);
    const Donors donors = donors_of(drainage);
    for (uint32_t cell = 0; cell < weight.size(); ++cell) QCOMPARE(sum[cell], upstream(donors, cell, weight));
  }
  void withoutAFloodPitsDrainNowhereAndTheRestDownhill() {
    const Ground ground = rough_ground(7, 50, 30);
    const Mask outlets = outlet_cells(ground.land);
    const Drainage drainage =
        drain_downhill(ground.land, outlets, ground.height_m, flow_dice(3, ground.land.size()));
    std::vector<uint8_t> seen(ground.land.size(), 0);
    for (const uint32_t cell : drainage.order) {
      const uint32_t to = drainage.receiver[cell];
      if (to == cell) {
        if (outlets[cell] == 0)
          for (const uint32_t other : neighbours(ground.land.grid, cell))
            QVERIFY(ground.land[other] == 0 || ground.height_m[other] >= ground.height_m[cell]);
      } else {
        QVERIFY(ground.height_m[to] < ground.height_m[cell]);
        QVERIFY(seen[to] != 0);
      }
      seen[cell] = 1;
    }
    QVERIFY(seen == ground.land.cells);
  }
  void aBreachLeavesNoPitAndRaisesNothingButDeepHoles() {
    for (uint64_t seed = 8; seed <= 11; ++seed) {
      const Ground ground = rough_ground(seed, 45, 45);
      Raster<float> cut = ground.height_m;
      breach_depressions(ground.land, {}, 1e9, cut);
      Raster<float> filled = cut;
      fill_depressions(ground.land, {}, filled);
      double most = 0;
      for (size_t cell = 0; cell < cut.size(); ++cell) {
        QVERIFY(cut[cell] <= ground.height_m[cell] + 0.5F);
        most = std::max(most, static_cast<double>(filled[cell] - cut[cell]));
      }
      QVERIFY2(most < 0.05, qPrintable(QString::number(most)));
    }
  }
  void aLakeDrainsThroughItsOutletAlone() {
    const GridSpec grid{20, 12, 10};
    Mask land(grid, 1);
    Raster<float> height(grid);
    for (size_t cell = 0; cell < grid.cells(); ++cell)
      height[cell] =
          static_cast<float>(1 + grid.column_of(cell)) + 0.1F * static_cast<float>(grid.row_of(cell));
    HeldLakes lakes;
    lakes.lake = Raster<uint8_t>(grid);
    for (int row = 4; row < 8; ++row)
      for (int column = 8; column < 13; ++column) {
        lakes.lake.at(column, row) = 1;
        height.at(column, row) = 8;
      }
    lakes.outlet = {static_cast<uint32_t>(grid.index(7, 5))};
    lakes.level_m = {8};
    const Flood flood = fill_depressions(land, lakes, height);
    const Drainage drainage = drain(flood, lakes, height, flow_dice(4, grid.cells()));
    for (uint32_t cell = 0; cell < grid.cells(); ++cell) {
      if (lakes.lake[cell] == 0) continue;
      uint32_t at = cell;
      while (lakes.lake[at] != 0) at = drainage.receiver[at];
      QCOMPARE(at, lakes.outlet[0]);
    }
  }
  void theLowerEnvelopeIsTheLeastOfAllParabolas() {
    const GridSpec grid{23, 17, 15};
    Raster<float> start(grid, std::numeric_limits<float>::infinity());
    for (size_t cell = 0; cell < grid.cells(); ++cell)
      if (random_uniform(12, cell) < 0.1) start[cell] = static_cast<float>(50 * random_uniform(13, cell));
    const double curvature = 0.004;
    const Raster<float> envelope = lower_envelope(start, curvature);
    for (size_t x = 0; x < grid.cells(); ++x) {
      double least = std::numeric_limits<double>::infinity();
      for (size_t y = 0; y < grid.cells(); ++y)
        least = std::min(least, static_cast<double>(start[y]) +
                                    curvature * squared_distance(grid.centre(x), grid.centre(y)));
      QVERIFY(std::fabs(static_cast<double>(envelope[x]) - least) < 1e-3);
    }
    const Raster<float> nothing(grid, std::numeric_limits<float>::infinity());
    QVERIFY(std::isinf(lower_envelope(nothing, curvature)[0]));
  }
  void contoursHaveWhatIsHigherOnTheirLeft() {
    const GridSpec grid{20, 16, 5};
    Raster<float> disc(grid);
    for (size_t cell = 0; cell < grid.cells(); ++cell)
      disc[cell] = static_cast<float>(30 - std::sqrt(squared_distance(grid.centre(cell), {50, 40})));
    const auto rings = contour_lines(disc, 0);
    QCOMPARE(rings.size(), size_t{1});
    QVERIFY(std::fabs(ring_area_m2(rings[0]) - 3.14159 * 900) < 30);
    for (float& v : disc.cells) v = -v;
    double area = 0;
    for (const auto& ring : contour_lines(disc, 0)) area += ring_area_m2(ring);
    QVERIFY(area < grid.width_m() * grid.height_m() - 3.14159 * 900 + 30 && area > 0);
  }
};

FW_TEST(TestFlow)
#include "test_flow.moc"
