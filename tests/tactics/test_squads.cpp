#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/motion/attacks.h"
#include "core/measure/motion/intervals.h"
#include "core/tactics/squad.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A squad that comes from its home to a target and rings it. Members are points that walk as they are asked.
struct Ring {
  Squads squads;
  SquadState state;
  std::vector<double> x, y;
  double turn_radps;  ///< of the target

  Ring(TokenMethod method, size_t size, uint64_t seed, double turn = 0) : turn_radps(turn) {
    squads.params = squad_preset(method);
    add_unit(squads, size, seed).home_x_m = 20;
    x.resize(size), y.resize(size);
    squad_homes(squads, x, y);
    state = start_squads(squads);
  }
  SquadTarget target() const {
    const double a = turn_radps * static_cast<double>(state.tick) * squads.params.tokens.tick_s;
    return {0, 0, std::cos(a), std::sin(a)};
  }
  void step() {
    const SquadTarget at = target();
    step_squads(squads, {&at, 1}, x, y, state);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] += static_cast<double>(state.want_x_mps[i]) * squads.params.tokens.tick_s;
      y[i] += static_cast<double>(state.want_y_mps[i]) * squads.params.tokens.tick_s;
    }
  }
};

/// What 180 s of a ring came to, after 30 s.
struct RingFigures {
  int at_once = 0;
  double start_gap_cv = 0, front_share = 0, bearing_gap_deg = 0, gini = 0, wait_most_s = 0, running_error = 0;
};
RingFigures figures_of(TokenMethod method, uint64_t seed, double turn_radps) {
  Ring ring(method, 24, seed, turn_radps);
  RingFigures f;
  std::vector<int64_t> starts;
  std::vector<uint8_t> front;
  std::vector<double> attacks(24, 0), gaps;
  for (int64_t tick = 0; tick < 2100; ++tick) {
    const SquadTarget at = ring.target();
    const TokenState before = ring.state.tokens[0];
    ring.step();
    const TokenState& tokens = ring.state.tokens[0];
    f.at_once = std::max(f.at_once, tokens_in_use(tokens, tick));
    if (tick < 300) continue;
    for (const uint32_t id : tokens.started) {
      starts.push_back(tick);
      attacks[id] += 1;
      const double bearing = std::remainder(
          tokens.members[id].angle_rad - std::atan2(at.facing_y, at.facing_x), 2 * std::numbers::pi);
      front.push_back(std::fabs(bearing) <= std::numbers::pi / 3);
    }
    std::vector<double> bearings;
    for (size_t i = 0; i < 24; ++i) {
      if (before.members[i].waits_since != TokenMember::kNever)
        f.wait_most_s =
            std::max(f.wait_most_s, 0.1 * static_cast<double>(tick - before.members[i].waits_since));
      if (std::hypot(ring.x[i], ring.y[i]) < 7) bearings.push_back(std::atan2(ring.y[i], ring.x[i]));
    }
    gaps.push_back(largest_bearing_gap_rad(bearings) * 180 / std::numbers::pi);
  }
  f.start_gap_cv = isi_cv(starts);
  f.front_share =
      static_cast<double>(std::count(front.begin(), front.end(), 1)) / static_cast<double>(front.size());
  f.running_error = running_share_error(front, 0.7);
  f.gini = gini(attacks);
  for (const double gap : gaps) f.bearing_gap_deg += gap / static_cast<double>(gaps.size());
  return f;
}

void tell(const char* name, const RingFigures& f) {
  qInfo(
      "%s: at once %d, start gap CV %.3f, front %.3f (running error %.1f), mean largest bearing gap %.0f "
      "deg, Gini "
      "%.3f, "
      "longest wait %.1f s",
      name, f.at_once, f.start_gap_cv, f.front_share, f.running_error, f.bearing_gap_deg, f.gini,
      f.wait_most_s);
}

}  // namespace

class TestSquads : public QObject {
  Q_OBJECT

 private slots:
  void aRingFightsFairAndInRhythm_data() {
    QTest::addColumn<double>("turn");
    QTest::newRow("the target stands") << 0.0;
    QTest::newRow("the target turns") << 0.2;
  }
  void aRingFightsFairAndInRhythm() {
    QFETCH(double, turn);
    for (uint64_t seed = 100; seed < 104; ++seed) {
      const RingFigures f = figures_of(TokenMethod::paced, seed, turn);
      tell("paced", f);
      QCOMPARE(f.at_once, 3);
      QVERIFY(f.start_gap_cv <= 0.12);
      QVERIFY(f.wait_most_s <= 1.5 * 14 / (3 / 2.2));
      QVERIFY(f.front_share >= 0.67 && f.front_share <= 0.73);
      QVERIFY(f.bearing_gap_deg <= 75);
      QVERIFY(f.gini <= 0.15);
    }
  }

  void baselinesAreWorseWhereTheyAreSaidToBe() {
    const RingFigures free = figures_of(TokenMethod::free, 100, 0),
                      fifo = figures_of(TokenMethod::fifo, 100, 0),
                      nearest = figures_of(TokenMethod::nearest, 100, 0),
                      random = figures_of(TokenMethod::random, 100, 0);
    tell("free", free), tell("fifo", fifo), tell("nearest", nearest), tell("random", random);
    QVERIFY(free.at_once > 8);
    QCOMPARE(fifo.at_once, 3);
    QVERIFY(fifo.start_gap_cv > 0.3 && fifo.front_share < 0.65);
    QVERIFY(nearest.wait_most_s > fifo.wait_most_s);
  }

  void aSquadMeetsWhoComesNearAndGoesHomeWhenItLeaves() {
    Ring ring(TokenMethod::paced, 12, 5);
    const auto run = [&](double target_x, int ticks) {
      for (int t = 0; t < ticks; ++t) {
        const SquadTarget at{target_x, 0, 1, 0};
        step_squads(ring.squads, {&at, 1}, ring.x, ring.y, ring.state);
        for (size_t i = 0; i < 12; ++i) {
          ring.x[i] += 0.1 * static_cast<double>(ring.state.want_x_mps[i]);
          ring.y[i] += 0.1 * static_cast<double>(ring.state.want_y_mps[i]);
        }
      }
    };
    run(500, 100);
    QCOMPARE(ring.state.engaged[0], uint8_t{0});
    QCOMPARE(ring.state.tokens[0].starts, int64_t{0});
    run(-30, 600);
    QCOMPARE(ring.state.engaged[0], uint8_t{1});
    QVERIFY(ring.state.tokens[0].starts > 20);
    for (size_t i = 0; i < 12; ++i) QVERIFY(std::hypot(ring.x[i] + 30, ring.y[i]) < 15);
    run(-90, 1);  // within 1.5 times what it notices: still met
    QCOMPARE(ring.state.engaged[0], uint8_t{1});
    const int64_t starts = ring.state.tokens[0].starts;
    run(900, 600);
    QCOMPARE(ring.state.engaged[0], uint8_t{0});
    QCOMPARE(ring.state.tokens[0].starts, starts);
    std::vector<double> hx(12), hy(12);
    squad_homes(ring.squads, hx, hy);
    for (size_t i = 0; i < 12; ++i) QVERIFY(std::hypot(ring.x[i] - hx[i], ring.y[i] - hy[i]) < 0.5);
  }

  void threadsDoNotChangeABit() {
    const auto digest = [](int threads) {
      const ThreadLimit limit(threads);
      Squads squads;
      for (uint64_t u = 0; u < 30; ++u) {
        SquadUnit& unit = add_unit(squads, 5 + u, 70 + u);
        unit.home_x_m = 40.0 * static_cast<double>(u), unit.home_y_m = 10;
      }
      std::vector<double> x(squads.members()), y(squads.members());
      squad_homes(squads, x, y);
      SquadState state = start_squads(squads);
      Sha256 sha;
      for (int t = 0; t < 200; ++t) {
        std::vector<SquadTarget> targets(30, SquadTarget{6.0 * t, 20, 0, 1});
        step_squads(squads, targets, x, y, state);
        for (size_t i = 0; i < x.size(); ++i)
          x[i] += 0.1 * static_cast<double>(state.want_x_mps[i]),
              y[i] += 0.1 * static_cast<double>(state.want_y_mps[i]);
        sha.update(state.attacking.data(), state.attacking.size());
        sha.update(state.post.data(), state.post.size());
      }
      sha.update(x.data(), x.size() * sizeof(double));
      return sha.hex();
    };
    const std::string one = digest(1);
    QCOMPARE(digest(2), one);
    QCOMPARE(digest(7), one);
  }

  void sharesAboveOneAreRefused() {
    SquadParams p;
    p.posts.shares = {0.5, 0.4, 0.2};
    const auto refused = check_squads(p);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).contains("squad.share"));
  }
};

FW_TEST(TestSquads)
#include "test_squads.moc"
