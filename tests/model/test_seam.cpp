#include <QTest>
#include <initializer_list>
#include <string_view>

#include "core/model/world/seam.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A layer written as a picture: '.' is 0, '1' .. '9' the code.
Raster<uint8_t> picture(std::initializer_list<std::string_view> rows) {
  Raster<uint8_t> out(GridSpec{static_cast<int>(rows.begin()->size()), static_cast<int>(rows.size()), 10}, 0);
  size_t cell = 0;
  for (const std::string_view row : rows)
    for (const char c : row) out[cell++] = c == '.' ? uint8_t{0} : static_cast<uint8_t>(c - '0');
  return out;
}

}  // namespace

class TestSeam : public QObject {
  Q_OBJECT
 private slots:
  void countsLeaveOutTheSeaAndTellBorderFromInside() {
    const auto region = picture({"1122", "1122", "...."});
    const auto code = picture({"1122", "1112", "1111"});
    const SeamCounts counts = count_seam(code, region);
    QCOMPARE(counts.border_pairs, 2);
    QCOMPARE(counts.border_changes, 1);
    QCOMPARE(counts.inner_pairs, 8);    // 4 horizontal, 4 vertical
    QCOMPARE(counts.inner_changes, 2);  // 1|2 in the second row, 2 over 1 in the third column
    QCOMPARE(seam_score(counts), 0.5 / 0.25);
  }

  void theScoreComparesBordersWithTheInside() {
    const auto region = picture({"1122", "1122", "1122", "1122"});
    // One change in 4 border pairs, two in 20 inner pairs.
    QCOMPARE(seam_score(count_seam(picture({"1121", "1111", "1111", "1111"}), region)), 2.5);
    // Changes only inside the area are no border.
    QCOMPARE(seam_score(count_seam(picture({"2111", "1111", "1111", "1111"}), region)), 0.0);
  }

  void aLayerCutAtTheBordersScoresHighAndAnEvenOneScoresNothing() {
    const auto region = picture({"1122", "1122"});
    QCOMPARE(seam_score(count_seam(region, region)), 8.0);  // one inner change is assumed
    QCOMPARE(seam_score(count_seam(picture({"1111", "1111"}), region)), 0.0);
    const auto larger = picture({"1122", "1122", "1122", "1122"});
    QCOMPARE(seam_score(count_seam(larger, larger)), 20.0);
  }
};

FW_TEST(TestSeam)
#include "test_seam.moc"
