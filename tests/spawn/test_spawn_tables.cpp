// Spawning as tables: what compile_tables promises, from the world and by other roads.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/parallel/parallel.h"
#include "core/model/world/digest.h"
#include "core/spawn/compile_tables.h"
#include "core/spawn/world_spawn.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/support/worlds.h"

using namespace fw;

namespace {

/// A template without what takes long.
Template plain(const char* name) {
  Template tmpl = test::builtin(name);
  tmpl.relief.erosion = Erosion::none;
  return tmpl;
}

/// All numbers of some tables as text.
std::string text_of(const SpawnTables& t) {
  std::string out;
  const auto add = [&out](auto... values) { ((out += std::to_string(values) + ' '), ...); };
  for (const auto& c : t.classes)
    add(c.class_index, c.cap, c.cycle_quota, c.refill_s, c.spacing_m, c.wander_m);
  for (const auto& p : t.pools) add(p.cls, p.region, p.cap);
  for (const auto& p : t.points)
    add(p.pool, p.own, p.at_m.x, p.at_m.y, p.level, p.hp_mult, p.dps_mult, p.loot, p.weight);
  for (const int s : t.due_s) add(s);
  for (const auto& p : t.periods) add(p.pool, p.from_d, p.to_d, p.from_h, p.to_h, p.cap);
  for (const auto& s : t.start) add(s.cls, s.point, s.at_m.x, s.at_m.y);
  return out;
}

double mean_nearest_m(const std::vector<Vec2>& points) {
  double sum = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    double best2 = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < points.size(); ++k)
      if (k != i) best2 = std::min(best2, squared_distance(points[i], points[k]));
    sum += std::sqrt(best2);
  }
  return sum / static_cast<double>(points.size());
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) ma += a[i] / n, mb += b[i] / n;
  for (size_t i = 0; i < a.size(); ++i)
    ab += (a[i] - ma) * (b[i] - mb), aa += (a[i] - ma) * (a[i] - ma), bb += (b[i] - mb) * (b[i] - mb);
  return ab / std::sqrt(aa * bb);
}

}  // namespace

class TestSpawnTables : public QObject {
  Q_OBJECT

  struct Case {
    Template tmpl;
    std::shared_ptr<const World> world;
    std::vector<Habitat> habitats;
    SpawnTables tables;
  };
  std::map<std::string, Case> cases_;

  const Case& made(const QString& name) {
    const auto [at, fresh] = cases_.try_emplace(name.toStdString());
    Case& c = at->second;
    if (!fresh) return c;
    c.tmpl = plain(name.section(' ', 0, 0).toLatin1().constData());
    if (name.endsWith("at sea")) {
      c.tmpl.wildlife.front().conditions.ground = GroundKind::sea;
      c.tmpl.wildlife.front().quota = 12;
    }
    const uint64_t seed = name.section(' ', 1, 1).toULongLong();
    c.world = test::world_of(c.tmpl, seed, 96);
    c.habitats = world_habitats(c.tmpl, *c.world);
    c.tables = compile_tables(c.tmpl, *c.world, c.tmpl.exports).value();
    return c;
  }
  /// The points of a class, from the first on.
  static std::vector<size_t> points_of(const SpawnTables& t, size_t cls) {
    std::vector<size_t> out;
    for (size_t i = 0; i < t.points.size(); ++i)
      if (t.pools[static_cast<size_t>(t.points[i].pool)].cls == static_cast<int>(cls)) out.push_back(i);
    return out;
  }

  static void worlds() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"Tiny 1", "Tiny 1 at sea", "WindswardLike 42", "EdengroveLike 7", "ColonyLike 3"})
      QTest::newRow(name) << name;
  }

 private slots:
  void everyHabitatIsAClassWithItsCapAndQuota_data() { worlds(); }
  void everyHabitatIsAClassWithItsCapAndQuota() {
    QFETCH(QString, name);
    const Case& c = made(name);
    const std::vector<ClassSpawner> live = world_spawners(c.tmpl, *c.world);
    QCOMPARE(c.tables.classes.size(), live.size());
    for (size_t i = 0; i < live.size(); ++i) {
      const SpawnTableClass& cls = c.tables.classes[i];
      QCOMPARE(cls.slug, live[i].habitat.slug);
      QVERIFY(cls.cap >= live[i].spawner.params.target);
      QVERIFY(cls.cap == live[i].spawner.params.target || cls.cap == int(live[i].habitat.start_m.size()));
      QCOMPARE(cls.cycle_quota, live[i].spawner.params.quota);
      const size_t points = points_of(c.tables, i).size();
      QVERIFY(points >= static_cast<size_t>(std::max(3 * live[i].habitat.target, cls.cycle_quota)));
    }
    QCOMPARE(c.tables.due_s.size(), c.tables.points.size() * static_cast<size_t>(c.tables.rounds));
  }

  void poolsHoldTheirShareAndTogetherTheClass_data() { worlds(); }
  void poolsHoldTheirShareAndTogetherTheClass() {
    QFETCH(QString, name);
    const SpawnTables& t = made(name).tables;
    std::vector<int> points(t.pools.size()), start(t.pools.size()), of_class(t.classes.size()),
        all(t.classes.size());
    for (const SpawnTablePoint& p : t.points) ++points[static_cast<size_t>(p.pool)];
    for (const SpawnTableStart& s : t.start)
      ++start[static_cast<size_t>(t.points[static_cast<size_t>(s.point)].pool)];
    for (size_t p = 0; p < t.pools.size(); ++p) all[static_cast<size_t>(t.pools[p].cls)] += points[p];
    std::set<std::pair<int, int>> seen;
    for (size_t p = 0; p < t.pools.size(); ++p) {
      const auto cls = static_cast<size_t>(t.pools[p].cls);
      QVERIFY(seen.insert({t.pools[p].cls, t.pools[p].region}).second);
      QVERIFY(points[p] > 0);
      const double share = double(points[p]) / all[cls];
      QCOMPARE(t.pools[p].cap,
               std::max(start[p], static_cast<int>(std::ceil(1.25 * t.classes[cls].cap * share)) + 1));
      of_class[cls] += t.pools[p].cap;
    }
    for (size_t c = 0; c < t.classes.size(); ++c) QVERIFY(of_class[c] >= t.classes[c].cap);
  }

  void pointsStandOnTheGroundAndInTheRegionOfTheirPool_data() { worlds(); }
  void pointsStandOnTheGroundAndInTheRegionOfTheirPool() {
    QFETCH(QString, name);
    const Case& c = made(name);
    size_t further = 0;
    for (size_t i = 0; i < c.habitats.size(); ++i) {
      const std::vector<uint32_t> homes = home_cells(*c.world, class_of(c.tmpl, c.habitats[i]));
      for (const size_t k : points_of(c.tables, i)) {
        const SpawnTablePoint& p = c.tables.points[k];
        if (p.own < 0 && !class_of(c.tmpl, c.habitats[i]).conditions.stated() && c.world->water.size() > 0)
          QCOMPARE(int(c.world->water[c.world->grid.cell_at(p.at_m)]), 0);
        QVERIFY2(p.own >= 0 || in_area(c.habitats[i].area, p.at_m), c.habitats[i].slug.c_str());
        QCOMPARE(int(c.world->region[homes[c.world->grid.cell_at(p.at_m)]]),
                 c.tables.pools[static_cast<size_t>(p.pool)].region);
        further += p.own < 0;
        if (p.own < 0) continue;
        const Point& own = c.world->points.points[static_cast<size_t>(p.own)];
        QCOMPARE(own.position_m, p.at_m);
        QCOMPARE(own.level, p.level);
        QCOMPARE(own.hp_mult, p.hp_mult);
      }
    }
    QVERIFY(further > c.tables.start.size());
    QCOMPARE(c.tables.start.size(), c.tables.points.size() - further);
  }

  void turnsOfARoundAreEvenAndInside_data() { worlds(); }
  void turnsOfARoundAreEvenAndInside() {
    QFETCH(QString, name);
    const SpawnTables& t = made(name).tables;
    std::set<double> offsets;
    for (size_t c = 0; c < t.classes.size(); ++c) {
      const std::vector<size_t> points = points_of(t, c);
      const double step_s = double(t.cycle_s) / double(points.size());
      for (int round = 0; round < t.rounds; ++round) {
        std::vector<int> at;
        for (const size_t p : points) at.push_back(t.due_of(p, round));
        std::sort(at.begin(), at.end());
        QVERIFY(at.front() >= 0 && at.back() < t.cycle_s);
        for (size_t k = 0; k < at.size(); ++k)
          QVERIFY(std::fabs(at[k] - (double(k) + 0.5) * step_s) <= 0.5 * step_s + 1);
      }
    }
  }

  void turnsFollowAFieldThatComesBackAfterAllRounds_data() { worlds(); }
  void turnsFollowAFieldThatComesBackAfterAllRounds() {
    QFETCH(QString, name);
    const Case& c = made(name);
    const SpawnTables& t = c.tables;
    const std::vector<ClassSpawner> live = world_spawners(c.tmpl, *c.world);
    double next = 0, over_the_end = 0, pairs = 0;
    for (size_t i = 0; i < t.classes.size(); ++i) {
      const std::vector<size_t> points = points_of(t, i);
      if (points.size() < 30) continue;
      const auto round_of = [&](int round) {
        std::vector<double> at;
        for (const size_t p : points) at.push_back(t.due_of(p, round));
        return at;
      };
      // Another road: the levels of the live controller's front with a stack that closes.
      FrontParams params = live[i].spawner.params.front;
      params.stack.cells_t = t.rounds / 4;
      for (const int round : {0, 5, t.rounds - 1}) {
        const Front front = make_front(params, live[i].spawner.area, live[i].spawner.field_stream, round,
                                       live[i].spawner.wavelength_m);
        std::vector<double> level;
        for (const size_t p : points) level.push_back(front_value(front, t.points[p].at_m));
        QVERIFY2(correlation(level, round_of(round)) > 0.9, t.classes[i].slug.c_str());
      }
      for (int round = 0; round + 1 < t.rounds; ++round)
        next += correlation(round_of(round), round_of(round + 1)) / (t.rounds - 1);
      over_the_end += correlation(round_of(t.rounds - 1), round_of(0));
      ++pairs;
    }
    if (pairs == 0) QSKIP("no class has thirty points");
    QVERIFY2(next / pairs > 0.6, qPrintable(QString::number(next / pairs)));
    QVERIFY2(std::fabs(over_the_end - next) / pairs < 0.15,
             qPrintable(QString::number(over_the_end / pairs)));
  }

  void furtherPointsStandWhereTheClassIsDense() {
    const Case& c = made("WindswardLike 42");
    double points = 0, draws = 0, n = 0;
    for (size_t i = 0; i < c.habitats.size(); ++i) {
      const std::vector<double> intensity = class_intensity(c.tmpl, *c.world, c.habitats[i]);
      QCOMPARE(intensity.size(), c.habitats[i].area.mask->cells.size());
      double area = 0;
      for (const double v : intensity) area += v / double(intensity.size());
      for (const size_t k : points_of(c.tables, i)) {
        if (c.tables.points[k].own >= 0) continue;
        QVERIFY(c.tables.points[k].weight > 0);
        points += c.tables.points[k].weight, draws += area, ++n;
      }
    }
    QVERIFY2(points > 1.5 * draws, qPrintable(QString("%1 %2").arg(points / n).arg(draws / n)));
  }

  void intensityIsThatOfTheWorldsPlacement() {
    Template tmpl = plain("Tiny");
    tmpl.resources.resize(1);
    const auto world = test::world_of(tmpl, 3, 96);
    const std::vector<Habitat> habitats = world_habitats(tmpl, *world);
    QCOMPARE(habitats.front().category, Category::resource);
    const std::vector<double> intensity = class_intensity(tmpl, *world, habitats.front());
    std::vector<double> of_world;
    for (const uint32_t cell : habitats.front().area.mask->cells)
      of_world.push_back(double(world->intensity_resource[cell]));
    const double alike = correlation(intensity, of_world);
    QVERIFY2(alike > 0.995, qPrintable(QString::number(alike)));
  }

  void pointsKeepFartherApartThanDraws() {
    const Case& c = made("WindswardLike 42");
    double farther = 0, classes = 0;
    for (size_t i = 0; i < c.habitats.size(); ++i) {
      std::vector<Vec2> points;
      for (const size_t k : points_of(c.tables, i)) points.push_back(c.tables.points[k].at_m);
      if (points.size() < 30) continue;
      const std::vector<double> intensity = class_intensity(c.tmpl, *c.world, c.habitats[i]);
      std::vector<double> upto;
      double sum = 0;
      for (const double v : intensity) upto.push_back(sum += v);
      RandomCursor cursor{7};
      std::vector<Vec2> draws;
      while (draws.size() < points.size()) draws.push_back(draw_point(c.habitats[i].area, upto, cursor));
      farther += mean_nearest_m(points) / mean_nearest_m(draws), ++classes;
    }
    QVERIFY2(farther / classes > 1.3, qPrintable(QString::number(farther / classes)));
  }

  void enemiesAreAsStrongAsTheirBandHasThem() {
    const Case& c = made("WindswardLike 42");
    int seen = 0;
    for (const SpawnTablePoint& p : c.tables.points) {
      if (c.tables.class_of(p).category != Category::enemy || p.own >= 0) continue;
      const BandRow& band = c.tmpl.vocabulary.danger[c.world->danger[c.world->grid.cell_at(p.at_m)] - 1u];
      QVERIFY(p.level >= std::floor(band.level[0]) && p.level <= std::ceil(band.level[1]));
      QVERIFY(p.hp_mult >= band.hp_mult[0] - 0.01 && p.hp_mult <= band.hp_mult[1] + 0.01);
      QVERIFY(p.loot >= band.loot[0] - 0.001 && p.loot <= band.loot[1] + 0.001);
      ++seen;
    }
    QVERIFY(seen > 100);
  }

  void capsGoWithTheDatesOfTheClass() {
    Template tmpl = plain("Tiny");
    tmpl.calendar.year_d = 48;
    tmpl.resources[0].dates = {"night", 0.8, PeakSeason::none, 0};
    tmpl.wildlife[0].dates = {"day", 0.8, PeakSeason::summer, 0.6};
    const auto world = test::world_of(tmpl, 3, 96);
    const SpawnTables t = compile_tables(tmpl, *world, tmpl.exports).value();
    const auto cap_at = [&](int cls, double day, double hour) {
      int sum = 0, pools = 0, met = 0;
      for (size_t p = 0; p < t.pools.size(); ++p) {
        if (t.pools[p].cls != cls) continue;
        ++pools;
        for (const SpawnTablePeriod& row : t.periods)
          if (row.pool == static_cast<int>(p) && row.from_d <= day && day < row.to_d && row.from_h <= hour &&
              hour < row.to_h)
            sum += row.cap, ++met;
      }
      return met == pools ? sum : -1;  // one row for every pool at any time
    };
    const auto index_of = [&](const std::string& slug) {
      return static_cast<int>(std::find_if(t.classes.begin(), t.classes.end(),
                                           [&](const SpawnTableClass& c) { return c.slug == slug; }) -
                              t.classes.begin());
    };
    const int node = index_of(tmpl.resources[0].slug), animal = index_of(tmpl.wildlife[0].slug);
    double nodes = 0, animals = 0;
    for (double day = 1; day < 48; day += 2)
      for (const double hour : {3.0, 9.0, 15.0, 21.0}) {
        QVERIFY(cap_at(node, day, hour) >= 0 && cap_at(animal, day, hour) >= 0);
        QVERIFY(cap_at(node, day, hour) <= t.classes[static_cast<size_t>(node)].cap);
        QCOMPARE(cap_at(animal, day, hour), cap_at(animal, day, 3));  // animals keep their number by day
        nodes += cap_at(node, day, hour) / 96.0, animals += cap_at(animal, day, hour) / 96.0;
      }
    QVERIFY(std::fabs(nodes - tmpl.resources[0].quota) < 1);
    QVERIFY(std::fabs(animals - tmpl.wildlife[0].quota) < 1);
    QVERIFY(cap_at(node, 24, 3) > cap_at(node, 24, 9) + 5);
    QVERIFY(cap_at(animal, 24, 9) > 2 * cap_at(animal, 1, 9));
    // Few rows say it all: the seasons of a class without them are one.
    for (const SpawnTablePeriod& row : t.periods)
      QVERIFY(row.from_d < row.to_d && row.to_d <= 48 && row.from_h < row.to_h && row.to_h <= 24);
    for (const SpawnTableClass& cls : made("Tiny 1").tables.classes) QVERIFY(cls.cap > 0);
    QVERIFY(made("Tiny 1").tables.periods.empty());
  }

  void roundsPointsAndBudgetAreThoseOfTheTemplate() {
    const Case& c = made("Tiny 1");
    ExportParams exports;
    exports.server_rounds = 24;
    exports.server_points = 1;
    exports.server_budget_per_s = 9;
    const SpawnTables t = compile_tables(c.tmpl, *c.world, exports).value();
    QCOMPARE(t.rounds, 24);
    QCOMPARE(t.budget_per_s, 9);
    QVERIFY(t.points.size() < c.tables.points.size());
  }

  void moreTurnsThanALimitAreToldBeforeTheyAreMade() {
    const Case& c = made("Tiny 1");
    Template tmpl = c.tmpl;
    tmpl.resources[0].quota = 2000;
    ExportParams exports;
    exports.server_rounds = 1000;
    const auto refused = compile_tables(tmpl, *c.world, exports);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::limit);
    QVERIFY(refused.error().message.find("export.server_rounds") != std::string::npos);
  }

  void threadsChangeNothingAndSeedsEverything() {
    const Case& c = made("Tiny 1");
    const std::string text = text_of(c.tables);
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      QVERIFY(text_of(compile_tables(c.tmpl, *c.world, c.tmpl.exports).value()) == text);
    }
    const auto other = test::world_of(c.tmpl, 2, 96);
    QVERIFY(text_of(compile_tables(c.tmpl, *other, c.tmpl.exports).value()) != text);
  }
};

FW_TEST(TestSpawnTables)
#include "test_spawn_tables.moc"
