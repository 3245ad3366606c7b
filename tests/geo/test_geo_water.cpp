#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <memory>

#include "../small_waters.h"
#include "geo_fixture.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

namespace {

struct Watered : Render {
  Watered() { fw::test::add_small_waters(world, tmpl); }
};

QJsonArray features_of(const std::filesystem::path& file) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(file_text(file))).object()["features"].toArray();
}

}  // namespace

class GeoWaterTest : public QObject {
  Q_OBJECT
 private slots:
  void reachesAreLinesWithTheirBedDownstream() {
    Watered render;
    QVERIFY(bool(fw::write_geojson(render.request())));
    const QJsonArray rivers = features_of(render.path("rivers.geojson"));
    const fw::Water& water = render.world.water_network;
    QCOMPARE(rivers.size(), static_cast<int>(water.reaches.size()));
    for (int i = 0; i < rivers.size(); ++i) {
      const fw::Reach& reach = water.reaches[static_cast<size_t>(i)];
      const QJsonObject of = rivers[i].toObject()["properties"].toObject();
      const QJsonArray line = rivers[i].toObject()["geometry"].toObject()["coordinates"].toArray();
      QCOMPARE(line.size(), static_cast<int>(reach.vertices_m.size()));
      QCOMPARE(of["widths_m"].toArray().size(), line.size());
      for (int k = 1; k < line.size(); ++k) {
        QCOMPARE(line[k].toArray().size(), 3);
        QVERIFY(line[k].toArray()[2].toDouble() <= line[k - 1].toArray()[2].toDouble());
      }
      QVERIFY(of["width_m"].toDouble() > 0);
      QCOMPARE(of["name"].toString(),
               QString::fromStdString(water.rivers[static_cast<size_t>(reach.river)].name));
    }
    QCOMPARE(rivers[2].toObject()["properties"].toObject()["into"].toString(), QString("lake-1"));
    QCOMPARE(rivers[4].toObject()["properties"].toObject()["into"].toString(), QString("sea"));
    QCOMPARE(rivers[3].toObject()["properties"].toObject()["form"].toString(), QString("lake_path"));
    render.world.water_network.reaches[4].into = fw::ReachInto::edge;
    render.world.water_network.rivers[static_cast<size_t>(water.reaches[4].river)].hand = "w7";
    render.world.water_network.lakes[0].hand = "w8";
    QVERIFY(bool(fw::write_geojson(render.request())));
    const auto hand_of = [&](const char* file, int row) {
      return features_of(render.path(file))[row].toObject()["properties"].toObject()["hand"].toString();
    };
    QCOMPARE(hand_of("rivers.geojson", 4), QString("w7"));
    QCOMPARE(hand_of("lakes.geojson", 0), QString("w8"));
    QCOMPARE(
        features_of(render.path("rivers.geojson"))[4].toObject()["properties"].toObject()["into"].toString(),
        QString("edge"));
  }

  void tracksNameTheNodeOrRoadThatTheyMeet() {
    Watered render;
    fw::Roads& roads = render.world.roads;
    const std::vector<fw::Vec2> line = roads.pieces[0].vertices_m;
    roads.nodes[0].point = -1;
    render.world.tracks = {{-1, -1, {line[line.size() / 2], roads.nodes[0].position_m}},
                           {-1, -1, {roads.nodes[0].position_m, {1, 1}}}};
    QVERIFY(bool(fw::write_geojson(render.request())));
    const QJsonArray tracks = features_of(render.path("tracks.geojson"));
    const auto end = [&](int track, const char* key) {
      return tracks[track].toObject()["properties"].toObject()[key].toString();
    };
    QCOMPARE(end(0, "from"), QString("road-1"));
    QCOMPARE(end(0, "to"), QString("node-1"));
    QCOMPARE(end(1, "from"), QString("node-1"));
    QCOMPARE(end(1, "to"), QString());
  }

  void everyFileOfWhatIsAskedForIsThere() {
    const Watered render;
    const auto names = fw::write_geojson(render.request());
    QVERIFY(bool(names));
    for (const char* name : {"rivers", "lakes", "coast", "roads", "crossings", "footprints", "places"}) {
      const QJsonArray features = features_of(render.path(std::string(name) + ".geojson"));
      QVERIFY2(!features.isEmpty(), name);
      for (const auto& feature : features) {
        const QJsonObject of = feature.toObject()["properties"].toObject();
        QVERIFY(feature.toObject()["id"].toString() == of["id"].toString());
        for (const QString& key : of.keys()) QVERIFY2(!of[key].isNull(), qPrintable(key));
      }
    }
    const QJsonObject plan = features_of(render.path("footprints.geojson"))[0].toObject();
    QCOMPARE(plan["properties"].toObject()["gates"].toArray()[0].toArray().size(), 3);
    const std::unique_ptr<OGRGeometry> outline(OGRGeometryFactory::createFromGeoJson(
        QJsonDocument(plan["geometry"].toObject()).toJson().constData()));
    QVERIFY(outline != nullptr);
    QCOMPARE(QString::fromStdString(ring_fault(*outline)), QString());
  }

  void theGeoPackageHoldsTheSameLayers() {
    const Watered render;
    QVERIFY(bool(fw::write_geopackage(render.request())));
    const Dataset package = open(render.path("territory.gpkg"));
    QVERIFY(package != nullptr);
    const std::pair<const char*, size_t> layers[]{{"rivers", render.world.water_network.reaches.size()},
                                                  {"lakes", render.world.water_network.lakes.size()},
                                                  {"waterfalls", render.world.water_network.falls.size()},
                                                  {"shore", render.world.coast.stretches.size()},
                                                  {"roads", render.world.roads.pieces.size()},
                                                  {"crossings", render.world.roads.crossings.size()},
                                                  {"footprints", render.world.footprints.size()},
                                                  {"places", render.world.places.size()}};
    for (const auto& [name, count] : layers) {
      OGRLayer* const layer = package->GetLayerByName(name);
      QVERIFY2(layer != nullptr, name);
      QCOMPARE(static_cast<size_t>(layer->GetFeatureCount()), count);
    }
  }

  void elevationHoldsTheGroundUnderWaterWithoutGaps() {
    const Watered render;
    std::vector<fw::FieldBand> more{{"river_m", fw::Raster<float>(render.world.grid, 12.5F)}};
    fw::GeoRequest request = render.request();
    request.more_fields = &more;
    const auto names = fw::write_geotiff(request);
    QVERIFY(bool(names));
    QVERIFY(std::find(names.value().begin(), names.value().end(), "elevation.tif") != names.value().end());
    QVERIFY(std::find(names.value().begin(), names.value().end(), "layers/water.tif") != names.value().end());
    const Dataset elevation = open(render.path("elevation.tif"));
    QCOMPARE(elevation->GetRasterCount(), 2);
    QCOMPARE(QString(elevation->GetRasterBand(1)->GetDescription()), QString("bed_m"));
    int has_nodata = 0;
    elevation->GetRasterBand(1)->GetNoDataValue(&has_nodata);
    QCOMPARE(has_nodata, 0);
    const Dataset fields = open(render.path("fields.tif"));
    const auto band_from_the_end = [&](int k) {
      return QString(fields->GetRasterBand(fields->GetRasterCount() - k)->GetDescription());
    };
    QCOMPARE(band_from_the_end(1), QString("river_m"));
    QCOMPARE(band_from_the_end(0), QString("detail_m"));
  }

  void aTemplateWithoutThemHasNoneOfTheFiles() {
    const Render render;
    const auto json = fw::write_geojson(render.request());
    QVERIFY(bool(json));
    QCOMPARE(json.value().size(), size_t{7});  // points twice, regions, tracks, roads, crossings, places
    const auto rasters = fw::write_geotiff(render.request());
    QVERIFY(bool(rasters));
    for (const std::string& name : rasters.value())
      QVERIFY(name != "elevation.tif" && name != "layers/water.tif");
  }
};

FW_TEST(GeoWaterTest)
#include "test_geo_water.moc"
