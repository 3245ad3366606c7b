// Resource nodes over time: the number that stand is held, not the place.

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/ecology/spots.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/support/worlds.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kResolution = 128;

Template moving_nodes() {
  Template tmpl = dry_template("WindswardLike");
  for (PointClass& cls : tmpl.resources) cls.renewal.how = Renewal::moving;
  tmpl.ecology.players = 200;
  return tmpl;
}

/// A run of the spots alone: so many nodes a day are taken, drawn among all that stand.
struct SpotRun {
  Template tmpl;
  std::shared_ptr<const World> world;
  Spots spots;
  std::vector<SpotState> state;
  double harvests_a_day = 0;
  std::vector<Vec2> players_m = {};
  std::vector<SpotStep> sums = {};              ///< over the parts that count
  std::vector<std::vector<double>> taken = {};  ///< by class and spot, over these parts
  int64_t parts = 0, over_cap = 0;

  SpotRun(const Template& t, std::shared_ptr<const World> w, double a_day)
      : tmpl(t), world(std::move(w)), harvests_a_day(a_day) {
    spots = bind_spots(tmpl, *world, make_blocks(tmpl.frame, *world));
    state = start_spots(spots);
    sums.resize(spots.classes.size());
    for (const SpotClass& cls : spots.classes) taken.emplace_back(cls.size());
  }
  void take(int64_t part, bool counts) {
    const auto count = static_cast<int64_t>(std::floor(harvests_a_day / kPartsADay * double(part + 1))) -
                       static_cast<int64_t>(std::floor(harvests_a_day / kPartsADay * double(part)));
    std::vector<SpotRef> standing = standing_nodes(spots, state).refs;
    RandomCursor cursor{uint64_t(part) * 77 + 5};
    for (int64_t k = 0; k < count && !standing.empty(); ++k) {
      const size_t at = cursor.below(standing.size());
      harvest(spots, state, standing[at], part);
      if (counts) taken[standing[at].cls][standing[at].spot] += 1;
      standing[at] = standing.back();
      standing.pop_back();
    }
  }
  void run(int64_t from_day, int64_t days, bool counts) {
    SpotFronts fronts;
    for (int64_t part = from_day * kPartsADay; part < (from_day + days) * kPartsADay; ++part) {
      if (fronts.empty() || part == field_part(part)) fronts = read_fronts(spots, tmpl.calendar, part);
      const std::vector<SpotStep> step = step_spots(spots, tmpl.calendar, fronts, players_m, part, state);
      for (size_t c = 0; c < step.size(); ++c) {
        over_cap += step[c].over_cap ? 1 : 0;
        if (!counts) continue;
        sums[c].standing += step[c].standing, sums[c].target += step[c].target;
        sums[c].rest_short += step[c].rest_short, sums[c].player_short += step[c].player_short;
        sums[c].opened += step[c].opened, sums[c].closed += step[c].closed;
      }
      if (counts) ++parts;
      take(part, counts);
    }
  }
  double off(size_t c) const { return sums[c].standing / sums[c].target - 1; }
  double off_all() const {
    double standing = 0, target = 0;
    for (const SpotStep& sum : sums) standing += sum.standing, target += sum.target;
    return standing / target - 1;
  }
  std::string digest() const {
    Sha256 sha;
    for (const SpotState& s : state) {
      sha.update(s.open.data(), s.open.size());
      sha.update(s.soil.data(), s.soil.size() * sizeof(double));
      sha.update(s.uses.data(), s.uses.size() * sizeof(uint32_t));
      sha.update(&s.bias, sizeof s.bias);
    }
    return sha.hex();
  }
};

}  // namespace

class TestSpots : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;

 private slots:
  void initTestCase() {
    tmpl_ = moving_nodes();
    world_ = world_of(tmpl_, 42, kResolution);
  }

  void spotsAreTheWorldsPointsThenTheSpareOnes() {
    const SpotRun run(tmpl_, world_, 0);
    size_t points = 0, spare = 0;
    for (const Point& p : world_->points.points)
      points += world_->points.class_of(p).category == Category::resource ? 1 : 0;
    for (const SpareSpots& s : world_->spare_spots) spare += s.spots_m.size();
    size_t own = 0, all = 0;
    int64_t standing = 0;
    for (size_t c = 0; c < run.spots.classes.size(); ++c) {
      own += run.spots.classes[c].own, all += run.spots.classes[c].size();
      standing += run.state[c].standing;
    }
    QCOMPARE(own, points);
    QCOMPARE(all, points + spare);
    QCOMPARE(standing, int64_t(points));
    qInfo("%zu nodes, %zu spots", points, all);
  }
  void theNumberStandingIsHeldUnderTheDesignLoad() {
    SpotRun run(tmpl_, world_, 14400);
    run.run(0, 20, false);
    run.run(20, 40, true);
    qInfo("standing %+.2f %%", 100 * run.off_all());
    QVERIFY(std::abs(run.off_all()) <= 0.01);
    for (size_t c = 0; c < run.spots.classes.size(); ++c) {
      qInfo("%s: quota %lld, %zu spots, %+.2f %%, short by rest %lld", run.spots.classes[c].slug.c_str(),
            static_cast<long long>(run.spots.classes[c].quota), run.spots.classes[c].size(), 100 * run.off(c),
            static_cast<long long>(run.sums[c].rest_short));
      QVERIFY(std::abs(run.off(c)) <= 0.02 || run.sums[c].rest_short > 0);
    }
    QCOMPARE(run.over_cap, int64_t{0});
  }
  void beyondLittlesLawTheReasonIsRest() {
    Template tmpl = tmpl_;
    for (PointClass& cls : tmpl.resources) cls.renewal.rest_s = 40000;
    SpotRun run(tmpl, world_, 14400);
    run.run(0, 6, true);
    QVERIFY(run.off_all() < -0.05);
    for (const SpotStep& sum : run.sums) QVERIFY(sum.rest_short > 0 && sum.player_short == 0);
  }
  void withoutHarvestsNothingMoves() {
    SpotRun run(tmpl_, world_, 0);
    run.run(0, 3, true);
    for (size_t c = 0; c < run.state.size(); ++c) {
      QCOMPARE(run.sums[c].opened,
               std::max<int64_t>(0, run.spots.classes[c].quota - int64_t(run.spots.classes[c].own)));
      for (size_t s = 0; s < run.spots.classes[c].own; ++s) QVERIFY(run.state[c].open[s] != 0);
    }
  }
  void noNodeOpensBesideAPlayer() {
    SpotRun run(tmpl_, world_, 20000);
    for (const SpotClass& cls : run.spots.classes) run.players_m.push_back(cls.at_m[0]);
    std::vector<std::vector<uint8_t>> open_before;
    run.run(0, 1, false);
    for (const SpotState& s : run.state) open_before.push_back(s.open);
    run.run(1, 1, false);
    for (size_t c = 0; c < run.state.size(); ++c)
      for (size_t s = 0; s < run.state[c].open.size(); ++s)
        if (open_before[c][s] == 0 && run.state[c].open[s] != 0)
          for (const Vec2 player : run.players_m)
            QVERIFY(squared_distance(player, run.spots.classes[c].at_m[s]) >=
                    kSightOfPlayer_m * kSightOfPlayer_m);
  }
  void pinsAndFixedNodesComeBackWhereTheyAre() {
    Template tmpl = tmpl_;
    tmpl.resources[0].renewal.how = Renewal::fixed;
    SpotRun run(tmpl, world_, 14400);
    QVERIFY(std::ranges::all_of(run.spots.classes[0].stays, [](uint8_t stays) { return stays != 0; }));
    const SpotRef node{0, 0};
    QVERIFY(harvest(run.spots, run.state, node, 0));
    QVERIFY(!harvest(run.spots, run.state, node, 0));
    run.harvests_a_day = 0;
    const SpotFronts fronts = read_fronts(run.spots, tmpl.calendar, 0);
    for (int64_t part = 0; part <= run.spots.classes[0].rest_parts; ++part) {
      QVERIFY(run.state[0].open[0] == 0);
      step_spots(run.spots, tmpl.calendar, fronts, {}, part, run.state);
    }
    QVERIFY(run.state[0].open[0] != 0);
  }
  void nodesThatStayDoNotCountAgainstTheCap() {
    Template tmpl = tmpl_;
    tmpl.resources[0].renewal.how = Renewal::fixed;
    for (PointClass& cls : tmpl.resources) cls.dates.peak = PeakSeason::summer, cls.dates.peak_depth = 0.8;
    SpotRun run(tmpl, world_, 0);
    run.run(0, 3, true);
    QVERIFY(double(run.state[0].standing) > 2 * run.sums[0].target / double(run.parts));  // midwinter
    QCOMPARE(run.over_cap, int64_t{0});
  }
  void wornGroundComesBackInItsTime() {
    SpotRun run(tmpl_, world_, 0);
    QVERIFY(harvest(run.spots, run.state, {0, 0}, 0));
    const size_t plot = run.spots.classes[0].plot[0];
    const double worn = 1 - run.state[0].soil[plot];
    QVERIFY(worn > 0 && worn <= 0.5);
    run.run(0, 5, false);
    const double left = (1 - run.state[0].soil[plot]) / worn;
    QVERIFY2(std::abs(left - std::exp(-1.0)) < 0.01, qPrintable(QString::number(left)));
  }
  void frontsMoveTheYieldOverTheMonths() {
    SpotRun run(tmpl_, world_, 14400);
    const auto yield = [&](int64_t from_day) {
      for (auto& cls : run.taken) std::ranges::fill(cls, 0.0);
      run.run(from_day, 12, true);
      return run.taken;
    };
    const auto first = yield(0), next = yield(12), later = yield(96);
    double near = 0, far = 0;
    for (size_t c = 0; c < first.size(); ++c)
      near += test::correlation(first[c], next[c]) / double(first.size()),
          far += test::correlation(first[c], later[c]) / double(first.size());
    qInfo("yield of spots, the next 12 days: %.2f; three months on: %.2f", near, far);
    QVERIFY(near >= 0.2 && far <= near / 2);
  }
  void theSameBitsAtOneTwoAndSevenThreads() {
    std::string digest;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      SpotRun run(tmpl_, world_, 14400);
      run.run(0, 3, false);
      if (digest.empty()) digest = run.digest();
      QCOMPARE(run.digest(), digest);
    }
  }
  void aWipedRegionFillsElsewhere() {
    SpotRun run(tmpl_, world_, 0);
    const std::vector<uint8_t> all(run.spots.classes[0].size(), 1);
    const int64_t before = run.state[0].standing;
    QCOMPARE(wipe_spots(run.spots.classes[0], run.state[0], all, 0.5, 0), (before + 1) / 2);
    QCOMPARE(run.state[0].standing, before - (before + 1) / 2);
    run.run(0, 1, false);
    QVERIFY(std::abs(double(run.state[0].standing) / double(before) - 1) < 0.1);
  }
};

FW_TEST(TestSpots)
#include "test_spots.moc"
