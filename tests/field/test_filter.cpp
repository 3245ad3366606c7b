#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Raster<float> random_values(const GridSpec& grid, uint64_t stream) {
  Raster<float> out(grid);
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(random_uniform(stream, i));
  return out;
}

Mask random_mask(const GridSpec& grid, uint64_t stream, double share) {
  Mask out(grid);
  for (size_t i = 0; i < out.size(); ++i) out[i] = random_uniform(stream, i) < share;
  return out;
}

/// The blur by its definition: a two-dimensional sum in double with the edge replicated.
double blurred_at(const Raster<float>& in, double sigma_cells, double cut, int column, int row) {
  const int radius = static_cast<int>(cut * sigma_cells + 0.5);
  double sum = 0, weights = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const double w = std::exp(-0.5 * (dx * dx + dy * dy) / (sigma_cells * sigma_cells));
      sum += w * in.at(std::clamp(column + dx, 0, in.grid.columns - 1),
                       std::clamp(row + dy, 0, in.grid.rows - 1));
      weights += w;
    }
  }
  return sum / weights;
}

bool same_bits(const Raster<float>& a, const Raster<float>& b) {
  return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), [](float x, float y) {
    return std::bit_cast<uint32_t>(x) == std::bit_cast<uint32_t>(y);
  });
}

Mask mask_of(std::initializer_list<const char*> rows) {
  Mask mask(GridSpec{static_cast<int>(QString(*rows.begin()).size()), static_cast<int>(rows.size()), 10.0});
  size_t i = 0;
  for (const char* row : rows)
    for (const char* c = row; *c != 0; ++c) mask[i++] = *c == '.' ? 0 : static_cast<uint8_t>(*c - '0');
  return mask;
}

}  // namespace

class FilterTest : public QObject {
  Q_OBJECT

 private slots:
  void theBlurIsTheSumOfItsDefinition() {
    const GridSpec grid{61, 43, 10};
    const Raster<float> in = random_values(grid, 1);
    for (const double sigma_m : {7.0, 25.0, 180.0}) {
      const Raster<float> out = gaussian(in, sigma_m);
      for (int row = 0; row < grid.rows; row += 7)
        for (int column = 0; column < grid.columns; column += 5)
          QVERIFY(std::fabs(out.at(column, row) - blurred_at(in, sigma_m / 10, 4, column, row)) < 2e-6);
    }
  }

  void theBlurHasTheSameBitsAtEveryLevelAndThreadCount() {
    const Raster<float> in = random_values(GridSpec{203, 77, 5}, 2);
    const Raster<float> truth = gaussian(in, 40);
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      for (const int threads : {1, 2, 7}) {
        const ThreadLimit limit(threads);
        QVERIFY2(same_bits(gaussian(in, 40), truth), level.c_str());
      }
    }
    set_simd_level(simd_levels().front());
  }

  /// Empty strips are left out of the sums; cells in one corner must not change.
  void theBlurOfFarPatchesIsThatOfEachAlone() {
    const GridSpec grid{300, 260, 1.0};
    const Raster<float> noise = random_values(grid, 9);
    Raster<float> both(grid), one(grid), other(grid);
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const float v = noise.at(column, row) - 0.5f;
        const bool north = column > 3 && column < 70 && row < 20;
        const bool south = column > 210 && row > 190 && row < 255;
        if (north) one.at(column, row) = v;
        if (south) other.at(column, row) = v;
        if (north || south) both.at(column, row) = v;
      }
    const Raster<float> a = gaussian(one, 4.3), b = gaussian(other, 4.3), sum = gaussian(both, 4.3);
    for (size_t i = 0; i < sum.size(); ++i) {
      QVERIFY(a[i] == 0 || b[i] == 0);
      QVERIFY(sum[i] == a[i] + b[i]);
    }
    // And not all of it was left out.
    for (const auto& [column, row] : {std::pair{40, 30}, {205, 200}})
      QVERIFY(std::fabs(blurred_at(both, 4.3, 4.0, column, row) - sum.at(column, row)) < 1e-6);
    QVERIFY(sum.at(40, 30) != 0 && sum.at(205, 200) != 0);
  }

  /// Where a strip holds one value it is summed once; a cell of another value far off ends that, not the
  /// bits.
  void theBlurOfPatchesHasTheBitsOfTheBlurNextToNoise() {
    const GridSpec grid{300, 260, 1.0};
    const Raster<float> noise = random_values(grid, 10);
    Raster<float> patches(grid), beside(grid);
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const float patch = 0.3f * static_cast<float>((row / 37 + column / 90) % 3) - 0.3f;
        patches.at(column, row) = patch;
        beside.at(column, row) = column % 32 == 0 ? noise.at(column, row) : patch;
      }
    const Raster<float> a = gaussian(patches, 1.0), b = gaussian(beside, 1.0);  // 4 cells reach a cell
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        if (column % 32 > 4 && column % 32 < 28)
          QCOMPARE(std::bit_cast<uint32_t>(a.at(column, row)), std::bit_cast<uint32_t>(b.at(column, row)));
  }

  void theBlurKeepsMassAwayFromTheFrameAndConstantsEverywhere() {
    Raster<float> spot(GridSpec{121, 121, 1});
    spot.at(60, 60) = 1;
    const Raster<float> out = gaussian(spot, 9);
    double sum = 0;
    for (const float v : out.cells) sum += v;
    QVERIFY(std::fabs(sum - 1) < 1e-5);
    QCOMPARE(out.at(60 - 7, 60), out.at(60 + 7, 60));
    QCOMPARE(out.at(60, 60 - 7), out.at(60, 60 + 7));
    for (const float v : gaussian(Raster<float>(GridSpec{40, 30, 1}, 0.75f), 6).cells)
      QVERIFY(std::fabs(v - 0.75f) < 1e-6f);
    QVERIFY(same_bits(gaussian(spot, 0), spot));
  }

  void theMaskedBlurIgnoresCellsOutsideTheMask() {
    const GridSpec grid{50, 50, 10};
    Mask mask(grid);
    Raster<float> in(grid, 1000.0f);
    for (int r = 10; r < 30; ++r)
      for (int c = 5; c < 25; ++c) mask.at(c, r) = 1, in.at(c, r) = 2.0f;
    const Raster<float> out = masked_gaussian(in, mask, gaussian(mask, 30), 30);
    for (size_t i = 0; i < out.size(); ++i)
      if (mask[i] != 0) QVERIFY(std::fabs(out[i] - 2.0f) < 1e-5f);
    QCOMPARE(out.at(49, 49), 0.0f);
  }

  void distancesAreExact_data() {
    QTest::addColumn<double>("share");
    QTest::newRow("sparse") << 0.002;
    QTest::newRow("some") << 0.05;
    QTest::newRow("dense") << 0.7;
  }
  void distancesAreExact() {
    QFETCH(double, share);
    for (const GridSpec& grid : {GridSpec{57, 38, 12.5}, GridSpec{1, 60, 3}, GridSpec{90, 1, 3}}) {
      Mask mask = random_mask(grid, 17, share);
      mask[grid.cells() / 3] = 1;
      const Raster<float> distance = distance_to(mask);
      const Raster<float> band = distance_to(mask, grid.rows / 3, grid.rows / 2 + 1);
      QVERIFY(std::equal(band.cells.begin(), band.cells.end(),
                         distance.cells.begin() + static_cast<std::ptrdiff_t>(grid.index(0, grid.rows / 3))));
      const Raster<uint32_t> nearest = nearest_cell(mask);
      const NearestCells both = nearest_cells(mask);
      QCOMPARE(both.cell.cells, nearest.cells);
      QCOMPARE(both.distance_m.cells, distance.cells);
      for (size_t i = 0; i < mask.size(); ++i) {
        double best = std::numeric_limits<double>::infinity();
        for (size_t j = 0; j < mask.size(); ++j)
          if (mask[j] != 0) best = std::min(best, squared_distance(grid.centre(i), grid.centre(j)));
        QVERIFY(std::fabs(distance[i] - std::sqrt(best)) < 1e-4);
        QVERIFY(mask[nearest[i]] != 0);
        QVERIFY(std::fabs(squared_distance(grid.centre(i), grid.centre(size_t{nearest[i]})) - best) < 1e-6);
      }
    }
  }

  void anEmptyMaskIsInfinitelyFar() {
    const Mask none(GridSpec{9, 5, 1});
    QVERIFY(std::isinf(distance_to(none)[7]));
    QCOMPARE(nearest_cell(none)[7], std::numeric_limits<uint32_t>::max());
  }

  void componentsAreFourConnectedAndNumberedInScanOrder() {
    const Components parts = label_components(mask_of({"11.2",  //
                                                       "..12",  //
                                                       "3.12",  //
                                                       "33.1"}));
    QCOMPARE(parts.cells, (std::vector<int64_t>{2, 3, 2, 3, 1}));
    QCOMPARE(parts.label, (std::vector<uint8_t>{1, 2, 1, 3, 1}));
    QCOMPARE(parts.first, (std::vector<uint32_t>{0, 3, 6, 8, 15}));
    QCOMPARE(parts.id.at(2, 0), -1);
    QCOMPARE(parts.id.at(1, 3), 3);
  }

  void componentsMatchMergingNeighboursUntilNothingChanges() {
    const GridSpec grid{64, 48, 1};
    Raster<uint8_t> labels(grid);
    for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<uint8_t>(random_below(6, i, 3));
    std::vector<size_t> root(labels.size());
    for (size_t i = 0; i < root.size(); ++i) root[i] = i;
    for (bool changed = true; changed;) {
      changed = false;
      const auto merge = [&](size_t a, size_t b) {
        if (labels[a] == 0 || labels[a] != labels[b] || root[a] == root[b]) return;
        root[a] = root[b] = std::min(root[a], root[b]);
        changed = true;
      };
      for (int r = 0; r < grid.rows; ++r) {
        for (int c = 0; c < grid.columns; ++c) {
          if (c + 1 < grid.columns) merge(grid.index(c, r), grid.index(c + 1, r));
          if (r + 1 < grid.rows) merge(grid.index(c, r), grid.index(c, r + 1));
        }
      }
    }
    const Components parts = label_components(labels);
    std::set<size_t> roots;
    for (size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == 0) continue;
      roots.insert(root[i]);
      QCOMPARE(size_t{parts.first[static_cast<size_t>(parts.id[i])]}, root[i]);
    }
    QCOMPARE(parts.cells.size(), roots.size());
    Raster<int32_t> id(grid, -1);
    for (const ComponentRun& run : component_runs(labels))
      std::fill(id.cells.begin() + run.begin, id.cells.begin() + run.end, static_cast<int32_t>(run.id));
    QCOMPARE(id.cells, parts.id.cells);
  }

  void erosionAndDilationUseTheCrossAndTheFrameIsOutside() {
    const Mask block = mask_of({"111..",  //
                                "111..",  //
                                "111..",  //
                                "....."});
    QCOMPARE(erode(block).cells, mask_of({".....", ".1...", ".....", "....."}).cells);
    QCOMPARE(dilate(erode(block)).cells, mask_of({".1...", "111..", ".1...", "....."}).cells);
    QCOMPARE(dilate(block, 2).cells, mask_of({"11111", "11111", "11111", "1111."}).cells);
  }

  void manyStepsAreOneStepManyTimes() {
    for (const GridSpec grid : {GridSpec{37, 23, 1.0}, GridSpec{600, 9, 1.0}, GridSpec{1, 70, 1.0}}) {
      Mask mask(grid);
      for (size_t i = 0; i < mask.size(); ++i) mask[i] = random_bits(7, i / 5) % 16 != 0;
      Mask eroded = mask, dilated(grid);
      for (size_t i = 0; i < mask.size(); ++i) dilated[i] = mask[i] == 0;
      const Mask gaps = dilated;
      for (int steps = 1; steps < 7; ++steps) {
        const auto plain_step = [&grid](const Mask& from, uint8_t wins) {
          Mask to = from;
          for (int r = 0; r < grid.rows; ++r)
            for (int c = 0; c < grid.columns; ++c)
              for (const auto& [x, y] : {std::pair{c - 1, r}, {c + 1, r}, {c, r - 1}, {c, r + 1}})
                if ((grid.contains(x, y) ? from.at(x, y) : 0) == wins) to.at(c, r) = wins;
          return to;
        };
        eroded = plain_step(eroded, 0);
        dilated = plain_step(dilated, 1);
        QCOMPARE(erode(mask, steps).cells, eroded.cells);
        QCOMPARE(dilate(gaps, steps).cells, dilated.cells);
      }
    }
  }

  void holesAreFilledButBaysAreNot() {
    const Mask ring = mask_of({".....",  //
                               ".111.",  //
                               ".1.1.",  //
                               ".111.",  //
                               ".1.1."});
    const Mask filled = fill_holes(ring);
    QCOMPARE(int(filled.at(2, 2)), 1);
    QCOMPARE(int(filled.at(2, 4)), 0);
    QCOMPARE(int(filled.at(0, 0)), 0);
  }

  void theLargestComponentWinsAndTiesGoToTheFirst() {
    QCOMPARE(largest_component(mask_of({"11..1", "....1", "1...1"})).cells,
             mask_of({"....1", "....1", "....1"}).cells);
    QCOMPARE(largest_component(mask_of({"11.11"})).cells, mask_of({"11..."}).cells);
  }

  void aPlaneHasItsSlopeEverywhereAndBilinearReproducesIt() {
    const GridSpec grid{40, 30, 8};
    Raster<float> plane(grid);
    for (size_t i = 0; i < plane.size(); ++i) {
      const Vec2 p = grid.centre(i);
      plane[i] = static_cast<float>(0.3 * p.x - 0.4 * p.y);
    }
    for (const float v : gradient_norm(plane).cells) QVERIFY(std::fabs(v - 0.5f) < 1e-4f);
    QVERIFY(std::fabs(bilinear(plane, {100.7, 99.1}) - (0.3 * 100.7 - 0.4 * 99.1)) < 1e-4);
    const Raster<float> finer = resample_bilinear(plane, GridSpec{80, 60, 4});
    const Vec2 p = finer.grid.centre(33, 21);
    QVERIFY(std::fabs(finer.at(33, 21) - (0.3 * p.x - 0.4 * p.y)) < 1e-4);
    QCOMPARE(bilinear(plane, {-50, 1000}), plane.at(0, 0));
  }

  void nearestResamplingRoundTripsThroughAFinerGrid() {
    const GridSpec grid{32, 32, 8};
    Raster<uint8_t> classes(grid);
    for (size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<uint8_t>(random_below(9, i, 7));
    const Raster<uint8_t> finer = resample_nearest(classes, GridSpec{96, 96, 8.0 / 3});
    QCOMPARE(resample_nearest(finer, grid).cells, classes.cells);
  }
};

FW_TEST(FilterTest)
#include "test_filter.moc"
