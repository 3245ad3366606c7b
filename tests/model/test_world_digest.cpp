#include <QTest>
#include <map>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/model/world/digest.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

World small_world() {
  World w;
  w.grid = GridSpec::square(800, 8);
  for (Raster<uint8_t>* r : {&w.land, &w.region, &w.faction, &w.biome, &w.danger, &w.type})
    *r = Raster<uint8_t>(w.grid, 1);
  for (Raster<float>* r :
       {&w.height_m, &w.coast_m, &w.sea_m, &w.feature, &w.type_field, &w.danger_field, &w.biome_field,
        &w.faction_field, &w.intensity_resource, &w.intensity_wildlife, &w.intensity_enemy})
    *r = Raster<float>(w.grid, 0.5f);
  w.regions.resize(2);
  w.regions[0].name = "Dunmere";
  w.region_weights.blurred.assign(2, Raster<float>(GridSpec::square(800, 4), 1.0f));
  PointClassInfo iron{Category::resource, "iron_vein", "iron vein", "ore", Tier::common, {}};
  PointClassInfo elk{Category::wildlife, "elk", "elk", "", Tier::none, {}};
  w.points.classes = {iron, elk};
  for (int i = 0; i < 2; ++i) {
    Point p;
    p.class_index = i;
    p.position_m = {100.001, 200};
    w.points.points.push_back(p);
  }
  w.tracks.push_back({0, 1, {{1, 2}, {3, 4}}});
  return w;
}

std::map<std::string, std::string> digests(const World& w) {
  const auto list = world_digests(w);
  return {list.begin(), list.end()};
}

/// Names of the digests that differ.
QStringList changed(const World& a, const World& b) {
  const auto before = digests(a);
  const auto after = digests(b);
  QStringList names;
  for (const auto& [name, digest] : before)
    if (after.at(name) != digest) names << QString::fromStdString(name);
  return names;
}

}  // namespace

class WorldDigestTest : public QObject {
  Q_OBJECT

 private slots:
  void aRasterDigestIsTheHashOfItsCells() {
    const World w = small_world();
    QCOMPARE(digests(w).at("land"), sha256_hex(std::string(64, '\1')));
  }
  void everyPartAndTheWholeAreNamedOnce() {
    const auto list = world_digests(small_world());
    QCOMPARE(digests(small_world()).size(), list.size());
    QCOMPARE(list.back().first, std::string("world"));
  }
  void aCellChangesItsRasterAndTheWorldAlone() {
    World w = small_world();
    w.biome[5] = 2;
    QCOMPARE(changed(small_world(), w), (QStringList{"biome", "world"}));
    w = small_world();
    w.region_weights.blurred[0][3] = 0.25f;
    QCOMPARE(changed(small_world(), w), (QStringList{"region_weights", "world"}));
  }
  void aPointChangesItsCategoryAndTheWorldAlone() {
    World w = small_world();
    w.points.points[1].position_m.x += 0.001;
    QCOMPARE(changed(small_world(), w), (QStringList{"points.wildlife", "world"}));
  }
  void tracksAndRegionsCount() {
    World w = small_world();
    w.tracks[0].vertices_m[0].x = 9;
    QCOMPARE(changed(small_world(), w), (QStringList{"tracks", "world"}));
    w = small_world();
    w.regions[0].name = "Dunmare";
    QCOMPARE(changed(small_world(), w), (QStringList{"regions", "world"}));
  }
  void minusZeroIsZero() {
    World a = small_world();
    World b = small_world();
    a.height_m[0] = 0.0f;
    b.height_m[0] = -0.0f;
    a.points.points[0].intensity = 0.0;
    b.points.points[0].intensity = -0.0;
    QCOMPARE(changed(a, b), QStringList());
  }
  void positionsCountInWholeMillimetres() {
    World w = small_world();
    w.points.points[0].position_m.x += 1e-7;
    QCOMPARE(changed(small_world(), w), QStringList());
  }
  void nameTemplateAndFindingsAreNotData() {
    World w = small_world();
    w.template_name = "other";
    w.findings.push_back({});
    QCOMPARE(changed(small_world(), w), QStringList());
  }
  void threadsDoNotMatter() {
    const auto many = world_digests(small_world());
    const ThreadLimit one(1);
    QVERIFY(world_digests(small_world()) == many);
  }
};

FW_TEST(WorldDigestTest)
#include "test_world_digest.moc"
