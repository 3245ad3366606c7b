#include "core/base/large_arrays.h"

#include <QTest>
#include <algorithm>
#include <memory>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/rng.h"

using namespace fw;

/// Arrays come and go in an order by chance, on every thread.
class TestLargeArrays : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!keep_large_arrays()) QSKIP("the system or a sanitizer keeps the memory itself");
  }

  void whatIsFreedServesTheNextAndNoMoreIsHeldThanWasInUse() {
    std::vector<std::vector<uint32_t>> live(12);
    size_t most = 0;
    for (uint32_t turn = 0; turn < 300; ++turn) {
      const uint64_t chance = random_bits(1, turn);
      std::vector<uint32_t>& slot = live[chance % live.size()];
      for (const uint32_t value : slot) QCOMPARE(value, slot.front());
      slot = std::vector<uint32_t>();
      slot.assign(kLargeArrayBytes / 4 + (chance >> 40) % (1 << 20), turn);
      const LargeArrays held = large_arrays();
      most = std::max(most, held.used);
      QVERIFY(held.used + held.kept <= held.most_used);
      QVERIFY(held.most_used == most);
    }
    const size_t used = large_arrays().used;
    live.clear();
    QCOMPARE(large_arrays().used, size_t{0});
    QVERIFY(large_arrays().kept >= used);
  }

  void everyThreadTakesFromTheSame() {
    std::vector<uint8_t> right(64, 0);
    parallel_for(right.size(), 1, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const std::vector<uint8_t> own(kLargeArrayBytes + i * 100'000, static_cast<uint8_t>(i));
        right[i] = std::all_of(own.begin(), own.end(), [i](uint8_t v) { return v == i; });
      }
    });
    QVERIFY(std::count(right.begin(), right.end(), 1) == 64);
    QCOMPARE(large_arrays().used, size_t{0});
  }

  void smallArraysAndNothingAreTheLibrarys() {
    const LargeArrays before = large_arrays();
    const auto small = std::make_unique<uint8_t[]>(kLargeArrayBytes - 1);
    const auto none = std::make_unique<uint8_t[]>(0);
    QVERIFY(small && none && large_arrays().used == before.used);
  }
};

QTEST_APPLESS_MAIN(TestLargeArrays)
#include "large_arrays_test.moc"
