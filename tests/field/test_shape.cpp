#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/exact/rng.h"
#include "core/field/shape.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Shape shape_of(const char* wkt) {
  const Result<Shape> shape = read_shape(wkt);
  return shape ? shape.value() : Shape{};
}

bool equal(const Shape& a, const Shape& b) {
  return a.kind == b.kind && a.parts == b.parts;
}

/// A brush's way: `count` places, about `step_m` apart.
Shape stroke(uint64_t stream, size_t count, double step_m, double side_m) {
  Shape out{Shape::Kind::lines, {{}}};
  Vec2 at{side_m * (0.3 + 0.4 * random_uniform(stream, 0)), side_m * (0.3 + 0.4 * random_uniform(stream, 1))};
  double heading = 6.28 * random_uniform(stream, 2);
  for (size_t i = 0; i < count; ++i) {
    out.parts[0].push_back({std::floor(at.x * 1000) / 1000, std::floor(at.y * 1000) / 1000});
    heading += 1.2 * (random_uniform(stream, 3 + i) - 0.5);
    at = at + Vec2{std::cos(heading), std::sin(heading)} * step_m;
  }
  return out;
}

/// A ring of `count` vertices round the middle, and one inside it.
Shape star(uint64_t stream, size_t count, double side_m) {
  Shape out{Shape::Kind::polygons, {{}, {}}};
  for (size_t i = 0; i < count; ++i) {
    const double angle = 6.2831853 * static_cast<double>(i) / static_cast<double>(count);
    const double far = side_m * (0.15 + 0.3 * random_uniform(stream, i));
    const auto at = [&](double r) {
      return Vec2{std::floor((side_m / 2 + r * std::cos(angle)) * 1000) / 1000,
                  std::floor((side_m / 2 + r * std::sin(angle)) * 1000) / 1000};
    };
    out.parts[0].push_back(at(far));
    out.parts[1].push_back(at(far / 3));
  }
  return out;
}

/// Distance to a segment by its definition: the nearest of many places on it, then a finer look around that.
double searched_distance(Vec2 a, Vec2 b, Vec2 p) {
  double low = 0, high = 1, best = std::numeric_limits<double>::max(), at = 0;
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i <= 40; ++i) {
      const double t = low + (high - low) * i / 40;
      const double d = std::sqrt(squared_distance(a + (b - a) * t, p));
      if (d < best) {
        best = d;
        at = t;
      }
    }
    const double step = (high - low) / 40;
    low = std::max(0.0, at - step);
    high = std::min(1.0, at + step);
  }
  return best;
}

double searched_inside(const Shape& shape, double radius_m, Vec2 p) {
  const bool polygons = shape.kind == Shape::Kind::polygons;
  double d = std::numeric_limits<double>::max();
  double turns = 0;  // odd number of rings round p: by the angle that each ring turns through
  int rings = 0;
  for (const std::vector<Vec2>& part : shape.parts) {
    turns = 0;
    for (size_t i = 0; i + (polygons ? 0 : 1) < part.size(); ++i) {
      const Vec2 a = part[i], b = part[(i + 1) % part.size()];
      d = std::min(d, searched_distance(a, b, p));
      const Vec2 u = a - p, v = b - p;
      turns += std::atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y);
    }
    if (polygons) rings += std::abs(static_cast<int>(std::lround(turns / 6.283185307)));
  }
  return rings % 2 != 0 ? radius_m + d : radius_m - d;
}

int64_t cells_inside(const Shape& shape, double radius_m, const GridSpec& grid) {
  int64_t count = 0;
  visit_shape(shape, radius_m, grid, 0, [&](uint32_t, double inside) { count += inside > 0 ? 1 : 0; });
  return count;
}

Raster<uint8_t> random_codes(const GridSpec& grid, uint64_t stream, int codes) {
  Raster<uint8_t> out(grid);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = random_uniform(stream, i) < 0.7 && i > 0 && i % static_cast<size_t>(grid.columns) > 0
                 ? out[i - 1]
                 : static_cast<uint8_t>((codes + 1) * random_uniform(stream + 1, i));
  return out;
}

}  // namespace

class ShapeTest : public QObject {
  Q_OBJECT

 private slots:
  void polygonsThatCrossThemselvesAreFound_data() {
    QTest::addColumn<QByteArray>("wkt");
    QTest::addColumn<bool>("crosses");
    QTest::newRow("a square") << QByteArray("POLYGON ((0 0, 10 0, 10 10, 0 10))") << false;
    QTest::newRow("a bow tie") << QByteArray("POLYGON ((0 0, 10 10, 10 0, 0 10))") << true;
    QTest::newRow("a hole") << QByteArray("POLYGON ((0 0, 10 0, 10 10, 0 10), (2 2, 4 2, 4 4, 2 4))")
                            << false;
    QTest::newRow("a hole that touches")
        << QByteArray("POLYGON ((0 0, 10 0, 10 10, 0 10), (0 2, 4 2, 4 4))") << false;
    QTest::newRow("a hole across") << QByteArray("POLYGON ((0 0, 10 0, 10 10, 0 10), (-1 2, 4 2, 4 4))")
                                   << true;
    QTest::newRow("two that meet at a corner")
        << QByteArray("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10)), ((10 10, 20 10, 20 20)))") << false;
    QTest::newRow("two that lie over each other")
        << QByteArray("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10)), ((5 5, 20 5, 20 20)))") << true;
    QTest::newRow("the largest") << QByteArray("POLYGON ((-1e6 -1e6, 1e6 1e6, 1e6 -1e6, -1e6 1e6))") << true;
    QTest::newRow("a line") << QByteArray("LINESTRING (0 0, 10 10, 10 0, 0 10)") << false;
  }
  void polygonsThatCrossThemselvesAreFound() {
    QFETCH(QByteArray, wkt);
    QFETCH(bool, crosses);
    const auto at = self_crossing(shape_of(wkt.constData()));
    QCOMPARE(at.has_value(), crosses);
    if (wkt.startsWith("POLYGON ((0 0, 10 10")) QCOMPARE(*at, (Vec2{5, 5}));
  }
  void everyKindComesBackAsItWasWritten() {
    for (const char* wkt :
         {"POINT(12.5 -3)", "LINESTRING(0 0,10.001 0,10.001 20)", "POLYGON((0 0,10 0,10 10,0 0))",
          "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 4,2 2))",
          "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 4,2 2)),((20 0,30 0,30 10,20 0)))"}) {
      const Result<Shape> shape = read_shape(wkt);
      QVERIFY2(shape, wkt);
      QCOMPARE(write_shape(shape.value()), std::string(wkt));
      QVERIFY(equal(shape_of(write_shape(shape.value()).c_str()), shape.value()));
    }
    for (uint64_t stream = 0; stream < 50; ++stream) {
      const Shape a = stroke(stream, 30, 40, 8000), b = star(stream, 25, 8000);
      QVERIFY(equal(shape_of(write_shape(a).c_str()), a));
      QVERIFY(equal(shape_of(write_shape(b).c_str()), b));
    }
  }

  void anIslandInAHoleIsWrittenAsAPolygonOfItsOwn() {
    const char* const wkt =
        "MULTIPOLYGON(((0 0,90 0,90 90,0 90,0 0),(10 10,80 10,80 80,10 80,10 10)),"
        "((30 30,60 30,60 60,30 60,30 30)))";
    QCOMPARE(write_shape(shape_of(wkt)), std::string(wkt));
    QCOMPARE(cells_inside(shape_of(wkt), 0, GridSpec::square(100, 100)), 90 * 90 - 70 * 70 + 30 * 30);
  }

  void lettersOfAnyCaseAndFreeSpacesAreRead() {
    QVERIFY(equal(shape_of("  Polygon ( ( 0 0 , +1e1 0,\t10.0004 9.9996, 0 0 ) ) \n"),
                  shape_of("POLYGON((0 0,10 0,10 10,0 0))")));
    QVERIFY(equal(shape_of("linestring(-0.0001 0,5 5,5 5)"), shape_of("LINESTRING(0 0,5 5)")));
    // Open rings are closed, as everyone draws them.
    QVERIFY(equal(shape_of("POLYGON((0 0,10 0,10 10))"), shape_of("POLYGON((0 0,10 0,10 10,0 0))")));
  }

  void badTextNamesWhatWasFoundWhereAndWhatWasExpected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
      QTest::newRow(name) << QString(text) << QString(message);
    };
    row("nothing", "",
        "found the end at character 1 of the shape, expected POINT, LINESTRING, POLYGON or MULTIPOLYGON");
    row("another kind", "CIRCLE(0 0 5)",
        "found \"CIRCLE\" at character 1 of the shape, expected POINT, LINESTRING, POLYGON or MULTIPOLYGON");
    row("broken off", "POLYGON((0 0,10", "found the end at character 16 of the shape, expected a number");
    row("bracket missing", "LINESTRING(0 0,10 0",
        "found the end at character 20 of the shape, expected \",\" or \")\"");
    row("no number", "POINT(1 east)", "found \"east\" at character 9 of the shape, expected a number");
    row("not a number", "POINT(nan 0)", "found \"nan\" at character 7 of the shape, expected a number");
    row("infinite", "POINT(inf 0)",
        "found \"inf\" at character 7 of the shape, expected a coordinate within 1000 km");
    row("far", "POINT(0 1000001)",
        "found \"1000001\" at character 9 of the shape, expected a coordinate within 1000 km");
    row("beyond doubles", "POINT(1e999 0)",
        "found \"1e999\" at character 7 of the shape, expected a coordinate within 1000 km");
    row("three coordinates", "POINT(1 2 3)",
        "found \"3\" at character 11 of the shape, expected \",\" or \")\" after two coordinates");
    row("height", "POINT Z (1 2 3)", "found \"Z\" at character 7 of the shape, expected \"(\"");
    row("nothing in it", "POLYGON EMPTY", "found \"EMPTY\" at character 9 of the shape, expected \"(\"");
    row("two vertices", "POLYGON((0 0,10 0,0 0))",
        "found a ring of 2 different vertices at character 9 of the shape, expected at least 3");
    row("on one line", "POLYGON((0 0,10 10,5 5,0 0))",
        "found a ring without area at character 9 of the shape, expected vertices that do not lie on one "
        "line");
    row("there and back", "POLYGON((0 0,10 0,10 10,10 0,0 0))",
        "found a ring without area at character 9 of the shape, expected vertices that do not lie on one "
        "line");
    row("line of one place", "LINESTRING(5 5,5 5.0001)",
        "found one place again and again at character 11 of the shape, expected two different places");
    row("line of one vertex", "LINESTRING(5 5)",
        "found one place at character 11 of the shape, expected two different places");
    row("several points", "POINT(5 5,6 6)", "found 2 places at character 6 of the shape, expected one place");
    row("more after it", "POINT(5 5))",
        "found \")\" at character 11 of the shape, expected the end of the shape");
    row("letters that hide", "POINT(\x1b[31m 0)",
        "found \"\\x1b[31m\" at character 7 of the shape, expected a number");
  }
  void badTextNamesWhatWasFoundWhereAndWhatWasExpected() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const Result<Shape> shape = read_shape(text.toStdString());
    QVERIFY(!shape);
    QCOMPARE(shape.error().kind, ErrorKind::invalid_template);
    QCOMPARE(QString::fromStdString(shape.error().message), message);
  }

  void aShapeHasAtMost4096Vertices() {
    const auto line = [](size_t count) {
      std::string text = "LINESTRING(";
      for (size_t i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::to_string(i) + " " + std::to_string(i % 7);
      return text + ")";
    };
    QVERIFY(read_shape(line(kMostShapeVertices)));
    const Result<Shape> more = read_shape(line(kMostShapeVertices + 1));
    QVERIFY(!more);
    QVERIFY(more.error().message.find("at most 4096 vertices") != std::string::npos);
    QVERIFY(!read_shape(line(200000)));

    // The last vertex of a ring only closes it.
    std::string ring = "0 0,5000 0";
    for (size_t i = 2; i < kMostShapeVertices; ++i)
      ring += "," + std::to_string(5000 - i) + " " + std::to_string(10 + i % 9);
    QVERIFY(read_shape("POLYGON((" + ring + ",0 0))"));
    QVERIFY(!read_shape("POLYGON((" + ring + ",-5 5,0 0))"));
  }

  void mutatedTextIsReadOrRefused() {
    const std::string good =
        "MULTIPOLYGON(((0 0,90 0,90 90,0 90,0 0),(10 10,80 10,80 80,10 80,10 10)),((30 30,60 30,60 60,30 "
        "30)))";
    const std::string letters = "()., -+e09naPOLYGINT\t\xff";
    int read = 0;
    for (uint64_t n = 0; n < 20000; ++n) {
      std::string text = good;
      for (uint64_t m = 0; m < 1 + n % 3; ++m) {
        const auto at = static_cast<size_t>(random_uniform(n, 3 * m) * static_cast<double>(text.size()));
        const char with =
            letters[static_cast<size_t>(random_uniform(n, 3 * m + 1) * static_cast<double>(letters.size()))];
        const double how = random_uniform(n, 3 * m + 2);
        if (how < 0.3)
          text.erase(at, 1);
        else if (how < 0.6)
          text.insert(at, 1, with);
        else
          text[at] = with;
      }
      const Result<Shape> shape = read_shape(text);
      if (!shape) {
        QVERIFY(!shape.error().message.empty());
        continue;
      }
      ++read;
      QVERIFY2(equal(shape_of(write_shape(shape.value()).c_str()), shape.value()), text.c_str());
    }
    QVERIFY(read > 1000 && read < 19000);
  }

  void placesOnTheOutlineBelongToTheShape() {
    const Shape square = shape_of("POLYGON((2.5 2.5,7.5 2.5,7.5 7.5,2.5 7.5,2.5 2.5))");
    // Centres lie at .5: rows and columns 2 to 7, both edges included.
    QCOMPARE(cells_inside(square, 0, GridSpec::square(10, 10)), 36);
    QVERIFY(inside_m(square, 0, {2.5, 5}) > 0);
    QVERIFY(inside_m(square, 0, {7.5, 7.5}) > 0);
    QVERIFY(inside_m(square, 0, {7.501, 7.5}) < 0);
    const Shape slanted = shape_of("POLYGON((0 0,30 10,10 30,0 0))");
    for (const double t : {0.1, 1.0 / 3, 0.7}) QVERIFY(inside_m(slanted, 0, {30 * t, 10 * t}) > 0);
    // A brush of 3 m round one place: its centre and 28 cells within 3 m, those at 3 m too.
    QCOMPARE(cells_inside(shape_of("POINT(5.5 5.5)"), 3, GridSpec::square(12, 12)), 29);
    QVERIFY(inside_m(shape_of("LINESTRING(0 0,10 0)"), 0, {5, 0}) > 0);
  }

  void crossingAndNestedRingsAreEvenOdd() {
    const Shape bow = shape_of("POLYGON((0 0,10 10,10 0,0 10,0 0))");
    QVERIFY(inside_m(bow, 0, {1, 5}) > 0);
    QVERIFY(inside_m(bow, 0, {9, 5}) > 0);
    QVERIFY(inside_m(bow, 0, {5, 1}) < 0);
    const Shape twice = shape_of("POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,10 0,10 10,0 10,0 0))");
    QCOMPARE(cells_inside(twice, 0, GridSpec::square(10, 100)), 0);
    const Shape overlap = shape_of("MULTIPOLYGON(((0 0,6 0,6 6,0 6,0 0)),((4 0,10 0,10 6,4 6,4 0)))");
    QVERIFY(inside_m(overlap, 0, {5, 3}) < 0);
    QVERIFY(inside_m(overlap, 0, {2, 3}) > 0);
  }

  void distancesAreThoseOfASearch() {
    for (uint64_t stream = 0; stream < 12; ++stream) {
      const Shape shape = stream % 2 == 0 ? stroke(stream, 9, 150, 2000) : star(stream, 11, 2000);
      const double radius_m = stream % 3 == 0 ? 0 : 80;
      for (uint64_t i = 0; i < 200; ++i) {
        const Vec2 p{2000 * random_uniform(stream, 100 + 2 * i), 2000 * random_uniform(stream, 101 + 2 * i)};
        QVERIFY(std::fabs(inside_m(shape, radius_m, p) - searched_inside(shape, radius_m, p)) < 1e-3);
      }
    }
    const Shape point = shape_of("POINT(3 4)");
    QCOMPARE(inside_m(point, 10, {0, 0}), 5.0);
    QCOMPARE(inside_m(point, 2, {0, 0}), -3.0);
  }

  void aVisitMeetsEveryCellInReachOnceInOrder() {
    const GridSpec grid{210, 170, 12.5};  // not square, and parts of the shapes lie outside
    for (uint64_t stream = 0; stream < 12; ++stream) {
      Shape shape = stream % 2 == 0 ? stroke(stream, 9, 150, 2500) : star(stream, 11, 2800);
      if (stream == 4) shape = shape_of("POINT(700.3 801.7)");
      if (stream == 6) shape = shape_of("LINESTRING(-4000 -3000,6000 5000)");
      if (stream == 7) shape = shape_of("POLYGON((-1e6 -1e6,1e6 -1e6,1e6 1e6,-1e6 1e6,-1e6 -1e6))");
      const double radius_m = stream % 3 == 0 ? 0 : 90;
      const double reach_m = stream % 4 == 0 ? 0 : 55;
      std::vector<double> seen(grid.cells(), -1e9);
      int64_t last = -1;
      bool in_order = true;
      visit_shape(shape, radius_m, grid, reach_m, [&](uint32_t cell, double inside) {
        in_order = in_order && cell > last;
        last = cell;
        seen[cell] = inside;
      });
      QVERIFY(in_order);
      std::vector<double> in_bands(grid.cells(), -1e9);
      for (int row = 0; row < grid.rows; row += 29)
        visit_shape(shape, radius_m, grid, reach_m, row, std::min(row + 29, grid.rows),
                    [&](uint32_t cell, double inside) { in_bands[cell] = inside; });
      QVERIFY(in_bands == seen);
      for (size_t cell = 0; cell < seen.size(); ++cell) {
        const double inside = inside_m(shape, radius_m, grid.centre(cell));
        if (inside <= -reach_m)
          QCOMPARE(seen[cell], -1e9);
        else if (inside <= reach_m || shape.kind != Shape::Kind::polygons)
          QCOMPARE(seen[cell], inside);
        else
          QVERIFY(seen[cell] >= reach_m && seen[cell] <= inside);
      }
    }
  }

  void shapesOffTheGridMeetNoCell() {
    const GridSpec grid = GridSpec::square(1000, 64);
    for (const char* wkt :
         {"POINT(-999999 5)", "POINT(5 1000000)", "LINESTRING(2000 -5000,2000 5000)",
          "POLYGON((1e6 1e6,9e5 1e6,9e5 9e5,1e6 1e6))", "POLYGON((-50 -50,-10 -50,-10 -10,-50 -50))"})
      visit_shape(shape_of(wkt), 5, grid, 4, [&](uint32_t, double) { QFAIL(wkt); });
  }

  void aStrokeHasTheSameAreaAtEveryResolution() {
    const double side_m = 8000;
    double worst_512 = 0, worst_128 = 0;
    for (uint64_t stream = 0; stream < 20; ++stream) {
      const Shape shape = stroke(stream, 30, 140, side_m);
      const auto area = [&](int resolution) {
        const GridSpec grid = GridSpec::square(side_m, resolution);
        return static_cast<double>(cells_inside(shape, 150, grid)) * grid.cell_area_m2();
      };
      const double fine = area(2048);
      worst_512 = std::max(worst_512, std::fabs(area(512) / fine - 1));
      worst_128 = std::max(worst_128, std::fabs(area(128) / fine - 1));
    }
    qInfo("worst of 20 strokes: %.4f at 512, %.4f at 128", worst_512, worst_128);
    QVERIFY2(worst_512 < 0.003, qPrintable(QString::number(worst_512)));
    QVERIFY2(worst_128 < 0.023, qPrintable(QString::number(worst_128)));
  }

  void runsComeBackAsTheyWere() {
    const GridSpec grid{37, 23, 16};
    for (uint64_t stream = 0; stream < 40; ++stream) {
      const Raster<uint8_t> codes = random_codes(grid, 10 * stream, 3);
      const Runs runs = write_runs(codes, "abc");
      const Result<Raster<uint8_t>> back = read_runs(runs.rows, runs.top, runs.left, "abc", grid);
      QVERIFY(back);
      QVERIFY(back.value().cells == codes.cells);
    }
    QVERIFY(write_runs(Raster<uint8_t>(grid), "abc").rows.empty());
  }

  void runsBeginAtTheFirstUsedCellAndLeaveOutWhatFollowsTheLast() {
    Raster<uint8_t> codes(GridSpec{30, 6, 10});
    for (int column = 12; column < 17; ++column) codes.at(column, 2) = 1;
    for (int column = 20; column < 28; ++column) codes.at(column, 2) = 2;
    codes.at(29, 4) = 1;
    const Runs runs = write_runs(codes, "ab");
    QCOMPARE(runs.top, 2);
    QCOMPARE(runs.left, 12);
    QVERIFY(runs.rows == (std::vector<std::string>{"5a 3 8b", "", "17 1a"}));
  }

  void badRunsNameTheRowAndTheRun_data() {
    QTest::addColumn<QString>("second_row");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
      QTest::newRow(name) << QString(text) << QString(message);
    };
    row("too long", "3 8a",
        "found \"8a\" in row 2 of the cells at character 3, expected at most 5 more "
        "cells: the grid has 10 columns");
    row("endless", "99999999999999999999a",
        "found \"9999999999999999\" in row 2 of the cells at character 1, "
        "expected at most 8 more cells: the grid has 10 columns");
    row("another letter", "2a 1c",
        "found \"1c\" in row 2 of the cells at character 4, expected a letter of "
        "the key: a, b");
    row("no number", "2a b",
        "found \"b\" in row 2 of the cells at character 4, expected a run: a number of "
        "cells from 1 and a letter, or the number alone");
    row("no cells", "0a",
        "found \"0a\" in row 2 of the cells at character 1, expected a run: a number of "
        "cells from 1 and a letter, or the number alone");
    row("less than none", "-3a",
        "found \"-3a\" in row 2 of the cells at character 1, expected a run: a "
        "number of cells from 1 and a letter, or the number alone");
    row("no space", "2a3b",
        "found \"2a3b\" in row 2 of the cells at character 1, expected a space between "
        "runs");
  }
  void badRunsNameTheRowAndTheRun() {
    QFETCH(QString, second_row);
    QFETCH(QString, message);
    const Result<Raster<uint8_t>> codes =
        read_runs({"1a", second_row.toStdString()}, 1, 2, "ab", GridSpec{10, 5, 10});
    QVERIFY(!codes);
    QCOMPARE(QString::fromStdString(codes.error().message), message);
  }

  void runsOffTheGridAreRefused() {
    const GridSpec grid{10, 5, 10};
    QVERIFY(read_runs({"1a"}, 4, 9, "a", grid));
    QVERIFY(!read_runs({"1a", "1a"}, 4, 0, "a", grid));
    QVERIFY(!read_runs({"1a"}, -1, 0, "a", grid));
    QVERIFY(!read_runs({"1a"}, 0, 10, "a", grid));
    QVERIFY(!read_runs({"1a"}, 2000000000, 2000000000, "a", grid));
  }
};

FW_TEST(ShapeTest)
#include "test_shape.moc"
