// Shapes of other programs as rows of the hand: what each becomes, and every one that does not fit counted.

#include <QTest>
#include <cmath>

#include "app/job/hand/export_rows.h"
#include "core/template/hand_rows.h"
#include "hand_of_every_list.h"
#include "import_fixture.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;
using namespace import_fixture;

class TestImportShapes : public QObject {
  Q_OBJECT
  Files files_;

 private slots:
  void fourteenRegionsWithAGapAndAnOverlapAreTaken() {
    // Tiny's land by stripes from south to north: the third is wider (an overlap), the ninth narrower (a
    // gap).
    const Template into =
        tiny({"regions.controllable=14", "landmarks.settlement.count=14", "landmarks.fort.count=14"});
    const double side = into.frame.width_m, stripe = side / 14;
    std::vector<std::pair<std::string, std::string>> shapes;
    for (int k = 0; k < 14; ++k) {
      const double from = k * stripe, to = from + stripe * (k == 2 ? 1.5 : k == 8 ? 0.5 : 1);
      const std::string w = std::to_string(side), a = std::to_string(from), b = std::to_string(to);
      shapes.emplace_back("R" + std::to_string(k), "POLYGON ((0 " + a + "," + w + " " + a + "," + w + " " +
                                                       b + ",0 " + b + ",0 " + a + "))");
    }
    const HandImported made =
        imported(request(write_package(files_.path("regions.gpkg"), "realms", shapes), "regions"), into);
    QCOMPARE(made.tmpl.hand.regions.size(), size_t{14});
    QCOMPARE(made.added.size(), size_t{14});
    QVERIFY2(has(made.placed_by, "metres of the frame"), made.placed_by.c_str());
    for (const RegionRow& row : made.tmpl.hand.regions) QVERIFY(row.is == RegionIs::exactly);
    const double half_stripe_cells = 512 * 512 / 14.0 / 2;
    QVERIFY2(std::fabs(static_cast<double>(counted(made.notes, "overlap")) - half_stripe_cells) <= 512,
             all_notes(made.notes).c_str());
    // Where two have a cell, the first of the file does: rows act in order, the last over all others.
    QCOMPARE(made.tmpl.hand.regions[13].name, std::string("R0"));
    QCOMPARE(made.tmpl.hand.regions[0].name, std::string("R13"));
    // What the world makes of them: the gap is counted.
    const std::vector<ImportNote> told = tried(made, 128);
    QVERIFY2(counted(told, "region_gaps") > 0, all_notes(told).c_str());
    QVERIFY2(has(text_of(told, "region_gaps"), "the other region of the template"), all_notes(told).c_str());
    // One region fewer in the template is a contradiction, told with the parameter.
    const std::string said =
        refusal(request(files_.path("regions.gpkg"), "regions"), tiny({"regions.controllable=13"}));
    QVERIFY2(has(said, "regions.controllable"), said.c_str());
  }

  void aTableWithThreeUnknownClassesIsTakenWithoutThem() {
    const Template into = tiny();
    const std::string good = into.resources[0].slug, other = into.resources[1].slug;
    const std::string off = std::to_string(into.frame.width_m + 5);
    std::string csv = "type,x_m,y_m,title,rank\n";
    csv += good + ",100.25,200,\"The first, of all\",3\n";
    csv += good + ",100.75,200,again,1\n";          // within 1 m
    csv += other + ",100.5,200,another class,1\n";  // another class may stand there
    csv += good + "x,300,300,,1\nnothing_like_it,300,300,,1\nnor_this,400,300,,1\n";
    csv += good + "," + off + ",300,off,1\n" + good + ",nowhere,300,off,1\n";
    const HandImported made =
        imported(request(files_.write("points.csv", csv), "points", "class=type,name=title"), into);
    QCOMPARE(made.tmpl.hand.pins.size(), size_t{2});
    QCOMPARE(made.tmpl.hand.pins[0].x_m, 100.25);
    QCOMPARE(made.tmpl.hand.pins[0].name, std::string("The first, of all"));
    QVERIFY(!made.tmpl.hand.pins[0].level);  // nobody asked for it
    QCOMPARE(counted(made.notes, "unknown_class"), int64_t{3});
    const std::string unknown = text_of(made.notes, "unknown_class");
    QVERIFY2(has(unknown, "did you mean " + good) && has(unknown, "nothing_like_it"), unknown.c_str());
    QCOMPARE(counted(made.notes, "twice"), int64_t{1});
    QCOMPARE(counted(made.notes, "off_frame"), int64_t{1});
    QCOMPARE(counted(made.notes, "unknown_x_m"), int64_t{1});
    QVERIFY(
        has(refusal(request(files_.path("points.csv"), "points", "clas=type"), into), "did you mean class"));
    QVERIFY(
        has(refusal(request(files_.path("points.csv"), "points", "class=tpye"), into), "did you mean type"));
  }

  void rowsOfATableWithoutAPlaceAreLeftOutAndCounted() {
    const Template into = tiny();
    const std::string cls = into.resources[0].slug;
    const auto table = [&](const std::string& name, const std::string& text) {
      return request(files_.write(name, text), "points");
    };
    const HandImported made = imported(table("gaps.csv", "class,x_m,y_m\n" + cls + ",100,200\n" + cls +
                                                             ",,\n" + cls + ",300,\n" + cls + ",,400\n"),
                                       into);
    QCOMPARE(made.tmpl.hand.pins.size(), size_t{1});
    QCOMPARE(counted(made.notes, "no_place"), int64_t{3});
    const std::string said = text_of(made.notes, "no_place");
    QVERIFY2(has(said, "x_m and y_m") && has(said, "feature 2; feature 3; feature 4"), said.c_str());
    QVERIFY2(has(made.placed_by, "metres of the frame"), made.placed_by.c_str());
    // A constant is a place, and so is a field of another name.
    QCOMPARE(
        imported(request(files_.path("gaps.csv"), "points", "x_m:=7,y_m=x_m"), into).tmpl.hand.pins.size(),
        size_t{2});
    // Points without a shape have no place either.
    const auto file = files_.write(
        "gaps.geojson",
        collection({feature({{"class", cls}}, "Point", {700, 800}),
                    {{"type", "Feature"}, {"properties", {{"class", cls}}}, {"geometry", nullptr}}}));
    const HandImported points = imported(request(file, "points"), into);
    QCOMPARE(points.tmpl.hand.pins.size(), size_t{1});
    QCOMPARE(counted(points.notes, "no_place"), int64_t{1});
  }

  void aTableWithoutColumnsOfPlacesIsRefusedWithThoseItHas() {
    const Template into = tiny();
    const std::string cls = into.resources[0].slug;
    const auto refused = [&](const std::string& name, const std::string& text, const char* what) {
      const auto made = import_into(request(files_.write(name, text), what), into);
      if (made) return std::string("taken");
      return (made.error().kind == ErrorKind::io ? "" : "not as a source: ") + made.error().message;
    };
    const std::string half = refused("half.csv", "class,x_m\n" + cls + ",5\n", "points");
    QVERIFY2(half.starts_with(files_.path("half.csv").string()), half.c_str());
    QVERIFY2(has(half, "found the columns class, x_m") && has(half, "expected x_m and y_m"), half.c_str());
    QVERIFY2(has(half, "--fields x_m=") && has(half, "lon and lat in degrees"), half.c_str());
    const std::string bans = refused("bans.csv", "of,x\nall,5\n", "bans");
    QVERIFY2(has(bans, "expected x_m and y_m"), bans.c_str());
    const std::string regions = refused("regions.csv", "name,owner\nA,\n", "regions");
    QVERIFY2(has(regions, "x_m and y_m") && has(regions, "WKT in shape"), regions.c_str());
    const std::string paint = refused("paint.csv", "class,east,north\nforest,5,5\n", "biome");
    QVERIFY2(has(paint, "WKT in shape") && has(paint, "x_m="), paint.c_str());
  }

  void shapesBecomePaintAreasLandLinesBansAndTerrain() {
    const Template into = tiny();
    const std::string biome = into.vocabulary.biomes[0].id;
    const auto file =
        files_.write("shapes.geojson",
                     collection({feature({{"kind", "x"}}, "Polygon", rectangle(1000, 1000, 400, 400)),
                                 feature({{"kind", "y"}}, "Point", {700, 800}),
                                 feature({{"kind", "z"}}, "LineString", {{0, 0}, {100, 0}, {100, 90}})}));
    const HandImported paint = imported(request(file, "biome", "class:=" + biome + ",radius_m:=30"), into);
    QCOMPARE(paint.tmpl.hand.biome.size(), size_t{3});
    QCOMPARE(paint.tmpl.hand.biome[1].place.radius_m, 30.0);
    const HandImported land = imported(request(file, "land", "is:=sea"), into);
    QCOMPARE(land.tmpl.hand.land.size(), size_t{1});
    QVERIFY(land.tmpl.hand.land[0].is == LandIs::sea);
    QCOMPARE(counted(land.notes, "no_radius"), int64_t{2});
    const HandImported areas = imported(request(file, "areas", "of:=all,density:=0,radius_m:=20"), into);
    QCOMPARE(areas.tmpl.hand.areas.size(), size_t{3});
    QCOMPARE(areas.tmpl.hand.areas[0].density, 0.0);
    QVERIFY(has(refusal(request(file, "areas"), into), "3 features have no"));
    const HandImported bans = imported(request(file, "bans", "of:=all"), into);
    QCOMPARE(bans.tmpl.hand.bans.size(), size_t{1});
    QCOMPARE(counted(bans.notes, "no_point"), int64_t{2});
    const HandImported lines = imported(request(file, "lines"), into);
    QCOMPARE(lines.tmpl.hand.lines.size(), size_t{1});
    QCOMPARE(counted(lines.notes, "no_line"), int64_t{2});
    const HandImported hill = imported(request(file, "terrain", "do:=raise,amount_m:=20,radius_m:=40"), into);
    QCOMPARE(hill.tmpl.hand.terrain.size(), size_t{3});
    QVERIFY(has(refusal(request(file, "biome"), into), "3 features have no class"));
    QVERIFY(has(refusal(request(file, "biome", "class=kind"), into), "none of its 3 features can be taken"));
    QVERIFY(has(refusal(request(file, "castles"), into), "castles"));
  }

  void shapesOffTheFrameCrossedAndTooLargeAreCounted() {
    const Template into = tiny();
    const double w = into.frame.width_m;
    ordered_json ring = ordered_json::array();
    for (int k = 0; k < 6000; ++k)
      ring.push_back({1500 + 900 * std::cos(k * 2 * 3.14159265358979 / 6000),
                      1500 + 900 * std::sin(k * 2 * 3.14159265358979 / 6000)});
    ring.push_back(ring[0]);
    const auto file = files_.write(
        "misfits.geojson",
        collection({feature(ordered_json::object(), "Polygon", rectangle(w + 900, 500, 100, 100)),
                    feature(ordered_json::object(), "Polygon", rectangle(w, 500, 100, 100)),
                    feature(ordered_json::object(), "Polygon",
                            {{{100, 100}, {300, 300}, {300, 100}, {100, 300}, {100, 100}}}),
                    feature(ordered_json::object(), "Polygon", ordered_json::array({ring})),
                    {{"type", "Feature"}, {"properties", ordered_json::object()}, {"geometry", nullptr}}}));
    const HandImported made = imported(request(file, "areas", "of:=all"), into);
    QCOMPARE(made.tmpl.hand.areas.size(), size_t{3});
    for (const char* code : {"off_frame", "partly_off_frame", "mended", "simplified", "no_shape"})
      QVERIFY2(counted(made.notes, code) == 1, (code + ("\n" + all_notes(made.notes))).c_str());
  }

  void ringsAreClosedAndShapesThatCannotBeReadAreLeftOutAlone() {
    const Template into = tiny();
    const std::string cls = into.vocabulary.biomes[0].id;
    const auto table = [&](const std::string& name, const std::string& rows) {
      return imported(request(files_.write(name, "shape,class\n" + rows), "biome"), into);
    };
    const HandImported open = table(
        "open.csv", "\"POLYGON ((300 300, 400 300, 400 400))\"," + cls + "\n\"POLYGON ((500 500\"," + cls +
                        "\nfoo," + cls + "\n\"POLYGON ((600 300, 700 300, 700 400, 600 300))\"," + cls +
                        "\n," + cls + "\n\"MULTIPOLYGON (((900 300, 950 300, 950 400)))\"," + cls + "\n");
    QCOMPARE(open.tmpl.hand.biome.size(), size_t{3});
    QCOMPARE(open.tmpl.hand.biome[0].place.shape, std::string("POLYGON((300 300,400 300,400 400,300 300))"));
    QCOMPARE(counted(open.notes, "closed"), int64_t{2});
    QCOMPARE(counted(open.notes, "mended"), int64_t{0});
    const std::string said = text_of(open.notes, "broken_shape");
    QCOMPARE(counted(open.notes, "broken_shape"), int64_t{2});
    QVERIFY2(has(said, "feature 2: POLYGON ((500 500") && has(said, "feature 3: foo"), said.c_str());
    QCOMPARE(counted(open.notes, "no_shape"), int64_t{1});
    // Of points with coordinates a column of that name may be anything.
    const std::string ore = into.resources[0].slug;
    const HandImported points = imported(
        request(
            files_.write("words.csv", "class,shape,x_m,y_m\n" + ore + ",round,300,300\n" + ore + ",flat,,\n"),
            "points"),
        into);
    QCOMPARE(points.tmpl.hand.pins.size(), size_t{1});
    QCOMPARE(counted(points.notes, "broken_shape"), int64_t{1});
    // Numbers that are none: GEOS can do nothing with them, and the other rows stand.
    const HandImported nan =
        table("nan.csv", "\"POLYGON ((nan 300, 400 300, 400 400, nan 300))\"," + cls +
                             "\n\"POLYGON ((600 300, 700 300, 700 400, 600 300))\"," + cls + "\n");
    QCOMPARE(nan.tmpl.hand.biome.size(), size_t{1});
    const auto json =
        files_.write("open.geojson",
                     collection({feature({{"class", cls}}, "Polygon", {{{10, 10}, {300, 10}, {300, 200}}})}));
    QCOMPARE(imported(request(json, "biome"), into).tmpl.hand.biome.size(), size_t{1});
  }

  void eachMisfitIsToldOnceAndInItsNumber() {
    const Template into = tiny();
    const std::string cls = into.vocabulary.biomes[0].id;
    const auto bare = [&](int n) {
      std::vector<ordered_json> features{feature({{"class", cls}}, "Polygon", rectangle(500, 500, 90, 90))};
      for (int k = 0; k < n; ++k)
        features.push_back({{"type", "Feature"}, {"properties", {{"class", cls}}}, {"geometry", nullptr}});
      return imported(request(files_.write("bare.geojson", collection(features)), "biome"), into);
    };
    HandImported made = bare(1);
    QCOMPARE(all_notes(made.notes), std::string("no_shape: 1 feature has no shape and is left out\n"));
    made = bare(2);
    QCOMPARE(all_notes(made.notes), std::string("no_shape: 2 features have no shape and are left out\n"));
  }

  void idsThatCannotBeARowsAreTold() {
    Template into = tiny();
    const std::string cls = into.resources[0].slug;
    const auto row = [&](const std::string& id, int x) {
      return id + "," + cls + "," + std::to_string(x) + ",200\n";
    };
    into =
        imported(request(files_.write("first.csv", "id,class,x_m,y_m\n" + row("there", 100)), "points"), into)
            .tmpl;
    QCOMPARE(into.hand.pins[0].id, std::string("there"));
    const HandImported made = imported(
        request(files_.write("ids.csv", "id,class,x_m,y_m\n" + row("foo", 300) + row("FOO BAR", 400) +
                                            row("foo", 500) + row("there", 600) + row("", 700)),
                "points", "id=id"),
        into);
    QCOMPARE(made.tmpl.hand.pins.size(), size_t{6});
    QCOMPARE(made.tmpl.hand.pins[1].id, std::string("foo"));
    QCOMPARE(text_of(made.notes, "unfit_id"),
             std::string("1 row gets a new id for its own: expected a-z, 0-9 and _, not digits alone: found "
                         "\"FOO BAR\""));
    QCOMPARE(text_of(made.notes, "twice_id"),
             std::string("1 row gets a new id for its own: another of the file has it: \"foo\""));
    QCOMPARE(text_of(made.notes, "taken_id"),
             std::string("1 row gets a new id for its own: a row of the template has it: \"there\""));
    // Numbers are no ids, of a table that took them for numbers too.
    const HandImported numbers = imported(
        request(files_.write("ids.csv", "id,class,x_m,y_m\n" + row("17", 300)), "points", "id=id"), into);
    QVERIFY2(has(text_of(numbers.notes, "unfit_id"), "found \"17\""), all_notes(numbers.notes).c_str());
  }

  void degreesAndProjectedCoordinatesComeToTheirPlaceAboutTheAnchor() {
    const Template into = tiny({"anchor_lon_deg=15.2", "anchor_lat_deg=47.1"});
    const std::string cls = into.resources[0].slug;
    const auto file = files_.write(
        "degrees.geojson", collection({feature({{"class", cls}}, "Point", {15.2, 47.1}),
                                       feature({{"class", cls}}, "Point", {15.2, 47.1 + 500 / 111174.0})}));
    const HandImported made = imported(request(file, "points"), into);
    QCOMPARE(made.tmpl.hand.pins.size(), size_t{2});
    QVERIFY2(has(made.placed_by, "WGS 84"), made.placed_by.c_str());
    const double middle = into.frame.width_m / 2;
    QVERIFY(std::fabs(made.tmpl.hand.pins[0].x_m - middle) < 0.001);
    QVERIFY(std::fabs(made.tmpl.hand.pins[0].y_m - middle) < 0.001);
    QVERIFY(std::fabs(made.tmpl.hand.pins[1].y_m - middle - 500) < 2);
    const std::string far = refusal(request(file, "points"), tiny({"anchor_lon_deg=-70"}));
    QVERIFY2(has(far, "outside the frame") && has(far, "anchor_lon_deg 15.2"), far.c_str());
  }

  void everyRowComesBackFromAGeoPackage() {
    const Template tmpl = parse_template(hand_of_every_list(tiny()), "t").value();
    const auto done = export_rows(tmpl, files_.path("hand.gpkg"), false);
    QVERIFY2(bool(done), done ? "" : done.error().message.c_str());
    Template bare = tmpl;
    bare.hand = {};
    bare.hand.mix = tmpl.hand.mix;
    bare.hand.belt_m = tmpl.hand.belt_m;
    HandImported back = imported(request(files_.path("hand.gpkg"), "rows"), bare);
    const auto before = hand_row_texts(tmpl), after = hand_row_texts(back.tmpl);
    QVERIFY2(after.size() == before.size(), all_notes(back.notes).c_str());
    for (size_t k = 0; k < before.size(); ++k) QCOMPARE(after[k].json, before[k].json);
    QCOMPARE(template_digest(back.tmpl), template_digest(tmpl));
    QCOMPARE(all_notes(back.notes), std::string());  // rows of cells, too, miss nothing
    // Again into the same template: rows take their own places.
    back = imported(request(files_.path("hand.gpkg"), "rows"), tmpl);
    QCOMPARE(back.added.size(), size_t{0});
    QCOMPARE(back.replaced.size(), before.size());
    QCOMPARE(write_template(back.tmpl), write_template(tmpl));
    QVERIFY(!export_rows(tmpl, files_.path("hand.gpkg"), false));  // it exists
  }

  void pointsWithATextAreNotesAndAreasAreZones() {
    const Template into = tiny();
    const auto file = files_.write(
        "seen.geojson", collection({feature({{"text", "Too narrow"}}, "Point", {700.25, 800}),
                                    feature({{"text", "Off"}}, "Point", {-5, 800}),
                                    feature({{"text", "A line"}}, "LineString", {{1, 2}, {3, 4}})}));
    const HandImported notes = imported(request(file, "notes"), into);
    QCOMPARE(notes.tmpl.hand.notes.size(), size_t{1});
    QCOMPARE(notes.tmpl.hand.notes[0].note, std::string("Too narrow"));
    QCOMPARE(notes.tmpl.hand.notes[0].x_m, 700.25);
    QCOMPARE(counted(notes.notes, "off_frame"), int64_t{1});
    QCOMPARE(counted(notes.notes, "no_point"), int64_t{1});
    QCOMPARE(template_digest(notes.tmpl), template_digest(into));
    // The same file again changes nothing; another text is the same row's.
    const HandImported again = imported(request(file, "notes"), notes.tmpl);
    QCOMPARE(write_template(again.tmpl), write_template(notes.tmpl));
    const auto table = files_.write("seen.csv", "x_m,y_m,comment\n10,20,\"One, two\"\n");
    QCOMPARE(imported(request(table, "notes"), into).tmpl.hand.notes[0].note, std::string("One, two"));
    const auto grounds = files_.write(
        "grounds.geojson", collection({feature({{"is", "wall"}}, "Polygon", rectangle(900, 900, 200, 100)),
                                       feature({{"is", "moat"}}, "Polygon", rectangle(500, 900, 200, 100)),
                                       feature({{"is", "wall"}}, "LineString", {{1, 2}, {300, 400}})}));
    const HandImported zones = imported(request(grounds, "zones"), into);
    QCOMPARE(zones.tmpl.hand.zones.size(), size_t{2});
    QCOMPARE(zones.tmpl.hand.zones[0].is, ZoneIs::wall);
    QCOMPARE(counted(zones.notes, "no_radius"), int64_t{1});
    QCOMPARE(counted(zones.notes, "unfit_is"), int64_t{1});  // a zone, then
    QCOMPARE(imported(request(grounds, "zones", "radius_m:=8"), into).tmpl.hand.zones[2].radius_m, 8.0);
  }

  void aLineOfWatersIsARiverAndAnAreaALake() {
    const Template into = tiny();
    const auto file =
        files_.write("waters.geojson",
                     collection({feature({{"name", "Lea"}}, "LineString", {{1200, 1200}, {1500, 900}}),
                                 feature({{"name", "Mere"}}, "Polygon", rectangle(900, 900, 200, 100)),
                                 feature({{"kind", "river"}}, "LineString", {{1100, 1200}, {1200, 900}})}));
    const HandImported made = imported(request(file, "waters"), into);
    QCOMPARE(made.tmpl.hand.waters.size(), size_t{3});
    QVERIFY(made.tmpl.hand.waters[0].kind == WaterIs::river && made.tmpl.hand.waters[0].name == "Lea");
    QVERIFY(made.tmpl.hand.waters[1].kind == WaterIs::lake);
    QVERIFY(made.tmpl.hand.waters[2].kind == WaterIs::river);
    // With a radius a line is a long lake.
    const auto moat = files_.write(
        "moat.geojson", collection({feature({{"name", "Moat"}}, "LineString", {{900, 900}, {1200, 900}})}));
    QVERIFY(imported(request(moat, "waters", "radius_m:=30"), into).tmpl.hand.waters[0].kind ==
            WaterIs::lake);
  }

  void otherFilesAndWordsAreRefusedWithASentence() {
    const Template into = tiny();
    QVERIFY(has(refusal(request(files_.write("junk.geojson", "{]"), "points"), into), "junk.geojson"));
    QVERIFY(has(refusal(request(files_.write("a.csv", "a,b\n1,2\n"), "rows"), into), "none of its layers"));
    QVERIFY(has(refusal(request(files_.path("lost.csv"), "points"), into), "lost.csv"));
    QVERIFY(!read_field_choices("class"));
    QVERIFY(!read_field_choices("=x"));
    const GreyImage image{8, 8, 8, std::vector<uint16_t>(64, 1)};
    QVERIFY(has(refusal(request(files_.png("p.png", image), "points"), into), "raster"));
  }
};

FW_TEST(TestImportShapes)
#include "test_import_shapes.moc"
