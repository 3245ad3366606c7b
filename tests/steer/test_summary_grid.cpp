#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/exact/rng.h"
#include "core/field/summary_grid.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Plain {
  int cells;
  std::vector<int64_t> weight, x, y;
  size_t node(int i, int j) const {
    return static_cast<size_t>((j + cells) % cells) * static_cast<size_t>(cells) +
           static_cast<size_t>((i + cells) % cells);
  }
};

/// Shares of a 16th's middle, by the page's words.
int share(int k, int which) {
  const auto part = [](double u) { return static_cast<int>(std::floor(u * u / 2 * 32 + 0.5)); };
  const int low = part((15.5 - k) / 16), high = part((k + 0.5) / 16);
  return which == 0 ? low : which == 2 ? high : 32 - low - high;
}

}  // namespace

class TestSummaryGrid : public QObject {
  Q_OBJECT

 private slots:
  void tilesOfBothKindsGiveTheSumsOfAPlainGrid_data() {
    QTest::addColumn<int>("cells");
    QTest::addColumn<bool>("hashed");
    for (const int cells : {1, 2, 3, 5, 8, 30, 101})
      for (const bool hashed : {false, true})
        QTest::addRow("%d cells %s", cells, hashed ? "hashed" : "direct") << cells << hashed;
  }
  void tilesOfBothKindsGiveTheSumsOfAPlainGrid() {
    QFETCH(int, cells);
    QFETCH(bool, hashed);
    const FixedPlane plane(100, true);
    constexpr size_t kBodies = 400;
    TileMap map;
    shape_tiles(plane, FixedPlane::kSide / (cells + 0.5), kSummaryBits, false, kBodies, map, hashed);
    QCOMPARE(map.cells, cells);
    QCOMPARE(map.hashed, hashed);
    std::vector<int32_t> x(kBodies), y(kBodies), cell_x(kBodies), cell_y(kBodies);
    std::vector<SummaryBody> body(kBodies), sorted(kBodies);
    std::vector<uint32_t> rank(kBodies);
    Plain plain{cells, {}, {}, {}};
    for (auto* column : {&plain.weight, &plain.x, &plain.y})
      column->assign(static_cast<size_t>(cells * cells), 0);
    for (size_t k = 0; k < kBodies; ++k) {
      x[k] = plane.at(100 * random_uniform(5, 3 * k)), y[k] = plane.at(100 * random_uniform(5, 3 * k + 1));
      const TileMap::Cell at_x = map.cell_at(x[k]), at_y = map.cell_at(y[k]);
      cell_x[k] = at_x.cell, cell_y[k] = at_y.cell;
      body[k] = {((at_x.cell & 3) << 24) + static_cast<int32_t>(at_x.part),
                 ((at_y.cell & 3) << 24) + static_cast<int32_t>(at_y.part),
                 static_cast<int32_t>(k % 200) - 100, static_cast<int32_t>(k % 37) - 18};
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
          const int w =
              share(static_cast<int>(at_x.part >> 20), i) * share(static_cast<int>(at_y.part >> 20), j);
          const size_t node = plain.node(at_x.cell + i - 1, at_y.cell + j - 1);
          plain.weight[node] += w, plain.x[node] += w * body[k].vx, plain.y[node] += w * body[k].vy;
        }
    }
    sort_into_tiles(cell_x.data(), cell_y.data(), kBodies, rank.data(), map);
    for (size_t k = 0; k < kBodies; ++k) sorted[rank[k]] = body[k];
    SummaryGrid grid;
    grid.patch.resize(map.size());
    int64_t everybody = 0;
    for (const int64_t w : plain.weight) everybody += w;
    QCOMPARE(everybody, int64_t{1024} * static_cast<int64_t>(kBodies));
    for (size_t t = 0; t < map.size(); ++t) {
      grid.patch[t].node.fill(FourWords{0, 0, 0, 0});
      sum_bodies(sorted.data() + map.first[t], map.first[t + 1] - map.first[t], grid.patch[t]);
    }
    SummaryWindow window;
    for (size_t t = 0; t < map.size(); ++t) {
      cut_window(map, grid, t, 1.3f, 1024, window);
      const int west = static_cast<int>(map.tile[t] % static_cast<uint64_t>(map.tiles)) * kSummaryTile;
      const int south = static_cast<int>(map.tile[t] / static_cast<uint64_t>(map.tiles)) * kSummaryTile;
      for (int j = 0; j < window.width; ++j)
        for (int i = 0; i < window.width; ++i) {
          const size_t node = plain.node((west + i - window.rim + 8 * cells) % cells,
                                         (south + j - window.rim + 8 * cells) % cells);
          const FourFloats at = window.node[static_cast<size_t>(j * window.width + i)];
          QCOMPARE(at[0], static_cast<float>(plain.weight[node]));
          QCOMPARE(at[1], static_cast<float>(plain.x[node]) / 64);
          QCOMPARE(at[2], static_cast<float>(plain.y[node]) / 64);
        }
    }
  }
};

FW_TEST(TestSummaryGrid)
#include "test_summary_grid.moc"
