// Summits and how far they stand above the passes to higher ground.
#include <QTest>
#include <algorithm>

#include "core/base/exact/rng.h"
#include "core/field/noise/noise.h"
#include "core/field/summits.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Raster<float> heights(std::vector<std::vector<float>> rows) {
  Raster<float> out(GridSpec{static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), 10});
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows[r].size(); ++c) out.at(static_cast<int>(c), static_cast<int>(r)) = rows[r][c];
  return out;
}

/// Prominence by definition: the least descent on a way to higher ground, searched cell by cell.
float prominence_of(const Raster<float>& height, const Mask& land, uint32_t from) {
  std::vector<float> best(height.size(), -1);
  std::vector<uint32_t> open{from};
  best[from] = height[from];
  float pass = 0;
  while (!open.empty()) {
    const auto at = std::ranges::max_element(open, {}, [&](uint32_t c) { return best[c]; });
    const uint32_t cell = *at;
    open.erase(at);
    if (height[cell] > height[from] || (height[cell] == height[from] && cell < from)) {
      pass = best[cell];
      break;
    }
    const int column = height.grid.column_of(cell), row = height.grid.row_of(cell);
    for (int r = row - 1; r <= row + 1; ++r)
      for (int c = column - 1; c <= column + 1; ++c) {
        if (!height.grid.contains(c, r)) continue;
        const auto other = static_cast<uint32_t>(height.grid.index(c, r));
        const float through = std::min(best[cell], height[other]);
        if (land[other] == 0 || through <= best[other]) continue;
        best[other] = through;
        open.push_back(other);
      }
  }
  return height[from] - pass;
}

}  // namespace

class TestSummits : public QObject {
  Q_OBJECT

 private slots:
  void aSummitStandsAboveThePassToHigherGround() {
    const Raster<float> h = heights({{1, 5, 2, 9, 1}});
    const std::vector<Summit> found = find_summits(h, Mask(h.grid, 1), 1);
    QCOMPARE(found.size(), size_t{2});
    QCOMPARE(found[0].cell, 3U);
    QCOMPARE(found[0].prominence_m, 9.0F);
    QCOMPARE(found[1].cell, 1U);
    QCOMPARE(found[1].prominence_m, 3.0F);
  }
  void everyIslandHasASummitAboveTheSea() {
    const Raster<float> h = heights({{3, 0, 4}});
    Mask land(h.grid, 1);
    land[1] = 0;
    const std::vector<Summit> found = find_summits(h, land, 1);
    QCOMPARE(found.size(), size_t{2});
    QCOMPARE(found[1].prominence_m, 3.0F);
  }
  void aLevelTopIsOneSummit() {
    const Raster<float> h = heights({{1, 7, 7, 7, 1}});
    QCOMPARE(find_summits(h, Mask(h.grid, 1), 0.5).size(), size_t{1});
  }
  void theProminencesAreThoseOfASearchForThePass() {
    const GridSpec grid = GridSpec::square(1000, 24);
    const Raster<float> noise = noise_raster(bind_noise({400, 4, 0.6, 2.0}, 7, 0), grid);
    Raster<float> h(grid);
    Mask land(grid);
    for (size_t i = 0; i < h.size(); ++i) {
      h[i] = 20 + 40 * noise[i];
      land[i] = h[i] > 8;
    }
    const std::vector<Summit> found = find_summits(h, land, 2);
    QVERIFY(found.size() > 3);
    for (const Summit& s : found) QCOMPARE(s.prominence_m, prominence_of(h, land, s.cell));
    size_t expected = 0;
    for (uint32_t cell = 0; cell < h.size(); ++cell)
      if (land[cell] != 0 && prominence_of(h, land, cell) >= 2) ++expected;
    QCOMPARE(found.size(), expected);
  }
};

FW_TEST(TestSummits)
#include "test_summits.moc"
