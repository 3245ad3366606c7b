#include <QTest>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "tests/support/test_main.h"

using namespace fw;

/// Strips of a raster against the whole raster.
class NoiseRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void stripsOfAnyHeightAddUpToTheRaster_data() {
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("strip");
    QTest::addColumn<double>("wavelength_m");
    QTest::newRow("one row at a time") << 131 << 37 << 1 << 900.0;
    QTest::newRow("a last strip that is shorter") << 96 << 100 << 33 << 900.0;
    QTest::newRow("whole vectors") << 512 << 96 << 32 << 900.0;
    QTest::newRow("wider than one piece of work") << 4096 << 40 << 24 << 2000.0;
    QTest::newRow("octaves finer than the cells") << 300 << 29 << 7 << 20.0;
    QTest::newRow("one strip") << 64 << 64 << 64 << 300.0;
  }
  void stripsOfAnyHeightAddUpToTheRaster() {
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(int, strip);
    QFETCH(double, wavelength_m);
    const NoiseField field = bind_noise({.wavelength_m = wavelength_m, .octaves = 5}, derive(3, "rows"), 0);
    const GridSpec grid{columns, rows, 15.625};
    const Raster<float> whole = noise_raster(field, grid, 0.4);
    for (const int threads : {1, 3}) {
      const ThreadLimit limit(threads);
      for (int first = 0; first < rows; first += strip) {
        const int count = std::min(strip, rows - first);
        std::vector<float> part(static_cast<size_t>(columns) * static_cast<size_t>(count), -7.0f);
        fill_noise_rows(field, grid, 0.4, first, count, part);
        for (size_t i = 0; i < part.size(); ++i)
          QCOMPARE(std::bit_cast<uint32_t>(part[i]),
                   std::bit_cast<uint32_t>(whole[grid.index(0, first) + i]));
      }
    }
  }

  void noRowsAndNoOctavesAreFine() {
    const GridSpec grid{8, 8, 10};
    fill_noise_rows(bind_noise({}, 1), grid, 0, 8, 0, {});
    std::vector<float> part(16, 3.0f);
    fill_noise_rows({}, grid, 0, 2, 2, part);
    QCOMPARE(part, std::vector<float>(16, 0.0f));
  }
};

FW_TEST(NoiseRowsTest)
#include "test_noise_rows.moc"
