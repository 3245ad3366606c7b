#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Values with many ties, signs and both zeros.
Raster<float> tied_values(const GridSpec& grid) {
  Raster<float> out(grid);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = (static_cast<float>(random_below(3, i, 41)) - 20.0f) * 0.37f;
  out[5] = -0.0f;
  out[9] = 0.0f;
  return out;
}

/// Fields a regional map must survive: equal values, values far from the rest, infinities, both zeros.
Raster<float> sample_values(const GridSpec& grid, const QString& kind) {
  Raster<float> out(grid);
  for (size_t i = 0; i < out.size(); ++i) {
    const double u = random_uniform(17, i);
    if (kind == "uniform") out[i] = static_cast<float>(u * 2 - 1);
    if (kind == "tied") out[i] = std::floor(static_cast<float>(u * 30)) * 0.1f - 1.5f;
    if (kind == "constant") out[i] = i % 2 == 0 ? 0.0f : -0.0f;
    if (kind == "skewed") out[i] = static_cast<float>(u < 0.01 ? 1e30 * (u - 0.005) : u * u * u * 1e-20);
    if (kind == "wild") {
      const float infinity = std::numeric_limits<float>::infinity();
      out[i] = u < 0.1 ? infinity : u < 0.2 ? -infinity : static_cast<float>((u - 0.6) * 6e38);
    }
  }
  return out;
}

Mask every_third_missing(const GridSpec& grid) {
  Mask mask(grid, 1);
  for (size_t i = 0; i < mask.size(); i += 3) mask[i] = 0;
  return mask;
}

}  // namespace

class QuantileTest : public QObject {
  Q_OBJECT

 private slots:
  void ranksFollowAStableSort_data() {
    QTest::addColumn<int>("columns");
    QTest::addColumn<QString>("kind");
    QTest::newRow("small, tied") << 71 << "tied";
    QTest::newRow("more than one piece, tied") << 9001 << "tied";
    QTest::newRow("more than one piece, uniform") << 9001 << "uniform";
  }
  void ranksFollowAStableSort() {
    QFETCH(int, columns);
    QFETCH(QString, kind);
    const GridSpec grid{columns, 53, 1};
    const Raster<float> values = kind == "tied" ? tied_values(grid) : sample_values(grid, kind);
    const Mask mask = every_third_missing(grid);
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < values.size(); ++i)
      if (mask[i] != 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
    QCOMPARE(ascending(values, mask), order);
    const Raster<float> ranks = rank_on(values, mask);
    for (size_t i = 0; i < order.size(); ++i)
      QCOMPARE(ranks[order[i]], static_cast<float>((double(i) + 0.5) / double(order.size())));
    QCOMPARE(ranks[0], 0.0f);
  }

  void ranksOfDistinctValuesAreUniform() {
    std::vector<float> values(1000);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(random_uniform(8, i) - 0.5);
    std::vector<float> ranks = rank(values);
    for (size_t i = 1; i < values.size(); ++i) QCOMPARE(ranks[i] < ranks[i - 1], values[i] < values[i - 1]);
    std::sort(ranks.begin(), ranks.end());
    QCOMPARE(ranks.front(), 0.0005f);
    QCOMPARE(ranks.back(), 0.9995f);
    QVERIFY(rank(std::vector<float>{}).empty());
  }

  void largestRemainderAlwaysSumsToTheTotalAndStaysWithinOne() {
    for (uint64_t trial = 0; trial < 500; ++trial) {
      RandomCursor random{trial + 1};
      std::vector<double> shares(1 + random.below(9));
      for (double& s : shares) s = random.below(4) == 0 ? 0.0 : random.uniform();
      const auto total = static_cast<int64_t>(random.below(300000));
      const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
      const std::vector<int64_t> parts = largest_remainder(shares, total);
      QCOMPARE(std::accumulate(parts.begin(), parts.end(), int64_t{0}), sum > 0 ? total : 0);
      for (size_t i = 0; i < shares.size() && sum > 0; ++i)
        QVERIFY(std::fabs(double(parts[i]) - shares[i] / sum * double(total)) < 1.0 + 1e-6);
    }
  }

  void largestRemainderTiesGoToTheLowestIndex() {
    const std::vector<double> equal = {1, 1, 1};
    QCOMPARE(largest_remainder(equal, 4), (std::vector<int64_t>{2, 1, 1}));
    QCOMPARE(largest_remainder(equal, 5), (std::vector<int64_t>{2, 2, 1}));
    QCOMPARE(largest_remainder(std::vector<double>{0, 0}, 5), (std::vector<int64_t>{0, 0}));
    QCOMPARE(largest_remainder(std::vector<double>{0, 3, 1}, 3), (std::vector<int64_t>{0, 2, 1}));
  }

  void aQuantileCutFillsEveryClassExactlyAndInOrder() {
    const GridSpec grid{40, 40, 1};
    const Raster<float> values = tied_values(grid);
    std::vector<uint32_t> cells;
    for (uint32_t i = 0; i < values.size(); i += 2) cells.push_back(i);
    std::vector<uint32_t> shuffled = cells;
    for (size_t i = shuffled.size() - 1; i > 0; --i)
      std::swap(shuffled[i], shuffled[random_below(2, i, i + 1)]);
    const std::vector<int64_t> counts = {100, 0, 450, 250};
    Raster<uint8_t> out(grid), other(grid);
    quantile_cut(values, cells, counts, out);
    quantile_cut(values, shuffled, counts, other);
    QCOMPARE(out.cells, other.cells);
    std::vector<int64_t> found(5, 0);
    float below = -1e9f;
    for (size_t k = 1; k <= 4; ++k) {
      float low = 1e9f, high = -1e9f;
      for (const uint32_t c : cells) {
        if (out[c] != k) continue;
        ++found[k];
        low = std::min(low, values[c]), high = std::max(high, values[c]);
      }
      if (found[k] > 0) {
        QVERIFY(low >= below);
        below = high;
      }
    }
    QCOMPARE(found, (std::vector<int64_t>{0, 100, 0, 450, 250}));
    QCOMPARE(int(out[1]), 0);
  }

  void aRegionalMapIsThatOfASort_data() {
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("regions");
    QTest::addColumn<QString>("values");
    for (const char* values : {"uniform", "tied", "constant", "skewed", "wild"}) {
      QTest::addRow("one cell, %s", values) << 1 << 1 << 1 << values;
      QTest::addRow("small, %s", values) << 3 << 5 << 2 << values;
      QTest::addRow("odd, %s", values) << 211 << 97 << 12 << values;
      QTest::addRow("many regions, %s", values) << 130 << 130 << 255 << values;
      QTest::addRow("several pieces, %s", values) << 701 << 401 << 7 << values;
    }
  }
  void aRegionalMapIsThatOfASort() {
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(int, regions);
    QFETCH(QString, values);
    const GridSpec grid{columns, rows, 1};
    const Raster<float> field = sample_values(grid, values);
    Raster<uint8_t> code(grid);
    for (size_t i = 0; i < code.size(); ++i)
      code[i] = static_cast<uint8_t>(random_below(8, i / 3, static_cast<uint64_t>(regions) + 1));
    constexpr size_t kBands = 6;
    std::vector<std::vector<int64_t>> counts;
    Raster<uint8_t> expected(grid);
    for (int r = 0; r < regions; ++r) {
      std::vector<uint32_t> cells;
      for (uint32_t i = 0; i < code.size(); ++i)
        if (code[i] == r + 1) cells.push_back(i);
      std::vector<double> shares;
      for (size_t k = 0; k < kBands; ++k)
        shares.push_back(random_uniform(9, static_cast<uint64_t>(r) * kBands + k) < 0.2 ? 0.0
                                                                                        : double(k + 1));
      shares[static_cast<size_t>(r) % kBands] = 1.5;
      const std::vector<int64_t> own = largest_remainder(shares, static_cast<int64_t>(cells.size()));
      counts.push_back(own);
      std::stable_sort(cells.begin(), cells.end(),
                       [&](uint32_t a, uint32_t b) { return field[a] < field[b]; });
      size_t next = 0;
      for (size_t k = 0; k < kBands; ++k)
        for (int64_t n = 0; n < own[k]; ++n) expected[cells[next++]] = static_cast<uint8_t>(k + 1);
    }
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      for (const int threads : {1, 2}) {
        const ThreadLimit limit(threads);
        QCOMPARE(regional_quantile_map(field, code, counts).cells, expected.cells);
      }
    }
    QVERIFY(set_simd_level(simd_levels().front()));
  }

  void momentsAreThoseOfThePopulation() {
    Raster<float> values(GridSpec{5, 1, 1});
    values.cells = {2, 4, 100, 4, 6};
    Mask mask(values.grid, 1);
    mask[2] = 0;
    const Moments m = moments_on(values, mask);
    QCOMPARE(m.count, int64_t{4});
    QCOMPARE(m.mean, 4.0);
    QCOMPARE(m.sd, std::sqrt(2.0));
    QCOMPARE(m.min, 2.0);
    QCOMPARE(m.max, 6.0);
    QCOMPARE(moments_on(values, Mask(values.grid)).count, int64_t{0});
  }
};

FW_TEST(QuantileTest)
#include "test_quantile.moc"
