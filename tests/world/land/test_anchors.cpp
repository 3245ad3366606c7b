#include <QTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/field/filter.h"
#include "core/world/regions/connected_key.h"
#include "core/world/regions/disc_sequence.h"
#include "tests/support/test_main.h"

// What regions, owners and landmarks hang on: places that know no ground, and neutral ground in one piece.

using namespace fw;

namespace {

constexpr uint64_t kStream = 77;

double nearest_pair(const std::vector<Vec2>& places) {
  double least2 = 1e9;
  for (size_t a = 0; a < places.size(); ++a)
    for (size_t b = 0; b < a; ++b) least2 = std::min(least2, squared_distance(places[a], places[b]));
  return std::sqrt(least2);
}

/// A coast with two capes in the north, `west` and `east` cells long, on a body of land.
struct TwoCapes {
  Raster<uint8_t> plan{GridSpec::square(8000, 128), 0};
  std::vector<uint32_t> cell;
  std::vector<double> key;  ///< to the north

  TwoCapes(int west, int east) {
    const GridSpec& g = plan.grid;
    for (int row = 0; row < g.rows; ++row)
      for (int column = 8; column < 120; ++column) {
        const bool body = row >= 60 && row < 120;
        const bool on_west = column >= 20 && column < 36 && row >= 60 - west && row < 60;
        const bool on_east = column >= 90 && column < 106 && row >= 60 - east && row < 60;
        if (!body && !on_west && !on_east) continue;
        plan.at(column, row) = 1;
        cell.push_back(static_cast<uint32_t>(g.index(column, row)));
        key.push_back(g.y_of(row));
      }
  }

  /// The `wanted` cells of greatest key in one piece.
  Mask chosen(size_t wanted) const {
    const std::vector<double> connected = connected_key(plan, cell, key, wanted);
    std::vector<size_t> order(cell.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [&](size_t a, size_t b) { return connected[a] > connected[b]; });
    Mask out(plan.grid);
    for (size_t n = 0; n < wanted; ++n) out[cell[order[n]]] = 1;
    return out;
  }
};

}  // namespace

class TestAnchors : public QObject {
  Q_OBJECT

 private slots:
  void theFirstPlacesAreTheSameHoweverManyFollow() {
    const std::vector<Vec2> few = disc_sequence(kStream, 7), many = disc_sequence(kStream, 250);
    QCOMPARE(many.size(), size_t{250});
    for (size_t k = 0; k < few.size(); ++k) QVERIFY(few[k] == many[k]);
    QVERIFY(!(disc_sequence(kStream + 1, 1)[0] == few[0]));
  }

  void placesLieInTheDiscFarFromOneAnother() {
    for (const int count : {2, 14, 60, 250}) {
      const std::vector<Vec2> places = disc_sequence(kStream, count);
      for (const Vec2 p : places) QVERIFY(p.x * p.x + p.y * p.y < 1);
      QVERIFY(nearest_pair(places) > 0.5 / std::sqrt(count));
    }
  }

  void theDiscLiesOverTheCloudAndTurnsWithIt() {
    Spread spread;
    for (int i = 0; i < 400; ++i) {
      const double along = (i % 100) * 20 - 990.0, across = (i / 100) * 20 - 30.0;
      spread.add({3000 + along * 0.6 - across * 0.8, 2000 + along * 0.8 + across * 0.6});
    }
    const std::vector<Vec2> laid = spread.lay({{0, 0}, {0.6, 0.8}, {-0.8, 0.6}});
    QVERIFY(squared_distance(laid[0], {3000, 2000}) < 1e-6);
    const double length = std::sqrt(squared_distance(laid[1], laid[0])),
                 width = std::sqrt(squared_distance(laid[2], laid[0]));
    QVERIFY(std::fabs(length - 2 * 577.3) < 2);
    QVERIFY(std::fabs(width - 2 * 22.4) < 2);
  }

  void neutralGroundOfTwoCapesIsOnePiece() {
    for (const int east : {30, 38, 46})
      for (const size_t wanted : {size_t{300}, size_t{700}, size_t{2000}}) {
        const TwoCapes coast(40, east);
        const Mask chosen = coast.chosen(wanted);
        QCOMPARE(static_cast<size_t>(std::ranges::count(chosen.cells, 1)), wanted);
        const Components pieces = label_components(chosen);
        QCOMPARE(std::ranges::count(pieces.label, 1), 1);
      }
  }

  void keysOfAPieceAreOnlyExchanged() {
    const TwoCapes coast(40, 37);
    std::vector<double> before = coast.key, after = connected_key(coast.plan, coast.cell, coast.key, 600);
    std::ranges::sort(before);
    std::ranges::sort(after);
    for (size_t i = 0; i < before.size(); ++i) QVERIFY(std::fabs(before[i] - after[i]) < 1e-6);
    QVERIFY(std::ranges::adjacent_find(after) == after.end());
  }
};

FW_TEST(TestAnchors)
#include "test_anchors.moc"
