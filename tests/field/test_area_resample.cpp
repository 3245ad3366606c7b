// Rasters on other grids, by shares of area.

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "core/field/area_resample.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

Raster<uint8_t> random_codes(const GridSpec& grid, int classes) {
  Raster<uint8_t> codes(grid);
  std::mt19937 draw(7);
  for (uint8_t& code : codes.cells) code = static_cast<uint8_t>(draw() % static_cast<unsigned>(classes));
  return codes;
}

/// Shares by many sample places: the slow way to the same answer.
uint8_t sampled_code(const Raster<uint8_t>& in, const RasterPlace& place, const GridSpec& grid, int c,
                     int r) {
  constexpr int kSamples = 60;
  std::array<int, 256> count{};
  for (int j = 0; j < kSamples; ++j)
    for (int i = 0; i < kSamples; ++i) {
      const double x = (c + (i + 0.5) / kSamples) * grid.cell_m;
      const double y = grid.height_m() - (r + (j + 0.5) / kSamples) * grid.cell_m;
      const auto column = static_cast<int>(std::floor((x - place.west_m) / place.cell_width_m));
      const auto row = static_cast<int>(std::floor((place.north_m - y) / place.cell_height_m));
      const bool inside = column >= 0 && row >= 0 && column < place.columns && row < place.rows;
      ++count[inside ? in.at(column, row) : 0];
    }
  return static_cast<uint8_t>(std::max_element(count.begin(), count.end()) - count.begin());
}

ReadRows<uint8_t> reader(const Raster<uint8_t>& in) {
  return [&in](int first, std::span<uint8_t> out) -> Result<Done> {
    std::copy_n(in.cells.begin() + static_cast<std::ptrdiff_t>(in.grid.index(0, first)), out.size(),
                out.begin());
    return Done{};
  };
}

}  // namespace

class TestAreaResample : public QObject {
  Q_OBJECT

 private slots:
  void anEqualGridGivesEqualCells() {
    const GridSpec grid = GridSpec::square(8000, 96);
    const Raster<uint8_t> codes = random_codes(grid, 9);
    QVERIFY(resample_codes(RasterPlace::of(grid), reader(codes), grid).value().cells == codes.cells);
    Raster<float> values(grid);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) * 0.37F;
    const ReadRows<float> rows = [&](int first, std::span<float> out) -> Result<Done> {
      std::copy_n(values.cells.begin() + static_cast<std::ptrdiff_t>(grid.index(0, first)), out.size(),
                  out.begin());
      return Done{};
    };
    QVERIFY(resample_values(RasterPlace::of(grid), rows, grid).value().cells == values.cells);
  }

  void aCellHasTheCodeOfTheLargestShareOfItsArea() {
    const GridSpec from = GridSpec::square(1000, 60), to = GridSpec::square(1000, 25);
    const Raster<uint8_t> codes = random_codes(from, 3);
    const Raster<uint8_t> out = resample_codes(codes, to);
    int other = 0;
    for (int r = 0; r < to.rows; ++r)
      for (int c = 0; c < to.columns; ++c)
        other += out.at(c, r) != sampled_code(codes, RasterPlace::of(from), to, c, r);
    QVERIFY2(other <= 6, qPrintable(QString::number(other)));  // ties that sampling sees otherwise
  }

  void aRasterAnywhereOverTheFrameLandsWhereItLies() {
    const GridSpec to{50, 40, 20};
    const Raster<uint8_t> codes = random_codes({30, 20, 1}, 4);
    const RasterPlace place{30, 20, -45, 710, 37, 19};
    const Raster<uint8_t> out = resample_codes(place, reader(codes), to).value();
    int other = 0;
    for (int r = 0; r < to.rows; ++r)
      for (int c = 0; c < to.columns; ++c) other += out.at(c, r) != sampled_code(codes, place, to, c, r);
    QVERIFY2(other <= 20, qPrintable(QString::number(other)));
    QCOMPARE(int(out.at(0, 0)), 0);   // north of it
    QCOMPARE(int(out.at(0, 39)), 0);  // south of it
  }

  void equalSharesGoToTheLowerCode() {
    Raster<uint8_t> codes({3, 3, 100});
    codes.cells = {5, 2, 7, 2, 5, 7, 7, 7, 7};
    QCOMPARE(int(resample_codes(RasterPlace{2, 2, 0, 200, 100, 100},
                                [](int, std::span<uint8_t> out) -> Result<Done> {
                                  const uint8_t rows[] = {5, 2, 2, 5};
                                  std::copy_n(rows, out.size(), out.begin());
                                  return Done{};
                                },
                                {1, 1, 200})
                     .value()[0]),
             2);
  }

  void meansAreByAreaAndCellsWithHalfAValueOrMoreHaveOne() {
    Raster<float> values({4, 2, 10});
    values.cells = {1, 3, kNone, 8, 5, 7, kNone, kNone};
    const Raster<float> out = resample_values(values, {2, 1, 20});
    QCOMPARE(out[0], 4.0F);
    QVERIFY(std::isnan(out[1]));  // a quarter has one
    values.cells = {1, 3, kNone, 8, 5, 7, kNone, 4};
    QCOMPARE(resample_values(values, {2, 1, 20})[1], 6.0F);
  }

  void aFinerGridRunsSmoothlyThroughTheValues() {
    const GridSpec from = GridSpec::square(1600, 40), to = GridSpec::square(1600, 120);
    Raster<float> values(from);
    for (size_t i = 0; i < values.size(); ++i) {
      const Vec2 p = from.centre(i);
      values[i] = static_cast<float>(std::sin(p.x / 150) * 40 + p.y * 0.02);
    }
    const Raster<float> out = resample_values(values, to);
    for (int r = 6; r < 114; ++r)
      for (int c = 6; c < 114; ++c) {
        const Vec2 p = to.centre(c, r);
        QVERIFY(std::fabs(out.at(c, r) - (std::sin(p.x / 150) * 40 + p.y * 0.02)) < 0.15);
      }
    // Three cells a side: the middle one of each nine has the source's own centre.
    for (int r = 0; r < 40; ++r)
      for (int c = 0; c < 40; ++c) QVERIFY(std::fabs(out.at(3 * c + 1, 3 * r + 1) - values.at(c, r)) < 1e-4);
  }

  void cellsWithoutAValueStayWithoutOneOnAFinerGrid() {
    Raster<float> values(GridSpec::square(100, 4), 10);
    values.at(0, 0) = kNone;
    const Raster<float> out = resample_values(values, GridSpec::square(100, 16));
    int none = 0;
    for (const float v : out.cells) none += std::isnan(v);
    QCOMPARE(none, 16);
    for (const float v : out.cells) QVERIFY(std::isnan(v) || v == 10);
  }
};

FW_TEST(TestAreaResample)
#include "test_area_resample.moc"
