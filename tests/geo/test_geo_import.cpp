// Files of other programs, and our own, read into the metres of a frame.

#include <cpl_string.h>
#include <ogr_spatialref.h>

#include <QTest>
#include <cmath>
#include <fstream>

#include "geo_fixture.h"
#include "render/geo/geo_import.h"
#include "tests/support/test_main.h"

using namespace geo_fixture;
using fw::Vec2;

namespace {

const fw::FrameOnEarth kFrame{1000, 1000, 15.2, 47.1};

std::vector<float> values_of(fw::RasterSource& source) {
  std::vector<float> out(static_cast<size_t>(source.place.columns) * static_cast<size_t>(source.place.rows));
  const auto stride = static_cast<size_t>(source.place.columns);
  // Seven rows at a time: no reader may count on one or on all.
  for (int row = 0; row < source.place.rows; row += 7) {
    const auto count = static_cast<size_t>(std::min(7, source.place.rows - row));
    const auto got =
        source.read(row, std::span(out).subspan(static_cast<size_t>(row) * stride, count * stride));
    if (!got) qFatal("%s", got.error().message.c_str());
  }
  return out;
}

std::unique_ptr<fw::RasterSource> opened(const fw::RasterRequest& request) {
  auto source = fw::open_raster(request);
  if (!source) qFatal("%s", source.error().message.c_str());
  return std::move(source).value();
}

std::string refusal(const fw::RasterRequest& request) {
  const auto source = fw::open_raster(request);
  return source ? "" : source.error().message;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

struct Tiff {
  int columns, rows;
  std::array<double, 6> transform;
  int epsg = 0;
  GDALDataType type = GDT_Byte;
  const char* driver = "GTiff";
};

/// Writes a one-band file whose cell (c, r) is value(c, r).
template <typename Value>
void write_raster(const std::filesystem::path& file, const Tiff& tiff, const Value& value) {
  GDALAllRegister();
  std::vector<float> cells;
  for (int r = 0; r < tiff.rows; ++r)
    for (int c = 0; c < tiff.columns; ++c) cells.push_back(static_cast<float>(value(c, r)));
  GDALDriver* const memory = GetGDALDriverManager()->GetDriverByName("MEM");
  Dataset made(memory->Create("", tiff.columns, tiff.rows, 1, tiff.type, nullptr));
  if (made->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, tiff.columns, tiff.rows, cells.data(), tiff.columns,
                                       tiff.rows, GDT_Float32, 0, 0, nullptr) != CE_None)
    qFatal("no raster");
  auto transform = tiff.transform;
  if (transform[1] != 0) made->SetGeoTransform(transform.data());
  if (tiff.epsg != 0) {
    OGRSpatialReference crs;
    crs.importFromEPSG(tiff.epsg);
    made->SetSpatialRef(&crs);
  }
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName(tiff.driver);
  Dataset(driver->CreateCopy(file.c_str(), made.get(), false, nullptr, nullptr, nullptr));
}

constexpr int kUtm33 = 32633;

/// Metres of kFrame to UTM, as a person would set it up in a GIS.
Vec2 in_utm(Vec2 p) {
  static const std::unique_ptr<OGRCoordinateTransformation> to = [] {
    OGRSpatialReference frame, utm;
    frame.SetProjCS("frame");
    frame.SetWellKnownGeogCS("WGS84");
    frame.SetTM(kFrame.anchor_lat_deg, kFrame.anchor_lon_deg, 1, 500, 500);
    frame.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    utm.importFromEPSG(kUtm33);
    utm.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    return std::unique_ptr<OGRCoordinateTransformation>(OGRCreateCoordinateTransformation(&frame, &utm));
  }();
  to->Transform(1, &p.x, &p.y);
  return p;
}

}  // namespace

class TestGeoImport : public QObject {
  Q_OBJECT
  Render r;

 private slots:
  void initTestCase() {
    QVERIFY(bool(fw::write_geotiff(r.request())));
    QVERIFY(bool(fw::write_height16(r.request())));
    QVERIFY(bool(fw::write_geojson(r.request())));
    QVERIFY(bool(fw::write_geopackage(r.request())));
  }

  void ourOwnLayersComeBackToTheSameCellsWithTheirWords() {
    const auto source = opened({r.path("layers/biome.tif"), kFrame, "", {}, {}, true});
    QCOMPARE(source->place.columns, 16);
    QCOMPARE(source->place.west_m, 0.0);
    QCOMPARE(source->place.north_m, 1000.0);
    QCOMPARE(source->cell_m, 62.5);
    QCOMPARE(source->outside, int64_t{0});
    QVERIFY(!source->values.largest);
    QCOMPARE(source->words.size(), r.world.vocabulary.biomes.size());
    QCOMPARE(source->words[0].second, r.world.vocabulary.biomes[0].id);
    const std::vector<float> values = values_of(*source);
    for (size_t i = 0; i < values.size(); ++i) QCOMPARE(values[i], float(r.world.biome[i]));
  }

  void aFileOfManyBandsIsAskedForOne() {
    const std::string said = refusal({r.path("fields.tif"), kFrame, "", {}, {}, false});
    QVERIFY2(has(said, "1 (height_m)"), said.c_str());
    QVERIFY(has(refusal({r.path("fields.tif"), kFrame, "hieght_m", {}, {}, false}), "hieght_m"));
    const auto source = opened({r.path("fields.tif"), kFrame, "height_m", {}, {}, false});
    const std::vector<float> values = values_of(*source);
    for (size_t i = 0; i < values.size(); ++i)
      QVERIFY(r.world.land[i] ? values[i] == r.world.height_m[i] + r.world.detail_m[i]
                              : std::isnan(values[i]));
  }

  void aPictureWithoutCoordinatesIsStretchedWhereItsSidesFit() {
    const auto source = opened({r.path("height16.png"), kFrame, "", {}, {}, false});
    QCOMPARE(source->values.largest.value_or(0), 65535.0);
    QCOMPARE(source->place.cell_width_m, 62.5);
    const fw::FrameOnEarth wide{3000, 1000, 0, 0};
    const std::string said = refusal({r.path("height16.png"), wide, "", {}, {}, false});
    QVERIFY2(has(said, "--place"), said.c_str());
    const auto placed = opened({r.path("height16.png"), wide, "", fw::StatedPlace{100, -50, 800}, {}, false});
    QCOMPARE(placed->place.west_m, 100.0);
    QCOMPARE(placed->place.north_m, 750.0);
    QCOMPARE(placed->place.cell_height_m, 50.0);
    QCOMPARE(placed->outside, int64_t{16});
  }

  void aGeoTiffInUtmComesToItsPlaceAboutTheAnchor() {
    // 33 stripes of the frame by its x, drawn in UTM.
    const Vec2 corner = in_utm({-60, 1060});
    const double cell = 10;
    const auto frame_x = [&](int c, int row) {
      // Back by Newton: UTM is nearly the frame, turned a little.
      const Vec2 want{corner.x + (c + 0.5) * cell, corner.y - (row + 0.5) * cell};
      Vec2 p{(c + 0.5) * cell - 60, 1060 - (row + 0.5) * cell};
      for (int k = 0; k < 4; ++k) {
        const Vec2 is = in_utm(p);
        p = p + (want - is);
      }
      return p;
    };
    write_raster(r.path("utm.tif"), {112, 112, {corner.x, cell, 0, corner.y, 0, -cell}, kUtm33},
                 [&](int c, int row) { return 1 + std::floor((frame_x(c, row).x + 200) / 50); });
    const auto source = opened({r.path("utm.tif"), kFrame, "", {}, {}, true});
    QVERIFY2(has(source->placed_by, "UTM zone 33N"), source->placed_by.c_str());
    QVERIFY(std::fabs(source->cell_m - 10) < 0.02);
    QVERIFY(source->outside > 1800 && source->outside < 2700);  // a rim of 60 m about 1000
    const std::vector<float> values = values_of(*source);
    int64_t wrong = 0, count = 0;
    for (int row = 0; row < source->place.rows; ++row)
      for (int c = 0; c < source->place.columns; ++c) {
        const Vec2 p = source->place.centre(c, row);
        const double stripe = std::fmod(p.x + 200, 50);
        if (stripe < 8 || stripe > 42) continue;  // within a cell of a border
        ++count;
        const float value = values[static_cast<size_t>(row) * static_cast<size_t>(source->place.columns) +
                                   static_cast<size_t>(c)];
        wrong += !(value == 1 + std::floor((p.x + 200) / 50));
      }
    QVERIFY(count > 20000);
    QCOMPARE(wrong, int64_t{0});
  }

  void aFileElsewhereOnEarthSaysWhichAnchorItHas() {
    const Vec2 corner = in_utm({0, 1000});
    write_raster(r.path("far.tif"), {10, 10, {corner.x + 300000, 10, 0, corner.y, 0, -10}, kUtm33},
                 [](int c, int) { return c; });
    const std::string said = refusal({r.path("far.tif"), kFrame, "", {}, {}, false});
    QVERIFY2(has(said, "outside the frame") && has(said, "anchor_lon_deg 19."), said.c_str());
  }

  void coordinatesThatAreNoMetresOfTheFrameAreNotGuessedAt() {
    write_raster(r.path("nocrs.tif"), {10, 10, {500000, 10, 0, 5200000, 0, -10}},
                 [](int c, int) { return c; });
    const std::string said = refusal({r.path("nocrs.tif"), kFrame, "", {}, {}, false});
    QVERIFY2(has(said, "no CRS") && has(said, "--place"), said.c_str());
  }

  void aFileFromSouthToNorthIsTurnedOver() {
    write_raster(r.path("south.tif"), {10, 20, {0, 100, 0, 0, 0, 50}},
                 [](int c, int row) { return c + 10 * row; });
    const auto source = opened({r.path("south.tif"), kFrame, "", {}, {}, true});
    QCOMPARE(source->place.north_m, 1000.0);
    const std::vector<float> values = values_of(*source);
    QCOMPARE(values.front(), 190.0F);
    QCOMPARE(values.back(), 9.0F);
  }

  void rawSamplesAreReadInEveryOrder() {
    std::string big;
    for (int i = 0; i < 6; ++i) big += {char(i), char(7)};
    write_text(r.path("h.raw"), big);
    fw::RasterRequest request{r.path("h.raw"), {300, 200, 0, 0}, "", {}, fw::Raw16{3, 2, true, true}, false};
    const std::vector<float> flipped = values_of(*opened(request));
    QCOMPARE(flipped, (std::vector<float>{3 * 256 + 7, 4 * 256 + 7, 5 * 256 + 7, 7, 256 + 7, 2 * 256 + 7}));
    request.raw = fw::Raw16{3, 2, false, false};
    QCOMPARE(values_of(*opened(request)).front(), 7.0F * 256);
    request.raw = fw::Raw16{3, 3, false, false};
    QVERIFY(has(refusal(request), "12 bytes"));
  }

  void otherFilesAreRefused() {
    write_text(r.path("text.tif"), "II*\0 no picture");
    QVERIFY(has(refusal({r.path("text.tif"), kFrame, "", {}, {}, false}), "no GeoTIFF"));
    QVERIFY(has(refusal({r.path("missing.tif"), kFrame, "", {}, {}, false}), "missing.tif"));
    QVERIFY(!bool(fw::read_vectors({r.path("text.tif"), kFrame})));
  }

  void ourPointsComeBackByMetresAndByDegrees() {
    const auto local = fw::read_vectors({r.path("points.geojson"), kFrame});
    QVERIFY2(bool(local), local ? "" : local.error().message.c_str());
    QCOMPARE(local.value().layers.size(), size_t{1});
    const auto& features = local.value().layers[0].features;
    QCOMPARE(features.size(), r.world.points.points.size());
    for (size_t i = 0; i < features.size(); ++i) {
      double x = 0, y = 0;
      QCOMPARE(std::sscanf(features[i].shapes.at(0).c_str(), "POINT (%lf %lf)", &x, &y), 2);
      QCOMPARE(x, r.world.points.points[i].position_m.x);
      QCOMPARE(y, r.world.points.points[i].position_m.y);
    }
    fw::FrameOnEarth frame{r.world.grid.width_m(), r.world.grid.height_m(), r.tmpl.anchor_lon_deg,
                           r.tmpl.anchor_lat_deg};
    const auto degrees = fw::read_vectors({r.path("points.rfc7946.geojson"), frame});
    QVERIFY2(bool(degrees), degrees ? "" : degrees.error().message.c_str());
    for (size_t i = 0; i < features.size(); ++i) {
      double x = 0, y = 0;
      std::sscanf(degrees.value().layers[0].features[i].shapes.at(0).c_str(), "POINT (%lf %lf)", &x, &y);
      const Vec2 p = r.world.points.points[i].position_m;
      QVERIFY(std::fabs(x - p.x) < 0.02 && std::fabs(y - p.y) < 0.02);
    }
  }

  void crossedPolygonsAreMendedAndCounted() {
    write_text(r.path("bow.geojson"),
               R"({"type":"FeatureCollection","features":[
 {"type":"Feature","properties":{"class":"forest","n":3},"geometry":{"type":"Polygon","coordinates":
   [[[100,100],[300,300],[300,100],[100,300],[100,100]]]}},
 {"type":"Feature","properties":{"class":null},"geometry":{"type":"Polygon","coordinates":
   [[[400,400],[500,400],[500,500],[400,400]]]}},
 {"type":"Feature","properties":{},"geometry":null}]})");
    const auto source = fw::read_vectors({r.path("bow.geojson"), kFrame});
    QVERIFY2(bool(source), source ? "" : source.error().message.c_str());
    QCOMPARE(source.value().mended, int64_t{1});
    const auto& layer = source.value().layers.at(0);
    QVERIFY(layer.features[2].shapes.empty() && layer.features[2].broken.empty());
    QVERIFY2(layer.features[0].shapes.at(0).starts_with("MULTIPOLYGON"), layer.features[0].shapes[0].c_str());
    QCOMPARE(std::get<std::string>(layer.features[0].fields.at(0)), std::string("forest"));
    QCOMPARE(std::get<std::string>(layer.features[0].fields.at(1)), std::string("3"));
    QVERIFY(std::holds_alternative<std::monostate>(layer.features[1].fields.at(0)));
    const auto drawn = fw::read_vectors({r.path("bow.geojson"), kFrame, false});
    QCOMPARE(drawn.value().layers[0].features[0].shapes.at(0),
             std::string("POLYGON ((100 100, 300 300, 300 100, 100 300, 100 100))"));
  }

  void viewsOfAPackageAreNotRun() {
    fw::GeoTable pins{
        "pins", "", {{{"id", fw::AttributeKind::text}}, {{std::string("p1")}}}, {"POINT (4 7)"}};
    QVERIFY(bool(fw::write_tables(r.path("views.gpkg"), {pins})));
    {
      GDALAllRegister();
      const Dataset package(
          GDALDataset::Open(r.path("views.gpkg").c_str(), GDAL_OF_VECTOR | GDAL_OF_UPDATE, nullptr));
      // No row ever comes of it.
      for (const char* sql :
           {"CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
            "SELECT x AS id FROM c WHERE x < 0",
            "INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('endless', 'attributes', "
            "'endless')"})
        package->ReleaseResultSet(package->ExecuteSQL(sql, nullptr, nullptr));
    }
    const auto source = fw::read_vectors({r.path("views.gpkg"), kFrame});
    QVERIFY2(bool(source), source ? "" : source.error().message.c_str());
    QCOMPARE(source.value().views, int64_t{1});
    QCOMPARE(source.value().layers.size(), size_t{1});
  }

  void aTableOfPlacesIsReadAsItStands() {
    write_text(r.path("places.csv"), "type,x_m,y_m,label\niron,120.5,88,\"Old, deep\"\nwolf,1,2,\n");
    const auto source = fw::read_vectors({r.path("places.csv"), kFrame});
    QVERIFY2(bool(source), source ? "" : source.error().message.c_str());
    const auto& layer = source.value().layers.at(0);
    QCOMPARE(layer.name, std::string("places"));
    QCOMPARE(layer.fields, (std::vector<std::string>{"type", "x_m", "y_m", "label"}));
    QCOMPARE(std::get<std::string>(layer.features.at(0).fields[1]), std::string("120.5"));
    QCOMPARE(std::get<std::string>(layer.features.at(0).fields[3]), std::string("Old, deep"));
  }

  void tablesAreWrittenAsAPackageThatIsReadBack() {
    fw::GeoTable pins{
        "pins", "Pins", {{{"id", fw::AttributeKind::text}, {"x_m", fw::AttributeKind::real}}, {}}, {}};
    pins.attributes.rows = {{std::string("p1"), 4.25}, {std::string("p2"), std::monostate{}}};
    pins.shapes = {"POINT (4.25 7)", ""};
    fw::GeoTable bare{"imports", "Rasters", {{{"id", fw::AttributeKind::text}}, {{std::string("i1")}}}, {}};
    fw::GeoTable mixed{"land",
                       "",
                       {{{"id", fw::AttributeKind::text}}, {{std::string("l1")}, {std::string("l2")}}},
                       {"POLYGON ((0 0, 9 0, 9 9, 0 0))", "LINESTRING (0 0, 5.125 5)"}};
    const auto done = fw::write_tables(r.path("hand.gpkg"), {pins, bare, mixed});
    QVERIFY2(bool(done), done ? "" : done.error().message.c_str());
    const auto source = fw::read_vectors({r.path("hand.gpkg"), kFrame, false});
    QVERIFY2(bool(source), source ? "" : source.error().message.c_str());
    QCOMPARE(source.value().layers.size(), size_t{3});
    const auto layer = [&](const std::string& name) -> const fw::SourceLayer& {
      for (const auto& l : source.value().layers)
        if (l.name == name) return l;
      qFatal("no layer %s", name.c_str());
    };
    QCOMPARE(layer("pins").features[0].shapes.at(0), std::string("POINT (4.25 7)"));
    QVERIFY(layer("pins").features[1].shapes.empty());
    QVERIFY(std::holds_alternative<std::monostate>(layer("pins").features[1].fields[1]));
    QCOMPARE(std::get<std::string>(layer("imports").features[0].fields[0]), std::string("i1"));
    QCOMPARE(layer("land").features[1].shapes.at(0), std::string("LINESTRING (0 0, 5.125 5)"));
  }
};

FW_TEST(TestGeoImport)
#include "test_geo_import.moc"
