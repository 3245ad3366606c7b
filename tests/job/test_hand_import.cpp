// Rasters and shapes of other programs into the rows of a template.

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <set>
#include <string>

#include "app/job/hand/export_rows.h"
#include "app/job/hand/hand_import.h"
#include "core/template/hand_rows.h"
#include "core/template/template_io.h"
#include "render/page/grey_png.h"

using namespace fw;

namespace {

Template tiny(const std::vector<std::string>& settings = {}) {
  return parse_template_with(find_builtin("Tiny")->text, "Tiny", settings).value();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const ImportNote* note(const std::vector<ImportNote>& notes, const std::string& code) {
  for (const ImportNote& n : notes)
    if (n.code == code) return &n;
  return nullptr;
}

/// A square of this side about a place, as GeoJSON coordinates.
std::string square(double x, double y, double side) {
  const auto at = [](double px, double py) {
    return "[" + std::to_string(px) + "," + std::to_string(py) + "]";
  };
  const double h = side / 2;
  return "[[" + at(x - h, y - h) + "," + at(x + h, y - h) + "," + at(x + h, y + h) + "," + at(x - h, y + h) +
         "," + at(x - h, y - h) + "]]";
}

std::string collection(const std::vector<std::string>& features) {
  std::string text = R"({"type": "FeatureCollection", "features": [)";
  for (size_t i = 0; i < features.size(); ++i) text += (i > 0 ? ",\n" : "\n") + features[i];
  return text + "]}";
}
std::string feature(const std::string& properties, const std::string& type, const std::string& coordinates) {
  return R"({"type": "Feature", "properties": {)" + properties + R"(}, "geometry": {"type": ")" + type +
         R"(", "coordinates": )" + coordinates + "}}";
}

}  // namespace

class TestHandImport : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path path(const std::string& name) const {
    return folder_.path().toStdString() + "/" + name;
  }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::filesystem::path write_png(const std::string& name, const GreyImage& image) const {
    return write(name, encode_grey_png(image).value());
  }

  static HandImport request(const std::filesystem::path& file, const std::string& what,
                            const std::string& fields = "") {
    HandImport r;
    r.raster.file = file;
    r.what = what;
    r.rows.fields = read_field_choices(fields).value();
    return r;
  }
  static HandImported imported(const HandImport& r, const Template& into) {
    auto made = import_into(r, into);
    if (!made) qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
  }
  static std::string refusal(const HandImport& r, const Template& into) {
    const auto made = import_into(r, into);
    return made ? "" : made.error().message;
  }

 private slots:
  void classesOfAPictureBecomePixelsOfAFileAndARow() {
    const Template into = tiny();
    GreyImage image{64, 64, 8, std::vector<uint16_t>(64 * 64, 30)};
    for (size_t i = 0; i < 100; ++i) image.levels[i] = 40;
    image.levels[200] = 99;
    HandImport r = request(write_png("biomes.png", image), "biome");
    std::string said = refusal(r, into);
    QVERIFY2(has(said, "--map") && has(said, "30 (3995)") && has(said, "99 (1)"), said.c_str());
    const std::string a = into.vocabulary.biomes[0].id, b = into.vocabulary.biomes[1].id;
    r.raster.map = "30 " + a + ", 40 " + b + "x";
    said = refusal(r, into);
    QVERIFY2(has(said, "did you mean " + b), said.c_str());
    r.raster.map = "30 " + a + ", 40 " + b;
    const HandImported made = imported(r, into);
    QCOMPARE(made.tmpl.hand.imports.size(), size_t{1});
    const ImportRow& row = made.tmpl.hand.imports[0];
    QCOMPARE(row.columns, 64);
    QCOMPARE(row.map, "30 " + a + ", 40 " + b);
    const ImportPixels& pixels = *made.fresh.at(row.sha256);
    QCOMPARE(pixels.values[0], uint16_t{40});
    QCOMPARE(pixels.values[200], uint16_t{0});
    QVERIFY(note(made.notes, "unknown_value") != nullptr);
    QCOMPARE(note(made.notes, "unknown_value")->count, int64_t{1});
    // The same id again: the row is replaced, not added.
    HandImport again = r;
    again.id = row.id;
    const HandImported replaced = imported(again, made.tmpl);
    QCOMPARE(replaced.tmpl.hand.imports.size(), size_t{1});
    QCOMPARE(replaced.replaced, std::vector<std::string>{row.id});
  }

  void heightsOfAPictureKeepTheirSteps() {
    Template into = tiny();
    GreyImage image{32, 32, 16, {}};
    for (int i = 0; i < 32 * 32; ++i) image.levels.push_back(static_cast<uint16_t>(i * 60));
    HandImport r = request(write_png("height.png", image), "height");
    r.raster.low_m = -100;
    r.raster.high_m = 900;
    const HandImported made = imported(r, into);
    const ImportRow& row = made.tmpl.hand.imports[0];
    QCOMPARE(row.low_m, -100.0);
    QCOMPARE(row.high_m, 900.0);
    QVERIFY(made.fresh.at(row.sha256)->values == image.levels);
    QVERIFY(row.map.empty());
  }

  void aRasterOverPartOfTheFrameLeavesTheRestWithoutHeights() {
    const Template into = tiny();
    GreyImage image{20, 10, 16, std::vector<uint16_t>(200, 1000)};
    HandImport r = request(write_png("part.png", image), "height");
    QVERIFY(has(refusal(r, into), "--place"));
    r.raster.place = StatedPlace{0, 0, into.frame.width_m / 2};
    const HandImported made = imported(r, into);
    const ImportRow& row = made.tmpl.hand.imports[0];
    QCOMPARE(row.map, std::string(kNoHeightMap));
    const ImportPixels& pixels = *made.fresh.at(row.sha256);
    QCOMPARE(pixels.columns, 40);
    int64_t with = 0;
    for (const uint16_t v : pixels.values) with += v != 0;
    QCOMPARE(with, int64_t{200});
    QVERIFY(pixels.values.front() == 0 && pixels.values[39 * 40] != 0);  // it lies in the south-west
  }

  void fourteenRegionsWithAGapAndAnOverlapAreTaken() {
    const Template into = tiny({"regions.controllable=14"});
    const double side = into.frame.width_m / 4;
    std::vector<std::string> features;
    for (int k = 0; k < 14; ++k)
      features.push_back(
          feature("\"name\": \"R" + std::to_string(k) + "\"", "Polygon",
                  square((k % 4 + 0.5) * side, (k / 4 + 0.5) * side, k == 5 ? side * 1.2 : side)));
    const HandImported made =
        imported(request(write("regions.geojson", collection(features)), "regions"), into);
    QCOMPARE(made.tmpl.hand.regions.size(), size_t{14});
    QCOMPARE(made.tmpl.hand.regions[13].name, std::string("R0"));  // the first of the file has what two want
    QVERIFY(made.tmpl.hand.regions[0].is == RegionIs::exactly);
    const ImportNote* overlap = note(made.notes, "overlap");
    QVERIFY(overlap != nullptr);
    const double cells = (1.2 * 1.2 - 1) * side * side / std::pow(into.frame.width_m / 512, 2);
    QVERIFY2(std::fabs(static_cast<double>(overlap->count) - cells) < 0.03 * cells, overlap->text.c_str());
    const std::string said = refusal(request(path("regions.geojson"), "regions"), tiny());
    QVERIFY2(has(said, "regions.controllable"), said.c_str());
  }

  void aTableWithUnknownClassesIsTakenWithoutThem() {
    const Template into = tiny();
    const std::string good = into.resources[0].slug, other = into.resources[1].slug;
    const double w = into.frame.width_m;
    std::string csv = "type,x_m,y_m,title,rank\n";
    csv += good + ",100.25,200,\"The first, of all\",3\n";
    csv += good + ",100.75,200,again,1\n";          // within 1 m
    csv += other + ",100.5,200,another class,1\n";  // another class may stand there
    csv += good + "x,300,300,,1\nnothing_like_it,300,300,,1\nnothing_like_it,400,300,,1\n";
    csv += good + "," + std::to_string(w + 5) + ",300,off,1\n";
    const HandImported made =
        imported(request(write("points.csv", csv), "points", "class=type,name=title"), into);
    QCOMPARE(made.tmpl.hand.pins.size(), size_t{2});
    QCOMPARE(made.tmpl.hand.pins[0].x_m, 100.25);
    QCOMPARE(made.tmpl.hand.pins[0].name, std::string("The first, of all"));
    QCOMPARE(note(made.notes, "unknown_class")->count, int64_t{3});
    QVERIFY2(has(note(made.notes, "unknown_class")->text, "did you mean " + good),
             note(made.notes, "unknown_class")->text.c_str());
    QCOMPARE(note(made.notes, "twice")->count, int64_t{1});
    QCOMPARE(note(made.notes, "off_frame")->count, int64_t{1});
    QVERIFY(has(refusal(request(path("points.csv"), "points", "clas=type"), into), "did you mean class"));
    QVERIFY(has(refusal(request(path("points.csv"), "points", "class=tpye"), into), "did you mean type"));
  }

  void shapesBecomePaintAreasLandAndLines() {
    const Template into = tiny();
    const std::string biome = into.vocabulary.biomes[0].id;
    const auto file = write(
        "shapes.geojson", collection({feature("\"kind\": \"x\"", "Polygon", square(1000, 1000, 400)),
                                      feature("\"kind\": \"y\"", "Point", "[700, 800]"),
                                      feature("\"kind\": \"z\"", "LineString", "[[0,0],[100,0],[100,90]]")}));
    const HandImported paint = imported(request(file, "biome", "class:=" + biome + ",radius_m:=30"), into);
    QCOMPARE(paint.tmpl.hand.biome.size(), size_t{3});
    QCOMPARE(paint.tmpl.hand.biome[1].place.radius_m, 30.0);
    const HandImported land = imported(request(file, "land", "is:=sea"), into);
    QCOMPARE(land.tmpl.hand.land.size(), size_t{1});
    QVERIFY(land.tmpl.hand.land[0].is == LandIs::sea);
    QCOMPARE(note(land.notes, "no_radius")->count, int64_t{2});
    const HandImported areas = imported(request(file, "areas", "of:=all,density:=0,radius_m:=20"), into);
    QCOMPARE(areas.tmpl.hand.areas.size(), size_t{3});
    QCOMPARE(areas.tmpl.hand.areas[0].density, 0.0);
    QVERIFY(has(refusal(request(file, "castles"), into), "castles"));
    const HandImported none = imported(request(file, "biome"), into);
    QCOMPARE(none.tmpl.hand.biome.size(), size_t{0});
    QCOMPARE(note(none.notes, "no_class")->count, int64_t{3});
  }

  void everyRowComesBackFromAGeoPackage() {
    Template tmpl = tiny();
    const std::string cls = tmpl.resources[0].slug, biome = tmpl.vocabulary.biomes[0].id;
    const std::string
        hand =
            R"("hand": {"mix": "follow",
 "pins": [{"id": "p1", "class": ")" +
            cls +
            R"(", "x_m": 100.12345, "y_m": 200, "name": "Über", "level": 3, "counts": "no", "from_x_m": 5, "from_y_m": 6.5}],
 "bans": [{"id": "x1", "of": "all, -)" +
            cls + R"(", "x_m": 7, "y_m": 8, "radius_m": 33}],
 "areas": [{"id": "a1", "of": "all", "shape": "POLYGON ((0 0, 100 0, 100 100), (10 5, 60 5, 60 50))",
        "density" : 0.5
  }],
 "biome": [{"id": "b1", "class": ")" + biome + R"(", "shape": "LINESTRING (0 0, 10.5 10)", "radius_m": 50, "feather_m": 0},
           {"id": "b2", "cells": ["3a 2 1b", "12a"], "key": "a )" + biome + R"(, b none", "top": 4, "left": 7}],
 "regions": [{"id": "r1", "x_m": 900, "y_m": 900, "name": "Here", "biomes": {")" + biome + R"(": 1}}],
 "land": [{"id": "s1", "shape": "MULTIPOLYGON (((0 0, 100 100, 100 0, 0 100)), ((500 500, 600 500, 600 600)))", "is": "sea", "on": "no", "note": "drawn across"}],
 "terrain": [{"id": "t1", "do": "raise", "shape": "POINT (10 10)", "radius_m": 5, "amount_m": 20}],
 "lines": [{"id": "n1", "shape": "LINESTRING (0 0, 10 10)", "from": "p1"}],
 "views": [{"id": "v1", "x_m": 0.5, "y_m": 0, "to_x_m": 10, "to_y_m": 10, "clear": "all"}],
 "rerolls": [{"id": "q1", "of": "points, danger", "shape": "POINT (10 10)", "radius_m": 5, "seed": 7}],
 "imports": [{
    "id" : "m1",
           "what" : "land",
                    "file" : "a.png",
                             "columns" : 64,
                             "rows" : 64,
                             "sha256" : ")" + std::string(64, 'a') + R"("}]
})";
    std::string text = write_template(tmpl);
    text.erase(text.rfind('}'));
    text.erase(text.find_last_not_of(" \n") + 1);
    auto read = parse_template(text + ",\n" + hand + "}\n", "t");
    QVERIFY2(bool(read), read ? "" : read.error().message.c_str());
    tmpl = read.value();
    const auto done = export_rows(tmpl, path("hand.gpkg"), false);
    QVERIFY2(bool(done), done ? "" : done.error().message.c_str());
    Template bare = tmpl;
    bare.hand = {};
    bare.hand.mix = HandMix::follow;
    HandImported back = imported(request(path("hand.gpkg"), "rows"), bare);
    const auto before = hand_row_texts(tmpl), after = hand_row_texts(back.tmpl);
    QCOMPARE(after.size(), before.size());
    for (size_t k = 0; k < before.size(); ++k) QCOMPARE(after[k].json, before[k].json);
    QCOMPARE(template_digest(back.tmpl), template_digest(tmpl));
    // Again into the same template: rows take their own places.
    back = imported(request(path("hand.gpkg"), "rows"), tmpl);
    QCOMPARE(back.added.size(), size_t{0});
    QCOMPARE(back.replaced.size(), before.size());
    QCOMPARE(write_template(back.tmpl), write_template(tmpl));
    QVERIFY(!export_rows(tmpl, path("hand.gpkg"), false));  // exists
  }

  void otherFilesAndWordsAreRefusedWithASentence() {
    const Template into = tiny();
    QVERIFY(has(refusal(request(path("none.tif"), "height"), into), "none.tif"));
    QVERIFY(has(refusal(request(write("junk.png", "\x89PNG junk"), "land"), into), "junk.png"));
    QVERIFY(has(refusal(request(write("junk.geojson", "{]"), "points"), into), "junk.geojson"));
    QVERIFY(has(refusal(request(write("bad.csv", "a,b\n1,2\n"), "rows"), into), "none of its layers"));
    QVERIFY(!read_field_choices("class"));
    QVERIFY(!read_field_choices("=x"));
    const GreyImage image{8, 8, 8, std::vector<uint16_t>(64, 1)};
    QVERIFY(has(refusal(request(write_png("p.png", image), "points"), into), "raster"));
  }
};

QTEST_APPLESS_MAIN(TestHandImport)
#include "test_hand_import.moc"
