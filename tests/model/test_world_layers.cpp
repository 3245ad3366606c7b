#include "core/model/world/world_layers.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTest>
#include <set>

using namespace fw;

class TestWorldLayers : public QObject {
  Q_OBJECT

 private slots:
  void everyLayerHasItsOwnNameAndEitherCodesOrValues() {
    std::set<std::string_view> slugs;
    for (const WorldLayer& layer : kWorldLayers) {
      QVERIFY2(slugs.insert(layer.slug).second, layer.slug.data());
      QVERIFY2((layer.codes == nullptr) != (layer.values == nullptr), layer.slug.data());
      QCOMPARE(layer.kind == LayerKind::field, layer.codes == nullptr);
      QVERIFY2(!layer.title.empty() && !layer.help.empty(), layer.slug.data());
      QVERIFY2(layer.readout_decimals < 0 || layer.values != nullptr, layer.slug.data());
    }
  }
  void aRegionLayersNamesAreThoseOfTheWorldsRegions() {
    World world;
    world.regions.resize(2);
    world.regions[0].name = "North";
    world.regions[1].name = "South";
    const std::vector<RowIdentity> regions = layer_classes(layer_of(&World::region), world);
    QCOMPARE(regions.size(), size_t{2});
    QCOMPARE(regions[0].label, std::string("North"));
    QCOMPARE(regions[1].id, std::string("South"));
  }
  void aClassLayersCodesAreRowsOfTheVocabulary() {
    World world;
    world.vocabulary.danger.resize(3);
    world.vocabulary.danger[2].id = "worst";
    const std::vector<RowIdentity> bands = layer_classes(layer_of(&World::danger), world);
    QCOMPARE(bands.size(), size_t{3});
    QCOMPARE(bands[2].id, std::string("worst"));
    QVERIFY(layer_classes(layer_of(&World::height_m), world).empty());
  }
  void thePageOfFormatsNamesEveryExportedLayer() {
    QFile page(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/docs/formats.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray text = page.readAll();
    for (const WorldLayer& layer : kWorldLayers)
      if (layer.exported) QVERIFY2(text.contains(layer.slug.data()), layer.slug.data());
  }
};

FW_TEST(TestWorldLayers)
#include "test_world_layers.moc"
