// The whole generator: promises that only the chain of stages can break.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/simd_level.h"
#include "core/model/world/digest.h"
#include "core/model/world/world_layers.h"
#include "core/template/template_io.h"
#include "core/world/explain/explain.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kResolution = 128;

std::shared_ptr<const World> world_of(const Template& tmpl, uint64_t seed, int resolution = kResolution) {
  return generate(tmpl, SeedBundle::from_master(seed), resolution).value();
}

struct Place {
  Vec2 position;
  Rarity rarity;
};

std::map<std::string, Place> places(const World& world, const std::string& without_class) {
  std::map<std::string, Place> all;
  for (const Point& p : world.points.points)
    if (world.points.class_of(p).slug != without_class) all[world.points.id_of(p)] = {p.position_m, p.rarity};
  return all;
}

/// Every point of `before` stands in `after` with its id and position; nothing else does, but for `cls`.
void compareOthers(const World& before, const World& after, const std::string& cls) {
  const auto old_places = places(before, cls);
  const auto new_places = places(after, cls);
  QCOMPARE(new_places.size(), old_places.size());
  for (const auto& [id, place] : old_places) {
    const auto found = new_places.find(id);
    QVERIFY2(found != new_places.end(), id.c_str());
    QVERIFY2(found->second.position == place.position, id.c_str());
  }
}

/// Share of the frame on which two rasters agree after the coarser one is brought to the finer one's grid.
double agreement(const Raster<uint8_t>& coarse, const Raster<uint8_t>& fine) {
  const Raster<uint8_t> resampled = resample_nearest(coarse, fine.grid);
  size_t equal = 0;
  for (size_t i = 0; i < fine.size(); ++i) equal += resampled[i] == fine[i];
  return static_cast<double>(equal) / static_cast<double>(fine.size());
}

}  // namespace

class TestGenerate : public QObject {
  Q_OBJECT

 private slots:
  void aDraftIsAnotherReliefOfTheSameLandAndLeavesNoTraceInACache() {
    Template tmpl = tiny();
    tmpl.relief.erosion = Erosion::fluvial;
    tmpl.water.rivers = Nature::natural;
    StageCache cache;
    const auto draft = generate(tmpl, tmpl.seeds(), 96, {}, &cache, GenerateScope::draft).value();
    const auto layers = generate(tmpl, tmpl.seeds(), 96, {}, &cache, GenerateScope::layers).value();
    const auto fresh = generate(tmpl, tmpl.seeds(), 96, {}, nullptr, GenerateScope::layers).value();
    QVERIFY(draft->land.cells == layers->land.cells);
    QVERIFY(draft->region.cells == layers->region.cells);
    for (size_t r = 0; r < layers->regions.size(); ++r) {
      QCOMPARE(draft->regions[r].owner, layers->regions[r].owner);
      QCOMPARE(draft->regions[r].name, layers->regions[r].name);
    }
    QVERIFY(draft->height_m.cells != layers->height_m.cells);
    QVERIFY(!draft->water_network.rivers.empty());
    QVERIFY(layers->height_m.cells == fresh->height_m.cells);
    QVERIFY(draft->draft && !layers->draft);
    // The finished relief is at hand now: no draft of it is needed.
    const auto later = generate(tmpl, tmpl.seeds(), 96, {}, &cache, GenerateScope::draft).value();
    QVERIFY(!later->draft && later->height_m.cells == fresh->height_m.cells);
    // Where nothing is decided on the plan there is nothing to leave out.
    tmpl = tiny();
    QVERIFY(generate(tmpl, tmpl.seeds(), 96, {}, nullptr, GenerateScope::draft).value()->height_m.cells ==
            generate(tmpl, tmpl.seeds(), 96, {}, nullptr, GenerateScope::layers).value()->height_m.cells);
  }
  void theLayersAloneAreThoseOfTheWholeWorld() {
    const Template tmpl = builtin("Tiny");
    const SeedBundle seeds = SeedBundle::from_master(5);
    StageCache cache;
    const auto layers_only = generate(tmpl, seeds, 96, {}, &cache, GenerateScope::layers).value();
    const auto whole = generate(tmpl, seeds, 96, {}, &cache).value();
    QVERIFY(layers_only->points.points.empty());
    QVERIFY(layers_only->tracks.empty());
    QCOMPARE(layers_only->intensity_enemy.cells.size(), whole->intensity_enemy.cells.size());
    QVERIFY(layers_only->detail_m.cells.empty());  // written last, when ways and ground plans stand
    const auto layers = world_digests(*layers_only);
    const auto all = world_digests(*whole);
    const std::map<std::string, std::string> by_name(all.begin(), all.end());
    for (const auto& [name, digest] : layers)
      if (!name.starts_with("points") && name != "tracks" && name != "world" &&
          !name.starts_with("intensity"))
        QVERIFY2(by_name.at(name) == digest, name.c_str());
  }
  void sameSeedGivesTheSameDigestsAtAnyThreadCountAndSimdLevel() {
    const Template tmpl = builtin("Tiny");
    const auto reference = world_digests(*world_of(tmpl, 5));
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      QVERIFY(world_digests(*world_of(tmpl, 5)) == reference);
    }
    const std::vector<std::string> levels = simd_levels();
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      QVERIFY2(world_digests(*world_of(tmpl, 5)) == reference, level.c_str());
    }
    QVERIFY(set_simd_level(levels.front()));
    QVERIFY(world_digests(*world_of(tmpl, 6)) != reference);
  }

  void addingAClassLeavesEveryOtherClassWhereItWas_data() {
    QTest::addColumn<int>("category");
    QTest::newRow("resource") << static_cast<int>(Category::resource);
    QTest::newRow("wildlife") << static_cast<int>(Category::wildlife);
    QTest::newRow("enemy") << static_cast<int>(Category::enemy);
  }
  void addingAClassLeavesEveryOtherClassWhereItWas() {
    QFETCH(int, category);
    const Template before = builtin("Tiny");
    Template after = before;
    auto& list = category == 0 ? after.resources : category == 1 ? after.wildlife : after.enemies;
    PointClass added = list.front();
    added.slug = "newcomer";
    added.label = "newcomer";
    if (category == 2) added.family = "newcomer";
    list.insert(list.begin(), added);
    const auto with = world_of(after, 3);
    QVERIFY(std::any_of(with->points.classes.begin(), with->points.classes.end(),
                        [](const PointClassInfo& c) { return c.slug == "newcomer"; }));
    compareOthers(*world_of(before, 3), *with, "newcomer");
  }

  void aRowWithoutAShareChangesNothing_data() {
    QTest::addColumn<int>("table");
    QTest::newRow("faction") << 0;
    QTest::newRow("biome") << 1;
    QTest::newRow("band") << 2;
    QTest::newRow("landmark kind") << 3;
  }
  void aRowWithoutAShareChangesNothing() {
    QFETCH(int, table);
    const Template before = builtin("Tiny", {"modes.factions=field"});
    Template after = before;
    Vocabulary& rows = after.vocabulary;
    const auto add = [](auto& list) {
      auto row = list.back();
      row.id = row.label = "newcomer";
      list.push_back(row);
    };
    if (table == 0) add(rows.factions);
    if (table == 1) add(rows.biomes);
    if (table == 2) add(rows.danger);
    if (table == 3) add(rows.landmarks);
    if (table == 0) rows.factions.back().role = FactionRole::owner;
    if (table == 0) rows.factions.back().share = 0;
    if (table == 1) rows.biomes.back().share = 0;
    if (table == 2) rows.danger.back().share = 0, rows.danger.back().threshold = 1;
    if (table == 3) rows.landmarks.back().role = LandmarkRole::site, rows.landmarks.back().count = 0;
    for (auto* list : {&after.resources, &after.wildlife, &after.enemies})
      for (PointClass& cls : *list) {
        cls.biome_affinity.resize(rows.biomes.size(), 1.0);
        cls.danger_affinity.resize(rows.danger.size(), 1.0);
      }
    const auto a = world_of(before, 3), b = world_of(after, 3);
    QVERIFY(a->region.cells == b->region.cells);
    QVERIFY(a->faction.cells == b->faction.cells);
    QVERIFY(a->biome.cells == b->biome.cells);
    QVERIFY(a->danger.cells == b->danger.cells);
    QVERIFY(a->danger_field.cells == b->danger_field.cells);
    QVERIFY(a->biome_field.cells == b->biome_field.cells);
    QVERIFY(a->faction_field.cells == b->faction_field.cells);
    compareOthers(*a, *b, "newcomer");
  }

  void changingAQuotaLeavesEveryOtherClassWhereItWas() {
    const Template before = builtin("Tiny");
    Template after = before;
    after.resources.front().quota += 9;
    compareOthers(*world_of(before, 3), *world_of(after, 3), before.resources.front().slug);
  }

  void lockedStreamsKeepTheirPart() {
    const Template tmpl = builtin("Tiny");
    const auto a = generate(tmpl, {1, 1, 1}, kResolution).value();
    const auto b = generate(tmpl, {1, 1, 2}, kResolution).value();
    QVERIFY(a->biome.cells == b->biome.cells);
    QVERIFY(a->danger.cells == b->danger.cells);
    QVERIFY(places(*a, "").size() == places(*b, "").size());
    bool moved = false;
    for (size_t i = 0; i < a->points.points.size(); ++i)
      moved |= !(a->points.points[i].position_m == b->points.points[i].position_m);
    QVERIFY(moved);
  }

  void everyResolutionShowsTheSameIsland() {
    const Template tmpl = dry_template("WindswardLike");
    const auto coarse = world_of(tmpl, 42, 256);
    const auto fine = world_of(tmpl, 42, 512);
    QVERIFY(agreement(coarse->land, fine->land) >= 0.97);
    QVERIFY(agreement(coarse->region, fine->region) >= 0.97);
    QVERIFY(agreement(coarse->faction, fine->faction) >= 0.97);
    QVERIFY(agreement(coarse->biome, fine->biome) >= 0.97);
    QVERIFY(agreement(coarse->danger, fine->danger) >= 0.97);
  }

  // Regions of about a thousand cells, where a tenth of a point is a single one.
  void smallRegionsHoldTheirRowsToATenthOfAPoint() {
    for (const uint64_t seed : {3, 4}) {
      const auto world = generate(builtin("ContinentLike"), SeedBundle::from_master(seed), 512, {}, nullptr,
                                  GenerateScope::layers)
                             .value();
      for (const Region& region : world->regions) {
        for (size_t k = 0; k < region.biome_actual.size(); ++k)
          QVERIFY2(std::fabs(region.biome_actual[k] - region.biome_target[k]) <= 0.001, region.name.c_str());
        for (size_t k = 0; k < region.danger_actual.size(); ++k)
          QVERIFY2(std::fabs(region.danger_actual[k] - region.danger_target[k]) <= 0.001,
                   region.name.c_str());
      }
    }
  }

  void cancellationEndsGenerationWithoutAWorld() {
    const std::atomic<bool> cancel{true};
    Progress progress;
    progress.cancel = &cancel;
    const auto result = generate(builtin("Tiny"), SeedBundle::from_master(1), kResolution, progress);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::cancelled);
  }

  void theOtherModesGiveWholeWorlds() {
    Template tmpl = builtin("Tiny");
    tmpl.layer_mode = LayerMode::strict_quantile;
    const auto strict = world_of(tmpl, 2);
    tmpl.layer_mode = LayerMode::balanced;
    tmpl.danger_mode = DangerMode::raw_thresholds;
    const auto raw = world_of(tmpl, 2);
    for (const auto& world : {strict, raw})
      for (size_t i = 0; i < world->region.size(); ++i) {
        QCOMPARE(world->danger[i] != 0, world->on_island(i));
        QCOMPARE(world->biome[i] != 0, world->on_island(i));
        QCOMPARE(world->faction[i] != 0, world->on_island(i));
      }
    QVERIFY(strict->danger.cells != raw->danger.cells);
  }

  void explainTellsTheBandAndBiomeOfTheCell() {
    const Template tmpl = builtin("Tiny");
    const auto world = world_of(tmpl, 1);
    const auto cell = static_cast<size_t>(std::find_if(world->region.cells.begin(), world->region.cells.end(),
                                                       [](uint8_t r) { return r != 0; }) -
                                          world->region.cells.begin());
    const auto rows = explain(*world, tmpl, world->grid.centre(cell));
    const auto value = [&](const std::string& topic, const std::string& name) {
      for (const ExplainRow& row : rows)
        if (row.topic == topic && row.name == name) return row.value;
      return std::string();
    };
    QCOMPARE(value("danger", "band"), world->vocabulary.danger[world->danger[cell] - 1u].id);
    QCOMPARE(value("biome", "class"), world->vocabulary.biomes[world->biome[cell] - 1u].id);
    QCOMPARE(value("danger", "danger field"),
             decimal_text(static_cast<double>(world->danger_field[cell]), 3));
    const auto height_m = static_cast<double>(told_value(layer_of(&World::height_m), *world, cell));
    QCOMPARE(value("ground", "height"), decimal_text(height_m, 1) + " m");
    QCOMPARE(value("ground", "detail"), decimal_text(static_cast<double>(world->detail_m[cell]), 1) + " m");
    QCOMPARE(value("region", "owner"),
             world->vocabulary.id_of(world->regions[world->region[cell] - 1u].owner));
  }
};

FW_TEST(TestGenerate)
#include "test_generate.moc"
