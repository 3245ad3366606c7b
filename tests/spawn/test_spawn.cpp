#include <QTest>
#include <map>

#include "core/base/parallel/parallel.h"
#include "spawn_run.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr size_t kMethods = kSpawnMethodSlugs.size();
const Scale& kLarge = kScales[2];

SpawnMethod method_of(size_t i) {
  return static_cast<SpawnMethod>(i);
}
const char* slug_of(SpawnMethod method) {
  return kSpawnMethodSlugs[static_cast<size_t>(method)].data();
}
Spawner medium(SpawnMethod method, uint64_t seed = 1) {
  return bind_at(scaled_preset(method, kMedium), kMedium, seed);
}

/// Runs on and calls see(before, after) for every tick.
template <typename See>
void watch(const Spawner& spawner, int64_t ticks, const See& see) {
  SpawnState state = start_spawn(spawner);
  for (int64_t t = 0; t < ticks; ++t) {
    const SpawnState before = state;
    step_spawn(spawner, state);
    see(before, state);
  }
}

void expect_all_in(const SpawnArea& area, const Roamers& roamers) {
  for (size_t i = 0; i < roamers.size(); ++i) QVERIFY(in_area(area, {roamers.x_m[i], roamers.y_m[i]}));
}

}  // namespace

class TestSpawn : public QObject {
  Q_OBJECT

 private slots:
  void quotaAndTargetAreNeverExceeded() {
    for (size_t m = 0; m < kMethods; ++m) {
      SpawnParams params = scaled_preset(method_of(m), kMedium);
      params.target = 12;
      params.quota = 33;
      bool reached = false;
      int64_t cycle = -1, admitted = 0;
      watch(bind_at(params, kMedium, 3), 1300, [&](const SpawnState& before, const SpawnState& after) {
        if (after.cycle != cycle) cycle = after.cycle, admitted = 0;
        admitted += static_cast<int64_t>(after.admitted_m.size());
        QCOMPARE(after.cycle, before.tick / 600);
        QVERIFY2(admitted <= 33, slug_of(params.method));
        QCOMPARE(int64_t(after.cycle_count), admitted);
        // Admissions come before eliminations, so the bound holds between them too.
        QVERIFY2(before.monsters.size() + after.admitted_m.size() <= 12, slug_of(params.method));
        QCOMPARE(before.monsters.size() + after.admitted_m.size(),
                 after.monsters.size() + after.eliminated_m.size());
        reached |= before.monsters.size() + after.admitted_m.size() == 12;
      });
      QVERIFY2(reached, slug_of(params.method));
    }
  }

  void theCooldownEndsACyclesSpawns() {
    SpawnParams params = scaled_preset(SpawnMethod::uniform, kMedium);
    params.cooldown_after = 25;
    const Run run = run_spawn(bind_at(params, kMedium, 1), 1200);
    QCOMPARE(run.ticks.size(), size_t{50});
    QCOMPARE(run.ticks[24], int64_t{24 * 6});
    QCOMPARE(run.ticks[25], int64_t{600});
  }

  void theCooldownBetweenTicksIsKept() {
    for (const SpawnMethod method : {SpawnMethod::uniform, SpawnMethod::poisson_disk, SpawnMethod::b_full}) {
      SpawnParams params = scaled_preset(method, kMedium);
      params.cooldown_s = 20;
      const Run run = run_spawn(bind_at(params, kMedium, 1), 1200);
      QVERIFY(run.ticks.size() > 20);
      for (size_t i = 1; i < run.ticks.size(); ++i) {
        const int64_t gap = run.ticks[i] - run.ticks[i - 1];
        QVERIFY(gap == 0 || gap >= 20);
      }
    }
  }

  // The rule itself, kept beside every method's run.
  void whatIsMissingComesBackOverTheRefillTime() {
    for (size_t m = 0; m < kMethods; ++m) {
      SpawnParams params = scaled_preset(method_of(m), kMedium);
      params.target = 40, params.refill_s = 90;
      double tokens = 0;
      int refused = 0;
      size_t admitted = 0;
      watch(bind_at(params, kMedium, 2), 2400, [&](const SpawnState& before, const SpawnState& after) {
        tokens = std::min(2.0, tokens + (40 - static_cast<double>(before.monsters.size())) / 90);
        tokens -= static_cast<double>(after.admitted_m.size());
        QVERIFY2(tokens >= 0 && tokens == after.tokens, slug_of(params.method));
        admitted += after.admitted_m.size();
        for (const RefusedSpawn& one : after.refused_m) refused += one.reason == SpawnRefusal::refill;
      });
      QVERIFY2(admitted > 20, slug_of(params.method));
      if (params.method == SpawnMethod::poisson_disk) QVERIFY(refused > 0);  // a set of darts at once
    }
  }

  void anEmptyPlaceFillsAsTheRefillTimeSays() {
    SpawnParams params = scaled_preset(SpawnMethod::uniform, kMedium);
    params.players = 0, params.uniform_every_s = 1;
    params.target = 200, params.quota = 100000, params.refill_s = 300;
    watch(bind_at(params, kMedium, 1), 1500, [&](const SpawnState&, const SpawnState& after) {
      const double expected = 200 * (1 - std::exp(-static_cast<double>(after.tick) / 300));
      QVERIFY2(std::fabs(static_cast<double>(after.monsters.size()) - expected) <= 3,
               qPrintable(QString::number(expected)));
    });
  }

  void theLoadIsSmootherWithARefill() {
    // Crowds of players kill in bursts; a place that fills at once spawns in bursts too.
    std::map<double, double> fano;
    for (const double refill_s : {0.0, 300.0}) {
      SpawnParams params = scaled_preset(SpawnMethod::uniform, kMedium);
      params.uniform_every_s = 1, params.quota = 100000, params.target = 60, params.refill_s = refill_s;
      params.players = 30;
      std::vector<double> windows(60, 0.0);
      watch(bind_at(params, kMedium, 7), 3600, [&](const SpawnState& before, const SpawnState& after) {
        windows[static_cast<size_t>(before.tick / 60)] += static_cast<double>(after.admitted_m.size());
      });
      windows.erase(windows.begin(), windows.begin() + 10);
      const auto [mean, sd] = mean_sd(windows);
      fano[refill_s] = sd * sd / mean;
    }
    qInfo("Fano factor of minutes: %.2f without a refill, %.2f with 300 s", fano[0], fano[300]);
    QVERIFY(fano[300] < 0.6 * fano[0]);
  }

  void limitsHoldInPlaceOfTheParameters() {
    for (size_t m = 0; m < kMethods; ++m) {
      const Spawner spawner = medium(method_of(m), 3);
      SpawnState state = start_spawn(spawner);
      int64_t admitted = 0;
      for (int64_t t = 0; t < 1800; ++t) {
        if (t == 200) state.limits = {7, 500};                 // fewer alive
        if (t == 600) state.limits = {500, 11}, admitted = 0;  // fewer in a cycle
        if (t == 1200) state.limits = {500, 0}, admitted = 0;  // none
        const size_t living = state.monsters.size();
        step_spawn(spawner, state);
        admitted += static_cast<int64_t>(state.admitted_m.size());
        if (t >= 200 && t < 600) QVERIFY(state.admitted_m.empty() || living + state.admitted_m.size() <= 7);
        if (t >= 600) QVERIFY2(admitted <= state.limits->quota, slug_of(method_of(m)));
        if (t == 1199) QVERIFY2(admitted > 5, slug_of(method_of(m)));
      }
      QCOMPARE(admitted, int64_t{0});
    }
  }

  void aRunWithTheParametersOwnLimitsIsTheSame() {
    for (size_t m = 0; m < kMethods; ++m) {
      const Spawner spawner = medium(method_of(m), 5);
      SpawnState plain = start_spawn(spawner), limited = plain;
      limited.limits = {spawner.params.target, spawner.params.quota};
      for (int t = 0; t < 700; ++t) {
        step_spawn(spawner, plain), step_spawn(spawner, limited);
        QVERIFY(plain.admitted_m == limited.admitted_m);
      }
    }
  }

  void noSpawnComesNearARecentElimination() {
    SpawnParams params = scaled_preset(SpawnMethod::uniform, kMedium);
    params.block_s = 90;
    params.block_radius_m = 10;
    std::vector<SpawnMark> deaths;
    int refused = 0;
    watch(bind_at(params, kMedium, 2), 2400, [&](const SpawnState& before, const SpawnState& after) {
      for (const Vec2 at : after.admitted_m)
        for (const SpawnMark& death : deaths)
          QVERIFY(before.tick - death.tick >= 90 || squared_distance(death.at_m, at) > 100);
      for (const Vec2 at : after.eliminated_m) deaths.push_back({at, before.tick});
      refused += after.refused;
    });
    QVERIFY(deaths.size() > 50);
    QVERIFY(refused > 10);
  }

  void spawnsKeepTheSpacingToTheLiving() {
    SpawnParams params = scaled_preset(SpawnMethod::a_full, kMedium);
    params.spacing_m = 9;
    int refused = 0;
    watch(bind_at(params, kMedium, 2), 1800, [&](const SpawnState& before, const SpawnState& after) {
      refused += after.refused;
      for (const Vec2 at : after.admitted_m)
        for (size_t i = 0; i < before.monsters.size(); ++i)
          QVERIFY(squared_distance(at, {before.monsters.x_m[i], before.monsters.y_m[i]}) >= 81);
    });
    QVERIFY(refused > 0);
  }

  void nothingLeavesTheArea() {
    for (const SpawnArea& area : {square_area(40), ring_area()})
      for (size_t m = 0; m < kMethods; ++m) {
        const Spawner spawner =
            bind_spawn(scaled_preset(method_of(m), kMedium), area, SeedBundle::from_master(5));
        size_t most = 0;
        watch(spawner, 700, [&](const SpawnState&, const SpawnState& after) {
          for (const Vec2 at : after.admitted_m) QVERIFY2(in_area(area, at), slug_of(method_of(m)));
          expect_all_in(area, after.monsters);
          expect_all_in(area, after.players);
          most = std::max(most, after.monsters.size());
        });
        QVERIFY2(most > 3, slug_of(method_of(m)));
      }
  }

  void monstersAndPlayersMoveAtTheirSpeed() {
    const Spawner spawner = bind_at(scaled_preset(SpawnMethod::uniform, kLarge), kLarge, 4);
    double player = 0, monster = 0;
    int players = 0, monsters = 0;
    watch(spawner, 600, [&](const SpawnState& before, const SpawnState& after) {
      std::map<uint32_t, Vec2> was;
      for (size_t i = 0; i < before.monsters.size(); ++i)
        was[before.monsters.id[i]] = {before.monsters.x_m[i], before.monsters.y_m[i]};
      for (size_t i = 0; i < after.monsters.size(); ++i)
        if (const auto old = was.find(after.monsters.id[i]); old != was.end())
          monster += std::sqrt(squared_distance(old->second, {after.monsters.x_m[i], after.monsters.y_m[i]})),
              ++monsters;
      for (size_t i = 0; i < after.players.size(); ++i)
        player += std::sqrt(squared_distance({before.players.x_m[i], before.players.y_m[i]},
                                             {after.players.x_m[i], after.players.y_m[i]})),
            ++players;
    });
    // Mirrored steps are shorter than a step; few touch the border.
    QVERIFY(std::fabs(player / players - 2.4) < 0.03);
    QVERIFY(std::fabs(monster / monsters - 1.5) < 0.03);
  }

  void playersRemoveExactlyWhoIsWithinReach() {
    int removed = 0;
    watch(medium(SpawnMethod::a_full, 6), 900, [&](const SpawnState&, const SpawnState& after) {
      const auto reached = [&](Vec2 at) {
        for (size_t i = 0; i < after.players.size(); ++i)
          if (squared_distance(at, {after.players.x_m[i], after.players.y_m[i]}) <= 1.75 * 1.75) return true;
        return false;
      };
      for (const Vec2 at : after.eliminated_m) QVERIFY(reached(at));
      for (size_t i = 0; i < after.monsters.size(); ++i)
        QVERIFY(!reached({after.monsters.x_m[i], after.monsters.y_m[i]}));
      removed += static_cast<int>(after.eliminated_m.size());
    });
    QVERIFY(removed > 30);
  }

  void despawnAloneRemovesItsShare() {
    SpawnParams params = scaled_preset(SpawnMethod::uniform, kMedium);
    params.players = 0;
    params.despawn_per_s = 0.01;
    double expected = 0, got = 0;
    watch(bind_at(params, kMedium, 1), 3000, [&](const SpawnState& before, const SpawnState& after) {
      expected += 0.01 * static_cast<double>(before.monsters.size() + after.admitted_m.size());
      got += static_cast<double>(after.eliminated_m.size());
    });
    QVERIFY(expected > 300);
    QVERIFY(std::fabs(got - expected) < 4 * std::sqrt(expected));
  }

  void aFilterKeepsItsDistances() {
    int checked = 0;
    watch(medium(SpawnMethod::filtered), 3000, [&](const SpawnState& before, const SpawnState& after) {
      for (const Vec2 at : after.admitted_m) {
        ++checked;
        for (size_t i = 0; i < before.players.size(); ++i)
          QVERIFY(squared_distance(at, {before.players.x_m[i], before.players.y_m[i]}) >= 25);
        for (size_t i = 0; i < before.monsters.size(); ++i)
          QVERIFY(squared_distance(at, {before.monsters.x_m[i], before.monsters.y_m[i]}) >= 9);
      }
    });
    QVERIFY(checked > 300);
  }

  void aDartSetKeepsItsRadius() {
    size_t sets = 0;
    watch(medium(SpawnMethod::poisson_disk), 1200, [&](const SpawnState&, const SpawnState& after) {
      sets += after.admitted_m.size() > 1;
      for (size_t i = 0; i < after.admitted_m.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          QVERIFY(squared_distance(after.admitted_m[i], after.admitted_m[j]) >= 900);
    });
    QVERIFY(sets > 10);
  }

  void perlinASpawnsWhereTheFieldHasItsPhase() {
    const Spawner spawner = medium(SpawnMethod::perlin_a);
    watch(spawner, 1800, [&](const SpawnState& before, const SpawnState& after) {
      QCOMPARE(after.plan.sites.size(), size_t{230});
      const auto second = static_cast<int>(before.tick % 600);
      for (const Vec2 at : after.admitted_m) {
        const auto tau = static_cast<int>(front_value(spawn_front(spawner, after.cycle), at) * 600);
        QVERIFY(tau > second - 6 && tau <= second);
      }
    });
    const Run run = run_spawn(spawner, 3600, true);
    QVERIFY(pearson(run.own, run.phase) > 0.9999);
  }

  void perlinBSpawnsInTheOpenBand() {
    for (const SpawnMethod method : {SpawnMethod::perlin_b, SpawnMethod::perlin_b_far, SpawnMethod::b_full}) {
      const Spawner spawner = medium(method);
      int checked = 0;
      watch(spawner, 1800, [&](const SpawnState& before, const SpawnState& after) {
        const double level = band_level(spawner.params, before.tick);
        QVERIFY(level >= 0 && level <= 1);
        for (const Vec2 at : after.admitted_m) {
          QVERIFY(std::fabs(front_value(after.plan.front, at) - level) <= spawner.params.band.half_width);
          ++checked;
        }
      });
      QVERIFY2(checked > 100, slug_of(method));
    }
  }

  void farthestChoiceKeepsFartherFromTheLiving() {
    // In units of what chance gives with that many living ones.
    const auto mean_distance = [](SpawnMethod method) {
      double sum = 0;
      int count = 0;
      watch(medium(method), 2400, [&](const SpawnState& before, const SpawnState& after) {
        if (before.monsters.size() < 5) return;
        for (const Vec2 at : after.admitted_m) {
          double best = 1e9;
          for (size_t i = 0; i < before.monsters.size(); ++i)
            best = std::min(best, squared_distance(at, {before.monsters.x_m[i], before.monsters.y_m[i]}));
          sum += std::sqrt(best * static_cast<double>(before.monsters.size())) / 60, ++count;
        }
      });
      return sum / count;
    };
    const double random = mean_distance(SpawnMethod::perlin_b);
    const double far = mean_distance(SpawnMethod::perlin_b_far);
    QVERIFY2(far > 1.5 * random, qPrintable(QStringLiteral("%1 %2").arg(far).arg(random)));
  }

  void rankedSitesSpreadOverTheCycleInTheFieldsOrder() {
    const Spawner spawner = medium(SpawnMethod::a_full);
    SpawnState state = start_spawn(spawner);
    step_spawn(spawner, state);
    const auto& sites = state.plan.sites;
    QCOMPARE(sites.size(), size_t{96});
    for (size_t k = 0; k < sites.size(); ++k) {
      QCOMPARE(sites[k].phase_s, static_cast<int>((static_cast<double>(k) + 0.5) * 600 / 96));
      QCOMPARE(sites[k].value, front_value(state.plan.front, sites[k].at_m));
      if (k > 0) QVERIFY(sites[k - 1].value <= sites[k].value);
    }
  }

  // Ten times the lengths and speeds on ten times the side is the same run, ten times as large.
  void scaledLengthsGiveTheSameRun() {
    const Scale wide{"wide", 1200, 128, 96, 8, 6, 0};
    for (const SpawnMethod method : {SpawnMethod::uniform, SpawnMethod::poisson_disk, SpawnMethod::filtered,
                                     SpawnMethod::mvn_poisson, SpawnMethod::perlin_a, SpawnMethod::b_full}) {
      SpawnParams params = scale_lengths(scaled_preset(method, kMedium), 10);
      params.monsters.speed_mps *= 10;
      params.monsters.jitter_m *= 10;
      params.player.speed_mps *= 10;
      const Run small = run_spawn(medium(method), 1200);
      const Run large = run_spawn(bind_at(params, wide, 1), 1200);
      QCOMPARE(large.ticks, small.ticks);
      QCOMPARE(large.eliminated, small.eliminated);
      for (size_t i = 0; i < small.x_m.size(); ++i)
        QVERIFY2(std::fabs(large.x_m[i] - 10 * small.x_m[i]) < 1e-6, slug_of(method));
    }
  }

  void aCopyOfAStateGoesOnAsTheOriginal() {
    for (size_t m = 0; m < kMethods; ++m) {
      const Spawner spawner = medium(method_of(m));
      SpawnState state = start_spawn(spawner);
      for (int t = 0; t < 640; ++t) step_spawn(spawner, state);
      SpawnState copy = state;
      const Spawner again = medium(method_of(m));
      Sha256 one, two;
      for (int t = 0; t < 100; ++t) {
        step_spawn(spawner, state);
        add_to_digest(state, one);
      }
      for (int t = 0; t < 100; ++t) {
        step_spawn(again, copy);
        add_to_digest(copy, two);
      }
      QCOMPARE(one.hex(), two.hex());
    }
  }

  void seedsAndClassesHaveStreamsOfTheirOwn() {
    const SpawnParams params = scaled_preset(SpawnMethod::a_full, kMedium);
    const auto digest = [&](const SeedBundle& seeds, const char* tag) {
      return run_digest(bind_spawn(params, square_area(120), seeds, tag), 50);
    };
    const std::string base = digest({1, 1, 1}, "");
    QCOMPARE(digest({2, 1, 1}, ""), base);  // nothing of the layout
    QVERIFY(digest({1, 2, 1}, "") != base);
    QVERIFY(digest({1, 1, 2}, "") != base);
    QVERIFY(digest({1, 1, 1}, "enemy.wolf") != base);
  }

  void oneThreadAndTwoGiveTheSameBits() {
    for (size_t m = 0; m < kMethods; ++m) {
      const Spawner spawner = medium(method_of(m));
      std::string digests[2];
      for (int threads = 1; threads <= 2; ++threads) {
        const ThreadLimit limit(threads);
        digests[threads - 1] = run_digest(spawner, 700);
      }
      QCOMPARE(digests[0], digests[1]);
    }
  }

  void badParametersAreRefused() {
    const auto problem = [](const char* setting) {
      SpawnParams params = spawn_preset(SpawnMethod::a_full);
      const auto done = tune_all<SpawnParams>(params, spawn_tuning(), {setting}, "--method");
      return done ? std::string() : done.error().message;
    };
    QCOMPARE(problem("spawn.quota=0"),
             "--set spawn.quota=0: spawn.quota: found 0, expected a whole number from 1 to 100000");
    QCOMPARE(
        problem("spawn.cycle_s=1.5"),
        "--set spawn.cycle_s=1.5: spawn.cycle_s: found 1.5, expected a whole number from 10 to 86400 (s)");
    QCOMPARE(
        problem("spawn.band.half_width=-1"),
        "--set spawn.band.half_width=-1: spawn.band.half_width: found -1, expected a number from 0 to 1");
    QCOMPARE(
        problem("spawn.band.choice=near"),
        "--set spawn.band.choice=near: spawn.band.choice: found \"near\", expected one of random, farthest");
    QCOMPARE(problem("spawn.bond.pool=3"),
             "--set spawn.bond.pool=3: there is no parameter spawn.bond.pool; did you mean spawn.band.pool?");
    SpawnParams params = spawn_preset(SpawnMethod::perlin_b);
    params.band.batch_min = 9;
    const auto ordered = check_spawn(params);
    QVERIFY(!ordered);
    QCOMPARE(ordered.error().message,
             "spawn.band.batch_min: found 9, expected at most spawn.band.batch_max (6)");
    params.despawn_per_s = 2;
    QCOMPARE(check_spawn(params).error().message,
             "spawn.despawn_per_s: found 2, expected a number from 0 to 1 (1/s)");
  }

  void everyPresetFitsTheTableAndEveryRowSetsItsOwnNumber() {
    for (size_t m = 0; m < kMethods; ++m) QVERIFY(bool(check_spawn(spawn_preset(method_of(m)))));
    const auto rows = spawn_tuning();
    const SpawnParams base = spawn_preset(SpawnMethod::perlin_a);
    for (size_t i = 0; i < rows.size(); ++i) {
      SpawnParams changed = base;
      const double old = rows[i].get(base);
      const double top = rows[i].rule.choices.empty() ? rows[i].rule.max : 1;
      rows[i].set(changed, old == top ? 0 : top);
      for (size_t j = 0; j < rows.size(); ++j) QCOMPARE(rows[j].get(changed) != rows[j].get(base), i == j);
    }
  }

  // How to accept a change of these digests: run this test once with FIELDWRIGHT_ACCEPT=1 in the environment,
  // run spawn_table and compare it with the study's table, and commit the new file with the reason in the
  // message.
  void aShortRunOfEveryMethodIsGolden() {
    std::string text;
    for (size_t m = 0; m < kMethods; ++m)
      text += std::string(kSpawnMethodSlugs[m]) + " " + run_digest(medium(method_of(m), 42), 900) + "\n";
    const QString path =
        QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + QStringLiteral("/tests/spawn/golden/medium-42-900.sha256");
    QFile file(path);
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT")) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text.c_str());
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    QCOMPARE(QString::fromLatin1(file.readAll()), QString::fromStdString(text));
  }
};

FW_TEST(TestSpawn)
#include "test_spawn.moc"
