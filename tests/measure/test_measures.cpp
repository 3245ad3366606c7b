#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/measure/audit/colocation.h"
#include "core/measure/audit/contiguity.h"
#include "core/measure/audit/mix.h"
#include "core/measure/audit/spacing.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;
using fw::test::picture;

namespace {

/// Reference: every pair.
std::vector<double> nearest_by_brute_force(const std::vector<Vec2>& points) {
  std::vector<double> out;
  for (size_t i = 0; i < points.size(); ++i) {
    double best = INFINITY;
    for (size_t j = 0; j < points.size(); ++j)
      if (j != i) best = std::min(best, squared_distance(points[i], points[j]));
    out.push_back(std::sqrt(best));
  }
  return out;
}

std::vector<Vec2> scattered(uint64_t seed, size_t count) {
  RandomCursor random{seed, 0};
  std::vector<Vec2> out;
  for (size_t i = 0; i < count; ++i) {
    const double x = random.uniform(0, 1000);
    out.push_back({x, random.uniform(0, 1000)});
  }
  return out;
}

/// Reference: flood fill from every unvisited cell with an explicit stack.
std::vector<ClassContiguity> contiguity_by_flood(const Raster<uint8_t>& code, int classes, double speck_m2) {
  std::vector<ClassContiguity> out(classes);
  std::vector<int64_t> largest(classes, 0), specks(classes, 0);
  std::vector<bool> seen(code.size(), false);
  const GridSpec& g = code.grid;
  for (size_t start = 0; start < code.size(); ++start) {
    if (seen[start] || code[start] == 0) continue;
    std::vector<size_t> stack{start};
    seen[start] = true;
    int64_t cells = 0;
    while (!stack.empty()) {
      const size_t cell = stack.back();
      stack.pop_back();
      ++cells;
      const int c = g.column_of(cell), r = g.row_of(cell);
      for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        if (!g.contains(c + dc, r + dr)) continue;
        const size_t next = g.index(c + dc, r + dr);
        if (seen[next] || code[next] != code[start]) continue;
        seen[next] = true;
        stack.push_back(next);
      }
    }
    const size_t k = code[start] - 1;
    out[k].cells += cells;
    ++out[k].patches;
    largest[k] = std::max(largest[k], cells);
    if (double(cells) * g.cell_area_m2() < speck_m2) specks[k] += cells;
  }
  for (size_t k = 0; k < out.size(); ++k)
    if (out[k].cells) {
      out[k].largest_share = double(largest[k]) / double(out[k].cells);
      out[k].speckle_share = double(specks[k]) / double(out[k].cells);
    }
  return out;
}

}  // namespace

class TestMeasures : public QObject {
  Q_OBJECT
 private slots:
  void theSweepFindsTheSameNearestNeighboursAsEveryPair() {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const std::vector<Vec2> points = scattered(seed, 10 * seed);
      QCOMPARE(nearest_neighbour_m(points), nearest_by_brute_force(points));
    }
  }

  void pointsInOneColumnAndCoincidentPointsAreMeasured() {
    const std::vector<Vec2> points{{5, 0}, {5, 30}, {5, 10}, {5, 10}};
    QCOMPARE(nearest_neighbour_m(points), (std::vector<double>{10, 20, 0, 0}));
  }

  void aSinglePointHasNoNeighbour() {
    const std::vector<Vec2> one{{1, 2}};
    QVERIFY(std::isinf(nearest_neighbour_m(one)[0]));
    QVERIFY(nearest_neighbour_m({}).empty());
  }

  void contiguityCountsPatchesAcrossEdgesButNotCorners() {
    const auto code = picture(100, {"11.2", "1.22", "..1.", "3311"});
    const auto rows = measure_contiguity(code, 4, 25000);
    QCOMPARE(rows[0].patches, 2);  // the corner contact does not join them
    QCOMPARE(rows[0].cells, 6);
    QCOMPARE(rows[0].largest_share, 0.5);
    QCOMPARE(rows[0].speckle_share, 0.0);
    QCOMPARE(rows[1].patches, 1);
    QCOMPARE(rows[2].speckle_share, 1.0);  // two cells of 10 000 m2
    QCOMPARE(rows[3].patches, 0);
  }

  void contiguityAgreesWithAFloodFillOnNoise() {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      Raster<uint8_t> code(GridSpec{40, 31, 50});
      for (size_t i = 0; i < code.size(); ++i) code[i] = uint8_t(random_below(seed, i, 4));
      const auto fast = measure_contiguity(code, 3);
      const auto slow = contiguity_by_flood(code, 3, kAuditedSpeckArea_m2);
      for (int k = 0; k < 3; ++k) {
        QCOMPARE(fast[k].cells, slow[k].cells);
        QCOMPARE(fast[k].patches, slow[k].patches);
        QCOMPARE(fast[k].largest_share, slow[k].largest_share);
        QCOMPARE(fast[k].speckle_share, slow[k].speckle_share);
      }
    }
  }

  void fiftyCellsOfThePublishedSizeAreNoSpeckAndFortyNineAre() {
    for (const int cells : {49, 50}) {
      Raster<uint8_t> code(GridSpec{60, 2, 15.625});
      for (size_t i = 0; i < size_t(cells); ++i) code[i] = 1;
      QCOMPARE(measure_contiguity(code, 1)[0].speckle_share, cells == 49 ? 1.0 : 0.0);
    }
  }

  void classCountsFollowTheRegions() {
    const auto region = picture(10, {"112", "12."});
    const auto code = picture(10, {"121", "3.3"});
    const ClassCounts counts = count_classes(code.cells, region.cells, 2, 3);
    QCOMPARE(counts.at(0, 0), 1);
    QCOMPARE(counts.at(0, 1), 1);
    QCOMPARE(counts.at(0, 2), 1);
    QCOMPARE(counts.share(1, 0), 0.5);
    QCOMPARE(counts.whole(0), 2);
    QCOMPARE(counts.region_cells[2], 5);  // the cell in the sea counts nowhere
  }

  void sharesNearASiteAreThoseOfTheDisc() {
    const std::vector<Vec2> sites{{50, 50}};
    Mask mask(GridSpec{10, 10, 100}, 1);
    QCOMPARE(expected_share_within(mask, sites, 100), 0.03);  // the corner cell and its two neighbours
    QCOMPARE(expected_share_within(mask, {}, 100), 0.0);
  }

  void expectedSharesAgreeWithEveryCellTested() {
    Mask mask(GridSpec{37, 37, 21});
    for (size_t i = 0; i < mask.size(); ++i) mask[i] = uint8_t(random_below(3, i, 2));
    const std::vector<Vec2> sites = scattered(4, 12);
    double cells = 0, near = 0;
    for (size_t i = 0; i < mask.size(); ++i) {
      if (!mask[i]) continue;
      const Vec2 centre = mask.grid.centre(i);
      cells += 1;
      near += std::any_of(sites.begin(), sites.end(),
                          [&](Vec2 site) { return std::hypot(site.x - centre.x, site.y - centre.y) <= 110; });
    }
    QCOMPARE(expected_share_within(mask, sites, 110), near / cells);
  }
};

FW_TEST(TestMeasures)
#include "test_measures.moc"
