// The k highest of an array, exactly, against a sort of everything.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/field/upper_set.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Entries {
  std::vector<uint32_t> id;
  std::vector<float> score;
  std::vector<uint8_t> in;
};

/// Scores of which many are equal; ids without order.
Entries random_entries(size_t n, uint64_t values, uint64_t seed) {
  RandomCursor random{derive(seed, "upper_set")};
  Entries e;
  for (size_t i = 0; i < n; ++i) {
    e.id.push_back(static_cast<uint32_t>(i * 7919 % 1000003));
    e.score.push_back(static_cast<float>(static_cast<double>(random.below(values)) / 7 - 3));
    e.in.push_back(random.below(3) == 0 ? 1 : 0);
  }
  return e;
}

/// By definition: everybody sorted by score, then id.
std::vector<uint8_t> by_sorting(const Entries& e, float hold, size_t k) {
  std::vector<size_t> order(e.score.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto score = [&](size_t i) { return e.in[i] != 0 ? e.score[i] + hold : e.score[i]; };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return score(a) != score(b) ? score(a) > score(b) : e.id[a] < e.id[b];
  });
  std::vector<uint8_t> in(e.score.size(), 0);
  for (size_t i = 0; i < std::min(k, order.size()); ++i) in[order[i]] = 1;
  return in;
}

std::vector<uint8_t> cut(const Entries& e, float hold, size_t k) {
  std::vector<uint8_t> in = e.in;
  upper_set(e.id, e.score, hold, k, in);
  return in;
}

}  // namespace

class TestUpperSet : public QObject {
  Q_OBJECT

 private slots:
  void theSetIsThatOfASort() {
    for (const size_t n : {1, 2, 17, 1000})
      for (const uint64_t values : {1, 3, 1000000})
        for (const float hold : {0.0F, 0.3F, -0.5F})
          for (const size_t k : {size_t{0}, size_t{1}, n / 3, n / 2, n - 1, n, n + 5}) {
            const Entries e = random_entries(n, values, n + values);
            QVERIFY(cut(e, hold, k) == by_sorting(e, hold, k));
          }
  }

  void theOrderOfTheEntriesMeansNothing() {
    const Entries e = random_entries(5000, 40, 3);
    const std::vector<uint8_t> in = cut(e, 0.2F, 1234);
    Entries turned = e;
    std::reverse(turned.id.begin(), turned.id.end());
    std::reverse(turned.score.begin(), turned.score.end());
    std::reverse(turned.in.begin(), turned.in.end());
    std::vector<uint8_t> of_turned = cut(turned, 0.2F, 1234);
    std::reverse(of_turned.begin(), of_turned.end());
    QVERIFY(in == of_turned);
    QCOMPARE(std::accumulate(in.begin(), in.end(), 0), 1234);
  }

  void withoutIdsEarlierEntriesWinTies() {
    const std::vector<float> score{1, 2, 2, 2, 0};
    std::vector<uint8_t> in(5, 0);
    upper_set({}, score, 0, 2, in);
    QVERIFY(in == (std::vector<uint8_t>{0, 1, 1, 0, 0}));
  }

  void whoIsInNeedsLessToStay() {
    const std::vector<float> score{1.0F, 1.2F, 1.4F};
    std::vector<uint8_t> in{1, 0, 0};
    upper_set({}, score, 0.3F, 1, in);
    QVERIFY(in == (std::vector<uint8_t>{0, 0, 1}));
    in = {1, 0, 0};
    upper_set({}, score, 0.5F, 1, in);
    QVERIFY(in == (std::vector<uint8_t>{1, 0, 0}));
  }

  void zerosAreOneAndNoNumberComesLast() {
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    const float endless = std::numeric_limits<float>::infinity();
    const std::vector<float> score{no_number, 0.0F, -0.0F, -endless, endless};
    std::vector<uint8_t> in(5, 0);
    upper_set(std::vector<uint32_t>{0, 9, 1, 2, 3}, score, 0, 2, in);
    QVERIFY(in == (std::vector<uint8_t>{0, 0, 1, 0, 1}));
    upper_set({}, score, 0, 4, in);
    QVERIFY(in == (std::vector<uint8_t>{0, 1, 1, 1, 1}));
  }

  void aShareIsTheNearestCount() {
    QCOMPARE(count_of_share(0, 10), size_t{0});
    QCOMPARE(count_of_share(0.25, 10), size_t{3});
    QCOMPARE(count_of_share(0.249, 10), size_t{2});
    QCOMPARE(count_of_share(1, 10), size_t{10});
    QCOMPARE(count_of_share(1.2, 10), size_t{10});
  }
};

FW_TEST(TestUpperSet)
#include "test_upper_set.moc"
