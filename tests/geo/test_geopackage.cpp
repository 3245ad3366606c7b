#include <QTest>
#include <array>
#include <cmath>

#include "core/base/hash.h"
#include "geo_fixture.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

class TestGeoPackage : public QObject {
  Q_OBJECT
  Render r;
  Dataset package;

  void comparePoints(OGRLayer& layer, bool sameOrder) {
    QCOMPARE(size_t(layer.GetFeatureCount()), r.world.points.points.size());
    size_t i = 0;
    for (const auto& feature : layer) {
      size_t index = i++;
      const std::string id = feature->GetFieldAsString("id");
      if (!sameOrder)
        for (index = 0; index < r.world.points.points.size(); ++index)
          if (r.world.points.id_of(r.world.points.points[index]) == id) break;
      QVERIFY(index < r.world.points.points.size());
      QCOMPARE(difference(*feature, expected_point(r.world, index)), "");
      QCOMPARE(feature->GetGeometryRef()->toPoint()->getX(), r.world.points.points[index].position_m.x);
      QCOMPARE(feature->GetGeometryRef()->toPoint()->getY(), r.world.points.points[index].position_m.y);
    }
  }

  void compareRegions(OGRLayer& layer) {
    QCOMPARE(int(layer.GetFeatureCount()), 3);
    for (const auto& feature : layer) {
      const auto i = size_t(feature->GetFieldAsInteger("code") - 1);
      QCOMPARE(difference(*feature, expected_region(r.world, i)), "");
      QCOMPARE(ring_fault(*feature->GetGeometryRef()), "");
      QCOMPARE(feature->GetGeometryRef()->toMultiPolygon()->get_Area(), r.world.regions[i].area_m2);
    }
  }

  void compareMetricCrs(OGRLayer& layer) {
    const OGRSpatialReference* crs = layer.GetSpatialRef();
    QVERIFY(crs != nullptr);
    QVERIFY(!crs->IsGeographic());
    QVERIFY(crs->IsLocal());
    QCOMPARE(crs->GetLinearUnits(), 1.0);
  }

 private slots:
  void initTestCase() {
    const auto names = fw::write_geopackage(r.request());
    QVERIFY2(names, names ? "" : names.error().message.c_str());
    QCOMPARE(files_below(r.path()), (std::vector<std::string>{"territory.gpkg"}));
    package = open(r.path("territory.gpkg"));
    QVERIFY(package);
  }

  void itHasTheContractsLayers() {
    const std::array<const char*, 12> names{"points",    "regions", "faction",   "biome",
                                            "danger",    "coast",   "tracks",    "roads",
                                            "crossings", "places",  "audit_mix", "audit_quota"};
    QCOMPARE(package->GetLayerCount(), int(names.size()));
    for (const char* name : names) {
      OGRLayer* layer = package->GetLayerByName(name);
      QVERIFY2(layer != nullptr, name);
      if (layer->GetGeomType() != wkbNone) compareMetricCrs(*layer);
    }
  }

  void pointsAndRegionsHoldEveryValue() {
    comparePoints(*package->GetLayerByName("points"), true);
    compareRegions(*package->GetLayerByName("regions"));
  }

  void classesHaveTheirLabelsAsADomain() {
    const OGRFieldDomain* domain = package->GetFieldDomain("biome");
    QVERIFY(domain != nullptr);
    QCOMPARE(domain->GetDomainType(), OFDT_CODED);
    std::map<std::string, std::string> labels, wanted;
    for (const OGRCodedValue* value = static_cast<const OGRCodedFieldDomain*>(domain)->GetEnumeration();
         value->pszCode != nullptr; ++value)
      labels[value->pszCode] = value->pszValue;
    for (const auto& row : r.world.vocabulary.biomes) wanted[row.id] = row.label;
    QCOMPARE(labels, wanted);
    for (const auto& [layer, field] : {std::pair{"points", "biome"}, std::pair{"biome", "class"}}) {
      OGRFeatureDefn* fields = package->GetLayerByName(layer)->GetLayerDefn();
      QCOMPARE(fields->GetFieldDefn(fields->GetFieldIndex(field))->GetDomainName(), std::string("biome"));
    }
  }

  void patchesCoverExactlyTheCellsOfTheirCode() {
    const std::array<std::pair<const char*, const fw::Raster<uint8_t>*>, 3> layers{
        {{"faction", &r.world.faction}, {"biome", &r.world.biome}, {"danger", &r.world.danger}}};
    for (const auto& [name, codes] : layers) {
      std::map<int, double> area, written;
      for (size_t i = 0; i < codes->size(); ++i)
        if ((*codes)[i] != 0) area[(*codes)[i]] += r.world.grid.cell_area_m2();
      for (const auto& feature : *package->GetLayerByName(name)) {
        const OGRPolygon* polygon = feature->GetGeometryRef()->toPolygon();
        QCOMPARE(ring_fault(*polygon), "");
        written[feature->GetFieldAsInteger("code")] += polygon->get_Area();
        QVERIFY(std::fabs(feature->GetFieldAsDouble("area_km2") * 1e6 - polygon->get_Area()) < 1e-2);
      }
      QCOMPARE(written, area);
    }
    const OGRFeatureUniquePtr first(package->GetLayerByName("danger")->GetFeature(1));
    QCOMPARE(first->GetFieldAsString("class"), "green");
  }

  void patchesOfNoiseAreValidAndCoverEveryCell() {
    // Corner contacts and nested holes in every arrangement: what breaks 8-connected tracing.
    Render noisy;
    noisy.world.grid = fw::GridSpec::square(1500, 96);
    for (auto* raster : {&noisy.world.land, &noisy.world.region, &noisy.world.faction, &noisy.world.biome,
                         &noisy.world.danger, &noisy.world.type})
      *raster = fw::Raster<uint8_t>(noisy.world.grid);
    std::map<int, double> area;
    for (size_t i = 0; i < noisy.world.grid.cells(); ++i) {
      noisy.world.biome[i] = static_cast<uint8_t>(fw::splitmix64(i) % 4);
      if (noisy.world.biome[i] != 0) area[noisy.world.biome[i]] += noisy.world.grid.cell_area_m2();
    }
    QVERIFY(fw::write_geopackage(noisy.request()));
    const Dataset file = open(noisy.path("territory.gpkg"));
    OGRLayer* layer = file->GetLayerByName("biome");
    QVERIFY(layer->GetFeatureCount() > 1000);
    std::map<int, double> written;
    for (const auto& feature : *layer) {
      QCOMPARE(ring_fault(*feature->GetGeometryRef()), "");
      written[feature->GetFieldAsInteger("code")] += feature->GetGeometryRef()->toPolygon()->get_Area();
    }
    QCOMPARE(written, area);
  }

  void theCoastTellsTheIslandFromItsIslets() {
    std::map<std::string, double> area;
    for (const auto& feature : *package->GetLayerByName("coast"))
      area[feature->GetFieldAsString("class")] += feature->GetGeometryRef()->toPolygon()->get_Area();
    double island = 0;
    for (const fw::Region& region : r.world.regions) island += region.area_m2;
    QCOMPARE(area, (std::map<std::string, double>{{"island", island}, {"islet", 3 * 62.5 * 62.5}}));
  }

  void theAuditIsThereAsTables() {
    OGRLayer* mix = package->GetLayerByName("audit_mix");
    QCOMPARE(int(mix->GetFeatureCount()), 2);
    const OGRFeatureUniquePtr whole(mix->GetFeature(1)), part(mix->GetFeature(2));
    QVERIFY(whole->IsFieldNull(whole->GetFieldIndex("region")));
    QCOMPARE(whole->GetFieldAsDouble("actual"), 0.351);
    QCOMPARE(whole->GetFieldAsString("origin"), "asked");
    QCOMPARE(part->GetFieldAsString("region"), "Mid");
    QCOMPARE(part->GetFieldAsString("origin"), "derived");
    OGRLayer* quota = package->GetLayerByName("audit_quota");
    QCOMPARE(int(quota->GetFeatureCount()), 2);
    const OGRFeatureUniquePtr second(quota->GetFeature(2));
    QCOMPARE(difference(*second, {{"category", "enemy"},
                                  {"class", "corrupted"},
                                  {"region", "North"},
                                  {"target", 5.0},
                                  {"actual", 3.0},
                                  {"shortfall", 2.0},
                                  {"mask", 1.0},
                                  {"spacing", 2.0},
                                  {"density", 3.0}}),
             "");
  }

  void tracksKeepTheirVertices() {
    const OGRFeatureUniquePtr first(package->GetLayerByName("tracks")->GetFeature(1));
    QCOMPARE(first->GetFieldAsString("to"), "fort-0");
    QCOMPARE(first->GetGeometryRef()->toLineString()->getY(1), 650.25);
  }

  void flatGeobufHoldsTheSamePointsAndRegions() {
    const Render other;
    const auto names = fw::write_flatgeobuf(other.request());
    QVERIFY2(names, names ? "" : names.error().message.c_str());
    QCOMPARE(files_below(other.path()),
             (std::vector<std::string>{"places.fgb", "points.fgb", "regions.fgb"}));
    const Dataset points = open(other.path("points.fgb"));
    const Dataset regions = open(other.path("regions.fgb"));
    QVERIFY(points && regions);
    comparePoints(*points->GetLayer(0), false);
    compareRegions(*regions->GetLayer(0));
    compareMetricCrs(*points->GetLayer(0));
  }
};

FW_TEST(TestGeoPackage)
#include "test_geopackage.moc"
