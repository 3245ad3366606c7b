#include <QTest>
#include <cmath>

#include "render/map/scene/outline.h"
#include "tests/enclosed_area.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Two overlapping hills; `number` varies them.
Raster<float> hills(int n, int number) {
  Raster<float> field(GridSpec::square(1000, n));
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const double x = field.grid.x_of(c) - 400 - 17 * number, y = field.grid.y_of(r) - 520 + 11 * number;
      const double a = std::exp(-(x * x + y * y) / 40000),
                   b = std::exp(-((x - 240) * (x - 240) + y * y) / 15000);
      field.at(c, r) = static_cast<float>(a + 0.8 * b);
    }
  return field;
}

/// Area above the level by sampling the bilinear field densely.
double brute_force_area_m2(const Raster<float>& f, float level) {
  const int n = f.grid.columns;
  constexpr int kFine = 12;
  double count = 0;
  for (int r = 0; r + 1 < n; ++r)
    for (int c = 0; c + 1 < n; ++c)
      for (int i = 0; i < kFine; ++i)
        for (int j = 0; j < kFine; ++j) {
          const float u = (static_cast<float>(i) + 0.5F) / kFine, v = (static_cast<float>(j) + 0.5F) / kFine;
          const float value = (1 - u) * (1 - v) * f.at(c, r) + u * (1 - v) * f.at(c + 1, r) +
                              (1 - u) * v * f.at(c, r + 1) + u * v * f.at(c + 1, r + 1);
          count += value > level ? 1 : 0;
        }
  return count * f.grid.cell_area_m2() / (kFine * kFine);
}

}  // namespace

class OutlineTest : public QObject {
  Q_OBJECT
 private slots:
  void aContourAwayFromTheFrameIsClosedAndEnclosesTheBruteForceArea() {
    for (int number = 0; number < 4; ++number) {
      const auto field = hills(64, number);
      const auto lines = contour_lines(field, 0.4F);
      QVERIFY(!lines.empty());
      for (const auto& line : lines) QVERIFY(line.closed);
      const double area = test::enclosed_area_m2(lines), expected = brute_force_area_m2(field, 0.4F);
      QVERIFY2(std::fabs(area - expected) < 0.005 * expected,
               qPrintable(QString("%1 %2").arg(area).arg(expected)));
    }
  }
  void anAreaThatLeavesTheFrameIsClosedAlongItWhenAsked() {
    const Raster<float> full(GridSpec::square(1000, 16), 1.0F);
    QVERIFY(contour_lines(full, 0.5F, AtFrame::open).empty());
    const auto lines = contour_lines(full, 0.5F, AtFrame::closed);
    QCOMPARE(lines.size(), size_t{1});
    QVERIFY(lines.front().closed);
    const double side = 1000.0 * 15 / 16;  // between the outermost centres
    QVERIFY(std::fabs(test::enclosed_area_m2(lines) - side * side) < 1);
  }
  void aSaddleGivesTwoSeparateLines() {
    Raster<float> saddle(GridSpec::square(40, 4), 0.0F);
    saddle.at(1, 1) = 1.0F;
    saddle.at(2, 2) = 1.0F;
    QCOMPARE(contour_lines(saddle, 0.6F).size(), size_t{2});
  }
  void everyBorderBetweenTwoClassesIsDrawnOnce() {
    const GridSpec grid = GridSpec::square(320, 32);
    Leaders leaders(grid);
    for (int k = 1; k <= 2; ++k) {
      Raster<float> indicator(grid);
      for (size_t cell = 0; cell < grid.cells(); ++cell)
        indicator[cell] = (grid.column_of(cell) < 16) == (k == 1) ? 1.0F : 0.0F;
      leaders.offer(static_cast<uint8_t>(k), indicator);
    }
    const auto lines = shared_borders(leaders, 2);
    QCOMPARE(lines.size(), size_t{1});
    for (const Vec2& p : lines.front().points) QVERIFY(std::fabs(p.x - 160) < 1e-6);
    QCOMPARE(lines.front().points.size(), size_t{32});
  }
  void clippingKeepsOnlyWhatLiesInside() {
    Raster<float> west(GridSpec::square(100, 50));
    for (size_t cell = 0; cell < west.size(); ++cell)
      west[cell] = static_cast<float>(50 - west.grid.centre(cell).x);
    Polyline line;
    for (int i = 0; i <= 100; ++i) line.points.push_back({static_cast<double>(i), 50});
    const auto kept = clipped_to({line}, west, 0);
    QCOMPARE(kept.size(), size_t{1});
    for (const Vec2& p : kept.front().points) QVERIFY(p.x < 50);
    QVERIFY(kept.front().points.size() > 45);
  }
};

FW_TEST(OutlineTest)
#include "test_outline.moc"
