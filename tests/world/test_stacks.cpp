#include <QTest>
#include <algorithm>
#include <set>

#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/land/stacks.h"
#include "core/world/layers/danger.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kStackResolution = 96;

Raster<float> raster_of(const WorldStack& stack, const Template& tmpl) {
  Raster<float> values =
      noise_raster(stack.field, frame_grid(tmpl.frame, kStackResolution), tmpl.noise.phase);
  return values;
}

}  // namespace

/// The stacks on their own against what the generator makes of them.
class TestStacks : public QObject {
  Q_OBJECT

 private slots:
  void typeAndFeatureAreTheWorldsOwnFields_data() {
    QTest::addColumn<QString>("seed_of");
    QTest::newRow("own seeds") << "";
    QTest::newRow("the seed of a layer with classes") << "biome";
    QTest::newRow("the seed of a single field") << "danger";
  }
  void typeAndFeatureAreTheWorldsOwnFields() {
    QFETCH(QString, seed_of);
    Template tmpl = builtin("WindswardLike");
    tmpl.noise.phase = 0.37;
    tmpl.noise.type.seed_of = tmpl.noise.feature.seed_of = seed_of.toStdString();
    const SeedBundle typed{1, 5, 9}, seeds = salted_seeds(typed, tmpl);
    const auto world = generate(tmpl, typed, kStackResolution);
    QVERIFY(world);
    for (const StackLayer layer : {StackLayer::type, StackLayer::feature}) {
      const std::vector<WorldStack> stacks = world_stacks(layer, tmpl, seeds);
      QCOMPARE(stacks.size(), size_t{1});
      Raster<float> values = raster_of(stacks[0], tmpl);
      normalise_half(values.cells);
      const World& w = *world.value();
      QCOMPARE(values.cells, (layer == StackLayer::type ? w.type_field : w.feature).cells);
    }
  }

  void dangerIsTheStackThatItsCutsAreFittedTo() {
    for (const char* seed_of : {"", "faction", "height"}) {
      Template tmpl = builtin("WindswardLike");
      tmpl.noise.danger.seed_of = seed_of;
      const SeedBundle seeds = SeedBundle::from_master(8);
      QCOMPARE(raster_of(world_stacks(StackLayer::danger, tmpl, seeds)[0], tmpl).cells,
               danger_stack(frame_grid(tmpl.frame, kStackResolution), tmpl, seeds).cells);
    }
  }

  void everyClassHasItsOwnStackAndAStrictLayerHasOne() {
    Template tmpl = builtin("WindswardLike");
    const SeedBundle seeds = SeedBundle::from_master(8);
    QCOMPARE(world_stacks(StackLayer::biome, tmpl, seeds).size(), size_t{8});
    QCOMPARE(world_stacks(StackLayer::faction, tmpl, seeds).size(), size_t{3});
    std::set<std::string> names;
    std::set<std::vector<float>> rasters;
    size_t stacks = 0;
    for (size_t layer = 0; layer < kStackLayerSlugs.size(); ++layer)
      for (const WorldStack& stack : world_stacks(static_cast<StackLayer>(layer), tmpl, seeds)) {
        names.insert(stack.name);
        rasters.insert(raster_of(stack, tmpl).cells);
        ++stacks;
      }
    QCOMPARE(stacks, size_t{15});
    QCOMPARE(names.size(), stacks);
    QCOMPARE(rasters.size(), stacks);
    tmpl.layer_mode = LayerMode::strict_quantile;
    QCOMPARE(world_stacks(StackLayer::biome, tmpl, seeds).size(), size_t{1});
    QCOMPARE(world_stacks(StackLayer::faction, tmpl, seeds).size(), size_t{1});
  }

  void aStrictBiomeStackIsWhatTheRegionsAreCutFrom() {
    Template tmpl = builtin("WindswardLike");
    tmpl.layer_mode = LayerMode::strict_quantile;
    const SeedBundle typed = SeedBundle::from_master(8), seeds = salted_seeds(typed, tmpl);
    const auto world = generate(tmpl, typed, kStackResolution);
    QVERIFY(world);
    const World& w = *world.value();
    for (const auto& [layer, scaled] :
         {std::pair{StackLayer::biome, &w.biome_field}, {StackLayer::faction, &w.faction_field}}) {
      // There the field is the stack over its standard deviation on land.
      const Raster<float> stack = raster_of(world_stacks(layer, tmpl, seeds)[0], tmpl);
      double sd = 0;
      for (size_t i = 0; i < stack.size(); ++i) {
        if (!w.on_island(i) || std::abs(stack[i]) < 0.05f) continue;
        const double ratio = static_cast<double>(stack[i]) / static_cast<double>((*scaled)[i]);
        if (sd == 0) sd = ratio;
        QVERIFY(std::abs(ratio - sd) < 1e-5 * sd);
      }
      QVERIFY(sd > 0.05);
    }
  }
};

FW_TEST(TestStacks)
#include "test_stacks.moc"
