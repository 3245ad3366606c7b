#include <QTest>
#include <cmath>
#include <set>

#include "core/base/parallel/parallel.h"
#include "core/ecology/players.h"
#include "living.h"
#include "tests/support/test_main.h"

using namespace fw;

class TestPlayers : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;
  PlayerGround ground_;

  /// Every open cell's centre, or a few of them.
  Takeables places(size_t every) const {
    Takeables out;
    for (size_t k = 0; k < ground_.places_m.size(); k += every)
      out.x_m.push_back(ground_.places_m[k].x), out.y_m.push_back(ground_.places_m[k].y);
    return out;
  }

 private slots:
  void initTestCase() {
    tmpl_ = test::living();
    world_ = test::living_world(tmpl_);
    ground_ = make_players(tmpl_, *world_, make_blocks(tmpl_.frame, *world_));
  }

  void evenings() {
    double sum = 0;
    for (int k = 0; k < 864; ++k) sum += evening(100 * k);
    QVERIFY(std::fabs(sum / 864 - 1) <= 1e-12);
    QVERIFY(evening(20 * 3600) > evening(8 * 3600));
    QCOMPARE(evening(3600.0), evening(86400 + 3600.0));
  }

  void whereThereIsEnoughPlayersTakeWhatTheyAreAfter() {
    Players players;
    const std::array<Takeables, kWants> things{places(3), places(2)};
    std::array<double, kWants> taken{}, asked{}, unmet{};
    for (int64_t part = 0; part < 144; ++part) {
      const PlayerStep step = step_players(ground_, 50, part, things, players);
      std::set<std::pair<Want, uint32_t>> once;
      for (const Take& take : step.taken) {
        QVERIFY(once.insert({take.want, take.thing}).second);
        QVERIFY(take.player < 50 && take.thing < things[static_cast<size_t>(take.want)].x_m.size());
        taken[static_cast<size_t>(take.want)] += 1;
      }
      for (size_t w = 0; w < kWants; ++w) asked[w] += step.asked[w], unmet[w] += step.unmet[w];
    }
    QVERIFY(std::fabs(asked[0] - 50 * 24) <= 1e-6 && std::fabs(asked[1] - 50 * 72) <= 1e-6);
    for (size_t w = 0; w < kWants; ++w) QVERIFY(taken[w] >= 0.95 * asked[w] && unmet[w] <= 0.005 * asked[w]);
  }

  void whereThereIsNothingTheyGoWithout() {
    Players players;
    double taken = 0, unmet = 0;
    for (int64_t part = 0; part < 288; ++part) {
      const PlayerStep step = step_players(ground_, 20, part, {}, players);
      taken += static_cast<double>(step.taken.size()), unmet += step.unmet[0] + step.unmet[1];
    }
    QCOMPARE(taken, 0.0);
    QVERIFY(unmet > 20 * 2 * 96 * 0.8);
    for (size_t i = 0; i < players.size(); ++i)
      QVERIFY(players.x_m[i] >= 0 && players.x_m[i] <= 8000 && players.y_m[i] >= 0 && players.y_m[i] <= 8000);
  }

  void theyCrowdWhereTheYieldIs() {
    // Nodes in the western half alone.
    std::array<Takeables, kWants> things{places(2), {}};
    const Takeables all = places(2);
    for (size_t k = 0; k < all.x_m.size(); ++k)
      if (all.x_m[k] < 4000) things[1].x_m.push_back(all.x_m[k]), things[1].y_m.push_back(all.y_m[k]);
    PlayerGround ground = ground_;
    ground.every_s[0] = 1e6;
    Players players;
    double west = 0, all_of_them = 0;
    for (int64_t part = 0; part < 144 * 4; ++part) {
      step_players(ground, 60, part, things, players);
      if (part < 144 * 2) continue;
      for (size_t i = 0; i < 60; ++i) west += players.x_m[i] < 4100 ? 1 : 0, all_of_them += 1;
    }
    QVERIFY2(west / all_of_them > 0.9, qPrintable(QString::number(west / all_of_them)));
  }

  void aShortDayDoesNotMakePlayersQuicker() {
    Template tmpl = tmpl_;
    tmpl.calendar.day_s = 1200;
    const PlayerGround ground = make_players(tmpl, *world_, make_blocks(tmpl.frame, *world_));
    Players players;
    const std::array<Takeables, kWants> things{places(3), places(2)};
    double taken = 0;
    for (int64_t part = 0; part < 144 * 72; ++part)  // 86,400 s
      taken += static_cast<double>(step_players(ground, 5, part, things, players).taken.size());
    QVERIFY2(std::fabs(taken - 5 * 96) <= 0.05 * 5 * 96, qPrintable(QString::number(taken)));
  }
};

FW_TEST(TestPlayers)
#include "test_players.moc"
