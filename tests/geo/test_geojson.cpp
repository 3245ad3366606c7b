#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "geo_fixture.h"
#include "render/geo/attribute_table.h"
#include "render/geo/vector/vector_layer.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;

namespace {

QJsonObject parsed(const std::filesystem::path& file) {
  QJsonParseError error;
  const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(file_text(file)), &error);
  return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

const std::set<QString> kKeys{"id",        "category", "class",    "label",   "name",     "family",
                              "tier",      "rarity",   "region",   "faction", "biome",    "danger",
                              "intensity", "hp_mult",  "dps_mult", "level",   "loot",     "respawn_s",
                              "height_m",  "x_m",      "y_m",      "rank",    "standing", "hand"};

/// Texts and numbers that are hard to write: signs that need escapes, residues of binary rounding, exponents.
fw::AttributeTable hard_rows() {
  using Kind = fw::AttributeKind;
  fw::AttributeTable table{
      {{"text", Kind::text}, {"whole", Kind::integer}, {"real", Kind::real}, {"flag", Kind::boolean}}, {}};
  const std::vector<std::string> texts{"",           "plain",         "a \"quote\" and a \\", "a/b",
                                       "\t\n\r\b\f", "\x01 and \x1f", "Ångström, 地図",       "\x7f"};
  const auto add = [&](double real) {
    const size_t i = table.rows.size();
    auto& row = table.rows.emplace_back();
    row.emplace_back(texts[i % texts.size()]);
    row.emplace_back(static_cast<int64_t>(i) * 7919 - 50000);
    row.emplace_back(real);
    if (i % 5 == 0)
      row.emplace_back(std::monostate{});
    else
      row.emplace_back(i % 2 == 0);
  };
  for (const double real : {0.0, 1.0, -1.0, 0.999999, 1e-6, 9e-6, 1e-7, 123456.789, 0.1 + 0.2, 1.0 / 3, 1e15,
                            1e16, 1e17, 1.5e300, 1e-300, 2.000001, 2.0000001, 99.9999995})
    add(real);
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto whole = static_cast<double>(state >> (24 + i % 38));
    add(fw::round_decimals(whole / (i % 3 == 0 ? 1e3 : i % 3 == 1 ? 1e4 : 1e6), 3 + i % 4));
  }
  return table;
}

/// The text between "properties" and "geometry" in every line of a GeoJSON text.
std::vector<std::string> properties_in(const std::string& text) {
  constexpr std::string_view kBefore = "\"properties\": ", kAfter = ", \"geometry\"";
  std::vector<std::string> out;
  for (size_t at = text.find(kBefore); at != std::string::npos; at = text.find(kBefore, at)) {
    at += kBefore.size();
    out.push_back(text.substr(at, text.find(kAfter, at) - at));
  }
  return out;
}

}  // namespace

class TestGeoJson : public QObject {
  Q_OBJECT
  Render r;

 private slots:
  void initTestCase() {
    const auto names = fw::write_geojson(r.request());
    QVERIFY2(names, names ? "" : names.error().message.c_str());
    std::vector<std::string> sorted = names.value();
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(sorted, (std::vector<std::string>{"crossings.geojson", "places.geojson", "points.geojson",
                                               "points.rfc7946.geojson", "regions.geojson", "roads.geojson",
                                               "tracks.geojson"}));
    QCOMPARE(files_below(r.path()), sorted);
  }

  void everyPointHasTheContractsKeysAndNoNull() {
    for (const char* name : {"points.geojson", "points.rfc7946.geojson"}) {
      const QJsonArray features = parsed(r.path(name))["features"].toArray();
      QCOMPARE(size_t(features.size()), r.world.points.points.size());
      for (const auto& feature : features) {
        const QJsonObject properties = feature.toObject()["properties"].toObject();
        std::set<QString> keys;
        for (const QString& key : properties.keys()) {
          keys.insert(key);
          QVERIFY(!properties[key].isNull());
        }
        QCOMPARE(keys, kKeys);
      }
    }
  }

  void aPinHasItsRowAndLabelAndOffTheGroundNoTexts() {
    fw::World world = r.world;
    fw::Point& p = world.points.points.front();
    p.hand = "p7f3a";
    p.label = "The old vein";
    p.number = -1;
    p.region = 0;
    const fw::AttributeTable table = fw::point_attributes(world);
    std::map<std::string, std::string> text;
    for (size_t c = 0; c < table.columns.size(); ++c)
      if (const auto* value = std::get_if<std::string>(&table.rows[0][c]))
        text[table.columns[c].name] = *value;
    QCOMPARE(text["id"], std::string("iron_vein-p7f3a"));
    QCOMPARE(text["label"], std::string("The old vein"));
    QCOMPARE(text["hand"], std::string("p7f3a"));
    for (const char* column : {"region", "faction", "biome", "danger"}) QCOMPARE(text[column], std::string());
    QCOMPARE(std::get<std::string>(table.rows[1].back()), std::string());
  }

  void theIdIsBothTheFeaturesAndAProperty() {
    for (const char* name : {"points.geojson", "points.rfc7946.geojson", "regions.geojson", "tracks.geojson"})
      for (const auto& feature : parsed(r.path(name))["features"].toArray()) {
        QVERIFY(feature.toObject()["id"].isString());
        QCOMPARE(feature.toObject()["id"], feature.toObject()["properties"].toObject()["id"]);
      }
    QCOMPARE(parsed(r.path("points.geojson"))["features"][1].toObject()["id"].toString(), "iron_vein-1");
  }

  void pointsReadBackInOrderWithEveryValue() {
    const Dataset file = open(r.path("points.geojson"));
    QVERIFY(file);
    OGRLayer* layer = file->GetLayer(0);
    QCOMPARE(size_t(layer->GetFeatureCount()), r.world.points.points.size());
    size_t i = 0;
    for (const auto& feature : *layer) {
      QCOMPARE(difference(*feature, expected_point(r.world, i)), "");
      const OGRPoint* p = feature->GetGeometryRef()->toPoint();
      QCOMPARE(std::llround(p->getX() * 1000), std::llround(r.world.points.points[i].position_m.x * 1000));
      QCOMPARE(std::llround(p->getY() * 1000), std::llround(r.world.points.points[i].position_m.y * 1000));
      ++i;
    }
  }

  void metresAreWrittenWithThreeDecimalsAtMost() {
    const std::string text = file_text(r.path("points.geojson"));
    QVERIFY(text.find("[ 241.008, 817.986 ]") != std::string::npos);
    QVERIFY(text.find("\"x_m\": 241.008,") != std::string::npos);
    QVERIFY(text.find("00000") == std::string::npos);
    QVERIFY(text.find("99999") == std::string::npos);
  }

  void metreFilesCarryNoCrsAndSayTheirFrame() {
    for (const char* name : {"points.geojson", "regions.geojson", "tracks.geojson"}) {
      const QJsonObject file = parsed(r.path(name));
      QVERIFY(!file.contains("crs"));
      const QJsonObject world = file["world"].toObject();
      QCOMPARE(world["units"].toString(), "m");
      QCOMPARE(world["template"].toString(), "Small \"one\"");
      QCOMPARE(world["width_m"].toDouble(), 1000.0);
      QCOMPARE(world["seed"].toObject()["place"].toInteger(), qint64(fw::kMaxSeed));
    }
  }

  void wgs84PointsTransformBackToTheirMetres_data() {
    QTest::addColumn<double>("lon_deg");
    QTest::addColumn<double>("lat_deg");
    QTest::newRow("default") << 0.0 << 0.0;
    QTest::newRow("north-west") << -17.25 << 52.5;
    QTest::newRow("south") << 147.5 << -42.125;
    QTest::newRow("date line") << 180.0 << 10.0;
    QTest::newRow("near the pole") << 30.0 << 89.0;
  }
  void wgs84PointsTransformBackToTheirMetres() {
    QFETCH(double, lon_deg);
    QFETCH(double, lat_deg);
    Render anchored_render;
    anchored_render.tmpl.anchor_lon_deg = lon_deg;
    anchored_render.tmpl.anchor_lat_deg = lat_deg;
    const auto names = fw::write_geojson(anchored_render.request());
    QVERIFY2(names, names ? "" : names.error().message.c_str());
    const Dataset file = open(anchored_render.path("points.rfc7946.geojson"));
    QVERIFY(file);
    QVERIFY(!parsed(anchored_render.path("points.rfc7946.geojson")).contains("crs"));
    // Two roads: PROJ's own string here, the writer's object there.
    OGRSpatialReference wgs84, anchored;
    wgs84.importFromEPSG(4326);
    wgs84.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    const QString proj =
        QString("+proj=tmerc +lat_0=%1 +lon_0=%2 +k=1 +x_0=500 +y_0=500 +datum=WGS84 +units=m");
    anchored.importFromProj4(qPrintable(proj.arg(lat_deg).arg(lon_deg)));
    const std::unique_ptr<OGRCoordinateTransformation> back(
        OGRCreateCoordinateTransformation(&wgs84, &anchored));
    size_t i = 0;
    for (const auto& feature : *file->GetLayer(0)) {
      QCOMPARE(difference(*feature, expected_point(r.world, i)), "");
      double x = feature->GetGeometryRef()->toPoint()->getX();
      double y = feature->GetGeometryRef()->toPoint()->getY();
      QVERIFY(std::fabs(x) <= 180 && std::fabs(y - lat_deg) < 0.01);
      QVERIFY(back->Transform(1, &x, &y));
      const fw::Vec2 p = r.world.points.points[i].position_m;
      QVERIFY2(std::hypot(x - p.x, y - p.y) < 0.01,
               qPrintable(QString::number(std::hypot(x - p.x, y - p.y))));
      ++i;
    }
    QCOMPARE(i, r.world.points.points.size());
  }

  void regionsKeepTheirAreaTheirHolesAndTheirParts() {
    const Dataset file = open(r.path("regions.geojson"));
    QVERIFY(file);
    const std::array<int, 3> parts{3, 1, 1};
    size_t i = 0;
    int holes = 0;
    for (const auto& feature : *file->GetLayer(0)) {
      QCOMPARE(difference(*feature, expected_region(r.world, i)), "");
      const OGRGeometry* geometry = feature->GetGeometryRef();
      QCOMPARE(ring_fault(*geometry), "");
      const bool many = wkbFlatten(geometry->getGeometryType()) == wkbMultiPolygon;
      QCOMPARE(many ? geometry->toMultiPolygon()->getNumGeometries() : 1, parts[i]);
      const double area = many ? geometry->toMultiPolygon()->get_Area() : geometry->toPolygon()->get_Area();
      QCOMPARE(area, r.world.regions[i].area_m2);
      if (!many) holes += geometry->toPolygon()->getNumInteriorRings();
      ++i;
    }
    QCOMPARE(i, size_t{3});
    QCOMPARE(holes, 2);  // the region inside region 2, and its lake
    QVERIFY(parsed(r.path("regions.geojson"))["features"][0]["properties"]["neutral"].isBool());
  }

  void aCellsCentreLiesInItsOwnRegion() {
    const Dataset file = open(r.path("regions.geojson"));
    int code = 1;
    for (const auto& feature : *file->GetLayer(0)) {
      for (size_t cell = 0; cell < r.world.region.size(); ++cell) {
        const fw::Vec2 p = r.world.grid.centre(cell);
        const OGRPoint point(p.x, p.y);
        QCOMPARE(bool(feature->GetGeometryRef()->Contains(&point)), r.world.region[cell] == code);
      }
      ++code;
    }
  }

  void propertiesAreGdalsToTheByte() {
    const fw::AttributeTable table = hard_rows();
    const fw::GdalSession session;
    const fw::MemoryFile memory(".geojson");
    fw::Geometries points;
    for (size_t i = 0; i < table.rows.size(); ++i) points.push_back(std::make_unique<OGRPoint>(1, 2));
    fw::Dataset dataset = fw::create_vector("GeoJSON", memory);
    QVERIFY(bool(fw::add_layer(session, *dataset, {"hard", wkbPoint, nullptr, {}}, table, points)));
    dataset.reset();
    QVERIFY(bool(memory.save(r.path("gdal.geojson"))));
    const std::vector<std::string> theirs = properties_in(file_text(r.path("gdal.geojson")));
    QCOMPARE(theirs.size(), table.rows.size());
    for (size_t i = 0; i < theirs.size(); ++i)
      QCOMPARE(QString::fromStdString(fw::json_object(table, i)), QString::fromStdString(theirs[i]));
  }

  void tracksNameTheirEndsAndLength() {
    const Dataset file = open(r.path("tracks.geojson"));
    QVERIFY(file);
    OGRLayer* layer = file->GetLayer(0);
    QCOMPARE(int(layer->GetFeatureCount()), 2);
    const OGRFeatureUniquePtr first(layer->GetNextFeature());
    const double length = std::hypot(100.5, 49.75) + std::hypot(99.5, 150.25);
    QCOMPARE(difference(*first, {{"id", "track-1"},
                                 {"from", "settlement-0"},
                                 {"to", "fort-0"},
                                 {"length_m", std::round(length * 1000) / 1000}}),
             "");
    const OGRLineString* line = first->GetGeometryRef()->toLineString();
    QCOMPARE(line->getNumPoints(), 3);
    QCOMPARE(line->getX(1), 400.5);
    QCOMPARE(line->getY(1), 650.25);
  }
};

FW_TEST(TestGeoJson)
#include "test_geojson.moc"
