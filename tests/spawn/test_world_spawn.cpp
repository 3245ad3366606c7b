#include <QTest>

#include "core/base/parallel/parallel.h"
#include "core/model/calendar.h"
#include "core/model/world/habitat.h"
#include "core/spawn/world_spawn.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "spawn_run.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

// An hour on another map, run manually: FIELDWRIGHT_SPAWN_TEMPLATE=WindswardLike,
// FIELDWRIGHT_SPAWN_RESOLUTION=512.
Template chosen_template() {
  const QByteArray name = qEnvironmentVariable("FIELDWRIGHT_SPAWN_TEMPLATE").toLatin1();
  if (!name.isEmpty()) return parse_template(find_builtin(name.constData())->text, name.constData()).value();
  QFile tiny(FIELDWRIGHT_SOURCE_DIR "/templates/Tiny.json");
  if (!tiny.open(QIODevice::ReadOnly)) return {};
  return parse_template(tiny.readAll().toStdString(), "Tiny").value();
}

int chosen_resolution() {
  const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_SPAWN_RESOLUTION");
  return asked > 0 ? asked : 128;
}

const PointClass& class_named(const Template& tmpl, const ClassSpawner& spawner) {
  for (const PointClass& cls : tmpl.classes(spawner.habitat.category))
    if (cls.slug == spawner.habitat.slug) return cls;
  return tmpl.resources.front();
}

/// Whether the class may live at a place, computed from the world.
bool may_live(const Template& tmpl, const World& world, const ClassSpawner& spawner, Vec2 at) {
  const size_t cell = world.grid.cell_at(at);
  if (!world.on_island(cell) || world.coast_m[cell] < float(kCoastMargin_m)) return false;
  return habitat_weight(tmpl.vocabulary, spawner.habitat.category, class_named(tmpl, spawner),
                        static_cast<Biome>(world.biome[cell] - 1),
                        static_cast<Danger>(world.danger[cell] - 1)) > 0;
}

}  // namespace

class TestWorldSpawn : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;
  std::vector<ClassSpawner> spawners_;
  PlayerParty party_;

  std::string digest_of(int64_t ticks) const {
    Sha256 sha;
    WorldSpawnState state = start_world_spawn(spawners_, party_);
    for (int64_t t = 0; t < ticks; ++t) {
      step_world_spawn(spawners_, party_, state);
      for (const SpawnState& cls : state.classes) test::add_to_digest(cls, sha);
    }
    return sha.hex();
  }

 private slots:
  void initTestCase() {
    tmpl_ = chosen_template();
    world_ = generate(tmpl_, SeedBundle::from_master(tmpl_.seed), chosen_resolution()).value();
    spawners_ = world_spawners(tmpl_, *world_);
    party_ = world_players(*world_);
  }

  void everyClassWithAQuotaHasASpawner() {
    size_t expected = 0;
    for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
      for (const PointClass& cls : tmpl_.classes(category)) {
        if (cls.quota == 0) continue;
        ++expected;
        QVERIFY(expected <= spawners_.size());
        QCOMPARE(spawners_[expected - 1].habitat.slug, cls.slug);
      }
    QCOMPARE(spawners_.size(), expected);
  }

  void aHabitatWithOtherNumbersSpawnsWithoutAnotherWorld() {
    const std::vector<Habitat> habitats = world_habitats(tmpl_, *world_);
    QCOMPARE(habitats.size(), spawners_.size());
    Habitat few = habitats.front();
    few.target = 1;
    few.respawn_s = 60;
    few.start_m.clear();
    const ClassSpawner one = class_spawner(few, world_->seeds, {});
    SpawnState state = start_spawn(one.spawner);
    bool lived = false;
    for (int t = 0; t < 1200; ++t) {
      step_spawn(one.spawner, state);
      QVERIFY(state.monsters.size() <= 1);
      lived = lived || state.monsters.size() == 1;
    }
    QVERIFY(lived);
  }

  void classesAtSeaComeAgainAtSea() {
    Template tmpl = tmpl_;
    PointClass& asked = tmpl.wildlife.front();
    asked.conditions.ground = GroundKind::sea;
    asked.quota = 12;
    const auto world = generate(tmpl, SeedBundle::from_master(3), 128).value();
    const std::vector<ClassSpawner> spawners = world_spawners(tmpl, *world);
    const auto cls = std::find_if(spawners.begin(), spawners.end(),
                                  [&](const ClassSpawner& s) { return s.habitat.slug == asked.slug; });
    QVERIFY(cls != spawners.end());
    QVERIFY(!cls->habitat.start_m.empty());
    for (const Vec2 at : cls->habitat.start_m) QVERIFY(in_area(cls->spawner.area, at));
    for (const uint32_t cell : cls->spawner.area.mask->cells) {
      QCOMPARE(world->land[cell], uint8_t{0});
      QVERIFY(static_cast<double>(world->sea_m[cell]) <= kSeaReach_m + world->grid.cell_m);
    }
    const PlayerParty party = world_players(*world);
    WorldSpawnState state = start_world_spawn(spawners, party);
    for (int t = 0; t < 200; ++t) step_world_spawn(spawners, party, state);
    const Roamers& living = state.classes[static_cast<size_t>(cls - spawners.begin())].monsters;
    QVERIFY(living.size() > 0);
    for (size_t k = 0; k < living.size(); ++k)
      QVERIFY(in_area(cls->spawner.area, {living.x_m[k], living.y_m[k]}));
  }

  void spawnsHoldTheirDistancesToTheMetre() {
    Template tmpl = tmpl_;
    PointClass& asked = tmpl.wildlife.front();
    asked.conditions.near[near_index("settlement")] = DistanceRange{200, 420};
    asked.quota = 40;
    const auto world = generate(tmpl, SeedBundle::from_master(3), 128).value();
    WorldSpawnOptions options;
    options.method = SpawnMethod::uniform;
    const std::vector<ClassSpawner> spawners = world_spawners(tmpl, *world, options);
    const auto cls = std::find_if(spawners.begin(), spawners.end(),
                                  [&](const ClassSpawner& s) { return s.habitat.slug == asked.slug; });
    QVERIFY(cls != spawners.end());
    const FeatureIndex towns = feature_index("settlement_m", feature_sources(*world));
    SpawnState state = start_spawn(cls->spawner, {});
    size_t spawned = 0;
    for (int t = 0; t < 3000; ++t) {
      step_spawn(cls->spawner, state);
      spawned += state.admitted_m.size();
      for (const Vec2 at : state.admitted_m) {
        const double d = towns.distance_m(at);
        QVERIFY2(d >= 200 && d <= 420, qPrintable(QString::number(d)));
      }
    }
    QVERIFY2(spawned > 30, qPrintable(QString::number(spawned)));
  }

  void itStartsAtTheWorldsOwnPoints() {
    const WorldSpawnState state = start_world_spawn(spawners_, party_);
    size_t living = 0, points = 0;
    for (const Point& p : world_->points.points)
      points += world_->points.class_of(p).category != Category::landmark;
    for (size_t i = 0; i < spawners_.size(); ++i) {
      const ClassSpawner& cls = spawners_[i];
      living += state.classes[i].monsters.size();
      QVERIFY(cls.habitat.start_m.size() <= static_cast<size_t>(cls.spawner.params.target));
      for (const Vec2 at : cls.habitat.start_m)
        QVERIFY2(in_area(cls.spawner.area, at), cls.habitat.slug.c_str());
    }
    QCOMPARE(living, points);
  }

  void ratesFollowTheBandsOfTheArea() {
    for (const ClassSpawner& cls : spawners_) {
      const PointClass& asked = class_named(tmpl_, cls);
      const int regions = asked.quota_by == QuotaBy::region ? static_cast<int>(world_->regions.size()) : 1;
      QCOMPARE(cls.spawner.params.target, asked.quota * regions);
      // Independent check: uniform draws on the area, each with the respawn time of the band it falls in.
      RandomCursor cursor{5};
      double mean_s = 0;
      for (int i = 0; i < 4000; ++i) {
        const size_t cell = world_->grid.cell_at(draw_point(cls.spawner.area, cursor));
        const auto& range = tmpl_.vocabulary.danger[world_->danger[cell] - 1u].respawn_s;
        mean_s += (range[0] + range[1]) / 2 / 4000;
      }
      QVERIFY2(std::fabs(mean_s / cls.habitat.respawn_s - 1) < 0.03, cls.habitat.slug.c_str());
      const double rate = cls.spawner.params.target * 600.0 / cls.habitat.respawn_s;
      QVERIFY(std::fabs(cls.spawner.params.quota - rate) <= 0.5 || cls.spawner.params.quota == 1);
      const double l_m = std::sqrt(eligible_area_m2(cls.spawner.area));
      QVERIFY(std::fabs(cls.spawner.wavelength_m * 0.15 * std::sqrt(cls.spawner.params.quota) / l_m - 1) <
              1e-12);
    }
  }

  void anHourKeepsMaskQuotaAndSpacing() {
    WorldSpawnState state = start_world_spawn(spawners_, party_);
    std::vector<int> in_cycle(spawners_.size(), 0);
    int64_t admitted = 0, eliminated = 0, refused = 0;
    std::vector<double> fill;
    for (int64_t t = 0; t < 3600; ++t) {
      const WorldSpawnState before = state;
      step_world_spawn(spawners_, party_, state);
      for (size_t i = 0; i < spawners_.size(); ++i) {
        const ClassSpawner& cls = spawners_[i];
        const SpawnParams& params = cls.spawner.params;
        const SpawnState& now = state.classes[i];
        const Roamers& living = before.classes[i].monsters;
        if (t % params.cycle_s == 0) in_cycle[i] = 0;
        in_cycle[i] += static_cast<int>(now.admitted_m.size());
        QVERIFY2(in_cycle[i] <= params.quota, cls.habitat.slug.c_str());
        QVERIFY2(living.size() + now.admitted_m.size() <= static_cast<size_t>(params.target),
                 cls.habitat.slug.c_str());
        for (size_t k = 0; k < now.admitted_m.size(); ++k) {
          const Vec2 at = now.admitted_m[k];
          QVERIFY2(may_live(tmpl_, *world_, cls, at), cls.habitat.slug.c_str());
          const double least2 = params.spacing_m * params.spacing_m;
          for (size_t j = 0; j < living.size(); ++j)
            QVERIFY(squared_distance(at, {living.x_m[j], living.y_m[j]}) >= least2);
          for (size_t j = 0; j < k; ++j) QVERIFY(squared_distance(at, now.admitted_m[j]) >= least2);
        }
        for (size_t j = 0; j < now.monsters.size(); ++j)
          QVERIFY(in_area(cls.spawner.area, {now.monsters.x_m[j], now.monsters.y_m[j]}));
        admitted += static_cast<int64_t>(now.admitted_m.size());
        eliminated += static_cast<int64_t>(now.eliminated_m.size());
        refused += now.refused;
        if (t >= 600 && t % 60 == 0) fill.push_back(double(now.monsters.size()) / params.target);
      }
    }
    qInfo("an hour: %lld spawned, %lld eliminated, %lld refused; mean share of the target alive %.3f",
          static_cast<long long>(admitted), static_cast<long long>(eliminated),
          static_cast<long long>(refused), test::mean_sd(fill).mean);
    QVERIFY(eliminated > 20);
    QVERIFY(admitted > eliminated / 2);
    QVERIFY(test::mean_sd(fill).mean > 0.7);
  }

  void sitesFollowTheIntensityWhereItIsAsked() {
    double even = 0, followed = 0;  // mean intensity at the sites, over all classes
    for (ClassSpawner one : spawners_) {
      const std::vector<double> lambda = class_intensity(tmpl_, *world_, one.habitat);
      const auto mean_at_sites = [&](const Spawner& spawner) {
        const AreaCells& mask = *spawner.area.mask;
        Raster<float> at(mask.open.grid);
        for (size_t k = 0; k < mask.cells.size(); ++k) at[mask.cells[k]] = static_cast<float>(lambda[k]);
        SpawnState state = start_spawn(spawner);
        step_spawn(spawner, state);
        double sum = 0;
        for (const SpawnSite& site : state.plan.sites)
          sum += static_cast<double>(at[at.grid.cell_at(site.at_m)]);
        return state.plan.sites.empty() ? 0 : sum / static_cast<double>(state.plan.sites.size());
      };
      follow_intensity(tmpl_, *world_, one);
      QVERIFY(one.spawner.area.upto == nullptr);  // nobody asked
      even += mean_at_sites(one.spawner);
      one.spawner.params.sites.follow = SiteFollow::intensity;
      follow_intensity(tmpl_, *world_, one);
      QVERIFY(one.spawner.area.upto != nullptr);
      followed += mean_at_sites(one.spawner);
    }
    QVERIFY2(followed > 1.3 * even, qPrintable(QString("%1 and %2").arg(followed).arg(even)));
  }

  void classesWithoutDatesHaveNoHours() {
    for (const ClassSpawner& cls : spawners_) QVERIFY(cls.hours == nullptr);
    Template dated = tmpl_;
    dated.enemies.front().dates = {"night", 0, PeakSeason::summer, 0};  // no depth
    for (const ClassSpawner& cls : world_spawners(dated, *world_)) QVERIFY(cls.hours == nullptr);
  }

  void theQuotasOfADaySumToWhatTheCurveMakesThem() {
    ClassHours hours;
    hours.dates = {"night", 0.9, PeakSeason::spring, 0.5};
    hours.category = Category::enemy;
    for (const double day_s : {60.0, 1200.0, 7777.0, 86400.0})
      for (const int quota : {1, 7, 260}) {
        hours.calendar.day_s = day_s;
        for (const int64_t cycle : {int64_t{0}, int64_t{5}, int64_t{1000}}) {
          const DayQuotas day = day_quotas(hours, 600, quota, cycle);
          QVERIFY(day.holds(cycle) && !day.holds(day.first_cycle - 1));
          double sum = 0;
          int64_t dealt = 0;
          for (size_t k = 0; k < day.quota.size(); ++k) {
            const int64_t c = day.first_cycle + static_cast<int64_t>(k);
            double mean = 0;  // over the seconds of the cycle
            for (int t = 0; t < 600; ++t)
              mean += number_factor(hours, static_cast<double>(c) * 600 + t + 0.5) / 600;
            sum += quota * mean, dealt += day.quota[k];
            QVERIFY(std::fabs(static_cast<double>(day.quota[k]) - quota * mean) < 1 + 0.02 * quota);
            QCOMPARE(day_quotas(hours, 600, quota, c).quota, day.quota);
          }
          QVERIFY2(std::fabs(static_cast<double>(dealt) - sum) <= 0.5 + 0.01 * sum,
                   qPrintable(QString("%1 %2 of %3").arg(day_s).arg(dealt).arg(sum)));
        }
      }
  }

  void aCycleOfManyDaysHasTheQuota() {
    ClassHours hours;
    hours.dates = {"twilight", 1, PeakSeason::none, 0};
    for (const double day_s : {100.0, 60.0, 33.0}) {
      hours.calendar.day_s = day_s;
      const DayQuotas day = day_quotas(hours, 600, 1000, 3);
      const double off = static_cast<double>(day.of(3)) / 1000 - 1;
      QVERIFY2(std::fabs(off) < 0.05, qPrintable(QString("%1: %2").arg(day_s).arg(off)));
    }
  }

  void numbersFollowTheHourAndAnimalsWalkByIt() {
    Template dated = tmpl_;
    dated.calendar.day_s = 1200;
    for (auto* list : {&dated.resources, &dated.wildlife, &dated.enemies})
      for (PointClass& cls : *list) cls.dates = {"night", 0.9, PeakSeason::none, 0};
    WorldSpawnOptions options;
    options.cycle_s = 60;
    const std::vector<ClassSpawner> spawners = world_spawners(dated, *world_, options);
    WorldSpawnState state = start_world_spawn(spawners, party_);
    std::array<double, 2> walked{}, steps{};  // by day, by night: of animals
    std::array<int64_t, 2> admitted{};
    for (int64_t t = 0; t < 2400; ++t) {
      const WorldSpawnState before = state;
      step_world_spawn(spawners, party_, state);
      for (size_t i = 0; i < spawners.size(); ++i) {
        const ClassSpawner& cls = spawners[i];
        const SpawnState &was = before.classes[i], &now = state.classes[i];
        const bool animal = cls.habitat.category == Category::wildlife;
        const Date date = date_at(dated.calendar, static_cast<double>(t));
        const double factor = curve_factor(dated.calendar, "night", 0.9, date);
        const double target = animal ? cls.habitat.target : std::floor(cls.habitat.target * factor + 0.5);
        QCOMPARE(now.limits->target, static_cast<int>(target));
        QVERIFY(now.admitted_m.empty() ||
                was.monsters.size() + now.admitted_m.size() <= static_cast<size_t>(now.limits->target));
        const size_t night = date.hour < 5 || date.hour > 19;
        if (!animal) admitted[night] += static_cast<int64_t>(now.admitted_m.size());
        if (!animal || (!night && (date.hour < 9 || date.hour > 15))) continue;
        for (size_t k = 0; k < was.monsters.size(); ++k) {
          const auto& ids = now.monsters.id;
          const auto at = std::lower_bound(ids.begin(), ids.end(), was.monsters.id[k]) - ids.begin();
          if (static_cast<size_t>(at) == ids.size() || ids[static_cast<size_t>(at)] != was.monsters.id[k])
            continue;
          walked[night] += std::hypot(now.monsters.x_m[static_cast<size_t>(at)] - was.monsters.x_m[k],
                                      now.monsters.y_m[static_cast<size_t>(at)] - was.monsters.y_m[k]);
          ++steps[night];
        }
      }
    }
    QVERIFY(steps[0] > 100 && steps[1] > 100);
    QVERIFY2(walked[1] / steps[1] > 2 * walked[0] / steps[0],
             qPrintable(QString("%1 %2").arg(walked[0] / steps[0]).arg(walked[1] / steps[1])));
    QVERIFY(admitted[1] > 0);
  }

  void hoursGiveTheSameBitsAtAnyThreadCount() {
    Template dated = tmpl_;
    dated.calendar.day_s = 1200;
    for (PointClass& cls : dated.enemies) cls.dates = {"twilight", 0.6, PeakSeason::winter, 0.2};
    const std::vector<ClassSpawner> spawners = world_spawners(dated, *world_);
    std::string digests[2];
    for (int threads = 1; threads <= 2; ++threads) {
      const ThreadLimit limit(threads);
      Sha256 sha;
      WorldSpawnState state = start_world_spawn(spawners, party_);
      for (int64_t t = 0; t < 700; ++t) {
        step_world_spawn(spawners, party_, state);
        for (const SpawnState& cls : state.classes) test::add_to_digest(cls, sha);
      }
      digests[threads - 1] = sha.hex();
    }
    QCOMPARE(digests[0], digests[1]);
  }

  void resourcesStandStillAndPlayersAreShared() {
    WorldSpawnState state = start_world_spawn(spawners_, party_);
    for (int64_t t = 0; t < 50; ++t) step_world_spawn(spawners_, party_, state);
    for (size_t i = 0; i < spawners_.size(); ++i) {
      QCOMPARE(state.classes[i].players.x_m, state.players.x_m);
      if (spawners_[i].habitat.category != Category::resource) continue;
      const Roamers& living = state.classes[i].monsters;
      for (size_t k = 0; k < living.size(); ++k) {
        if (living.id[k] >= spawners_[i].habitat.start_m.size()) continue;
        QCOMPARE(Vec2({living.x_m[k], living.y_m[k]}), spawners_[i].habitat.start_m[living.id[k]]);
      }
    }
  }

  void oneThreadAndTwoGiveTheSameBits() {
    std::string digests[2];
    for (int threads = 1; threads <= 2; ++threads) {
      const ThreadLimit limit(threads);
      digests[threads - 1] = digest_of(200);
    }
    QCOMPARE(digests[0], digests[1]);
  }
};

FW_TEST(TestWorldSpawn)
#include "test_world_spawn.moc"
