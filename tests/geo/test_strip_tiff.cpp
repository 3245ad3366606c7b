#include <sys/resource.h>

#include <QTest>
#include <atomic>

#include "geo_fixture.h"
#include "render/geo/raster/strip_tiff.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

namespace {

constexpr fw::GridSpec kGrid{530, 101, 12.5};

/// A value that identifies band, row and column, and compresses badly.
float value(size_t band, int row, int column) {
  const auto mixed = static_cast<uint32_t>(column * 7919 + row * 104729) * 2654435761u;
  return static_cast<float>(band) + static_cast<float>(mixed >> 8) * 0x1p-24F;
}

fw::FillStrip pattern(const fw::GridSpec& grid) {
  return [grid](size_t band, int first_row, int rows, std::span<float> out) {
    QCOMPARE(out.size(), static_cast<size_t>(rows) * static_cast<size_t>(grid.columns));
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < grid.columns; ++c) out[grid.index(c, r)] = value(band, first_row + r, c);
  };
}

fw::StripTiff two_bands(int strip_rows = 16) {
  fw::StripTiff tiff{kGrid, {"first", "second"}};
  tiff.strip_rows = strip_rows;
  return tiff;
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

class TestStripTiff : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path path(const char* name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }

 private slots:
  // First, while the process is still small.
  void aLargeFileNeedsOnlyTheMemoryOfItsStrips() {
    fw::StripTiff tiff{fw::GridSpec{8192, 8192, 1}, {"a", "b"}};
    tiff.strip_rows = 64;
    tiff.threads = 2;
    const fw::FillStrip constant = [](size_t, int, int, std::span<float> out) {
      std::fill(out.begin(), out.end(), 0.25F);
    };
    QVERIFY(fw::write_strips(path("warm.tif"), two_bands(), pattern(kGrid), {}));
    const double before = peak_bytes();
    const auto written = fw::write_strips(path("large.tif"), tiff, constant, {});
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const double grown = peak_bytes() - before;
    // The whole is 512 MiB.
    QVERIFY2(grown < fw::strip_bytes(tiff) && fw::strip_bytes(tiff) < 32e6,
             qPrintable(QString::number(grown)));
  }

  void everyCellReadsBackWhateverTheStripAndTheThreads() {
    QByteArray first;
    for (const int threads : {1, 2, 4})
      for (const int rows : {16, 48, 256}) {
        fw::StripTiff tiff = two_bands(rows);
        tiff.threads = threads;
        const auto file = path("strips.tif");
        QVERIFY(fw::write_strips(file, tiff, pattern(kGrid), {}));
        {
          const Dataset read = open(file);
          QCOMPARE(read->GetRasterCount(), 2);
          for (int band = 0; band < 2; ++band) {
            std::vector<float> cells(kGrid.cells());
            QCOMPARE(read->GetRasterBand(band + 1)->RasterIO(GF_Read, 0, 0, kGrid.columns, kGrid.rows,
                                                             cells.data(), kGrid.columns, kGrid.rows,
                                                             GDT_Float32, 0, 0, nullptr),
                     CE_None);
            for (size_t i = 0; i < cells.size(); ++i)
              QCOMPARE(cells[i], value(static_cast<size_t>(band), kGrid.row_of(i), kGrid.column_of(i)));
          }
        }
        const QByteArray bytes = QByteArray::fromStdString(file_text(file));
        if (rows == 16 && threads == 1) first = bytes;
        if (rows == 16) QVERIFY(bytes == first);
        std::filesystem::remove(file);
      }
  }

  void bandsMetadataAndFrameAreThere() {
    fw::StripTiff tiff = two_bands();
    tiff.metadata = {{"template", "Tiny"}};
    QVERIFY(fw::write_strips(path("named.tif"), tiff, pattern(kGrid), {}));
    const Dataset read = open(path("named.tif"));
    QCOMPARE(read->GetRasterBand(1)->GetDescription(), "first");
    QCOMPARE(read->GetRasterBand(2)->GetDescription(), "second");
    QCOMPARE(read->GetMetadataItem("template"), "Tiny");
    std::array<double, 6> t{};
    QCOMPARE(read->GetGeoTransform(t.data()), CE_None);
    QCOMPARE(t, (std::array<double, 6>{0, 12.5, 0, 1262.5, 0, -12.5}));
    QVERIFY(read->GetSpatialRef() != nullptr && read->GetSpatialRef()->IsLocal());
    QVERIFY(!std::filesystem::exists(path("named.tif.aux.xml")));
  }

  void aCancelledFileIsGone() {
    std::atomic<bool> cancel{false};
    fw::Progress progress;
    progress.cancel = &cancel;
    std::vector<double> told;
    progress.report = [&](std::string_view, double fraction) {
      told.push_back(fraction);
      if (fraction > 0.4) cancel = true;
    };
    const auto written = fw::write_strips(path("gone.tif"), two_bands(), pattern(kGrid), progress);
    QVERIFY(!written);
    QVERIFY(written.error().kind == fw::ErrorKind::cancelled);
    QVERIFY(!std::filesystem::exists(path("gone.tif")));
    QCOMPARE(told.size(), size_t{3});
    QVERIFY(std::is_sorted(told.begin(), told.end()));
  }

  void aFolderThatIsNotThereIsAnError() {
    const auto written = fw::write_strips(path("no/such.tif"), two_bands(), pattern(kGrid), {});
    QVERIFY(!written);
    QVERIFY(written.error().kind == fw::ErrorKind::io);
    QVERIFY2(written.error().message.find("such.tif") != std::string::npos, written.error().message.c_str());
  }

  void aNameOfGdalsOwnIsAPathLikeAnother() {
    const auto written = fw::write_strips("/vsimem/strips.tif", two_bands(), pattern(kGrid), {});
    QVERIFY(!written);
    QVERIFY(written.error().kind == fw::ErrorKind::io);
  }
};

FW_TEST(TestStripTiff)
#include "test_strip_tiff.moc"
