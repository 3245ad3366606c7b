// Who walks where: exact counts, the least ways in all, the same whatever the order of the agents.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/arrival.h"
#include "core/tactics/goal_counts.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kSide_m = 4000;
constexpr int kCells = 128;

struct Crowd {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  DealtAgents dealt() const { return {id, x_m, y_m}; }
};
Crowd scattered(size_t n, uint64_t seed) {
  RandomCursor random{derive(seed, "crowd")};
  Crowd out;
  for (size_t i = 0; i < n; ++i) {
    out.id.push_back(static_cast<uint32_t>(i));
    // Denser in the west, so that counts cost something.
    out.x_m.push_back(kSide_m * random.uniform() * random.uniform());
    out.y_m.push_back(kSide_m * random.uniform());
  }
  return out;
}

std::vector<Raster<float>> ways(size_t places, uint64_t seed) {
  RandomCursor random{derive(seed, "places")};
  Raster<float> pace(GridSpec::square(kSide_m, kCells), 1.0f);
  for (int row = 20; row < 100; ++row) pace.at(70, row) = 0;
  std::vector<Raster<float>> out;
  for (size_t k = 0; k < places; ++k)
    out.push_back(arrival(pace, arrival_starts(pace, std::vector<Vec2>{{random.uniform(100, 3900),
                                                                        random.uniform(100, 3900)}})));
  return out;
}
std::vector<const Raster<float>*> pointers(const std::vector<Raster<float>>& ways) {
  std::vector<const Raster<float>*> out;
  for (const Raster<float>& way : ways) out.push_back(&way);
  return out;
}

double total_m(const Crowd& crowd, const std::vector<Raster<float>>& ways,
               const std::vector<uint32_t>& place) {
  double sum = 0;
  for (size_t i = 0; i < place.size(); ++i) sum += left_at(ways[place[i]], crowd.x_m[i], crowd.y_m[i]);
  return sum;
}
std::vector<int64_t> counts_of(const std::vector<uint32_t>& place, size_t places) {
  std::vector<int64_t> out(places, 0);
  for (const uint32_t p : place) ++out[p];
  return out;
}

}  // namespace

class TestGoalCounts : public QObject {
  Q_OBJECT

 private slots:
  void flowsOfSmallProblemsAreTheLeast() {
    // Against every way to deal three sources of two to three sinks of two.
    RandomCursor random{7};
    for (int round = 0; round < 50; ++round) {
      std::vector<int64_t> cost(9);
      for (int64_t& c : cost) c = static_cast<int64_t>(random.below(1000));
      const std::vector<int64_t> two{2, 2, 2};
      const std::vector<int64_t> flow = least_cost_flow(two, two, cost);
      int64_t got = 0;
      for (size_t k = 0; k < 9; ++k) got += flow[k] * cost[k];
      std::vector<int> order{0, 0, 1, 1, 2, 2};
      int64_t least = INT64_MAX;
      do {
        int64_t sum = 0;
        for (size_t k = 0; k < 6; ++k) sum += cost[k / 2 * 3 + static_cast<size_t>(order[k])];
        least = std::min(least, sum);
      } while (std::next_permutation(order.begin(), order.end()));
      QCOMPARE(got, least);
      for (size_t r = 0; r < 3; ++r) {
        QCOMPARE(flow[3 * r] + flow[3 * r + 1] + flow[3 * r + 2], int64_t{2});
        QCOMPARE(flow[r] + flow[r + 3] + flow[r + 6], int64_t{2});
      }
    }
  }

  void countsAreExact() {
    const auto fields = ways(12, 3);
    const auto arrivals = pointers(fields);
    for (const size_t n : {1u, 11u, 1000u, 20001u}) {
      const Crowd crowd = scattered(n, 5);
      const std::vector<int64_t> counts = equal_counts(12, n);
      QCOMPARE(std::accumulate(counts.begin(), counts.end(), int64_t{0}), static_cast<int64_t>(n));
      QVERIFY(*std::max_element(counts.begin(), counts.end()) -
                  *std::min_element(counts.begin(), counts.end()) <=
              1);
      QVERIFY(counts_of(deal_balanced(crowd.dealt(), arrivals, counts), 12) == counts);
      std::vector<float> score(n);
      for (size_t i = 0; i < n; ++i) score[i] = static_cast<float>(crowd.x_m[i]);
      QVERIFY(counts_of(deal_field(crowd.dealt(), score, counts), 12) == counts);
    }
  }

  void noSwapOfTwoAgentsGainsMoreThanABlockIsWide() {
    const auto fields = ways(12, 4);
    const Crowd crowd = scattered(4000, 6);
    const auto place = deal_balanced(crowd.dealt(), pointers(fields), equal_counts(12, 4000));
    // Agents of a block count alike: a swap of two of them can gain what their ways differ from the mean.
    const double block_m = kSide_m / 64 * 4;
    RandomCursor random{8};
    for (int k = 0; k < 200000; ++k) {
      const size_t a = random.below(4000), b = random.below(4000);
      const auto left = [&](size_t agent, uint32_t p) {
        return left_at(fields[p], crowd.x_m[agent], crowd.y_m[agent]);
      };
      const double gain = left(a, place[a]) + left(b, place[b]) - left(a, place[b]) - left(b, place[a]);
      QVERIFY2(gain < block_m * std::sqrt(2.0) * 2, qPrintable(QString::number(gain)));
    }
  }

  void noPairOfBlocksGainsByASwap() {
    // With one agent a block, standing at its middle, the deal is exact.
    const auto fields = ways(5, 14);
    Crowd crowd;
    for (uint32_t k = 0; k < 64 * 64; ++k) {
      crowd.id.push_back(k);
      crowd.x_m.push_back((k % 64 + 0.5) * kSide_m / 64), crowd.y_m.push_back((k / 64 + 0.5) * kSide_m / 64);
    }
    const auto place = deal_balanced(crowd.dealt(), pointers(fields), equal_counts(5, crowd.id.size()));
    const auto left = [&](size_t agent, uint32_t p) {
      const double way = left_at(fields[p], crowd.x_m[agent], crowd.y_m[agent]);
      return std::isfinite(way) ? std::floor(1000 * way + 0.5) : 1e12;
    };
    double worst = 0;
    for (size_t a = 0; a < place.size(); ++a)
      for (size_t b = a + 1; b < place.size(); b += 7)
        worst =
            std::max(worst, left(a, place[a]) + left(b, place[b]) - left(a, place[b]) - left(b, place[a]));
    QCOMPARE(worst, 0.0);
  }

  void balanceCostsLessThanChance() {
    const auto fields = ways(12, 9);
    const auto arrivals = pointers(fields);
    const Crowd crowd = scattered(20000, 10);
    const auto counts = equal_counts(12, 20000);
    const double nearest = total_m(crowd, fields, deal_nearest(crowd.dealt(), arrivals));
    const double balanced = total_m(crowd, fields, deal_balanced(crowd.dealt(), arrivals, counts));
    std::vector<uint32_t> by_chance(20000);
    for (size_t i = 0; i < by_chance.size(); ++i) by_chance[i] = static_cast<uint32_t>(i % 12);
    const double chance = total_m(crowd, fields, by_chance);
    QVERIFY(nearest <= balanced && balanced < 0.7 * chance);
  }

  void theOrderOfTheAgentsMeansNothing() {
    const auto fields = ways(6, 11);
    const auto arrivals = pointers(fields);
    const Crowd crowd = scattered(3000, 12);
    Crowd mixed = crowd;
    RandomCursor random{13};
    std::vector<size_t> order(3000);
    std::iota(order.begin(), order.end(), size_t{0});
    shuffle(order, random);
    for (size_t k = 0; k < order.size(); ++k) {
      mixed.id[k] = crowd.id[order[k]];
      mixed.x_m[k] = crowd.x_m[order[k]], mixed.y_m[k] = crowd.y_m[order[k]];
    }
    const auto counts = equal_counts(6, 3000);
    const auto a = deal_balanced(crowd.dealt(), arrivals, counts);
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      const auto b = deal_balanced(mixed.dealt(), arrivals, counts);
      for (size_t k = 0; k < order.size(); ++k) QCOMPARE(b[k], a[order[k]]);
    }
  }

  void bandsOfAFieldAreCoherent() {
    const Crowd crowd = scattered(900, 15);
    std::vector<float> score(900);
    for (size_t i = 0; i < 900; ++i) score[i] = static_cast<float>(crowd.y_m[i]);
    const auto place = deal_field(crowd.dealt(), score, equal_counts(3, 900));
    float highest = -1;
    for (uint32_t p = 0; p < 3; ++p) {
      float low = 1e9f, high = -1;
      for (size_t i = 0; i < 900; ++i)
        if (place[i] == p) low = std::min(low, score[i]), high = std::max(high, score[i]);
      QVERIFY(low >= highest);
      highest = high;
    }
  }
};

FW_TEST(TestGoalCounts)
#include "test_goal_counts.moc"
