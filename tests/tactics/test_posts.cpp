#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/tactics/posts.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

int64_t cost_of(std::span<const int64_t> cost, size_t n, std::span<const uint32_t> to) {
  int64_t sum = 0;
  for (size_t i = 0; i < n; ++i) sum += cost[i * n + to[i]];
  return sum;
}

/// Members anywhere in a square of 20 m, their target in its middle, facing north.
struct Scattered {
  std::vector<double> x, y;
  Scattered(size_t n, uint64_t seed) {
    for (uint64_t i = 0; i < n; ++i)
      x.push_back(20 * random_uniform(seed, 2 * i)), y.push_back(20 * random_uniform(seed, 2 * i + 1));
  }
  PostView view() const { return {x, y, 10, 10, 0, 1}; }
};

}  // namespace

class TestPosts : public QObject {
  Q_OBJECT

 private slots:
  void anAssignmentCostsAsLittleAsTheBestOfAllOrders() {
    PostScratch scratch;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      const size_t n = 1 + seed % 7;
      std::vector<int64_t> cost(n * n);
      for (size_t k = 0; k < cost.size(); ++k)
        cost[k] = static_cast<int64_t>(random_below(seed, k, 1000)) - (seed % 3 == 0 ? 500 : 0);
      std::vector<uint32_t> order(n), out(n);
      std::iota(order.begin(), order.end(), 0u);
      int64_t best = cost_of(cost, n, order);
      while (std::next_permutation(order.begin(), order.end()))
        best = std::min(best, cost_of(cost, n, order));
      least_assignment(cost, n, out, scratch);
      QCOMPARE(cost_of(cost, n, out), best);
      std::sort(out.begin(), out.end());
      for (size_t i = 0; i < n; ++i) QCOMPARE(out[i], static_cast<uint32_t>(i));
    }
  }

  void noSwapOfTwoImprovesALargeAssignment() {
    PostScratch scratch;
    constexpr size_t n = 100;
    std::vector<int64_t> cost(n * n);
    for (size_t k = 0; k < cost.size(); ++k)
      cost[k] = static_cast<int64_t>(random_below(3, k, 1'000'000'000));
    std::vector<uint32_t> out(n);
    least_assignment(cost, n, out, scratch);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < i; ++j)
        QVERIFY(cost[i * n + out[i]] + cost[j * n + out[j]] <= cost[i * n + out[j]] + cost[j * n + out[i]]);
  }

  void everyPostHasExactlyItsCount() {
    PostScratch scratch;
    const PostParams params;
    const PostFields fields = bind_posts(9);
    for (const size_t n : {size_t{2}, size_t{5}, size_t{12}, size_t{24}, size_t{37}, size_t{100}}) {
      const Scattered members(n, n);
      std::vector<uint8_t> post(n, 0);
      const auto counts = post_counts(params.shares, n);
      QCOMPARE(std::accumulate(counts.begin(), counts.end(), int64_t{0}), static_cast<int64_t>(n));
      for (int t = 0; t < 30; ++t) {
        choose_posts(params, fields, members.view(), t, post, scratch);
        for (size_t p = 0; p < 4; ++p)
          QCOMPARE(static_cast<int64_t>(std::count(post.begin(), post.end(), p)), counts[p]);
      }
    }
    QCOMPARE(post_counts(params.shares, 24), (std::vector<int64_t>{8, 6, 6, 4}));
  }

  void thoseBehindTheTargetFlankAndThoseInFrontFaceIt() {
    PostScratch scratch;
    PostParams params;
    params.flank_noise_rad = 0, params.shares.rest = 0, params.shares.support = 0;
    const Scattered members(40, 2);
    std::vector<uint8_t> post(40, 0);
    choose_posts(params, bind_posts(9), members.view(), 0, post, scratch);
    double face = 0, flank = 10;
    for (size_t i = 0; i < 40; ++i) {
      const double bearing = std::fabs(std::atan2(members.x[i] - 10, members.y[i] - 10));
      if (post[i] == static_cast<uint8_t>(Post::face)) face = std::max(face, bearing);
      if (post[i] == static_cast<uint8_t>(Post::flank)) flank = std::min(flank, bearing);
    }
    QVERIFY(face <= flank);
  }

  void postsChangeHandsButNotAtEveryChoice() {
    PostScratch scratch;
    const PostFields fields = bind_posts(9);
    const Scattered members(24, 2);
    std::vector<uint8_t> post(24, 0);
    choose_posts({}, fields, members.view(), 0, post, scratch);
    int changes = 0;
    std::vector<uint8_t> rested(24, 0);
    for (int t = 1; t <= 180; ++t) {
      const auto before = post;
      choose_posts({}, fields, members.view(), t, post, scratch);
      for (size_t i = 0; i < 24; ++i) {
        changes += post[i] != before[i];
        rested[i] |= post[i] == static_cast<uint8_t>(Post::rest);
      }
    }
    QVERIFY2(changes > 24 && changes < 24 * 180 / 10, qPrintable(QString::number(changes)));
    QVERIFY(std::count(rested.begin(), rested.end(), 1) > 16);
  }

  void slotsOfAPostAreEvenlySpacedOnTheirArcs() {
    const auto deg = [](const PostSlot& s) { return s.bearing_rad * 180 / std::numbers::pi; };
    for (size_t k = 0; k < 8; ++k) {
      QVERIFY(std::fabs(deg(slot_of(Post::face, k, 8, 4)) - (-52.5 + 15.0 * static_cast<double>(k))) < 1e-9);
      QCOMPARE(slot_of(Post::face, k, 8, 4).radius_m, 4.0);
    }
    std::vector<double> flanks;
    for (size_t k = 0; k < 7; ++k) flanks.push_back(deg(slot_of(Post::flank, k, 7, 4)));
    for (const double f : flanks) QVERIFY(std::fabs(f) > 72 && std::fabs(f) < 172);
    QCOMPARE(std::count_if(flanks.begin(), flanks.end(), [](double f) { return f > 0; }), std::ptrdiff_t{4});
    QVERIFY(std::fabs(slot_of(Post::rest, 0, 4, 4).radius_m - 13) < 1e-12);
  }

  void eachSlotHasOneMemberAndAMemberKeepsItsSlotWhereItStands() {
    PostScratch scratch;
    const Scattered members(24, 2);
    std::vector<uint8_t> post(24, 0), had(24, 0xFF);
    std::vector<uint16_t> slot(24, 0);
    choose_posts({}, bind_posts(9), members.view(), 0, post, scratch);
    choose_slots({}, members.view(), post, had, slot, scratch);
    for (size_t p = 0; p < 4; ++p) {
      std::vector<uint16_t> taken;
      for (size_t i = 0; i < 24; ++i)
        if (post[i] == p) taken.push_back(slot[i]);
      std::sort(taken.begin(), taken.end());
      for (size_t k = 0; k < taken.size(); ++k) QCOMPARE(taken[k], static_cast<uint16_t>(k));
    }
    const auto before = slot;
    choose_slots({}, members.view(), post, post, slot, scratch);
    QCOMPARE(slot, before);
  }
};

FW_TEST(TestPosts)
#include "test_posts.moc"
