#include <QTest>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/tactics/mood.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Agents of a torus that walk slowly along their own headings.
struct Walkers {
  Arena arena{1000, Border::torus};
  std::vector<uint32_t> id;
  std::vector<double> x, y, dx, dy;

  Walkers(size_t n, uint64_t seed) {
    for (uint64_t i = 0; i < n; ++i) {
      id.push_back(static_cast<uint32_t>(i));
      x.push_back(1000 * random_uniform(seed, 4 * i)), y.push_back(1000 * random_uniform(seed, 4 * i + 1));
      const auto turn = exact::sincos(6.283 * random_uniform(seed, 4 * i + 2));
      dx.push_back(0.5 * turn.cos), dy.push_back(0.5 * turn.sin);
    }
  }
  void walk() {
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] += dx[i], y[i] += dy[i];
      x[i] -= 1000 * std::floor(x[i] / 1000), y[i] -= 1000 * std::floor(y[i] / 1000);
      if (x[i] >= 1000) x[i] = 0;
      if (y[i] >= 1000) y[i] = 0;
    }
  }
};

std::array<int64_t, kMoods> counted(const MoodState& state) {
  std::array<int64_t, kMoods> out{};
  for (const uint8_t m : state.mood) ++out[m];
  return out;
}

/// Moran's I of who is alert or above over cells of 25 m.
double moran_of(const Walkers& w, const MoodState& state) {
  constexpr int n = 40;
  std::vector<double> alert(n * n, 0), all(n * n, 0);
  for (size_t i = 0; i < w.x.size(); ++i) {
    const auto cell = static_cast<size_t>(w.y[i] / 25) * n + static_cast<size_t>(w.x[i] / 25);
    all[cell] += 1;
    alert[cell] += state.mood[i] >= static_cast<uint8_t>(Mood::alert);
  }
  double mean = 0;
  for (size_t c = 0; c < all.size(); ++c) mean += (alert[c] = all[c] > 0 ? alert[c] / all[c] : 0) / (n * n);
  double cross = 0, square = 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const auto at = [&](int cc, int rr) {
        return alert[static_cast<size_t>((rr + n) % n * n + (cc + n) % n)] - mean;
      };
      square += at(c, r) * at(c, r);
      cross += at(c, r) * (at(c + 1, r) + at(c, r + 1));
    }
  return cross / (2 * square);
}

struct MoodFigures {
  double share_error = 0, moran = 0, changes_per_min = 0;
};
MoodFigures figures_of(MoodMethod method, uint64_t seed, int ticks = 480) {
  Walkers w(10000, seed);
  const Moods moods = bind_moods(mood_preset(method), w.arena, SeedBundle::from_master(seed));
  MoodState state = start_moods(moods, w.id);
  MoodFigures f;
  double changes = 0, morans = 0;
  for (int t = 0; t < ticks; ++t) {
    w.walk();
    const auto before = state.mood;
    step_moods(moods, w.id, w.x, w.y, {}, state);
    if (t > 0)
      for (size_t i = 0; i < before.size(); ++i) changes += before[i] != state.mood[i];
    const auto counts = counted(state);
    for (size_t k = 1; k < kMoods; ++k)
      f.share_error =
          std::max(f.share_error, std::fabs(static_cast<double>(counts[k]) / 10000 - moods.params.share[k]));
    if (t % 20 == 0) f.moran += moran_of(w, state), morans += 1;
  }
  f.moran /= morans;
  f.changes_per_min = changes / 10000 / (0.5 * (ticks - 1)) * 60;
  return f;
}

}  // namespace

class TestMoods : public QObject {
  Q_OBJECT

 private slots:
  void countsAreExactAtEveryTickAndMoodsStandTogether() {
    for (uint64_t seed = 100; seed < 102; ++seed) {
      const MoodFigures f = figures_of(MoodMethod::cuts, seed);
      qInfo("cuts: share error %.4f, Moran %.3f, changes a minute %.2f", f.share_error, f.moran,
            f.changes_per_min);
      QCOMPARE(f.share_error, 0.0);
      QVERIFY(f.moran >= 0.68);
      QVERIFY(f.changes_per_min <= 1.6);
    }
  }

  void baselinesMissTheCountsOrStandAlone() {
    const MoodFigures markov = figures_of(MoodMethod::markov, 100, 160),
                      fixed = figures_of(MoodMethod::threshold, 100, 160);
    qInfo("markov: share error %.4f, Moran %.3f, changes %.2f", markov.share_error, markov.moran,
          markov.changes_per_min);
    qInfo("threshold: share error %.4f, Moran %.3f, changes %.2f", fixed.share_error, fixed.moran,
          fixed.changes_per_min);
    QVERIFY(markov.share_error > 0 && std::fabs(markov.moran) < 0.1);
    QVERIFY(fixed.share_error > 0.01 && fixed.moran > 0.5);
  }

  void whoeverIsInANewStimulusIsAlertAtOnceAndTheCountsStay() {
    for (uint64_t seed = 100; seed < 105; ++seed) {
      Walkers w(10000, seed);
      const Moods moods = bind_moods({}, w.arena, SeedBundle::from_master(seed));
      MoodState state = start_moods(moods, w.id);
      for (int t = 0; t < 20; ++t) step_moods(moods, w.id, w.x, w.y, {}, state);
      const MoodStimulus noise{300, 700, 60, 1};
      const double began_s = 20 * 0.5;
      step_moods(moods, w.id, w.x, w.y, {&noise, 1}, state);
      size_t inside = 0, alert = 0;
      for (size_t i = 0; i < w.x.size(); ++i) {
        if (std::hypot(w.x[i] - 300, w.y[i] - 700) > 60) continue;
        ++inside;
        alert += shown_mood(moods, state, w.id[i], i, began_s + 0.5 + 0.4) >= Mood::alert;
      }
      qInfo("response: %zu of %zu", alert, inside);
      QVERIFY(inside > 80);
      QVERIFY(static_cast<double>(alert) >= 0.95 * static_cast<double>(inside));
      QCOMPARE(counted(state), mood_counts(moods.params, 10000, 0));
    }
  }

  void anAlarmTurnsMoodsAndCountsGrowOnlyWhenAmbient() {
    for (const MoodCounts counts : {MoodCounts::kept, MoodCounts::ambient}) {
      Walkers w(10000, 7);
      MoodParams p;
      p.counts = counts;
      const Moods moods = bind_moods(p, w.arena, SeedBundle::from_master(7));
      MoodState state = start_moods(moods, w.id);
      const MoodStimulus noise{500, 500, 60, 1};
      int64_t most = 0;
      for (int t = 0; t < 60; ++t) {
        step_moods(moods, w.id, w.x, w.y, {&noise, t < 2 ? size_t{1} : size_t{0}}, state);
        const auto n = counted(state);
        QCOMPARE(n, state.asked);
        most = std::max(most, n[2] + n[3] + n[4]);
        QVERIFY(n[2] <= 5000 && n[3] <= 1000 && n[4] <= 500);
      }
      if (counts == MoodCounts::kept)
        QCOMPARE(most, int64_t{1600});
      else
        QVERIFY2(most > 2000, qPrintable(QString::number(most)));
    }
  }

  void aNewMoodShowsAfterItsOwnDelay() {
    Walkers w(2000, 7);
    const Moods moods = bind_moods({}, w.arena, SeedBundle::from_master(7));
    MoodState state = start_moods(moods, w.id);
    for (int t = 0; t < 40; ++t) w.walk(), step_moods(moods, w.id, w.x, w.y, {}, state);
    int old = 0, changed = 0;
    for (size_t i = 0; i < w.id.size(); ++i) {
      if (state.changed[i] != 39) continue;
      ++changed;
      old += shown_mood(moods, state, w.id[i], i, 39 * 0.5 + 0.2) != static_cast<Mood>(state.mood[i]);
      QCOMPARE(shown_mood(moods, state, w.id[i], i, 39 * 0.5 + 0.41), static_cast<Mood>(state.mood[i]));
    }
    QVERIFY(changed > 5);
    QVERIFY(old > 0 && old < changed);
  }

  void orderAndThreadsChangeNoMood() {
    const auto run = [](int threads, bool turned) {
      const ThreadLimit limit(threads);
      Walkers w(9000, 3);
      if (turned)
        for (auto* column : {&w.x, &w.y, &w.dx, &w.dy})
          std::rotate(column->begin(), column->begin() + 4000, column->end());
      if (turned) std::rotate(w.id.begin(), w.id.begin() + 4000, w.id.end());
      const Moods moods = bind_moods({}, w.arena, SeedBundle::from_master(3));
      MoodState state = start_moods(moods, w.id);
      const MoodStimulus noise{500, 500, 60, 1};
      for (int t = 0; t < 40; ++t)
        w.walk(), step_moods(moods, w.id, w.x, w.y, {&noise, t < 4 ? size_t{1} : size_t{0}}, state);
      std::vector<uint8_t> by_id(w.id.size());
      for (size_t i = 0; i < w.id.size(); ++i) by_id[w.id[i]] = state.mood[i];
      return by_id;
    };
    const auto one = run(1, false);
    QVERIFY(run(2, false) == one);
    QVERIFY(run(7, false) == one);
    QVERIFY(run(2, true) == one);
  }

  void sharesTooSmallToTellFromNoneAreTaken() {
    for (const double share : {1e-17, 1e-300}) {
      MoodParams params = mood_preset(MoodMethod::threshold);
      params.share = {0, 0, 0, 0, share};
      QVERIFY(bool(check_mood(params)));
      const Moods moods = bind_moods(params, Arena{1000, Border::torus}, SeedBundle::from_master(1));
      const std::vector<uint32_t> id{0, 1};
      const std::vector<double> x_m{10, 500}, y_m{10, 500};
      MoodState state = start_moods(moods, id);
      step_moods(moods, id, x_m, y_m, {}, state);
      QCOMPARE(state.mood, (std::vector<uint8_t>{0, 0}));
    }
  }

  void sharesAreOfTheAwake() {
    for (const MoodMethod method : {MoodMethod::cuts, MoodMethod::markov, MoodMethod::threshold}) {
      Walkers w(2000, 5);
      const Moods moods = bind_moods(mood_preset(method), w.arena, SeedBundle::from_master(3));
      MoodState state = start_moods(moods, w.id);
      std::vector<uint8_t> awake(w.id.size(), 0);
      int64_t up = 0;
      for (size_t i = 0; i < awake.size(); ++i) up += awake[i] = random_uniform(9, i) < 0.4 ? 1 : 0;
      const std::vector<MoodStimulus> shot{{500, 500, 100, 1}};
      for (int tick = 0; tick < 40; ++tick, w.walk()) {
        step_moods(moods, w.id, w.x, w.y, tick > 20 ? shot : std::vector<MoodStimulus>{}, state, awake);
        std::array<int64_t, kMoods> got{};
        for (size_t i = 0; i < awake.size(); ++i) {
          if (awake[i] != 0) ++got[state.mood[i]];
          if (awake[i] != 0) continue;
          QCOMPARE(state.mood[i], uint8_t{0});
          QVERIFY(state.alarm.until[i] <= tick);
        }
        if (method == MoodMethod::cuts) {
          QCOMPARE(got, mood_counts(moods.params, static_cast<size_t>(up), 0));
        }
      }
    }
  }

  void badNumbersAreRefusedByName() {
    MoodParams p;
    p.share[1] = 0.95;
    const auto refused = check_mood(p);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).contains("mood.share"));
    for (size_t m = 0; m < kMoodMethodSlugs.size(); ++m)
      QVERIFY(bool(check_mood(mood_preset(static_cast<MoodMethod>(m)))));
  }

  void aTickOfTenThousandIsQuick() {
    Walkers w(10000, 3);
    const Moods moods = bind_moods({}, w.arena, SeedBundle::from_master(3));
    MoodState state = start_moods(moods, w.id);
    step_moods(moods, w.id, w.x, w.y, {}, state);
    const ThreadLimit limit(1);
    const std::clock_t begin = std::clock();
    for (int t = 0; t < 200; ++t) step_moods(moods, w.id, w.x, w.y, {}, state);
    const double ms = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC * 5;
    qInfo("a tick of 10,000: %.3f ms", ms);
    QVERIFY(ms < 5);  // the floor is .5 ms on a quiet machine
  }
};

FW_TEST(TestMoods)
#include "test_moods.moc"
