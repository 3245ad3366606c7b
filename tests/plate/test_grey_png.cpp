// Grey levels to PNG and back, as files of imports are kept.

#include <QTest>
#include <random>
#include <string>

#include "render/page/grey_png.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

GreyImage noise(int columns, int rows, int bits) {
  GreyImage image{columns, rows, bits, {}};
  std::mt19937 draw(3);
  for (int i = 0; i < columns * rows; ++i)
    image.levels.push_back(static_cast<uint16_t>(draw() & (bits == 8 ? 0xFFU : 0xFFFFU)));
  return image;
}

}  // namespace

class TestGreyPng : public QObject {
  Q_OBJECT

 private slots:
  void whatIsWrittenIsReadBack() {
    for (const int bits : {8, 16}) {
      const GreyImage image = noise(37, 21, bits);
      const auto bytes = encode_grey_png(image);
      QVERIFY(bool(bytes));
      const auto again = decode_grey_png(bytes.value(), 37, 21);
      QVERIFY2(bool(again), again ? "" : again.error().message.c_str());
      QCOMPARE(again.value().bits, bits);
      QVERIFY(again.value().levels == image.levels);
    }
  }

  void otherSizesAndOtherFilesAreRefusedWithWhatWasFound() {
    const std::string bytes = encode_grey_png(noise(16, 8, 8)).value();
    const auto other = decode_grey_png(bytes, 8, 16);
    QVERIFY(!other);
    QVERIFY(other.error().message.find("16 x 8") != std::string::npos);
    QVERIFY(!decode_grey_png("BM no picture of ours", 8, 16));
    QVERIFY(!decode_grey_png("", 8, 16));
  }

  void alteredBytesAreRefusedOrReadButNeverCrash() {
    const std::string bytes = encode_grey_png(noise(64, 64, 16)).value();
    std::mt19937 draw(11);
    int refused = 0;
    for (int k = 0; k < 3000; ++k) {
      std::string other = bytes;
      if (k % 3 == 0) other.resize(draw() % other.size());
      for (unsigned n = 0; n < 1 + draw() % 8 && !other.empty(); ++n)
        other[draw() % other.size()] = static_cast<char>(draw());
      refused += !decode_grey_png(other, 64, 64);
    }
    QVERIFY2(refused > 2900, qPrintable(QString::number(refused)));
  }
};

FW_TEST(TestGreyPng)
#include "test_grey_png.moc"
