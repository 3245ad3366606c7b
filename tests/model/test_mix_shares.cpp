#include <QTest>
#include <cmath>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/model/template/mix_shares.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

double sum_of(const Shares& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

bool is_mix(const Shares& shares) {
  for (const double share : shares)
    if (!(share >= 0 && share <= 1)) return false;
  return std::fabs(sum_of(shares) - 1) <= 1e-9;
}

const Locks kFree{false, false, false, false};

}  // namespace

class TestMixShares : public QObject {
  Q_OBJECT

 private slots:
  void aBorderTradesBetweenItsNeighboursOnly() {
    const Shares before{0.1234567, 0.25, 0.25, 0.3765433};
    const Shares after = traded(before, kFree, 1, 0.05);
    QCOMPARE(after[0], before[0]);
    QCOMPARE(after[1], 0.3);
    QCOMPARE(after[2], 0.2);
    QCOMPARE(after[3], before[3]);
  }
  void aBorderStopsWhereAPartIsEmpty() {
    const Shares after = traded({0.25, 0.25, 0.25, 0.25}, kFree, 0, 5);
    QCOMPARE(after, (Shares{0.5, 0, 0.25, 0.25}));
    QCOMPARE(traded(after, kFree, 0, -5), (Shares{0, 0.5, 0.25, 0.25}));
  }
  void aLockedPartIsPassedOver() {
    const Locks locks{false, true, false, false};
    const Shares before{0.3, 0.3, 0.2, 0.2};
    QCOMPARE(traded(before, locks, 0, 0.1), (Shares{0.4, 0.3, 0.1, 0.2}));
    QCOMPARE(traded(before, locks, 1, -0.1), (Shares{0.2, 0.3, 0.3, 0.2}));
    QVERIFY(!parts_at({true, true, false, false}, 0).movable);
    QCOMPARE(traded(before, {true, true, false, false}, 0, 0.1), before);
  }
  void aPartsShareRescalesTheOthersInProportion() {
    const Shares after = with_share({0.4, 0.3, 0.2, 0.1}, kFree, 0, 0.1);
    QCOMPARE(after, (Shares{0.1, 0.45, 0.3, 0.15}));
    QCOMPARE(with_share({1, 0, 0, 0}, kFree, 0, 0.4), (Shares{0.4, 0.2, 0.2, 0.2}));
  }
  void lockedPartsKeepTheirShareAndLimitTheRest() {
    const Locks locks{false, true, false, false};
    const Shares after = with_share({0.4, 0.3, 0.2, 0.1}, locks, 0, 0.9);
    QCOMPARE(after[1], 0.3);
    QCOMPARE(after[0], 0.7);
    QVERIFY(is_mix(after));
    const Locks all{false, true, true, true};
    QCOMPARE(with_share({0.4, 0.3, 0.2, 0.1}, all, 0, 0.9), (Shares{0.4, 0.3, 0.2, 0.1}));
  }
  void aMixThatDoesNotSumToOneIsPutRight() {
    QVERIFY(is_mix(normalised({0.35, 0.25, 0.22, 0.28})));
    QVERIFY(is_mix(normalised({0, 0, 0})));
    const Shares fine{0.1234567, 0.8765433};
    QCOMPARE(normalised(fine), fine);
  }
  void anySeriesOfDragsAndEntriesLeavesAMix() {
    RandomCursor random{derive(1, "mix/test")};
    for (int series = 0; series < 50; ++series) {
      const size_t parts = 2 + random.below(7);
      Shares shares = normalised(Shares(parts, 0.0));
      Locks locks(parts, false);
      for (int step = 0; step < 400; ++step) {
        for (size_t k = 0; k < parts; ++k) locks[k] = random.uniform() < 0.2;
        const Shares before = shares;
        const bool entry = random.uniform() < 0.3;
        const double grain = random.uniform() < 0.5 ? 0.001 : 0.01;
        shares = entry ? with_share(shares, locks, random.below(parts), random.uniform(-0.2, 1.2))
                       : traded(shares, locks, random.below(parts - 1), random.uniform(-0.3, 0.3), grain);
        QVERIFY2(is_mix(shares), qPrintable(QString::number(sum_of(shares), 'g', 17)));
        if (entry) continue;
        for (size_t k = 0; k < parts; ++k)
          if (locks[k]) QCOMPARE(shares[k], before[k]);
      }
    }
  }
};

FW_TEST(TestMixShares)
#include "test_mix_shares.moc"
