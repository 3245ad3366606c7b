// Rasters that rows of `imports` name, as values.

#include <QTest>
#include <cmath>

#include "core/base/hash.h"
#include "core/model/template/import_pixels.h"
#include "tests/support/test_main.h"

using namespace fw;

class TestImportPixels : public QObject {
  Q_OBJECT

 private slots:
  void theDigestIsOfThePixelsBytesLittleEndian() {
    ImportPixels codes{2, 1, false, {1, 255}};
    QCOMPARE(pixels_digest(codes), sha256_hex(std::string("\x01\xff", 2)));
    ImportPixels heights{2, 1, true, {1, 0x0203}};
    QCOMPARE(pixels_digest(heights), sha256_hex(std::string("\x01\x00\x03\x02", 4)));
  }

  void aGridFitsWhereTheFrameHasIt() {
    ImportRow row;
    row.columns = 512;
    row.rows = 512;
    FrameParams frame;
    QVERIFY(import_grid(row, frame) == GridSpec::square(8000, 512));
    frame.height_m = 4000;
    QVERIFY(!import_grid(row, frame));
    row.rows = 256;
    QVERIFY(import_grid(row, frame).has_value());
    row.columns = 4097;
    row.rows = 2049;
    QVERIFY(!import_grid(row, frame));
  }

  void aMapIsPairsOfCodeAndWord() {
    const auto map = read_import_map("1 forest,  2 deep snow , 65535 none");
    QVERIFY(bool(map));
    QCOMPARE(map.value().size(), size_t{3});
    QCOMPARE(map.value()[1].word, std::string("deep snow"));
    QCOMPARE(write_import_map(map.value()), std::string("1 forest, 2 deep snow, 65535 none"));
    QVERIFY(read_import_map("").value().empty());
    for (const char* bad : {"forest", "1", "1,2", "1 a, 1 b", "70000 a", "-1 a", "1a", "1  ", ",,1 a"})
      QVERIFY2(!read_import_map(bad), bad);
  }

  void codesBecomeRowsOfTheTable() {
    ImportRow row;
    row.columns = row.rows = 2;
    row.map = "3 snow, 7 forest, 9 lava";
    const ImportPixels pixels{2, 2, false, {0, 3, 7, 9}};
    const Raster<uint8_t> out = import_classes(row, pixels, {}, {"forest", "snow"});
    QVERIFY(out.cells == (std::vector<uint8_t>{0, 2, 1, 0}));
  }

  void heightsRunFromLowToHighAndMayHaveGaps() {
    ImportRow row;
    row.columns = row.rows = 1;
    row.low_m = -20;
    row.high_m = 100;
    const auto height = [&](uint16_t value) { return import_heights(row, {1, 1, true, {value}}, {})[0]; };
    QCOMPARE(height(0), -20.0F);
    QCOMPARE(height(65535), 100.0F);
    row.map = kNoHeightMap;
    QVERIFY(std::isnan(height(0)));
    QVERIFY(!std::isnan(height(1)));
  }
};

FW_TEST(TestImportPixels)
#include "test_import_pixels.moc"
